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
/// How long a socket may be silent before it is pinged, and then before it is closed.
pub(crate) const SILENCE: Duration = Duration::from_secs(30);
/// How many answers to questions may wait for a slow reader.
const BACKLOG: usize = 32;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/games/{id}/socket", any(open))
}

async fn open(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let room = match find(&app, &id).await {
        Ok(room) => room,
        Err(refusal) => return refusal,
    };
    let Ok(place) = Arc::clone(&app.sockets).try_acquire_owned() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open: close one");
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(|socket| async move {
        run(socket, &room).await;
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

    fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + RATE * (now - self.since).as_secs_f64()).min(BURST);
        self.since = now;
        let is_enough = self.left >= 1.0;
        self.left -= if is_enough { 1.0 } else { 0.0 };
        is_enough
    }
}

/// Serves the socket until one side closes it.
async fn run(mut socket: WebSocket, room: &Arc<Room>) {
    let (mut updates, snapshot) = room.enter().await;
    if send(&mut socket, ServerMessage::State(Box::new(snapshot)).json()).await.is_err() {
        return;
    }
    let (answers, mut answered) = mpsc::channel(BACKLOG);
    let mut questions = OpenQueries::new(Arc::clone(room), answers);
    let mut allowance = MessageQuota::new();
    let mut is_pinged = false;
    loop {
        let silence = tokio::time::sleep(SILENCE);
        let sent = tokio::select! {
            reply = updates.recv() => match reply {
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
            Some(reply) = answered.recv() => send(&mut socket, reply.json()).await,
            received = socket.recv() => {
                is_pinged = false;
                match received {
                    Some(Ok(Message::Text(text))) if allowance.take() => {
                        match handle_message(room, &mut questions, text.as_str()).await {
                            Some(reply) => send(&mut socket, reply.json()).await,
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

/// How the JSON of a state begins: after one, open queries are repeated.
const STATE: &str = r#"{"type":"state""#;

/// The other end is gone.
pub(crate) struct Disconnected;

pub(crate) async fn send(socket: &mut WebSocket, json: String) -> Result<(), Disconnected> {
    // A page that does not read for so long is as good as gone.
    let sent = tokio::time::timeout(SILENCE, socket.send(Message::Text(json.into()))).await;
    sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)
}

/// Handles a message; the reply is for this socket only.
async fn handle_message(
    room: &Arc<Room>,
    questions: &mut OpenQueries,
    text: &str,
) -> Option<ServerMessage> {
    let message = match serde_json::from_str::<ClientMessage>(text) {
        Ok(message) => message,
        Err(error) => {
            return Some(ServerMessage::error(&format!("the message is not understood: {error}")));
        }
    };
    match message {
        ClientMessage::Frame { ply } => return Some(ServerMessage::Frame(room.frame(ply).await)),
        ClientMessage::Hurry => {
            return room.move_now().err().map(|error| ServerMessage::error(&error));
        }
        ClientMessage::Hint => questions.hint(),
        ClientMessage::Truth { on, ply } => questions.truth(on.then_some(ply)),
        ClientMessage::Analyse { on, ply, agent, lines } => {
            let request = TruthRequest { ply, agent, lines: lines.unwrap_or(3) };
            questions.analyse(on.then_some(request));
        }
        message => {
            return room.handle(message).await.err().map(|error| ServerMessage::error(&error));
        }
    }
    None
}

/// A page's open queries about the position. The search for each is cancelled when the socket closes, or by the
/// next query of its kind.
struct OpenQueries {
    room: Arc<Room>,
    answers: mpsc::Sender<ServerMessage>,
    truth: Option<Option<usize>>,
    analysis: Option<TruthRequest>,
    truth_cancel: Option<CancelGuard>,
    analysis_cancel: Option<CancelGuard>,
    hint_cancel: Option<CancelGuard>,
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
            truth_cancel: None,
            analysis_cancel: None,
            hint_cancel: None,
        }
    }

    /// The game has changed: repeats the open queries for the new position.
    fn ask_again(&mut self) {
        self.hint_cancel = None;
        if self.truth.is_some() {
            self.truth(Some(None));
        }
        if let Some(request) = self.analysis.clone() {
            self.analyse(Some(TruthRequest { ply: None, ..request }));
        }
    }

    fn hint(&mut self) {
        let (cancel, stop) = CancelGuard::new();
        self.hint_cancel = Some(cancel);
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        tokio::spawn(async move {
            let reply = room.hint(stop).await;
            let _ = answers.send(reply).await;
        });
    }

    fn truth(&mut self, request: Option<Option<usize>>) {
        self.truth = request;
        self.truth_cancel = None;
        let Some(ply) = request else { return };
        let (cancel, stop) = CancelGuard::new();
        self.truth_cancel = Some(cancel);
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        tokio::spawn(async move {
            let reply = room.truth(ply, stop).await;
            let _ = answers.send(reply).await;
        });
    }

    fn analyse(&mut self, request: Option<TruthRequest>) {
        self.analysis.clone_from(&request);
        self.analysis_cancel = None;
        let Some(TruthRequest { ply, agent, lines }) = request else { return };
        let (cancel, stop) = CancelGuard::new();
        self.analysis_cancel = Some(cancel);
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        tokio::spawn(async move {
            let on_the_way = answers.clone();
            // A slow page misses some updates.
            let on_progress = move |reply| drop(on_the_way.try_send(reply));
            if let Some(reply) = room.analyse(ply, agent, lines, stop, on_progress).await {
                let _ = answers.send(reply).await;
            }
        });
    }
}
