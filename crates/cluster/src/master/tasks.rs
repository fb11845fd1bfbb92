//! What goes on beside a master: results are fetched, workers are heard, the queue is watched.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::{self, Message};
use bellwether_core::{Error, ErrorKind};
use futures_util::StreamExt;
use tokio::sync::mpsc::Sender;

use super::view::ClusterView;
use crate::address::ClusterAddress;
use crate::blobs;
use crate::connection::{ClusterConnection, longest_message, make_streams, store};
use crate::messages::{MasterBeat, RunNotice, decode, encode};
use crate::names;

/// What the thread that runs the tournament is told.
#[derive(Debug)]
pub(crate) enum MasterEvent {
    /// A result, or a part of one.
    Result(Box<Message>),
    /// The queue is empty, nobody is at a job, and all results were fetched.
    Idle,
}

/// What these tasks share with that thread.
#[derive(Debug)]
pub(crate) struct MasterShared {
    pub(crate) jetstream: jetstream::Context,
    pub(crate) client: async_nats::Client,
    pub(crate) address: ClusterAddress,
    pub(crate) notice: RunNotice,
    /// What workers need: the header, and the bots.
    pub(crate) files: Vec<Vec<u8>>,
    pub(crate) view: Arc<ClusterView>,
    /// Jobs that are being published.
    pub(crate) publishing: AtomicUsize,
    /// Games that were written down, and that are missing.
    pub(crate) done: AtomicU64,
    pub(crate) left: AtomicU64,
    /// The run is over: tasks end.
    pub(crate) is_over: AtomicBool,
}

/// How often the queue is looked at, and a sign of life given.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);
/// How often the notice is stored again, so that it does not expire.
const REFRESH_INTERVAL: Duration = Duration::from_secs(600);
/// Without a worker for so long we say how one is started.
const LONELY: Duration = Duration::from_secs(5);
/// How long we wait before we try again.
const RETRY: Duration = Duration::from_millis(500);

