//! [`LocalWorkers`]: threads of this process that play.
//!
//! They take games from a queue, play them and hand over records. A thread whose player hangs is left behind and
//! replaced; it costs its own game only. A game in which this process itself did not run (Ctrl-Z) is played anew.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::Error;

use super::{FinishedGames, Workers};
use crate::live_game::{LiveGame, LiveGames};
use crate::pulse::Pulse;
use crate::record::GameRecord;
use crate::runner::GameRunner;
use crate::schedule::Fixture;

/// Threads that play games, so many at once.
pub struct LocalWorkers {
    runner: Arc<dyn GameRunner>,
    concurrency: usize,
    pulse: Option<Arc<Pulse>>,
    round: Option<Round>,
    live: LiveGames,
}

/// The threads that play a round, and when they were last looked after.
struct Round {
    threads: GameThreads,
    workers: Vec<GameThread>,
    woken: Receiver<()>,
    checked: Instant,
}

/// How often hanging players and the stop signal are looked for.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

bellwether_core::debug_fields!(LocalWorkers, [], concurrency);

impl LocalWorkers {
    /// Threads that play so many games at once.
    #[must_use]
    pub fn new(runner: Arc<dyn GameRunner>, concurrency: usize) -> Self {
        Self { runner, concurrency, pulse: None, round: None, live: LiveGames::default() }
    }

    /// The games in progress.
    #[must_use]
    pub fn live_games(&self) -> LiveGames {
        self.live.clone()
    }

    fn pulse(&mut self) -> Result<Arc<Pulse>, Error> {
        if let Some(pulse) = &self.pulse {
            return Ok(Arc::clone(pulse));
        }
        let pulse =
            Pulse::start().map_err(|error| Error::from(error).at("cannot start a thread"))?;
        Ok(Arc::clone(self.pulse.insert(pulse)))
    }
}

impl Workers for LocalWorkers {
    fn start(&mut self, fixtures: VecDeque<Fixture>) -> Result<(), Error> {
        let count = self.concurrency.clamp(1, fixtures.len().max(1));
        let queue = Arc::new(Mutex::new(fixtures));
        let (wake, woken) = channel();
        let pulse = self.pulse()?;
        let threads = GameThreads { runner: Arc::clone(&self.runner), queue, wake, pulse };
        let workers: Vec<GameThread> =
            (0..count).map(|_| threads.start()).collect::<Result<_, _>>()?;
        self.live.set(workers.iter().map(|worker| Arc::clone(&worker.live)));
        self.round = Some(Round { threads, workers, woken, checked: Instant::now() });
        Ok(())
    }

    fn collect(&mut self, finished: &mut FinishedGames) -> Result<(), Error> {
        let Some(Round { threads, workers, woken, checked }) = &mut self.round else {
            return Ok(());
        };
        let _ = woken.recv_timeout(CHECK_INTERVAL);
        for worker in &*workers {
            worker.collect(finished);
        }
        if checked.elapsed() >= CHECK_INTERVAL {
            *checked = Instant::now();
            for index in 0..workers.len() {
                let worker = &mut workers[index];
                if let Some((fixture, record)) = worker.overdue(&self.runner)? {
                    // What it has finished since it was last looked at is not lost with it.
                    worker.collect(finished);
                    finished.add(fixture, Ok(record));
                    *worker = threads.start()?;
                    self.live.set(workers.iter().map(|worker| Arc::clone(&worker.live)));
                }
            }
        }
        Ok(())
    }

    fn stop(&mut self, finished: &mut FinishedGames) -> Result<(), Error> {
        if let Some(Round { threads, workers, .. }) = self.round.take() {
            threads.dismiss(&workers);
            self.live.set(std::iter::empty());
            // Games that ended while the threads were stopping.
            for worker in &workers {
                worker.collect(finished);
            }
        }
        Ok(())
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
    fn add(&mut self, fixture: Fixture, record: Result<GameRecord, Error>) {
        // Serialised before the lock is taken: the collecting thread must not wait for it.
        self.scratch.add(fixture, record);
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
    /// The games it has finished.
    results: Arc<Mutex<FinishedGames>>,
    thread: std::thread::JoinHandle<()>,
}

impl GameThreads {
    fn start(&self) -> Result<GameThread, Error> {
        let can_repeat = self.runner.can_repeat();
        let live = Arc::new(LiveGame::with_pulse(Arc::clone(&self.pulse), can_repeat));
        let (runner, queue) = (Arc::clone(&self.runner), Arc::clone(&self.queue));
        let results: Arc<Mutex<FinishedGames>> = Arc::default();
        let mut own_results = ResultQueue {
            finished: Arc::clone(&results),
            scratch: FinishedGames::default(),
            wake: self.wake.clone(),
            woken: Instant::now(),
        };
        let own_live = Arc::clone(&live);
        let work = move || {
            let next = || lock(&queue).pop_front();
            while let Some(fixture) = next() {
                let play = || runner.play(&fixture, &own_live);
                let mut played = play();
                while matches!(played, Ok(None)) && own_live.is_to_be_repeated() {
                    played = play();
                }
                match played {
                    Ok(None) => return,
                    Ok(Some(record)) => own_results.add(fixture, Ok(record)),
                    Err(error) => {
                        own_results.add(fixture, Err(error));
                        return;
                    }
                }
            }
        };
        let thread = std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .spawn(work)
            .map_err(|error| Error::from(error).at("cannot start a thread"))?;
        Ok(GameThread { live, results, thread })
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
    fn overdue(
        &self,
        runner: &Arc<dyn GameRunner>,
    ) -> Result<Option<(Fixture, GameRecord)>, Error> {
        let Some(overdue) = self.live.take_if_overdue() else { return Ok(None) };
        let Some(fixture) = self.live.fixture() else { return Ok(None) };
        let record = runner.give_up(&fixture, overdue)?;
        Ok(Some((fixture, record)))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
