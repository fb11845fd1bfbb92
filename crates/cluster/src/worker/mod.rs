//! A worker: pulls jobs, plays their games, sends back the lines of the record.
//!
//! | module | what it does |
//! |---|---|
//! | here | slots, signs of life, the runs that are there |
//! | `served` | a run made ready: its program compared, its bots unpacked |
//! | `job` | one job, from the queue to its acknowledgement |
//! | `proofs` | one job of a proof |
//! | `outbox` | results on their way to the server |

mod job;
mod outbox;
mod proofs;
mod served;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use bellwether_catalog::Catalog;
use bellwether_core::{Error, ErrorKind, bail};
use futures_util::StreamExt;

use crate::connection::ClusterConnection;
use crate::messages::{Lane, RunNotice, SlotBeat, WorkerBeat, decode, encode};
use crate::names;
use outbox::SharedError;
use served::{ServedRun, ServedWork};

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The version of this program.
    pub version: String,
    /// How many games or parts of proofs it works at once.
    pub slots: usize,
    /// What it does.
    pub lanes: Vec<Lane>,
    /// Bytes for the tables of proofs, altogether.
    pub memory: u64,
    /// The folder of solved tables.
    pub tables: PathBuf,
    /// Where bots from elsewhere are put.
    pub files: PathBuf,
    /// Whether bots may run that have no cage.
    pub uncaged: bool,
    /// Whether it ends when there is nothing to do for so long.
    pub idle: Option<Duration>,
}

/// How often the runs are looked for, besides when one begins: the message that says so may be lost.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How often a sign of life is given.
const BEAT_INTERVAL: Duration = Duration::from_secs(2);
/// How soon after a sign of life another may follow, if there is something new to say.
const NEWS_INTERVAL: Duration = Duration::from_millis(300);
/// How long the server holds a request for a job.
const PULL: Duration = Duration::from_secs(1);
/// How often a slot without a run looks whether there is one now.
const IDLE: Duration = Duration::from_millis(50);
/// How long we wait after something failed.
const RETRY: Duration = Duration::from_millis(250);

/// What the threads of a worker share.
struct WorkerState<'a> {
    catalog: &'a Catalog,
    connection: &'a ClusterConnection,
    options: &'a WorkerOptions,
    name: String,
    stop: &'a AtomicBool,
    say: &'a (dyn Fn(&str) + Sync),
    runs: Mutex<BTreeMap<String, RunState>>,
    /// What each slot does.
    slots: Mutex<Vec<Option<SlotBeat>>>,
    games: AtomicU64,
    turn: AtomicUsize,
    active: Mutex<Instant>,
    error_slot: SharedError,
}

/// A run that the server has.
enum RunState {
    Served(Arc<ServedRun>),
    /// It will never be for this worker.
    Refused(String),
    /// The server does not have all of it yet, or cannot be asked just now: it is looked at again.
    NotReady(String),
}

impl RunState {
    fn refusal(&self) -> Option<&str> {
        match self {
            Self::Refused(why) => Some(why),
            Self::Served(_) | Self::NotReady(_) => None,
        }
    }
}

/// Works until `stop` is set, and says what happens; how many games it has played.
///
/// # Errors
/// If there are runs, and this program cannot take part in any.
pub fn work(
    catalog: &Catalog,
    connection: &ClusterConnection,
    options: &WorkerOptions,
    stop: &AtomicBool,
    say: &(dyn Fn(&str) + Sync),
) -> Result<u64, Error> {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let random = crate::random_name();
    let state = WorkerState {
        catalog,
        connection,
        options,
        name: format!("{host}-{}-{}", std::process::id(), &random[..4]),
        stop,
        say,
        runs: Mutex::default(),
        slots: Mutex::new(vec![None; options.slots]),
        games: AtomicU64::new(0),
        turn: AtomicUsize::new(0),
        active: Mutex::new(Instant::now()),
        error_slot: SharedError::default(),
    };
    state.look();
    state.check_joined()?;
    say(&format!(
        "worker {} plays {} at once for {}",
        state.name,
        options.slots,
        connection.address()
    ));
    std::thread::scope(|scope| {
        for slot in 0..options.slots {
            let state = &state;
            scope.spawn(move || state.slot(slot));
        }
        state.watch();
    });
    state.beat(true);
    connection.wait(async {
        let _ = tokio::time::timeout(BEAT_INTERVAL, connection.client.flush()).await;
    });
    Ok(state.games.load(Ordering::Relaxed))
}