impl MasterShared {
    pub(crate) fn new(
        connection: &ClusterConnection,
        notice: RunNotice,
        files: Vec<Vec<u8>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            jetstream: connection.jetstream.clone(),
            client: connection.client.clone(),
            address: connection.address().clone(),
            notice,
            files,
            view: Arc::default(),
            publishing: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            left: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        })
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn is_lost(&self) -> bool {
        self.client.connection_state() != async_nats::connection::State::Connected
    }

    /// The queue of jobs: workers pull from it.
    pub(crate) async fn job_queue(&self) -> Result<PullConsumer, Error> {
        let notice = &self.notice;
        let config = pull::Config {
            durable_name: Some(notice.run.clone()),
            filter_subject: names::jobs(&notice.run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs_f64(notice.deadline),
            // The worker that gets it once too often ends it, with a reason.
            max_deliver: -1,
            max_ack_pending: 1 << 20,
            ..pull::Config::default()
        };
        self.queue(names::JOBS, config).await
    }

    /// The queue of results: only this master pulls from it.
    pub(crate) async fn result_queue(&self) -> Result<PullConsumer, Error> {
        let run = &self.notice.run;
        let config = pull::Config {
            durable_name: Some(run.clone()),
            filter_subject: names::results(run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(60),
            max_ack_pending: 1 << 20,
            ..pull::Config::default()
        };
        self.queue(names::RESULTS, config).await
    }

    async fn queue(&self, stream: &str, config: pull::Config) -> Result<PullConsumer, Error> {
        let failed = |error: &dyn std::fmt::Display| {
            let address = &self.address;
            Error::new(ErrorKind::Io, format!("the server at {address} gives no queue: {error}"))
        };
        let stream = self.jetstream.get_stream_no_info(stream).await;
        let stream = stream.map_err(|error| failed(&error))?;
        let made = stream.get_or_create_consumer(&self.notice.run, config).await;
        made.map_err(|error| failed(&error))
    }

    /// Stores what workers need, and then the notice, so that they find the run.
    pub(crate) async fn announce(&self) -> Result<(), Error> {
        let longest = longest_message(&self.client);
        for file in &self.files {
            blobs::put(&self.jetstream, longest, &self.notice.run, file).await?;
        }
        let subject = names::run(&self.notice.run);
        let id = format!("{subject}.{}", crate::random_name());
        store(&self.jetstream, &subject, &id, &[], encode(&self.notice)).await
    }

    /// Publishes a job, however long that takes.
    pub(crate) async fn publish(self: Arc<Self>, id: String, payload: Vec<u8>) {
        let subject = names::jobs(&self.notice.run);
        while !self.is_over() {
            match store(&self.jetstream, &subject, &id, &[], payload.clone()).await {
                Ok(()) => {
                    if !self.is_lost() {
                        self.view.trouble(None);
                    }
                    break;
                }
                Err(error) => self.view.trouble(Some(error.to_string())),
            }
            tokio::time::sleep(RETRY).await;
        }
        self.publishing.fetch_sub(1, Ordering::SeqCst);
    }

    /// Fetches results until the run is over.
    pub(crate) async fn fetch_results(self: Arc<Self>, events: Sender<MasterEvent>) {
        while !self.is_over() {
            if self.fetch_some(&events).await.is_err() {
                tokio::time::sleep(RETRY).await;
            }
        }
    }

    async fn fetch_some(&self, events: &Sender<MasterEvent>) -> Result<(), Error> {
        let queue = self.result_queue().await?;
        let failed = |error: &dyn std::fmt::Display| Error::new(ErrorKind::Io, error.to_string());
        loop {
            let batch = queue.batch().max_messages(64).expires(Duration::from_secs(1));
            let mut messages = batch.messages().await.map_err(|error| failed(&error))?;
            while let Some(message) = messages.next().await {
                let message = message.map_err(|error| failed(&error))?;
                if events.send(MasterEvent::Result(Box::new(message))).await.is_err() {
                    return Ok(());
                }
            }
            if self.is_over() {
                return Ok(());
            }
        }
    }

    /// Hears the workers until the run is over.
    pub(crate) async fn hear_workers(self: Arc<Self>) {
        let Ok(mut beats) = self.client.subscribe(names::WORKER_BEATS).await else { return };
        let mut lonely = Some(Instant::now());
        while !self.is_over() {
            if self.view.strength().0 > 0 {
                lonely = None;
            } else if lonely.is_some_and(|began| began.elapsed() > LONELY) {
                lonely = None;
                let how = "no worker is there yet: `bellwether worker --cluster …` starts one";
                self.view.note(how.to_owned());
            }
            if let Ok(Some(message)) = tokio::time::timeout(RETRY, beats.next()).await
                && let Ok(beat) = decode(&message.payload)
            {
                self.view.heard(&self.notice.run, beat);
            }
            self.view.forget_silent(self.is_lost());
        }
    }

    /// Looks after the queue until the run is over.
    pub(crate) async fn watch_queue(self: Arc<Self>, events: Sender<MasterEvent>) {
        let mut refreshed = Instant::now();
        let mut idle = 0;
        while !self.is_over() {
            tokio::time::sleep(WATCH_INTERVAL).await;
            if self.is_lost() {
                let address = &self.address;
                self.view.trouble(Some(format!("the server at {address} cannot be reached")));
                idle = 0;
                continue;
            }
            let beat = MasterBeat {
                run: self.notice.run.clone(),
                game: self.notice.game.clone(),
                done: self.done.load(Ordering::Relaxed),
                left: self.left.load(Ordering::Relaxed),
            };
            let _ = self.client.publish(names::MASTER_BEATS, encode(&beat).into()).await;
            match self.is_idle().await {
                Ok(is_idle) => {
                    if self.publishing.load(Ordering::SeqCst) == 0 {
                        self.view.trouble(None);
                    }
                    idle = if is_idle { idle + 1 } else { 0 };
                    if idle >= 2 && events.send(MasterEvent::Idle).await.is_err() {
                        return;
                    }
                }
                Err(error) => {
                    idle = 0;
                    self.view.trouble(Some(error.to_string()));
                    // A server that has lost its streams gets them again.
                    if make_streams(&self.jetstream, &self.address).await.is_ok() {
                        let _ = self.announce().await;
                    }
                }
            }
            if refreshed.elapsed() >= REFRESH_INTERVAL && self.announce().await.is_ok() {
                refreshed = Instant::now();
            }
        }
    }

    /// Whether the server has neither jobs nor results of ours.
    async fn is_idle(&self) -> Result<bool, Error> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::new(ErrorKind::Io, format!("the server does not tell its state: {error}"))
        };
        for queue in [self.job_queue().await?, self.result_queue().await?] {
            let about = queue.get_info().await.map_err(|error| failed(&error))?;
            if about.num_pending > 0 || about.num_ack_pending > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
