//! One game: its state, its connected pages, and the agent that is thinking.
//!
//! | part | what it does |
//! |---|---|
//! | [`table`] | the game itself: seats, moves, undo; no sockets, no time |
//! | [`fault`] | what becomes of a bot that fails |
//! | [`thinking`] | the question to an agent, and its answer |
//! | [`view`] | what the page may see of it |
//! | [`truth`] | what is known to be true of it |
//! | [`opinion`] | what agents think of it: hints, analysis |
//! | here | one change at a time, saved and sent to all pages; agents think while a page is connected |

mod analysis;
mod fault;
pub(crate) mod table;
mod thinking;
mod truth;
mod view;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bellwether_catalog::{ChosenMove, NoMove};
use bellwether_core::{ParseError, Seat};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::Services;
use crate::message::{BoardFrame, ClientMessage, ServerMessage, Snapshot};
use crate::pool::CancelGuard;
use table::TableState;
use thinking::Thinking;

/// How many messages a slow reader may fall behind before it gets a fresh state instead.
const BACKLOG: usize = 64;

/// A game that can be watched and played.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    services: Arc<Services>,
    inner: tokio::sync::Mutex<RoomState>,
    updates: broadcast::Sender<Arc<str>>,
    /// The search that is under way; here and not inside, so that it can be ended at once.
    thinking: Mutex<Option<Thinking>>,
    /// What is known of the positions so far.
    truths: tokio::sync::Mutex<truth::KnownValues>,
}

#[derive(Debug)]
struct RoomState {
    table: TableState,
    /// Counts changes: an answer to an older question is thrown away.
    generation: u64,
    /// Whether the server is about to end.
    is_closed: bool,
}

impl Room {
    pub(crate) fn new(id: String, table: TableState, services: Arc<Services>) -> Arc<Self> {
        let (updates, _) = broadcast::channel(BACKLOG);
        let inner = tokio::sync::Mutex::new(RoomState { table, generation: 0, is_closed: false });
        let thinking = Mutex::new(None);
        let truths = tokio::sync::Mutex::default();
        Arc::new(Self { id, services, inner, updates, thinking, truths })
    }

