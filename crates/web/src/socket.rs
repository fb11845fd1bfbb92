//! A game's WebSocket: what a page may send, and what it is sent.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::SEC_WEBSOCKET_PROTOCOL;
use axum::response::Response;
use axum::routing::any;
use bellwether_core::{Error, ErrorKind};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, mpsc};
use tokio::time::Instant;

use crate::AppState;
use crate::message::{ClientMessage, ServerMessage};
use crate::pool::CancelGuard;
use crate::request::Refusal;
use crate::room::links::Viewer;
use crate::room::{Asker, Room, RoomUpdate};

/// The longest message a page has reason to send.
const LONGEST: usize = 16 << 10;
/// A page may send so many messages at once, and so many a second in the long run.
const BURST: f64 = 60.0;
const RATE: f64 = 20.0;
/// How long a socket may be silent before it is pinged, and then before it is closed.
const SILENCE: Duration = Duration::from_secs(30);
/// How many answers to questions may wait for a slow reader.
const BACKLOG: usize = 32;
/// The subprotocol of a page that has the link of a seat: the key follows it. Unlike an address, that is written in no
/// log of requests.
const SEAT_PROTOCOL: &str = "seat";

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/games/{id}/socket", any(open))
}

async fn open(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let room = app.hub.find(&id).await?;
    let key = seat_key(&headers);
    let viewer = room.consult(|table| table.viewer(key)).await;
    let upgrade = upgrade.protocols([SEAT_PROTOCOL]);
    let host = Arc::clone(&app);
    accept(&app, upgrade, async move |mut socket| {
        let _ = run(&mut socket, &host, &room, viewer).await;
        room.leave(viewer).await;
    })
}

/// The key of a seat's link, if the page has one.
fn seat_key(headers: &HeaderMap) -> Option<&str> {
    let words = headers.get(SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    let mut words = words.split(',').map(str::trim);
    words.next().filter(|first| *first == SEAT_PROTOCOL)?;
    words.next()
}

/// Answers a request for a socket, if there is room for one more.
pub(crate) fn accept<F: Future<Output = ()> + Send>(
    app: &AppState,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(PageSocket) -> F + Send + 'static,
) -> Result<Response, Refusal> {
    let place = Arc::clone(&app.sockets).try_acquire_owned();
    let busy = |_| Error::new(ErrorKind::Busy, "too many pages are open: close one");
    let place = place.map_err(busy)?;
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(|socket| async move {
        serve(PageSocket { socket, is_pinged: false }).await;
        drop(place);
    }))
}

/// A WebSocket that is closed when the page is gone.
pub(crate) struct PageSocket {
    socket: WebSocket,
    is_pinged: bool,
}

/// The other end is gone.
pub(crate) struct Disconnected;

impl PageSocket {
    pub(crate) async fn send(&mut self, json: &str) -> Result<(), Disconnected> {
        self.message(Message::Text(json.into())).await
    }

    async fn message(&mut self, message: Message) -> Result<(), Disconnected> {
        // A page that does not read for so long is as good as gone.
        let sent = tokio::time::timeout(SILENCE, self.socket.send(message)).await;
        sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)
    }

    /// The next text from the page; a silent page is pinged meanwhile.
    pub(crate) async fn receive(&mut self) -> Result<String, Disconnected> {
        loop {
            match tokio::time::timeout(SILENCE, self.socket.recv()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    self.is_pinged = false;
                    return Ok(text.as_str().to_owned());
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => self.is_pinged = false,
                Ok(Some(Ok(Message::Binary(_)))) => return Err(self.refuse("not text").await),
                Err(_) if !self.is_pinged => {
                    self.is_pinged = true;
                    self.message(Message::Ping(Vec::new().into())).await?;
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => {
                    return Err(Disconnected);
                }
            }
        }
    }

    /// Closes the socket because of what was sent.
    pub(crate) async fn refuse(&mut self, why: &'static str) -> Disconnected {
        let frame = CloseFrame { code: close_code::POLICY, reason: why.into() };
        let _ = self.message(Message::Close(Some(frame))).await;
        Disconnected
    }

    /// Closes the socket: there is nothing more to send.
    pub(crate) async fn close(&mut self) -> Disconnected {
        let _ = self.message(Message::Close(None)).await;
        Disconnected
    }
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
async fn run(
    socket: &mut PageSocket,
    app: &Arc<AppState>,
    room: &Arc<Room>,
    viewer: Viewer,
) -> Result<(), Disconnected> {
    let (updates, first) = room.enter(viewer).await;
    let (answers, mut answered) = mpsc::channel(BACKLOG);
    let screen = first.screen.unwrap_or_default();
    let room = Arc::clone(room);
    let queries = OpenQueries { room, viewer, screen, answers, open: Default::default() };
    let mut visit = Visit { socket, updates, queries };
    visit.show(Ok(first)).await?;
    let mut quota = MessageQuota::new();
    loop {
        tokio::select! {
            update = visit.updates.recv() => visit.show(update).await?,
            Some((screen, reply)) = answered.recv() => visit.reply(screen, &reply).await?,
            text = visit.socket.receive() => {
                let text = text?;
                if !quota.take() {
                    return Err(visit.socket.refuse("too many messages").await);
                }
                // What is wrong with a message may tell what the screen may show at this moment.
                let screen = visit.queries.screen;
                let reply = handle_message(app, &mut visit.queries, &text).await;
                let reply = reply.unwrap_or_else(|error| {
                    Some((screen, visit.queries.room.tell(&error)))
                });
                if let Some((screen, reply)) = reply {
                    visit.reply(screen, &reply).await?;
                }
            }
        }
    }
}

/// A page at a game.
struct Visit<'a> {
    socket: &'a mut PageSocket,
    updates: broadcast::Receiver<RoomUpdate>,
    queries: OpenQueries,
}

