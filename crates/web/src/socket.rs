//! One WebSocket: what it may send, and what it is sent.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::any;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::AppState;
use crate::games::{find, refuse};
use crate::message::{ClientMessage, ServerMessage};
use crate::pool::CancelGuard;
use crate::room::Room;

/// The longest message a page has reason to send.
pub(crate) const LONGEST: usize = 16 << 10;
/// A page may send so many messages at once, and so many a second in the long run.
const BURST: f64 = 60.0;
const RATE: f64 = 20.0;
/// How long a socket may be silent before it is asked whether it is still there, and then to answer.
pub(crate) const SILENCE: Duration = Duration::from_secs(30);
/// How many answers to questions may wait for a slow reader.
const BACKLOG: usize = 32;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/games/{id}/socket", any(open))
}

async fn open(
    State(house): State<Arc<AppState>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let room = match find(&house, &id).await {
        Ok(room) => room,
        Err(refusal) => return refusal,
    };
    let Ok(place) = Arc::clone(&house.sockets).try_acquire_owned() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open: close one");
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(|socket| async move {
        talk(socket, &room).await;
        room.leave().await;
        drop(place);
    })
}

/// How many messages a page may still send.
struct MessageQuota {
    left: f64,
    since: Instant,
}

impl MessageQuota {
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
    if send(&mut socket, ServerMessage::State(Box::new(snapshot)).json()).await.is_err() {
        return;
    }
    let (answers, mut answered) = mpsc::channel(BACKLOG);
    let mut questions = OpenQueries::new(Arc::clone(room), answers);
    let mut allowance = MessageQuota::new();
    let mut is_asked = false;
    loop {
        let silence = tokio::time::sleep(SILENCE);
        let sent = tokio::select! {
            told = news.recv() => match told {
                Ok(json) => {
                    if json.starts_with(STATE) {
                        questions.ask_again();
                    }
                    send(&mut socket, json.to_string()).await
                }
                Err(RecvError::Lagged(_)) => {
                    questions.ask_again();
                    let snapshot = room.snapshot().await;
                    send(&mut socket, ServerMessage::State(Box::new(snapshot)).json()).await
                }
                Err(RecvError::Closed) => return,
            },
            Some(told) = answered.recv() => send(&mut socket, told.json()).await,
            heard = socket.recv() => {
                is_asked = false;
                match heard {
                    Some(Ok(Message::Text(text))) if allowance.spend() => {
                        match handle(room, &mut questions, text.as_str()).await {
                            Some(told) => send(&mut socket, told.json()).await,
                            None => Ok(()),
                        }
                    }
                    Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                        let reason = "too many messages, or not text".into();
                        let frame = CloseFrame { code: close_code::POLICY, reason };
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
                socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| Disconnected)
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// How the JSON of a state begins: after one, standing questions are asked again.
const STATE: &str = r#"{"type":"state""#;

/// The other end is gone.
pub(crate) struct Disconnected;

pub(crate) async fn send(socket: &mut WebSocket, json: String) -> Result<(), Disconnected> {
    // A page that does not read for so long is as good as gone.
    let sent = tokio::time::timeout(SILENCE, socket.send(Message::Text(json.into()))).await;
    sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)
}

/// Does what a message asks; what comes back is for this socket alone.
async fn handle(
    room: &Arc<Room>,
    questions: &mut OpenQueries,
    text: &str,
) -> Option<ServerMessage> {
    let asked = match serde_json::from_str::<ClientMessage>(text) {
        Ok(asked) => asked,
        Err(error) => {
            return Some(ServerMessage::error(&format!("the message is not understood: {error}")));
        }
    };
    match asked {
        ClientMessage::Frame { ply } => return Some(ServerMessage::Frame(room.frame(ply).await)),
        ClientMessage::Hurry => {
            return room.move_now().err().map(|error| ServerMessage::error(&error));
        }
        ClientMessage::Hint => questions.hint(),
        ClientMessage::Truth { on, ply } => questions.truth(on.then_some(ply)),
        ClientMessage::Analyse { on, ply, agent, lines } => {
            let wanted = TruthRequest { ply, agent, lines: lines.unwrap_or(3) };
            questions.analyse(on.then_some(wanted));
        }
        asked => return room.handle(asked).await.err().map(|error| ServerMessage::error(&error)),
    }
    None
}

/// What a page wants to know of the position as long as it is open. What is being worked out is on a leash
/// that ends with the socket, or with the next question of its kind.
struct OpenQueries {
    room: Arc<Room>,
    answers: mpsc::Sender<ServerMessage>,
    truth: Option<Option<usize>>,
    analysis: Option<TruthRequest>,
    truth_leash: Option<CancelGuard>,
    analysis_leash: Option<CancelGuard>,
    hint_leash: Option<CancelGuard>,
}

#[derive(Clone)]
struct TruthRequest {
    ply: Option<usize>,
    agent: Option<String>,
    lines: usize,
}

impl OpenQueries {
    const fn new(room: Arc<Room>, answers: mpsc::Sender<ServerMessage>) -> Self {
        Self {
            room,
            answers,
            truth: None,
            analysis: None,
            truth_leash: None,
            analysis_leash: None,
            hint_leash: None,
        }
    }

    /// The game has changed: what stands is asked of the new position.
    fn ask_again(&mut self) {
        self.hint_leash = None;
        if self.truth.is_some() {
            self.truth(Some(None));
        }
        if let Some(wanted) = self.analysis.clone() {
            self.analyse(Some(TruthRequest { ply: None, ..wanted }));
        }
    }

    fn hint(&mut self) {
        let (leash, stop) = CancelGuard::new();
        self.hint_leash = Some(leash);
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        tokio::spawn(async move {
            let told = room.hint(stop).await;
            let _ = answers.send(told).await;
        });
    }

    fn truth(&mut self, wanted: Option<Option<usize>>) {
        self.truth = wanted;
        self.truth_leash = None;
        let Some(ply) = wanted else { return };
        let (leash, stop) = CancelGuard::new();
        self.truth_leash = Some(leash);
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        tokio::spawn(async move {
            let told = room.truth(ply, stop).await;
            let _ = answers.send(told).await;
        });
    }

    fn analyse(&mut self, wanted: Option<TruthRequest>) {
        self.analysis.clone_from(&wanted);
        self.analysis_leash = None;
        let Some(TruthRequest { ply, agent, lines }) = wanted else { return };
        let (leash, stop) = CancelGuard::new();
        self.analysis_leash = Some(leash);
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        tokio::spawn(async move {
            let on_the_way = answers.clone();
            // Whoever reads too slowly misses some of it.
            let tell = move |told| drop(on_the_way.try_send(told));
            if let Some(told) = room.analyse(ply, agent, lines, stop, tell).await {
                let _ = answers.send(told).await;
            }
        });
    }
}
