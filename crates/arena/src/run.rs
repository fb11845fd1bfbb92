//! Running a tournament: threads that play, one that writes down and watches.
//!
//! Workers take games from a queue, play them and hand over records. The thread that runs the tournament
//! appends them to the journal, reports them, looks after players that hang, and listens to the stop
//! signal. A worker whose player hangs is left behind and replaced; it costs its own game only.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::ParseError;

use crate::live_game::LiveGame;
use crate::record::GameRecord;
use crate::record::journal::{Journal, JournalError};
use crate::runner::GameRunner;
use crate::schedule::{Finished, Fixture, Schedule};

/// Why a tournament ended badly.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The record could not be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game could not be set up.
    #[error(transparent)]
    Game(#[from] ParseError),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// The record is of other games than the plan's.
    #[error("game {0} of the record is not the one that was planned")]
    OtherPlan(u64),
}

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Every game was played.
    Complete,
    /// The caller ended it: for example, a sequential test is decided.
    Decided,
    /// It was stopped; it can be resumed.
    Stopped,
}

/// What the caller decides after each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunDecision {
    /// Play on.
    On,
    /// Enough is known.
    Enough,
}

/// A tournament that can be run.
pub struct Tournament<'a> {
    /// The plan.
    pub schedule: &'a Schedule,
    /// Plays the games.
    pub runner: Arc<dyn GameRunner>,
    /// How many games run at once.
    pub concurrency: usize,
    /// Set when it should stop.
    pub stop: &'a AtomicBool,
}

impl std::fmt::Debug for Tournament<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tournament").field("schedule", self.schedule).finish_non_exhaustive()
    }
}

/// How often hanging players and the stop signal are looked for.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

impl Tournament<'_> {
    /// Plays every game that is not in `done`, which holds what a resumed record has by number, and hands
    /// each new record to `watch`, in the order in which the games end.
    ///
    /// # Errors
    /// If a game cannot be set up or a record not be written.
    pub fn run(
        &self,
        mut journal: Option<&mut Journal>,
        mut done: HashMap<u64, Finished>,
        watch: &mut dyn FnMut(&GameRecord) -> RunDecision,
    ) -> Result<RunEnd, RunError> {
        let mut past: Vec<Finished> = Vec::new();
        for index in 0.. {
            let fixtures = self.schedule.batch(index, &past);
            if fixtures.is_empty() {
                return if done.is_empty() {
                    Ok(RunEnd::Complete)
                } else {
                    Err(RunError::OtherPlan(done.keys().copied().min().unwrap_or(0)))
                };
            }
            let mut missing = VecDeque::new();
            for fixture in fixtures {
                match done.remove(&fixture.number) {
                    Some(finished) if finished.fixture.players != fixture.players => {
                        return Err(RunError::OtherPlan(fixture.number));
                    }
                    Some(finished) => past.push(Finished { fixture, ..finished }),
                    None => missing.push_back(fixture),
                }
            }
            let end = self.batch(missing, &mut journal, &mut past, watch)?;
            if end != RunEnd::Complete {
                return Ok(end);
            }
            past.sort_by_key(|finished| finished.fixture.number);
        }
        Ok(RunEnd::Complete)
    }

    fn batch(
        &self,
        fixtures: VecDeque<Fixture>,
        journal: &mut Option<&mut Journal>,
        past: &mut Vec<Finished>,
        watch: &mut dyn FnMut(&GameRecord) -> RunDecision,
    ) -> Result<RunEnd, RunError> {
        let mut pending = fixtures.len();
        if pending == 0 {
            return Ok(RunEnd::Complete);
        }
        let queue = Arc::new(Mutex::new(fixtures));
        let (wake, woken) = channel();
        let threads = GameThreads { runner: Arc::clone(&self.runner), queue, wake };
        let mut workers: Vec<GameThread> = (0..self.concurrency.clamp(1, pending))
            .map(|_| threads.start())
            .collect::<Result<_, _>>()?;
        let mut end = RunEnd::Complete;
        let mut checked = Instant::now();
        let mut finished = FinishedGames::default();
        while pending > 0 {
            let _ = woken.recv_timeout(CHECK_INTERVAL);
            for worker in &workers {
                worker.collect(&mut finished);
            }
            if checked.elapsed() >= CHECK_INTERVAL {
                checked = Instant::now();
                for worker in &mut workers {
                    if let Some(report) = worker.overdue(&self.runner)? {
                        // What it has finished since it was last looked at is not lost with it.
                        worker.collect(&mut finished);
                        finished.add(report);
                        *worker = threads.start()?;
                    }
                }
            }
            pending -= finished.reports.len();
            if take_in(&mut finished, journal, past, watch)? == RunDecision::Enough {
                end = RunEnd::Decided;
                break;
            }
            if self.stop.load(Ordering::Relaxed) && pending > 0 {
                end = RunEnd::Stopped;
                break;
            }
        }
        threads.dismiss(&workers);
        // Games that ended while the threads were stopping.
        for worker in &workers {
            worker.collect(&mut finished);
        }
        take_in(&mut finished, journal, past, watch)?;
        Ok(end)
    }
}

/// Appends finished games to the journal, and hands them to `watch`.
fn take_in(
    finished: &mut FinishedGames,
    journal: &mut Option<&mut Journal>,
    past: &mut Vec<Finished>,
    watch: &mut dyn FnMut(&GameRecord) -> RunDecision,
) -> Result<RunDecision, RunError> {
    let FinishedGames { reports, lines } = finished;
    if let Some(journal) = journal
        && !lines.is_empty()
    {
        let games = reports.iter().filter(|report| report.record.is_ok());
        journal.append(games.map(|report| (report.fixture.number, report.length)), lines)?;
    }
    lines.clear();
    let mut go = RunDecision::On;
    for report in reports.drain(..) {
        let record = report.record?;
        if watch(&record) == RunDecision::Enough {
            go = RunDecision::Enough;
        }
        past.push(Finished::of(report.fixture, &record));
    }
    Ok(go)
}