impl Visit<'_> {
    /// Sends what has happened in the room.
    async fn show(&mut self, update: Result<RoomUpdate, RecvError>) -> Result<(), Disconnected> {
        let update = match update {
            Ok(update) => update,
            Err(RecvError::Lagged(_)) => {
                self.updates = self.updates.resubscribe();
                self.queries.room.now().await
            }
            Err(RecvError::Closed) => return Err(Disconnected),
        };
        if let Some(screen) = update.screen {
            self.queries.turn_to(screen);
        }
        self.socket.send(update.text(self.queries.viewer)).await
    }

    /// Sends an answer for this screen, after all that has happened before it. If the screen is another's meanwhile,
    /// nobody gets the answer.
    async fn reply(&mut self, screen: u64, reply: &ServerMessage) -> Result<(), Disconnected> {
        loop {
            match self.updates.try_recv() {
                Ok(update) => self.show(Ok(update)).await?,
                Err(TryRecvError::Lagged(some)) => self.show(Err(RecvError::Lagged(some))).await?,
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        if screen == self.queries.screen {
            self.socket.send(&reply.json()).await?;
        }
        Ok(())
    }
}

/// Handles a message; the reply is for this socket only, if it still has this screen.
async fn handle_message(
    app: &AppState,
    queries: &mut OpenQueries,
    text: &str,
) -> Result<Option<(u64, ServerMessage)>, Error> {
    let message = serde_json::from_str(text)
        .map_err(|error| Error::invalid(error).at("the message is not understood"))?;
    let (room, viewer) = (Arc::clone(&queries.room), queries.viewer);
    match message {
        ClientMessage::Frame { ply } => return Ok(Some(room.frame(ply, viewer).await)),
        ClientMessage::Hurry => room.move_now(viewer)?,
        ClientMessage::Hint
        | ClientMessage::Judge { .. }
        | ClientMessage::Truth { .. }
        | ClientMessage::Analyse { .. }
        | ClientMessage::Review
        | ClientMessage::Verdict { .. }
        | ClientMessage::Threats => {
            queries.ask(message);
        }
        message => {
            if let Some(next) = room.handle(message, viewer).await? {
                let next = app.hub.open_saved(next).await?;
                room.continue_in(next.id.clone()).await;
            }
        }
    }
    Ok(None)
}

/// A page's open queries about the game: a hint, the truth, an analysis, a judgement, a review, and what a guide wants to
/// know. The search for each is cancelled when the socket closes, when the screen is for another seat, or by the next query of its kind.
struct OpenQueries {
    room: Arc<Room>,
    viewer: Viewer,
    /// The screen that the page shows.
    screen: u64,
    answers: mpsc::Sender<(u64, ServerMessage)>,
    open: [Option<(ClientMessage, CancelGuard)>; 7],
}

impl OpenQueries {
    /// The game has changed: repeats the open queries for the new position, if the same seat sees the answers.
    fn turn_to(&mut self, screen: u64) {
        if std::mem::replace(&mut self.screen, screen) != screen {
            self.open = Default::default();
        }
        for (mut query, _) in std::mem::take(&mut self.open).into_iter().flatten() {
            if let ClientMessage::Truth { ply, .. }
            | ClientMessage::Analyse { ply, .. }
            | ClientMessage::Judge { ply, .. } = &mut query
            {
                *ply = None;
                self.ask(query);
            }
        }
    }

    fn ask(&mut self, query: ClientMessage) {
        let (kind, is_on) = match query {
            ClientMessage::Truth { on, .. } => (0, on),
            ClientMessage::Analyse { on, .. } => (1, on),
            ClientMessage::Judge { on, .. } => (3, on),
            ClientMessage::Review => (4, true),
            ClientMessage::Verdict { .. } => (5, true),
            ClientMessage::Threats => (6, true),
            _ => (2, true),
        };
        // This cancels the last one.
        self.open[kind] = None;
        if !is_on {
            return;
        }
        let (cancel, stop) = CancelGuard::new();
        self.open[kind] = Some((query.clone(), cancel));
        let (room, answers) = (Arc::clone(&self.room), self.answers.clone());
        let asker = Asker { viewer: self.viewer, screen: self.screen };
        let screen = asker.screen;
        tokio::spawn(async move {
            let on_the_way = answers.clone();
            // A slow page misses some updates.
            let on_progress = move |reply| drop(on_the_way.try_send((screen, reply)));
            let reply = room.answer(query, asker, stop, on_progress).await;
            if let Some(reply) = reply.unwrap_or_else(|error| Some(room.tell(&error))) {
                let _ = answers.send((screen, reply)).await;
            }
        });
    }
}
