//! Running a tournament: threads that play, one that writes down and watches.
//!
//! Workers take games from a queue, play them and hand over records. The thread that runs the tournament
//! appends them to the journal, reports them, looks after players that hang, and listens to the stop
//! signal. A worker whose player hangs is left behind and replaced; it costs its own game only. A game in which this
//! process itself did not run (Ctrl-Z) is played anew.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::{Error, ErrorKind};
use serde::Serialize;

use crate::live_game::LiveGame;
use crate::pulse::Pulse;
use crate::record::journal::{self, Journal, JournalError};
use crate::record::{GameRecord, RecordHeader};
use crate::runner::GameRunner;
use crate::schedule::{Finished, Fixture, Schedule};

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
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

/// A tournament that is about to begin, or to go on.
#[derive(Debug)]
pub struct Tournament {
    /// What is played.
    pub header: RecordHeader,
    /// The record, if one is written.
    pub journal: Option<Journal>,
    /// The games that it has already.
    pub past: Vec<GameRecord>,
}

/// Receives games: those of an earlier run first, then each new one as it ends (`true`). Whether to play on.
pub type WatchGames<'a> = dyn FnMut(&GameRecord, bool) -> RunDecision + 'a;

impl Tournament {
    /// One that begins, without a record.
    #[must_use]
    pub fn new(header: RecordHeader) -> Self {
        Self { header, journal: None, past: Vec::new() }
    }

    /// One that goes on where its record ends.
    ///
    /// # Errors
    /// If the record cannot be read, is damaged in the middle, or another process writes to it.
    pub fn resume(path: &Path) -> Result<Self, JournalError> {
        let mut past = Vec::new();
        let (journal, header) = Journal::resume(path, |record| past.push(record))?;
        Ok(Self { header, journal: Some(journal), past })
    }

    /// Begins the record in this file.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn record_to(&mut self, path: &Path) -> Result<(), JournalError> {
        self.journal = Some(Journal::create(path, &self.header)?);
        Ok(())
    }

    /// Begins the record in a new file of this folder, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record_in(&mut self, folder: &Path) -> Result<(), JournalError> {
        self.record_to(&journal::free_name(folder, &self.header)?)
    }

    /// Plays every game that is not there yet and hands all to `watch`, the new ones in the order in which they end.
    /// Unless it was stopped, the record is then put in order.
    ///
    /// # Errors
    /// If a game cannot be set up or a record not be written.
    pub fn run(
        self,
        runner: Arc<dyn GameRunner>,
        concurrency: usize,
        stop: &AtomicBool,
        watch: &mut WatchGames<'_>,
    ) -> Result<RunEnd, Error> {
        let schedule = self.header.schedule()?;
        let mut is_decided = false;
        let mut done = HashMap::new();
        for record in &self.past {
            is_decided |= watch(record, false) == RunDecision::Enough;
            done.insert(record.number, Finished::of(Fixture::of(record), record));
        }
        let (journal, past) = (self.journal, Vec::new());
        let mut run = TournamentRun { runner, concurrency, stop, journal, past, watch };
        let end = if is_decided { RunEnd::Decided } else { run.rounds(&schedule, done)? };
        if let Some(journal) = run.journal.filter(|_| end != RunEnd::Stopped) {
            journal.finish()?;
        }
        Ok(end)
    }
}

/// A tournament that is being run.
struct TournamentRun<'a, 'w> {
    runner: Arc<dyn GameRunner>,
    concurrency: usize,
    stop: &'a AtomicBool,
    journal: Option<Journal>,
    past: Vec<Finished>,
    watch: &'a mut WatchGames<'w>,
}

/// How often hanging players and the stop signal are looked for.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

