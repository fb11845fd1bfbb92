//! One game: a table, those who watch it, and the agent that is thinking.
//!
//! | part | what it does |
//! |---|---|
//! | [`table`] | the game itself: seats, moves, undo; no sockets, no time |
//! | [`view`] | what the page may see of it |
//! | here | one change at a time, told to all who watch; agents think while somebody does |

pub(crate) mod table;
mod view;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bellwether_catalog::{Chosen, Limits};
use bellwether_core::random::mix;
use bellwether_core::{ParseError, Seat};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::message::{Asked, Frame, Snapshot, Thought, Told};
use crate::pool::{Leash, Pool};
use table::Table;

/// How many messages a slow reader may fall behind before it gets a fresh state instead.
const BACKLOG: usize = 64;

/// A game that can be watched and played.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    pool: Arc<Pool>,
    inner: tokio::sync::Mutex<Inner>,
    news: broadcast::Sender<Arc<str>>,
    /// The search that is under way; here and not inside, so that it can be ended at once.
    thinking: Mutex<Option<Thinking>>,
}

#[derive(Debug)]
struct Inner {
    table: Table,
    /// Counts changes: an answer to an older question is thrown away.
    generation: u64,
}

#[derive(Debug)]
struct Thinking {
    seat: Seat,
    leash: Leash,
}

impl Room {
    pub(crate) fn new(id: String, table: Table, pool: Arc<Pool>) -> Arc<Self> {
        let (news, _) = broadcast::channel(BACKLOG);
        let inner = tokio::sync::Mutex::new(Inner { table, generation: 0 });
        Arc::new(Self { id, pool, inner, news, thinking: Mutex::new(None) })
    }

    /// Somebody watches from now on: agents may think.
    pub(crate) async fn enter(self: &Arc<Self>) -> (broadcast::Receiver<Arc<str>>, Snapshot) {
        let receiver = self.news.subscribe();
        let mut inner = self.inner.lock().await;
        self.stir(&mut inner);
        let snapshot = inner.table.snapshot(&self.id, self.thinking_seat());
        (receiver, snapshot)
    }

    /// Somebody has left; if it was the last one, nobody waits for an agent any more.
    pub(crate) async fn leave(self: &Arc<Self>) {
        let mut inner = self.inner.lock().await;
        if self.news.receiver_count() == 0 {
            inner.generation += 1;
            self.set_thinking(None);
        }
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    pub(crate) async fn snapshot(&self) -> Snapshot {
        self.inner.lock().await.table.snapshot(&self.id, self.thinking_seat())
    }

    pub(crate) async fn frame(&self, ply: usize) -> Frame {
        self.inner.lock().await.table.frame(ply)
    }

    /// Ends the search that is under way; the agent plays what it has.
    pub(crate) fn hurry(&self) {
        if let Some(thinking) = self.thinking().as_ref() {
            thinking.leash.pull();
        }
    }

    /// Does what the page asks, and tells everybody.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    pub(crate) async fn obey(self: &Arc<Self>, asked: Asked) -> Result<(), ParseError> {
        let mut inner = self.inner.lock().await;
        let table = &mut inner.table;
        match asked {
            Asked::Move { text, ply } => table.play(&text, ply)?,
            Asked::Undo => table.undo()?,
            Asked::Redo => table.redo()?,
            Asked::Resign => table.resign()?,
            Asked::Pause => table.set_paused(true)?,
            Asked::Resume => table.set_paused(false)?,
            Asked::Pace { seconds } => table.set_pace(seconds)?,
            Asked::Reveal => table.reveal()?,
            Asked::Seats { seats } => table.set_seats(seats)?,
            Asked::Hurry | Asked::Frame { .. } => return Ok(()),
        }
        self.changed(&mut inner);
        Ok(())
    }

    /// After every change: what was being thought about is gone, the next agent begins, all are told.
    fn changed(self: &Arc<Self>, inner: &mut Inner) {
        inner.generation += 1;
        self.set_thinking(None);
        self.stir(inner);
        let snapshot = inner.table.snapshot(&self.id, self.thinking_seat());
        self.tell(&Told::State(Box::new(snapshot)));
    }

    fn tell(&self, told: &Told) {
        // Nobody there is no error.
        let _ = self.news.send(told.json().into());
    }

    /// Lets an agent think if it is its turn and somebody watches.
    fn stir(self: &Arc<Self>, inner: &mut Inner) {
        if !self.is_watched() || self.thinking().is_some() {
            return;
        }
        let Some((seat, agent)) = inner.table.agent_to_move() else { return };
        let (leash, stop) = Leash::new();
        let generation = inner.generation;
        self.set_thinking(Some(Thinking { seat, leash }));
        let agent = agent.to_owned();
        let position = inner.table.position().duplicate();
        let game = inner.table.kept.game.clone();
        let seed = mix(mix(inner.table.kept.seed, seat.index() as u64), inner.table.ply() as u64);
        let rest = Instant::now() + Duration::from_secs_f64(inner.table.kept.pace);
        let room = Arc::clone(self);
        tokio::spawn(async move {
            let search = move |stop: &std::sync::atomic::AtomicBool| {
                let game = bellwether_catalog::game(&game)?;
                let mut agent = game.agent(&agent, seed)?;
                agent.choose(position.as_ref(), Limits::default(), stop)
            };
            let chosen = room.pool.run(stop, search).await;
            tokio::time::sleep_until(rest).await;
            room.answered(generation, chosen).await;
        });
        self.tell(&Told::Thinking(Thought { seat: seat.index() }));
    }

    /// An agent has answered; `None` if it broke down.
    async fn answered(
        self: &Arc<Self>,
        generation: u64,
        chosen: Option<Result<Chosen, ParseError>>,
    ) {
        let mut inner = self.inner.lock().await;
        if inner.generation != generation {
            return;
        }
        let played = match chosen {
            Some(Ok(chosen)) => inner.table.agent_plays(&chosen.text),
            Some(Err(error)) => Err(error),
            None => Err(ParseError::new("the agent broke down; the game is paused")),
        };
        if let Err(error) = played {
            inner.table.kept.paused = true;
            self.tell(&Told::error(error));
        }
        self.changed(&mut inner);
    }

    fn thinking(&self) -> std::sync::MutexGuard<'_, Option<Thinking>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_thinking(&self, thinking: Option<Thinking>) {
        *self.thinking() = thinking;
    }

    fn thinking_seat(&self) -> Option<Seat> {
        self.thinking().as_ref().map(|thinking| thinking.seat)
    }
}