/// A game that was played, or could not be.
struct PlayedGame {
    fixture: Fixture,
    record: Result<Box<GameRecord>, ParseError>,
    /// How long its line in the journal is.
    length: usize,
}

/// Games that were finished, and their lines one after the other: a piece of memory for each would be made on one
/// thread and dropped on another.
#[derive(Default)]
struct FinishedGames {
    reports: Vec<PlayedGame>,
    lines: Vec<u8>,
}

impl FinishedGames {
    fn add(&mut self, (fixture, record): (Fixture, Result<GameRecord, ParseError>)) {
        let before = self.lines.len();
        if let Ok(record) = &record {
            match serde_json::to_writer(&mut self.lines, record) {
                Ok(()) => self.lines.push(b'\n'),
                Err(_) => self.lines.truncate(before),
            }
        }
        let length = self.lines.len() - before;
        self.reports.push(PlayedGame { fixture, record: record.map(Box::new), length });
    }

    /// Takes everything from another, which retains its allocation.
    fn join(&mut self, other: &mut Self) {
        self.reports.append(&mut other.reports);
        self.lines.append(&mut other.lines);
    }
}

/// Where a worker puts its results. It wakes the main thread only from time to time: for quick games, waking a
/// thread takes longer than playing a game.
struct ResultQueue {
    finished: Arc<Mutex<FinishedGames>>,
    scratch: FinishedGames,
    wake: Sender<()>,
    woken: Instant,
}

/// The main thread is woken no more often than this.
const WAKE_INTERVAL: Duration = Duration::from_millis(2);

impl ResultQueue {
    fn add(&mut self, game: (Fixture, Result<GameRecord, ParseError>)) {
        // Serialised before the lock is taken: the collecting thread must not wait for it.
        self.scratch.add(game);
        lock(&self.finished).join(&mut self.scratch);
        if self.woken.elapsed() >= WAKE_INTERVAL {
            // There is no receiver any more when the tournament has ended.
            let _ = self.wake.send(());
            self.woken = Instant::now();
        }
    }
}

impl Drop for ResultQueue {
    fn drop(&mut self) {
        let _ = self.wake.send(());
    }
}

/// What workers share.
struct GameThreads {
    runner: Arc<dyn GameRunner>,
    queue: Arc<Mutex<VecDeque<Fixture>>>,
    wake: Sender<()>,
}

/// A thread that plays.
struct GameThread {
    live: Arc<LiveGame>,
    /// The game it is at.
    at: Arc<Mutex<Option<Fixture>>>,
    /// The games it has finished.
    results: Arc<Mutex<FinishedGames>>,
    thread: std::thread::JoinHandle<()>,
}

impl GameThreads {
    fn start(&self) -> Result<GameThread, RunError> {
        let live = Arc::new(LiveGame::default());
        let at: Arc<Mutex<Option<Fixture>>> = Arc::default();
        let (runner, queue) = (Arc::clone(&self.runner), Arc::clone(&self.queue));
        let results: Arc<Mutex<FinishedGames>> = Arc::default();
        let mut own_results = ResultQueue {
            finished: Arc::clone(&results),
            scratch: FinishedGames::default(),
            wake: self.wake.clone(),
            woken: Instant::now(),
        };
        let (own_live, own_at) = (Arc::clone(&live), Arc::clone(&at));
        let work = move || {
            let next = || lock(&queue).pop_front();
            while let Some(fixture) = next() {
                *lock(&own_at) = Some(fixture.clone());
                match runner.play(&fixture, &own_live) {
                    Ok(None) => return,
                    Ok(Some(record)) => own_results.add((fixture, Ok(record))),
                    Err(error) => {
                        own_results.add((fixture, Err(error)));
                        return;
                    }
                }
            }
        };
        let thread = std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .spawn(work)
            .map_err(RunError::Thread)?;
        Ok(GameThread { live, at, results, thread })
    }

    /// Stops all threads; waits up to [`STOP_WAIT`] for them.
    fn dismiss(&self, workers: &[GameThread]) {
        lock(&self.queue).clear();
        for worker in workers {
            worker.live.stop().store(true, Ordering::Relaxed);
        }
        let began = Instant::now();
        while workers.iter().any(|worker| !worker.thread.is_finished())
            && began.elapsed() < STOP_WAIT
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The name of threads that play.
pub const THREAD_NAME: &str = "arena table";

/// How long we wait for players after the stop signal.
const STOP_WAIT: Duration = Duration::from_secs(2);

impl GameThread {
    /// What it has finished since the last time.
    fn collect(&self, all: &mut FinishedGames) {
        all.join(&mut lock(&self.results));
    }

    /// The record of the worker's game, if its player hangs.
    #[expect(clippy::type_complexity, reason = "what ResultQueue::add takes")]
    fn overdue(
        &self,
        runner: &Arc<dyn GameRunner>,
    ) -> Result<Option<(Fixture, Result<GameRecord, ParseError>)>, RunError> {
        let Some(overdue) = self.live.take_if_overdue() else { return Ok(None) };
        let Some(fixture) = lock(&self.at).clone() else { return Ok(None) };
        let record = runner.give_up(&fixture, overdue)?;
        Ok(Some((fixture, Ok(record))))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