impl TournamentRun<'_, '_> {
    /// Batch after batch, every game that is not in `done`.
    fn rounds(
        &mut self,
        schedule: &Schedule,
        mut done: HashMap<u64, Finished>,
    ) -> Result<RunEnd, Error> {
        for index in 0.. {
            let fixtures = schedule.batch(index, &self.past);
            if fixtures.is_empty() {
                break;
            }
            let mut missing: VecDeque<Fixture> = VecDeque::new();
            for fixture in fixtures {
                match done.remove(&fixture.number) {
                    Some(finished) if finished.fixture.players != fixture.players => {
                        return Err(other_plan(fixture.number));
                    }
                    Some(finished) => self.past.push(Finished { fixture, ..finished }),
                    None => missing.push_back(fixture),
                }
            }
            // Opening by opening, whoever plays it: standings and the time left then tell of all pairings alike.
            missing.make_contiguous().sort_by_key(|fixture| fixture.opening);
            let end = self.batch(missing)?;
            if end != RunEnd::Complete {
                return Ok(end);
            }
            self.past.sort_by_key(|finished| finished.fixture.number);
        }
        match done.keys().min() {
            Some(number) => Err(other_plan(*number)),
            None => Ok(RunEnd::Complete),
        }
    }

    fn batch(&mut self, fixtures: VecDeque<Fixture>) -> Result<RunEnd, Error> {
        let mut pending = fixtures.len();
        if pending == 0 {
            return Ok(RunEnd::Complete);
        }
        let queue = Arc::new(Mutex::new(fixtures));
        let (wake, woken) = channel();
        let pulse =
            Pulse::start().map_err(|error| Error::from(error).at("cannot start a thread"))?;
        let threads = GameThreads { runner: Arc::clone(&self.runner), queue, wake, pulse };
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
            if self.take_in(&mut finished)? == RunDecision::Enough {
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
        self.take_in(&mut finished)?;
        Ok(end)
    }

    /// Appends finished games to the journal, and hands them to `watch`.
    fn take_in(&mut self, finished: &mut FinishedGames) -> Result<RunDecision, Error> {
        let FinishedGames { reports, lines } = finished;
        if let Some(journal) = &mut self.journal
            && !lines.is_empty()
        {
            let games = reports.iter().filter(|report| report.record.is_ok());
            journal.append(games.map(|report| (report.fixture.number, report.length)), lines)?;
        }
        lines.clear();
        let mut go = RunDecision::On;
        for report in reports.drain(..) {
            let record = report.record?;
            if (self.watch)(&record, true) == RunDecision::Enough {
                go = RunDecision::Enough;
            }
            self.past.push(Finished::of(report.fixture, &record));
        }
        Ok(go)
    }
}

/// The record is of other games than the plan's.
fn other_plan(number: u64) -> Error {
    Error::new(
        ErrorKind::Damaged,
        format!("game {number} of the record is not the one that was planned"),
    )
}

/// A game that was played, or why it could not be.
type GameResult = (Fixture, Result<GameRecord, Error>);

/// The same, with its line in the journal.
struct PlayedGame {
    fixture: Fixture,
    record: Result<Box<GameRecord>, Error>,
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
    fn add(&mut self, (fixture, record): GameResult) {
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
    fn add(&mut self, game: GameResult) {
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
    pulse: Arc<Pulse>,
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
    fn start(&self) -> Result<GameThread, Error> {
        let can_repeat = self.runner.can_repeat();
        let live = Arc::new(LiveGame::with_pulse(Arc::clone(&self.pulse), can_repeat));
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
                let play = || runner.play(&fixture, &own_live);
                let mut played = play();
                while matches!(played, Ok(None)) && own_live.is_to_be_repeated() {
                    played = play();
                }
                match played {
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
            .map_err(|error| Error::from(error).at("cannot start a thread"))?;
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
    fn overdue(&self, runner: &Arc<dyn GameRunner>) -> Result<Option<GameResult>, Error> {
        let Some(overdue) = self.live.take_if_overdue() else { return Ok(None) };
        let Some(fixture) = lock(&self.at).clone() else { return Ok(None) };
        let record = runner.give_up(&fixture, overdue)?;
        Ok(Some((fixture, Ok(record))))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
