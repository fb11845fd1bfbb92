//! A socket that only tells: the newest state, as soon as the page can take it.
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

/// Answers a request for a socket that tells these news.
pub(crate) fn open(
    house: &AppState,
    upgrade: WebSocketUpgrade,
    news: watch::Receiver<Arc<str>>,
) -> Response {
    let Ok(place) = Arc::clone(&house.sockets).try_acquire_owned() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open: close one");
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(|socket| async move {
        tell(socket, news).await;
        drop(place);
    })
}

/// Tells what is new until there is nothing more to come, or nobody listens.
async fn tell(mut socket: WebSocket, mut news: watch::Receiver<Arc<str>>) {
    news.mark_changed();
    let mut is_asked = false;
    loop {
        let silence = tokio::time::sleep(SILENCE);
        let sent = tokio::select! {
            changed = news.changed() => {
                if changed.is_err() {
                    let _ = socket.send(Message::Close(None)).await;
                    return;
                }
                let json = Arc::clone(&news.borrow_and_update());
                send(&mut socket, json.to_string()).await
            }
            heard = socket.recv() => match heard {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    is_asked = false;
                    Ok(())
                }
                Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                    let reason = "this socket only tells".into();
                    let frame = CloseFrame { code: close_code::POLICY, reason };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    return;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            () = silence => {
                if is_asked {
                    return;
                }
                is_asked = true;
                socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| Disconnected)
            }
        };
        if sent.is_err() {
            return;
        }
    }
}
