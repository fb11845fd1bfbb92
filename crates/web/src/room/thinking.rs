//! The question to an agent, and its answer. A bot gets the whole game, so that it can begin anywhere: after an
//! undo, after a restart, or because its last process was needed for another game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bellwether_catalog::{AnyGame, AnyPosition, BotPermission, ChosenMove, Limits, NoMove};
use bellwether_core::Seat;
use bellwether_core::random::mix;

use super::Room;
use super::table::TableState;
use crate::message::{ServerMessage, ThinkingState};
use crate::pool::{CancelGuard, SearchPool};
use crate::roster::{BotRoster, ResolvedAgent};

/// The shortest interval between reports of an agent's progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(120);

/// An agent at work.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) seat: Seat,
    pub(super) cancel: CancelGuard,
    /// A program has no answer before it is done: to stop it is to end it.
    pub(super) is_program: bool,
}

/// The question to an agent.
pub(super) struct AgentQuestion {
    game: Arc<dyn AnyGame>,
    agent: String,
    bots: BotPermission,
    pub(super) is_program: bool,
    pub(super) seat: Seat,
    ply: usize,
    seed: u64,
    position: Box<dyn AnyPosition>,
    start: Box<dyn AnyPosition>,
    moves: Vec<String>,
    /// Whether all may know what it thinks.
    is_public: bool,
}

impl TableState {
    /// The question to the agent to move, unless it has to wait.
    pub(super) fn question(&self, roster: &BotRoster) -> Option<AgentQuestion> {
        let (seat, who) = self.agent_to_move()?;
        let ResolvedAgent { agent, bots, is_program } = roster.part(who);
        let seed = self.saved.seed;
        Some(AgentQuestion {
            game: Arc::clone(&self.game),
            agent: agent.to_owned(),
            bots,
            is_program,
            seat,
            ply: self.ply(),
            seed: mix(mix(seed, seat.index() as u64), self.ply() as u64),
            position: self.position().duplicate(),
            start: self.at(0).duplicate(),
            moves: if is_program { self.saved.moves.clone() } else { Vec::new() },
            is_public: self.view_seat().is_none(),
        })
    }
}

impl Room {
    /// The pool for a question: programs have their own, so that waiting for one does not block a search.
    pub(super) fn pool(&self, is_program: bool) -> &Arc<SearchPool> {
        if is_program { &self.services.bot_pool } else { &self.services.pool }
    }

    /// Asks an agent for its move, on a thread that may take its time.
    pub(super) fn think(
        &self,
        question: &AgentQuestion,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, NoMove> {
        let pool = self.pool(question.is_program);
        let name = format!("{}{} {}", self.prefix(), question.seat.index(), question.agent);
        let mut agent = match pool.take_agent(&name) {
            Some(agent) => agent,
            None => question.game.agent(&question.agent, question.seed, question.bots)?,
        };
        if question.is_program {
            agent.follow(question.start.as_ref(), &question.moves)?;
        }
        let reported_at = Mutex::new(Instant::now());
        let watch = |chosen: ChosenMove| {
            let mut reported_at = reported_at.lock().unwrap_or_else(PoisonError::into_inner);
            if reported_at.elapsed() >= REPORT_INTERVAL {
                *reported_at = Instant::now();
                self.broadcast(&ServerMessage::Thinking(thought(question, chosen)));
            }
        };
        let chosen =
            agent.choose_watched(question.position.as_ref(), Limits::default(), stop, &watch)?;
        // A search that was hurried is remembered; a program is stopped only if it is not needed any more.
        let is_needed = || !question.is_program || !stop.load(Ordering::Relaxed);
        pool.give_back(name, agent, is_needed);
        // Most bots report nothing but their move.
        let has_details = chosen.depth > 0 || chosen.nodes > 0 || chosen.simulations > 0;
        if has_details || !question.is_program {
            self.broadcast(&ServerMessage::Thinking(thought(question, chosen.clone())));
        }
        Ok(chosen)
    }

    /// How the names of this room's agents begin.
    fn prefix(&self) -> String {
        format!("{} ", self.id)
    }

    /// Ends the programs that wait for their next turn here.
    pub(super) fn dismiss(&self) {
        let idle = self.services.bot_pool.forget(&self.prefix());
        if !idle.is_empty() {
            // A program has a moment to end by itself; nothing here waits for it.
            drop(tokio::task::spawn_blocking(move || drop(idle)));
        }
    }
}

fn thought(question: &AgentQuestion, chosen: ChosenMove) -> ThinkingState {
    ThinkingState {
        seat: question.seat.index(),
        ply: question.ply,
        depth: chosen.depth,
        nodes: if chosen.simulations > 0 { chosen.simulations } else { chosen.nodes },
        seconds: chosen.time.as_secs_f64(),
        score: chosen.score.filter(|_| question.is_public).map(Into::into),
        line: if question.is_public { chosen.line } else { Vec::new() },
    }
}
