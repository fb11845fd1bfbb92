//! [`Stand`]: where a game in progress can be seen from outside, and taken away.
//!
//! Built-in agents run on the thread that plays the game: a hand-over between threads at every move would
//! cost more than many a move. So nobody can interrupt an agent that hangs. But somebody can watch the
//! stand, see that the answer is overdue, take what was played so far, and leave the hanging thread to
//! itself: when it ever comes back, it finds its game gone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::Seat;

use crate::record::{FaultRecord, MoveLog, Moves};

/// A game in progress.
#[derive(Debug)]
pub struct LiveGame {
    origin: Instant,
    /// When the answer is overdue, in microseconds since `origin`; `NEVER` if nobody is asked.
    deadline: AtomicU64,
    stop: AtomicBool,
    desk: Mutex<LiveState>,
}

const NEVER: u64 = u64::MAX;

#[derive(Debug, Default)]
struct LiveState {
    is_taken: bool,
    mover: usize,
    asked: Option<Instant>,
    log: GameLog,
}

/// What was played so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameLog {
    /// The players' moves.
    pub moves: Moves,
    /// What was seen at them.
    pub log: Vec<MoveLog>,
    /// Who dropped out, and why.
    pub faults: Vec<FaultRecord>,
}

/// A game that was taken away because its player did not answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Overdue {
    /// Who did not answer.
    pub seat: Seat,
    /// For how long.
    pub waited: Duration,
    /// What was played before.
    pub sheet: GameLog,
}

impl Default for LiveGame {
    fn default() -> Self {
        Self {
            origin: Instant::now(),
            deadline: AtomicU64::new(NEVER),
            stop: AtomicBool::new(false),
            desk: Mutex::default(),
        }
    }
}

impl LiveGame {
    /// Set when the game's players had better answer at once: nobody waits for them.
    #[must_use]
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Clears the desk for a new game; false if this stand is not to be used any more.
    #[must_use]
    pub fn open(&self) -> bool {
        let mut desk = self.desk();
        desk.log = GameLog::default();
        !desk.is_taken
    }

    /// Notes that a seat is asked, and when it is overdue.
    pub(crate) fn ask(&self, seat: Seat, asked: Instant, patience: Duration) {
        {
            let mut desk = self.desk();
            desk.mover = seat.index();
            desk.asked = Some(asked);
        }
        let due = (asked + patience).saturating_duration_since(self.origin);
        self.deadline.store(due.as_micros() as u64, Ordering::Release);
    }

    /// Notes that the seat has answered; false if the game was taken away meanwhile.
    #[must_use]
    pub(crate) fn answered(&self) -> bool {
        self.deadline.store(NEVER, Ordering::Release);
        !self.desk().is_taken
    }

    /// Writes a move down.
    pub(crate) fn made(&self, text: &str, log: Option<MoveLog>) {
        let mut desk = self.desk();
        desk.log.moves.push(text);
        desk.log.log.extend(log);
    }

    /// Writes a fault down.
    pub(crate) fn fault(&self, fault: FaultRecord) {
        self.desk().log.faults.push(fault);
    }

    /// The whole sheet at the end of a game; none if it was taken away.
    pub(crate) fn close(&self) -> Option<GameLog> {
        let mut desk = self.desk();
        if desk.is_taken { None } else { Some(std::mem::take(&mut desk.log)) }
    }

    /// Takes the game away if its player is overdue. The stand is not used again.
    #[must_use]
    pub fn take_if_overdue(&self) -> Option<Overdue> {
        let is_due =
            || self.origin.elapsed().as_micros() as u64 > self.deadline.load(Ordering::Acquire);
        if !is_due() {
            return None;
        }
        let mut desk = self.desk();
        // It may have answered while we waited for the desk.
        if desk.is_taken || !is_due() {
            return None;
        }
        desk.is_taken = true;
        self.stop.store(true, Ordering::Relaxed);
        let waited = desk.asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        let sheet = std::mem::take(&mut desk.log);
        Some(Overdue { seat: Seat::new(desk.mover), waited, sheet })
    }

    fn desk(&self) -> MutexGuard<'_, LiveState> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