    /// Writes the game down as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) async fn save(&self) -> Result<(), String> {
        self.write_down(&self.inner.lock().await.table).await
    }

    async fn write_down(&self, table: &TableState) -> Result<(), String> {
        self.services.store.save(&self.id, &table.saved, table.mover().is_none()).await
    }

    /// A page connects: agents may think.
    pub(crate) async fn enter(self: &Arc<Self>) -> (broadcast::Receiver<Arc<str>>, Snapshot) {
        let receiver = self.updates.subscribe();
        let inner = self.inner.lock().await;
        self.start_agent(&inner);
        let snapshot = self.seen(&inner.table);
        (receiver, snapshot)
    }

    /// A page disconnects; after the last one the agent's search is cancelled.
    pub(crate) async fn leave(self: &Arc<Self>) {
        let mut inner = self.inner.lock().await;
        if self.updates.receiver_count() == 0 {
            inner.generation += 1;
            *self.thinking() = None;
            self.dismiss();
        }
    }

    /// The server is about to end: cancels the agent's search.
    pub(crate) async fn close(&self) {
        let mut inner = self.inner.lock().await;
        inner.generation += 1;
        inner.is_closed = true;
        *self.thinking() = None;
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.updates.receiver_count() > 0
    }

    pub(crate) async fn snapshot(&self) -> Snapshot {
        self.seen(&self.inner.lock().await.table)
    }

    fn seen(&self, table: &TableState) -> Snapshot {
        table.snapshot(&self.id, self.thinking_seat(), &self.services.roster)
    }

    pub(crate) async fn frame(&self, ply: usize) -> BoardFrame {
        self.inner.lock().await.table.frame(ply)
    }

    /// Asks something of the table itself.
    pub(crate) async fn consult<T>(&self, ask: impl FnOnce(&TableState) -> T) -> T {
        ask(&self.inner.lock().await.table)
    }

    /// Ends the search that is under way; the agent plays what it has.
    ///
    /// # Errors
    /// If a program is thinking.
    pub(crate) fn move_now(&self) -> Result<(), ParseError> {
        match self.thinking().as_ref() {
            Some(Thinking { is_program: true, .. }) => {
                Err(ParseError::new("a bot cannot be hurried: it moves when it is done"))
            }
            Some(thinking) => {
                thinking.cancel.trigger();
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Handles a page's message, and sends the new state to all pages.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    pub(crate) async fn handle(self: &Arc<Self>, message: ClientMessage) -> Result<(), ParseError> {
        let is_reseated = matches!(message, ClientMessage::Seats { .. });
        let mut inner = self.inner.lock().await;
        let table = &mut inner.table;
        match message {
            ClientMessage::Move { text, ply } => table.play(&text, ply)?,
            ClientMessage::Undo => table.undo()?,
            ClientMessage::Redo => table.redo()?,
            ClientMessage::Resign => table.resign()?,
            ClientMessage::Pause => table.saved.paused = true,
            ClientMessage::Resume => table.saved.paused = false,
            ClientMessage::Pace { seconds } => table.set_pace(seconds)?,
            ClientMessage::Reveal => table.reveal(),
            ClientMessage::Seats { seats } => table.set_seats(seats, &self.services.roster)?,
            ClientMessage::Hurry
            | ClientMessage::Frame { .. }
            | ClientMessage::Hint
            | ClientMessage::Truth { .. }
            | ClientMessage::Analyse { .. } => return Ok(()),
        }
        self.changed(&mut inner).await;
        if is_reseated {
            // The agents that were replaced are not needed.
            self.dismiss();
        }
        Ok(())
    }

    /// After every change: cancels the running search, saves the game, starts the next agent, and sends the new
    /// state to all pages.
    async fn changed(self: &Arc<Self>, inner: &mut RoomState) {
        inner.generation += 1;
        *self.thinking() = None;
        if let Err(error) = self.write_down(&inner.table).await {
            self.broadcast(&ServerMessage::error(&format!(
                "the game goes on but is not saved: {error}"
            )));
        }
        self.start_agent(inner);
        self.broadcast(&ServerMessage::State(Box::new(self.seen(&inner.table))));
        if inner.table.mover().is_none() {
            self.dismiss();
        }
    }

    fn broadcast(&self, message: &ServerMessage) {
        // No receiver is no error.
        let _ = self.updates.send(message.json().into());
    }

    /// Starts an agent if it is its turn and a page is connected.
    fn start_agent(self: &Arc<Self>, inner: &RoomState) {
        if inner.is_closed || !self.is_watched() || self.thinking().is_some() {
            return;
        }
        let Some(question) = inner.table.question(&self.services.roster) else { return };
        let (cancel, stop) = CancelGuard::new();
        let is_program = question.is_program;
        *self.thinking() = Some(Thinking { seat: question.seat, cancel, is_program });
        let generation = inner.generation;
        let rest = Instant::now() + Duration::from_secs_f64(inner.table.saved.pace);
        let room = Arc::clone(self);
        tokio::spawn(async move {
            let thinker = Arc::clone(&room);
            let search = move |stop: &AtomicBool| thinker.think(&question, stop);
            let chosen = room.pool(is_program).run(stop, search).await;
            tokio::time::sleep_until(rest).await;
            room.answered(generation, chosen).await;
        });
    }

    /// An agent has answered; `None` if it panicked or was cancelled before it began.
    async fn answered(
        self: &Arc<Self>,
        generation: u64,
        chosen: Option<Result<ChosenMove, NoMove>>,
    ) {
        let mut inner = self.inner.lock().await;
        if inner.generation != generation {
            return;
        }
        let played = match chosen {
            Some(Ok(chosen)) => inner.table.agent_plays(&chosen.text),
            Some(Err(NoMove::Fault(fault))) => {
                inner.table.record_fault(fault);
                Ok(())
            }
            Some(Err(NoMove::Nowhere(error))) => Err(error),
            None => Err(ParseError::new("the agent broke down; the game is paused")),
        };
        if let Err(error) = played {
            inner.table.saved.paused = true;
            self.broadcast(&ServerMessage::error(&error));
        }
        self.changed(&mut inner).await;
    }

    fn thinking(&self) -> MutexGuard<'_, Option<Thinking>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn thinking_seat(&self) -> Option<Seat> {
        self.thinking().as_ref().map(|thinking| thinking.seat)
    }
}