impl WorkerState<'_> {
    fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Refuses to join a cluster where there is nothing that this program can do.
    fn check_joined(&self) -> Result<(), Error> {
        let runs = lock(&self.runs);
        match runs.values().find_map(RunState::refusal) {
            Some(why) if runs.values().all(|run| run.refusal().is_some()) => {
                bail!("this worker cannot take part: {why}")
            }
            _ => Ok(()),
        }
    }

    /// Looks for runs and gives signs of life until it is stopped.
    fn watch(&self) {
        let (mut looked, mut beaten) = (Instant::now(), None::<Instant>);
        let (heard, news) = std::sync::mpsc::channel();
        let listening =
            self.connection.spawn(listen_for_runs(self.connection.client.clone(), heard));
        let mut was_lost = false;
        let mut last_trouble = None;
        let mut was_busy = 0;
        while !self.is_stopping() {
            let news = news.recv_timeout(Duration::from_millis(50)).ok();
            if let Some(RunNews::Over(run)) = &news {
                self.over(run);
            }
            if news == Some(RunNews::Begun) || looked.elapsed() >= LOOK_INTERVAL {
                looked = Instant::now();
                self.look();
            }
            let busy = lock(&self.slots).iter().flatten().count();
            // Who begins or ends says so soon.
            let interval = if busy == was_busy { BEAT_INTERVAL } else { NEWS_INTERVAL };
            if beaten.is_none_or(|beaten| beaten.elapsed() >= interval) {
                beaten = Some(Instant::now());
                was_busy = busy;
                self.beat(false);
                let is_lost = self.connection.is_lost();
                if is_lost != was_lost {
                    was_lost = is_lost;
                    let address = self.connection.address();
                    let again = if is_lost { "cannot be reached" } else { "is there again" };
                    (self.say)(&format!("the server at {address} {again}"));
                }
                let error_slot = lock(&self.error_slot).clone();
                if error_slot != last_trouble {
                    (self.say)(error_slot.as_deref().unwrap_or("results can be stored again"));
                    last_trouble = error_slot;
                }
            }
            if busy > 0 {
                *lock(&self.active) = Instant::now();
            }
            let idle = lock(&self.active).elapsed();
            if self.options.idle.is_some_and(|most| idle >= most) {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        listening.abort();
    }

    /// Takes note of runs that have begun, and of those that are over.
    fn look(&self) {
        let Some(there) = self.runs_on_server() else { return };
        let known: Vec<String> = lock(&self.runs).keys().cloned().collect();
        for run in known.iter().filter(|run| !there.contains(run)) {
            self.over(run);
        }
        for run in there {
            let waited_for = match lock(&self.runs).get(&run) {
                Some(RunState::Served(_) | RunState::Refused(_)) => continue,
                Some(RunState::NotReady(why)) => Some(why.clone()),
                None => None,
            };
            let Some(notice) = self.notice(&run) else { continue };
            if !self.options.lanes.contains(&notice.lane) {
                continue;
            }
            let state = match ServedRun::new(self, notice) {
                Ok(served) => {
                    (self.say)(&format!("run {run}: {}", served.notice.game));
                    RunState::Served(Arc::new(served))
                }
                Err(error) if error.kind() == ErrorKind::Busy => {
                    let why = error.to_string();
                    if waited_for.as_ref() != Some(&why) {
                        (self.say)(&format!("run {run} is waited for: {why}"));
                    }
                    RunState::NotReady(why)
                }
                Err(error) => {
                    (self.say)(&format!("run {run} is not for this worker: {error}"));
                    RunState::Refused(error.to_string())
                }
            };
            lock(&self.runs).insert(run, state);
        }
    }

    fn runs_on_server(&self) -> Option<Vec<String>> {
        if self.connection.is_lost() {
            return None;
        }
        self.connection.wait(async {
            let stream = self.connection.jetstream.get_stream_no_info(names::RUNS).await.ok()?;
            let mut subjects = stream.info_with_subjects(names::ALL_RUNS).await.ok()?;
            let mut runs = Vec::new();
            while let Some(subject) = subjects.next().await {
                let (subject, _) = subject.ok()?;
                runs.extend(subject.rsplit('.').next().map(str::to_owned));
            }
            Some(runs)
        })
    }

    fn notice(&self, run: &str) -> Option<RunNotice> {
        self.connection.wait(async {
            let stream = self.connection.jetstream.get_stream_no_info(names::RUNS).await.ok()?;
            let message = stream.get_last_raw_message_by_subject(&names::run(run)).await.ok()?;
            decode(&message.payload).ok()
        })
    }

    /// A run is over: what is played for it is not needed any more.
    fn over(&self, run: &str) {
        if let Some(RunState::Served(served)) = lock(&self.runs).remove(run) {
            served.is_over.store(true, Ordering::Relaxed);
            (self.say)(&format!("run {run} is over"));
        }
    }

    fn beat(&self, is_leaving: bool) {
        let refused = |(run, state): (&String, &RunState)| {
            state.refusal().map(|why| (run.clone(), why.to_owned()))
        };
        let beat = WorkerBeat {
            worker: self.name.clone(),
            version: self.options.version.clone(),
            slots: self.options.slots,
            playing: lock(&self.slots).iter().flatten().cloned().collect(),
            games: self.games.load(Ordering::Relaxed),
            refused: lock(&self.runs).iter().filter_map(refused).collect(),
            trouble: lock(&self.error_slot).clone(),
            is_leaving,
        };
        let client = self.connection.client.clone();
        let publish =
            async move { client.publish(names::WORKER_BEATS, encode(&beat).into()).await };
        self.connection.wait(async {
            let _ = tokio::time::timeout(BEAT_INTERVAL, publish).await;
        });
    }

    /// Does one job after the other.
    fn slot(&self, slot: usize) {
        while !self.is_stopping() {
            match self.next_job() {
                Some((run, message)) => match &run.work {
                    ServedWork::Games(runner) => self.play_job(slot, &run, runner, &message),
                    ServedWork::Proof(pool) => self.prove_job(slot, &run, pool, &message),
                },
                None if self.connection.is_lost() => std::thread::sleep(RETRY),
                None => {}
            }
            lock(&self.slots)[slot] = None;
        }
    }

    /// A job of some run; none if there is none just now.
    fn next_job(&self) -> Option<(Arc<ServedRun>, Message)> {
        let known = lock(&self.runs);
        let mut runs: Vec<Arc<ServedRun>> = known
            .values()
            .filter_map(|run| match run {
                RunState::Served(served) => Some(Arc::clone(served)),
                RunState::Refused(_) | RunState::NotReady(_) => None,
            })
            .collect();
        drop(known);
        if runs.is_empty() {
            std::thread::sleep(IDLE);
            return None;
        }
        // All runs get their turn; only at the last one we wait.
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % runs.len();
        runs.rotate_left(turn);
        let last = runs.len() - 1;
        for (at, run) in runs.into_iter().enumerate() {
            let wait = if at == last { PULL } else { Duration::ZERO };
            if let Some(message) = self.connection.wait(pull(&run, wait)) {
                return Some((run, message));
            }
        }
        None
    }
}

/// What masters say of their runs.
#[derive(Debug, PartialEq, Eq)]
enum RunNews {
    /// One has begun.
    Begun,
    /// This one is over.
    Over(String),
}

/// Passes on what masters say, as long as somebody wants to know.
async fn listen_for_runs(client: async_nats::Client, heard: std::sync::mpsc::Sender<RunNews>) {
    let Ok(over) = client.subscribe(names::OVER).await else { return };
    let Ok(begun) = client.subscribe(names::ALL_RUNS).await else { return };
    let mut messages = futures_util::stream::select(over, begun);
    while let Some(message) = messages.next().await {
        let news = if message.subject.as_str() == names::OVER {
            RunNews::Over(String::from_utf8_lossy(&message.payload).into_owned())
        } else {
            RunNews::Begun
        };
        if heard.send(news).is_err() {
            return;
        }
    }
}

/// Pulls a job, and waits so long for one.
async fn pull(run: &ServedRun, wait: Duration) -> Option<Message> {
    let mut messages = if wait.is_zero() {
        run.queue.fetch().max_messages(1).messages().await.ok()?
    } else {
        run.queue.batch().max_messages(1).expires(wait).messages().await.ok()?
    };
    // The server may be gone and never say that time is up.
    let next = tokio::time::timeout(wait + Duration::from_secs(2), messages.next()).await;
    match next {
        Ok(Some(Ok(message))) => Some(message),
        Ok(Some(Err(_))) => {
            tokio::time::sleep(RETRY).await;
            None
        }
        Ok(None) | Err(_) => None,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
