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

use crate::hall::Stage;
use crate::record::Record;
use crate::record::journal::{Journal, JournalError};
use crate::schedule::{Finished, Fixture, Schedule};
use crate::stand::Stand;

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
pub enum End {
    /// Every game was played.
    Complete,
    /// Whoever watched had seen enough.
    Decided,
    /// It was told to stop; it can go on later.
    Stopped,
}

/// What a watcher thinks of the games so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// Play on.
    On,
    /// Enough is known.
    Enough,
}

/// A tournament that can be run.
pub struct Tournament<'a> {
    /// The plan.
    pub schedule: &'a Schedule,
    /// Where games are played.
    pub stage: Arc<dyn Stage>,
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
const GLANCE: Duration = Duration::from_millis(20);

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
        watch: &mut dyn FnMut(&Record) -> Go,
    ) -> Result<End, RunError> {
        let mut past: Vec<Finished> = Vec::new();
        for index in 0.. {
            let fixtures = self.schedule.batch(index, &past);
            if fixtures.is_empty() {
                return if done.is_empty() {
                    Ok(End::Complete)
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
            if end != End::Complete {
                return Ok(end);
            }
            past.sort_by_key(|finished| finished.fixture.number);
        }
        Ok(End::Complete)
    }

    fn batch(
        &self,
        fixtures: VecDeque<Fixture>,
        journal: &mut Option<&mut Journal>,
        past: &mut Vec<Finished>,
        watch: &mut dyn FnMut(&Record) -> Go,
    ) -> Result<End, RunError> {
        let mut pending = fixtures.len();
        if pending == 0 {
            return Ok(End::Complete);
        }
        let queue = Arc::new(Mutex::new(fixtures));
        let (bell, rung) = channel();
        let crew = Crew { stage: Arc::clone(&self.stage), queue, bell };
        let mut workers: Vec<Worker> = (0..self.concurrency.clamp(1, pending))
            .map(|_| crew.start())
            .collect::<Result<_, _>>()?;
        let mut end = End::Complete;
        let mut glance = Instant::now();
        let mut finished = Finishes::default();
        while pending > 0 {
            let _ = rung.recv_timeout(GLANCE);
            for worker in &workers {
                worker.collect(&mut finished);
            }
            if glance.elapsed() >= GLANCE {
                glance = Instant::now();
                for worker in &mut workers {
                    if let Some(report) = worker.overdue(&self.stage)? {
                        // What it has finished since it was last looked at is not lost with it.
                        worker.collect(&mut finished);
                        finished.add(report);
                        *worker = crew.start()?;
                    }
                }
            }
            pending -= finished.reports.len();
            if take_in(&mut finished, journal, past, watch)? == Go::Enough {
                end = End::Decided;
                break;
            }
            if self.stop.load(Ordering::Relaxed) && pending > 0 {
                end = End::Stopped;
                break;
            }
        }
        crew.dismiss(&workers);
        // Games that ended while everybody was told to go home.
        for worker in &workers {
            worker.collect(&mut finished);
        }
        take_in(&mut finished, journal, past, watch)?;
        Ok(end)
    }
}

/// Writes finished games down, and shows them to whoever watches.
fn take_in(
    finished: &mut Finishes,
    journal: &mut Option<&mut Journal>,
    past: &mut Vec<Finished>,
    watch: &mut dyn FnMut(&Record) -> Go,
) -> Result<Go, RunError> {
    let Finishes { reports, lines } = finished;
    if let Some(journal) = journal
        && !lines.is_empty()
    {
        let games = reports.iter().filter(|report| report.record.is_ok());
        journal.append(games.map(|report| (report.fixture.number, report.length)), lines)?;
    }
    lines.clear();
    let mut go = Go::On;
    for report in reports.drain(..) {
        let record = report.record?;
        if watch(&record) == Go::Enough {
            go = Go::Enough;
        }
        past.push(Finished::of(report.fixture, &record));
    }
    Ok(go)
}

/// A game that was played, or could not be.
struct Report {
    fixture: Fixture,
    record: Result<Box<Record>, ParseError>,
    /// How long its line in the journal is.
    length: usize,
}

/// Games that were finished, and their lines one after the other: a piece of memory for each would be made on one
/// thread and dropped on another.
#[derive(Default)]
struct Finishes {
    reports: Vec<Report>,
    lines: Vec<u8>,
}

impl Finishes {
    fn add(&mut self, (fixture, record): (Fixture, Result<Record, ParseError>)) {
        let before = self.lines.len();
        if let Ok(record) = &record {
            match serde_json::to_writer(&mut self.lines, record) {
                Ok(()) => self.lines.push(b'\n'),
                Err(_) => self.lines.truncate(before),
            }
        }
        let length = self.lines.len() - before;
        self.reports.push(Report { fixture, record: record.map(Box::new), length });
    }

    /// Takes everything from another, which keeps its memory for the next.
    fn join(&mut self, other: &mut Self) {
        self.reports.append(&mut other.reports);
        self.lines.append(&mut other.lines);
    }
}

/// Where a worker puts its reports, and rings a bell from time to time: for quick games, waking somebody up takes
/// longer than playing one.
struct Tray {
    finished: Arc<Mutex<Finishes>>,
    scratch: Finishes,
    bell: Sender<()>,
    rung: Instant,
}

/// The bell is rung no more often than this.
const SOON: Duration = Duration::from_millis(2);

impl Tray {
    fn add(&mut self, game: (Fixture, Result<Record, ParseError>)) {
        // Written before the tray is locked: whoever collects must not wait for it.
        self.scratch.add(game);
        lock(&self.finished).join(&mut self.scratch);
        if self.rung.elapsed() >= SOON {
            // Nobody listens any more when the tournament has ended.
            let _ = self.bell.send(());
            self.rung = Instant::now();
        }
    }
}

impl Drop for Tray {
    fn drop(&mut self) {
        let _ = self.bell.send(());
    }
}

/// What workers share.
struct Crew {
    stage: Arc<dyn Stage>,
    queue: Arc<Mutex<VecDeque<Fixture>>>,
    bell: Sender<()>,
}

/// A thread that plays.
struct Worker {
    stand: Arc<Stand>,
    /// The game it is at.
    at: Arc<Mutex<Option<Fixture>>>,
    /// The games it has finished.
    tray: Arc<Mutex<Finishes>>,
    thread: std::thread::JoinHandle<()>,
}

impl Crew {
    fn start(&self) -> Result<Worker, RunError> {
        let stand = Arc::new(Stand::default());
        let at: Arc<Mutex<Option<Fixture>>> = Arc::default();
        let (stage, queue) = (Arc::clone(&self.stage), Arc::clone(&self.queue));
        let tray: Arc<Mutex<Finishes>> = Arc::default();
        let mut own_tray = Tray {
            finished: Arc::clone(&tray),
            scratch: Finishes::default(),
            bell: self.bell.clone(),
            rung: Instant::now(),
        };
        let (own_stand, own_at) = (Arc::clone(&stand), Arc::clone(&at));
        let work = move || {
            let next = || lock(&queue).pop_front();
            while let Some(fixture) = next() {
                *lock(&own_at) = Some(fixture.clone());
                match stage.play(&fixture, &own_stand) {
                    Ok(None) => return,
                    Ok(Some(record)) => own_tray.add((fixture, Ok(record))),
                    Err(error) => {
                        own_tray.add((fixture, Err(error)));
                        return;
                    }
                }
            }
        };
        let thread = std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .spawn(work)
            .map_err(RunError::Thread)?;
        Ok(Worker { stand, at, tray, thread })
    }

    /// Tells everybody to go home, and waits a little for those who do.
    fn dismiss(&self, workers: &[Worker]) {
        lock(&self.queue).clear();
        for worker in workers {
            worker.stand.stop().store(true, Ordering::Relaxed);
        }
        let began = Instant::now();
        while workers.iter().any(|worker| !worker.thread.is_finished())
            && began.elapsed() < FAREWELL
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The name of threads that play.
pub const THREAD_NAME: &str = "arena table";

/// How long we wait for players that were told to stop.
const FAREWELL: Duration = Duration::from_secs(2);

impl Worker {
    /// What it has finished since the last time.
    fn collect(&self, all: &mut Finishes) {
        all.join(&mut lock(&self.tray));
    }

    /// The record of the worker's game, if its player hangs.
    #[expect(clippy::type_complexity, reason = "what a tray takes")]
    fn overdue(
        &self,
        stage: &Arc<dyn Stage>,
    ) -> Result<Option<(Fixture, Result<Record, ParseError>)>, RunError> {
        let Some(overdue) = self.stand.take_if_overdue() else { return Ok(None) };
        let Some(fixture) = lock(&self.at).clone() else { return Ok(None) };
        let record = stage.give_up(&fixture, overdue)?;
        Ok(Some((fixture, Ok(record))))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
