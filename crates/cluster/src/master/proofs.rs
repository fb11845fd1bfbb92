//! The master's side of a proof: its jobs go out, answers come back.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::jetstream::Message;
use bellwether_catalog::AnyGame;
use bellwether_core::{Error, ErrorKind};
use bellwether_solve::proof::jobs::{ProofAnswer, ProofJob, ProofWorkers};
use tokio::sync::mpsc::Receiver;

use super::tasks::{MasterEvent, MasterShared};
use super::view::ClusterView;
use super::{ClusterOptions, WAIT, acknowledge, begin, end, start_tasks};
use crate::connection::ClusterConnection;
use crate::digest::{rules_digest, sha256};
use crate::messages::{Lane, ProofMessage, RunNotice, decode, encode, pack};
use crate::names;
use crate::results::{PartialResults, ResultKind};

/// The workers of a cluster, for one proof.
#[derive(Debug)]
pub struct ClusterProvers {
    connection: Arc<ClusterConnection>,
    shared: Arc<MasterShared>,
    events: Receiver<MasterEvent>,
    partial: PartialResults,
    /// Jobs that are not answered, as they were sent, and how often.
    jobs: HashMap<u64, (Vec<u8>, u32)>,
    /// What this master calls itself.
    name: String,
}

impl ClusterProvers {
    /// Gives a proof to a cluster.
    ///
    /// # Errors
    /// If the server does not store what workers need.
    pub fn open(
        connection: Arc<ClusterConnection>,
        game: &dyn AnyGame,
        options: &ClusterOptions,
    ) -> Result<Self, Error> {
        let spec = game.spec().to_string();
        let notice = RunNotice {
            run: sha256(format!("proof of {spec}").as_bytes())[..16].to_owned(),
            version: options.version.clone(),
            rules: rules_digest(game)?,
            game: spec,
            agents: String::new(),
            has_truth: false,
            deadline: options.deadline.as_secs_f64(),
            attempts: options.attempts,
            header: String::new(),
            bots: Vec::new(),
            lane: Lane::Proofs,
        };
        let shared = MasterShared::new(&connection, notice, Vec::new());
        connection.wait(async {
            // Nobody wants the answers to an earlier master any more.
            let subject = names::results(&shared.notice.run);
            if let Ok(stream) = shared.jetstream.get_stream_no_info(names::RESULTS).await {
                let _ = stream.purge().filter(subject).await;
            }
            begin(&shared).await
        })?;
        let events = start_tasks(&connection, &shared);
        let (partial, jobs) = (PartialResults::default(), HashMap::new());
        Ok(Self { connection, shared, events, partial, jobs, name: crate::random_name() })
    }

    /// Who works, and what happened.
    #[must_use]
    pub fn view(&self) -> Arc<ClusterView> {
        Arc::clone(&self.shared.view)
    }

    fn publish(&self, number: u64, payload: Vec<u8>, times: u32) {
        let id = format!("{}-{number}-{times}", self.name);
        self.shared.publishing.fetch_add(1, Ordering::SeqCst);
        self.connection.spawn(Arc::clone(&self.shared).publish(id, payload));
    }

    /// Sends again what the server has lost.
    fn publish_again(&mut self) {
        if self.jobs.is_empty() || self.shared.publishing.load(Ordering::SeqCst) > 0 {
            return;
        }
        let count = self.jobs.len();
        self.shared.view.note(format!("the server has lost {count} jobs: they are sent again"));
        let again = self.jobs.iter_mut().map(|(number, (payload, times))| {
            *times += 1;
            (*number, payload.clone(), *times)
        });
        for (number, payload, times) in again.collect::<Vec<_>>() {
            self.publish(number, payload, times);
        }
    }

    /// The answer in a message, if it is whole and one of ours.
    fn take(&mut self, message: &Message) -> Option<ProofAnswer> {
        let headers = message.headers.clone().unwrap_or_default();
        let taken = self.partial.add(&headers, &message.payload);
        let answer = taken.and_then(|taken| match taken {
            Some((ResultKind::Answer, bytes)) => {
                decode::<ProofMessage<ProofAnswer>>(&bytes).map(Some)
            }
            _ => Ok(None),
        });
        match answer {
            Ok(answer) => {
                let answer = answer.filter(|answer| answer.master == self.name)?.content;
                self.jobs.remove(&answer.number).map(|_| answer)
            }
            Err(error) => {
                self.shared.view.note(error.to_string());
                None
            }
        }
    }
}

impl ProofWorkers for ClusterProvers {
    fn room(&mut self) -> usize {
        // One more than they can do at once, so that nobody waits for an answer to arrive here.
        self.shared.view.strength().1.max(1) + 1
    }

    fn start(&mut self, job: ProofJob) -> Result<(), Error> {
        let number = job.number;
        let message = ProofMessage { master: self.name.clone(), content: job };
        let payload = pack(&encode(&message))?;
        if payload.len() > self.connection.longest_message() {
            let message = "a part of the proof is longer than a message of the server may be";
            return Err(Error::new(ErrorKind::Io, message));
        }
        self.jobs.insert(number, (payload.clone(), 0));
        self.shared.left.store(self.jobs.len() as u64, Ordering::Relaxed);
        self.publish(number, payload, 0);
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<ProofAnswer>, Error> {
        let (mut answers, mut messages, mut wait) = (Vec::new(), Vec::new(), WAIT);
        loop {
            let next = self.connection.wait(async {
                tokio::time::timeout(wait, self.events.recv()).await.ok().flatten()
            });
            match next {
                Some(MasterEvent::Result(message)) => {
                    answers.extend(self.take(&message));
                    messages.push(*message);
                    wait = Duration::ZERO;
                }
                Some(MasterEvent::Idle) => self.publish_again(),
                None => break,
            }
        }
        acknowledge(&self.connection, messages);
        self.shared.done.fetch_add(answers.len() as u64, Ordering::Relaxed);
        Ok(answers)
    }
}

impl Drop for ClusterProvers {
    fn drop(&mut self) {
        end(&self.connection, &self.shared);
    }
}
