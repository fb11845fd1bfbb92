//! One WebSocket: what it may send, and what it is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::any;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::House;
use crate::games::refuse;
use crate::message::{Asked, Told};
use crate::room::Room;

/// The longest message a page has reason to send.
const LONGEST: usize = 16 << 10;
/// The most sockets at once.
const MOST_SOCKETS: usize = 800;
/// A page may send so many messages at once, and so many a second in the long run.
const BURST: f64 = 60.0;
const RATE: f64 = 20.0;
/// How long a socket may be silent before it is asked whether it is still there, and then to answer.
const SILENCE: Duration = Duration::from_secs(30);

static OPEN: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new().route("/api/games/{id}/socket", any(open))
}

/// A socket's place among the many; given back when it closes.
struct Place;

impl Place {
    fn take() -> Option<Self> {
        let taken = OPEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |open| {
            (open < MOST_SOCKETS).then_some(open + 1)
        });
        taken.ok().map(|_| Self)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn open(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(room) = house.hub.find(&id) else {
        return refuse(StatusCode::NOT_FOUND, "there is no such game");
    };
    let Some(place) = Place::take() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open: close one");
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(|socket| async move {
        talk(socket, &room).await;
        room.leave().await;
        drop(place);
    })
}

/// How many messages a page may still send.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn new() -> Self {
        Self { left: BURST, since: Instant::now() }
    }

    fn spend(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + RATE * (now - self.since).as_secs_f64()).min(BURST);
        self.since = now;
        let is_enough = self.left >= 1.0;
        self.left -= if is_enough { 1.0 } else { 0.0 };
        is_enough
    }
}

/// Talks until one side has had enough.
async fn talk(mut socket: WebSocket, room: &Arc<Room>) {
    let (mut news, snapshot) = room.enter().await;
    if send(&mut socket, Told::State(Box::new(snapshot)).json()).await.is_err() {
        return;
    }
    let mut allowance = Allowance::new();
    let mut is_asked = false;
    loop {
        let silence = tokio::time::sleep(SILENCE);
        let sent = tokio::select! {
            told = news.recv() => match told {
                Ok(json) => send(&mut socket, json.to_string()).await,
                Err(RecvError::Lagged(_)) => {
                    let snapshot = room.snapshot().await;
                    send(&mut socket, Told::State(Box::new(snapshot)).json()).await
                }
                Err(RecvError::Closed) => return,
            },
            heard = socket.recv() => {
                is_asked = false;
                match heard {
                    Some(Ok(Message::Text(text))) if allowance.spend() => {
                        match obey(room, text.as_str()).await {
                            Some(told) => send(&mut socket, told.json()).await,
                            None => Ok(()),
                        }
                    }
                    Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                        let frame = CloseFrame { code: close_code::POLICY, reason: "too much, or not text".into() };
                        let _ = socket.send(Message::Close(Some(frame))).await;
                        return;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
            },
            () = silence => {
                if is_asked {
                    return;
                }
                is_asked = true;
                socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| Gone)
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// The other end is gone.
struct Gone;

async fn send(socket: &mut WebSocket, json: String) -> Result<(), Gone> {
    // A page that does not read for so long is as good as gone.
    let sent = tokio::time::timeout(SILENCE, socket.send(Message::Text(json.into()))).await;
    sent.map_err(|_| Gone)?.map_err(|_| Gone)
}

/// Does what a message asks; what comes back is for this socket alone.
async fn obey(room: &Arc<Room>, text: &str) -> Option<Told> {
    let asked = match serde_json::from_str::<Asked>(text) {
        Ok(asked) => asked,
        Err(error) => return Some(Told::error(format!("the message is not understood: {error}"))),
    };
    match asked {
        Asked::Frame { ply } => Some(Told::Frame(room.frame(ply).await)),
        Asked::Hurry => {
            room.hurry();
            None
        }
        asked => room.obey(asked).await.err().map(Told::error),
    }
}
