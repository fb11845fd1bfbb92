//! A socket that only sends: the newest state, as soon as the page can take it.
//!
//! What it does not get to send is overtaken by what is newer; a slow page misses steps, never the end.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use tokio::sync::watch;

use crate::AppState;
use crate::request::Refusal;
use crate::socket::{Disconnected, PageSocket, accept};

/// Answers a request for a socket that sends these updates.
pub(crate) fn open(
    app: &AppState,
    upgrade: WebSocketUpgrade,
    updates: watch::Receiver<Arc<str>>,
) -> Result<Response, Refusal> {
    accept(app, upgrade, async move |mut socket| drop(forward(&mut socket, updates).await))
}

/// A single update, after which the socket is closed. A page that comes too late is told so: a refused socket would be
/// an error in its console.
pub(crate) fn only(json: &str) -> watch::Receiver<Arc<str>> {
    watch::channel(json.into()).1
}

/// Sends updates until the sender or the socket is closed.
async fn forward(
    socket: &mut PageSocket,
    mut updates: watch::Receiver<Arc<str>>,
) -> Result<(), Disconnected> {
    updates.mark_changed();
    loop {
        tokio::select! {
            changed = updates.changed() => {
                if changed.is_err() {
                    return Err(socket.close().await);
                }
                let json = Arc::clone(&updates.borrow_and_update());
                socket.send(&json).await?;
            }
            text = socket.receive() => {
                text?;
                return Err(socket.refuse("this socket only sends").await);
            }
        }
    }
}
