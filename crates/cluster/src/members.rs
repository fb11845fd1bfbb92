//! Who is there: masters and workers of a cluster, by the signs of life they give.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_arena::workers::{RemoteJob, RemoteRun, RemoteStatus, RemoteWorker};
use futures_util::StreamExt;

use crate::connection::ClusterConnection;
use crate::master::view::{ClusterView, SeenWorker};
use crate::messages::{MasterBeat, WorkerBeat, decode};
use crate::names;

/// Hears masters and workers as long as it lives.
#[derive(Debug)]
pub struct ClusterWatch {
    connection: Arc<ClusterConnection>,
    heard: Arc<HeardMembers>,
    listening: tokio::task::JoinHandle<()>,
}

#[derive(Debug, Default)]
struct HeardMembers {
    masters: Mutex<BTreeMap<String, (MasterBeat, Instant)>>,
    workers: ClusterView,
}

/// A master that is silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(8);
/// How often we look who is gone.
const LOOK: Duration = Duration::from_millis(500);

impl ClusterWatch {
    /// Begins to listen.
    #[must_use]
    pub fn new(connection: Arc<ClusterConnection>) -> Self {
        let heard: Arc<HeardMembers> = Arc::default();
        let listening = connection.spawn(listen(connection.client.clone(), Arc::clone(&heard)));
        Self { connection, heard, listening }
    }

    /// The masters that are there, by their runs.
    #[must_use]
    pub fn masters(&self) -> Vec<MasterBeat> {
        self.heard.masters().values().map(|(beat, _)| beat.clone()).collect()
    }

    /// The workers that are there, by name.
    #[must_use]
    pub fn workers(&self) -> Vec<SeenWorker> {
        self.heard.workers.workers()
    }

    /// All of that, for those who know no cluster.
    #[must_use]
    pub fn status(&self) -> RemoteStatus {
        let address = self.connection.address();
        let lost = self.connection.is_lost();
        let run = |MasterBeat { run, game, done, left }| RemoteRun { run, game, done, left };
        RemoteStatus {
            problem: lost.then(|| format!("the server at {address} cannot be reached")),
            runs: self.masters().into_iter().map(run).collect(),
            workers: self.workers().into_iter().map(remote_worker).collect(),
        }
    }
}

impl Drop for ClusterWatch {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

fn remote_worker(worker: SeenWorker) -> RemoteWorker {
    let (rate, silent) = (worker.rate(), worker.silent().as_secs_f64());
    let WorkerBeat { worker: name, slots, playing, games, refused, trouble, .. } = worker.beat;
    let job = |slot: crate::messages::SlotBeat| RemoteJob {
        run: slot.run,
        game: slot.game,
        left: slot.left,
    };
    let jobs = playing.into_iter().map(job).collect();
    RemoteWorker { name, slots, jobs, games, rate, silent, problem: trouble, refused }
}

impl HeardMembers {
    fn masters(&self) -> MutexGuard<'_, BTreeMap<String, (MasterBeat, Instant)>> {
        self.masters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, message: &async_nats::Message) {
        match message.subject.as_str() {
            names::WORKER_BEATS => {
                if let Ok(beat) = decode::<WorkerBeat>(&message.payload) {
                    self.workers.heard("", beat);
                }
            }
            names::MASTER_BEATS => {
                if let Ok(beat) = decode::<MasterBeat>(&message.payload) {
                    self.masters().insert(beat.run.clone(), (beat, Instant::now()));
                }
            }
            names::OVER => {
                self.masters().remove(String::from_utf8_lossy(&message.payload).as_ref());
            }
            _ => {}
        }
    }
}

async fn listen(client: async_nats::Client, heard: Arc<HeardMembers>) {
    let Ok(beats) = client.subscribe("bellwether.beat.*").await else { return };
    let Ok(over) = client.subscribe(names::OVER).await else { return };
    let mut messages = futures_util::stream::select(beats, over);
    loop {
        match tokio::time::timeout(LOOK, messages.next()).await {
            Ok(Some(message)) => heard.take(&message),
            Ok(None) => return,
            Err(_) => {}
        }
        let is_lost = client.connection_state() != async_nats::connection::State::Connected;
        heard.workers.forget_silent(is_lost);
        if !is_lost {
            heard.masters().retain(|_, (_, seen)| seen.elapsed() < SILENCE);
        }
        // Nobody reads them here.
        drop(heard.workers.take_notes());
    }
}
