//! [`LiveGame`]: a game in progress, as the tournament's thread sees it and can take it away.
//!
//! Built-in agents run on the thread that plays the game: a hand-over between threads at every move would
//! cost more than many a move. So an agent that hangs cannot be interrupted. But another thread can
//! see that the answer is overdue, take what was played so far, and abandon the hanging thread: if its agent
//! ever answers, the game is gone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::Seat;

use crate::clock::Clock;
use crate::pulse::Pulse;
use crate::record::{FaultRecord, MoveLog, Moves, OutputMark, SeatOutput};
use crate::schedule::Fixture;

/// A game in progress.
#[derive(Debug)]
pub struct LiveGame {
    origin: Instant,
    /// When the answer is overdue, in microseconds since `origin`; `NEVER` if no seat is asked.
    deadline: AtomicU64,
    stop: AtomicBool,
    state: Mutex<LiveState>,
    /// Tells when this process did not run; nobody looks, if there is none.
    pulse: Option<Arc<Pulse>>,
    /// Whether the game can be played anew.
    can_repeat: bool,
}

const NEVER: u64 = u64::MAX;

#[derive(Debug, Default)]
struct LiveState {
    is_taken: bool,
    mover: usize,
    asked_at: Option<Instant>,
    log: GameLog,
    /// What is played; nothing between two games.
    setup: Option<LiveSetup>,
    /// What is left on each seat's clock, if there are clocks.
    clocks: Vec<Duration>,
    /// How often this game was spoilt because the process did not run, and whether it was just now.
    stalls: u32,
    is_stalled: bool,
}

/// What was played so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameLog {
    /// The players' moves.
    pub moves: Moves,
    /// What was seen at them.
    pub log: Vec<MoveLog>,
    /// Faults of players.
    pub faults: Vec<FaultRecord>,
    /// What programs wrote to their standard error.
    pub stderr: Vec<SeatOutput>,
}

/// Which game is played, and where it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSetup {
    /// Its place in the plan.
    pub fixture: Fixture,
    /// The game with its options.
    pub game: String,
    /// The position it began from, if that is not the game's own start.
    pub position: Option<String>,
    /// Moves made before the players were asked.
    pub opening: Moves,
}

/// A game in progress at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveSnapshot {
    /// Which game it is.
    pub setup: LiveSetup,
    /// The players' moves so far.
    pub moves: Moves,
    /// How long the last of them took, in seconds, if that is logged.
    pub last_seconds: Option<f64>,
    /// The seat that was asked last.
    pub mover: Seat,
    /// How long ago.
    pub waiting: Duration,
    /// What is left on each seat's clock, if there are clocks.
    pub clocks: Vec<Duration>,
}

/// What follows when this process did not run while a seat was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterStall {
    /// The game is given up and played anew.
    NewGame,
    /// The game goes on: it cannot be repeated.
    GoOn,
}

/// A game that was taken away because a player did not answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Overdue {
    /// The seat that did not answer.
    pub seat: Seat,
    /// For how long.
    pub waited: Duration,
    /// What was played before.
    pub game_log: GameLog,
}

impl Default for LiveGame {
    fn default() -> Self {
        Self {
            origin: Instant::now(),
            deadline: AtomicU64::new(NEVER),
            stop: AtomicBool::new(false),
            state: Mutex::default(),
            pulse: None,
            can_repeat: false,
        }
    }
}

impl LiveGame {
    /// One in which time that this process did not have counts against nobody: a game that it spoils is played anew, or
    /// goes on, if it cannot be.
    pub(crate) fn with_pulse(pulse: Arc<Pulse>, can_repeat: bool) -> Self {
        Self { pulse: Some(pulse), can_repeat, ..Self::default() }
    }

    /// Whether this process did not run for so long since the seat was asked. Each time it takes twice as much, so that
    /// a machine that always stalls does not play one game for ever.
    #[must_use]
    pub(crate) fn stalls(&self, least: Duration) -> Option<AfterStall> {
        let lost = self.lost();
        let mut state = self.state();
        if lost.is_zero() || lost < least * (1 << state.stalls.min(16)) {
            return None;
        }
        state.stalls += 1;
        state.is_stalled = self.can_repeat;
        Some(if self.can_repeat { AfterStall::NewGame } else { AfterStall::GoOn })
    }

    /// What a seat took of the time that this process had, if it seemed to take this. A game that is played anew has no
    /// need of it.
    #[must_use]
    pub(crate) fn fair_time(&self, time: Duration) -> Duration {
        // Most moves are quicker than the shortest stall.
        if self.can_repeat || time < Pulse::GAP { time } else { time.saturating_sub(self.lost()) }
    }

    /// How long this process did not run since the seat was asked.
    fn lost(&self) -> Duration {
        let asked_at = self.state().asked_at;
        let lost = self.pulse.as_ref().zip(asked_at);
        lost.map_or(Duration::ZERO, |(pulse, asked_at)| pulse.lost_since(asked_at))
    }

    /// Whether the game that was given up is to be played anew.
    #[must_use]
    pub(crate) fn is_to_be_repeated(&self) -> bool {
        let mut state = self.state();
        std::mem::take(&mut state.is_stalled) && !state.is_taken
    }

