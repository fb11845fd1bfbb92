//! A socket that only sends: the newest state, as soon as the page can take it.
//!
//! What it does not get to send is overtaken by what is newer; a slow page misses steps, never the end.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use tokio::sync::watch;

use crate::AppState;
use crate::games::refuse;
use crate::socket::{Disconnected, LONGEST, SILENCE, send};

/// Answers a request for a socket that sends these updates.
pub(crate) fn open(
    app: &AppState,
    upgrade: WebSocketUpgrade,
    updates: watch::Receiver<Arc<str>>,
) -> Response {
    let Ok(place) = Arc::clone(&app.sockets).try_acquire_owned() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open: close one");
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(|socket| async move {
        forward(socket, updates).await;
        drop(place);
    })
}

/// Sends updates until the sender or the socket is closed.
async fn forward(mut socket: WebSocket, mut updates: watch::Receiver<Arc<str>>) {
    updates.mark_changed();
    let mut is_pinged = false;
    loop {
        let silence = tokio::time::sleep(SILENCE);
        let sent = tokio::select! {
            changed = updates.changed() => {
                if changed.is_err() {
                    let _ = socket.send(Message::Close(None)).await;
                    return;
                }
                let json = Arc::clone(&updates.borrow_and_update());
                send(&mut socket, json.to_string()).await
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    is_pinged = false;
                    Ok(())
                }
                Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                    let reason = "this socket only sends".into();
                    let frame = CloseFrame { code: close_code::POLICY, reason };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    return;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            () = silence => {
                if is_pinged {
                    return;
                }
                is_pinged = true;
                socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| Disconnected)
            }
        };
        if sent.is_err() {
            return;
        }
    }
}