    /// Set when the game's players should answer at once: their answers are not needed any more.
    #[must_use]
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Clears the log for a new game; false if the last game was taken away.
    #[must_use]
    pub fn open(&self) -> bool {
        let mut state = self.state();
        state.log = GameLog::default();
        state.setup = None;
        state.clocks.clear();
        !state.is_taken
    }

    /// Notes which game is played.
    pub(crate) fn begin(&self, setup: LiveSetup) {
        self.state().setup = Some(setup);
    }

    /// Notes what is left on the clocks.
    pub(crate) fn show_clocks(&self, clocks: &[Clock]) {
        self.state().clocks = clocks.iter().map(Clock::left).collect();
    }

    /// The game that is played, or was taken away.
    pub(crate) fn fixture(&self) -> Option<Fixture> {
        self.state().setup.as_ref().map(|setup| setup.fixture.clone())
    }

    /// The number of the game in progress.
    fn number(&self) -> Option<u64> {
        let state = self.state();
        state.setup.as_ref().filter(|_| !state.is_taken).map(|setup| setup.fixture.number)
    }

    /// The game of this number as it stands, if that is in progress here.
    fn snapshot(&self, number: u64) -> Option<LiveSnapshot> {
        let state = self.state();
        let setup = state.setup.as_ref().filter(|_| !state.is_taken)?;
        (setup.fixture.number == number).then(|| LiveSnapshot {
            setup: setup.clone(),
            moves: state.log.moves.clone(),
            last_seconds: state.log.log.last().map(|log| log.seconds),
            mover: Seat::new(state.mover),
            waiting: state.asked_at.map_or(Duration::ZERO, |asked_at| asked_at.elapsed()),
            clocks: state.clocks.clone(),
        })
    }

    /// Notes that a seat is asked, and when it is overdue.
    pub(crate) fn ask(&self, seat: Seat, asked_at: Instant, patience: Duration) {
        {
            let mut state = self.state();
            state.mover = seat.index();
            state.asked_at = Some(asked_at);
        }
        let due = (asked_at + patience).saturating_duration_since(self.origin);
        self.deadline.store(due.as_micros() as u64, Ordering::Release);
    }

    /// Notes that the seat has answered; false if the game was taken away meanwhile.
    #[must_use]
    pub(crate) fn answered(&self) -> bool {
        self.deadline.store(NEVER, Ordering::Release);
        !self.state().is_taken
    }

    /// Logs a move.
    pub(crate) fn made(&self, text: &str, log: Option<MoveLog>) {
        let mut state = self.state();
        state.log.moves.push(text);
        state.log.log.extend(log);
    }

    /// Logs a fault.
    pub(crate) fn fault(&self, fault: FaultRecord) {
        self.state().log.faults.push(fault);
    }

    /// Logs what the program of a seat wrote, if it did.
    pub(crate) fn wrote(&self, seat: Seat, written: Option<(String, Vec<OutputMark>)>) {
        let output = written.map(|(text, marks)| SeatOutput { seat: seat.number(), text, marks });
        self.state().log.stderr.extend(output);
    }

    /// The log at the end of a game; none if it was taken away.
    pub(crate) fn close(&self) -> Option<GameLog> {
        let mut state = self.state();
        state.stalls = 0;
        if !state.is_taken {
            state.setup = None;
        }
        if state.is_taken { None } else { Some(std::mem::take(&mut state.log)) }
    }

    /// Takes the game away if its player is overdue. This value is not used again.
    #[must_use]
    pub fn take_if_overdue(&self) -> Option<Overdue> {
        let is_due = |lost: Duration| {
            let elapsed = self.origin.elapsed().saturating_sub(lost);
            elapsed.as_micros() as u64 > self.deadline.load(Ordering::Acquire)
        };
        if !is_due(Duration::ZERO) {
            return None;
        }
        let mut state = self.state();
        let lost = self.pulse.as_ref().zip(state.asked_at);
        let lost = lost.map_or(Duration::ZERO, |(pulse, asked_at)| pulse.lost_since(asked_at));
        // It may have answered while we waited for the lock.
        if state.is_taken || !is_due(lost) {
            return None;
        }
        state.is_taken = true;
        self.stop.store(true, Ordering::Relaxed);
        let waited = state
            .asked_at
            .map_or(Duration::ZERO, |asked_at| asked_at.elapsed().saturating_sub(lost));
        let game_log = std::mem::take(&mut state.log);
        Some(Overdue { seat: Seat::new(state.mover), waited, game_log })
    }

    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games that some threads play at the moment, for those who want to look. It costs the games nothing until somebody
/// does.
#[derive(Clone, Debug, Default)]
pub struct LiveGames(Arc<Mutex<Vec<Arc<LiveGame>>>>);

impl LiveGames {
    /// These are the games now.
    pub(crate) fn set(&self, games: impl Iterator<Item = Arc<LiveGame>>) {
        *self.games() = games.collect();
    }

    /// The numbers of the games in progress.
    #[must_use]
    pub fn numbers(&self) -> Vec<u64> {
        self.games().iter().filter_map(|game| game.number()).collect()
    }

    /// The game of this number as it stands, if it is in progress.
    #[must_use]
    pub fn snapshot(&self, number: u64) -> Option<LiveSnapshot> {
        self.games().iter().find_map(|game| game.snapshot(number))
    }

    fn games(&self) -> MutexGuard<'_, Vec<Arc<LiveGame>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
