//! One job of a proof: a prover searches, its answer is sent, and then the job is acknowledged.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use bellwether_catalog::{AnyJobProver, AnyProvable};
use bellwether_core::Error;
use bellwether_solve::proof::jobs::{ProofAnswer, ProofFinding, ProofJob};
use bellwether_solve::proof::{ProofControl, ProofSettings};

use super::outbox::Outbox;
use super::served::ServedRun;
use super::{WorkerState, lock};
use crate::messages::{ProofMessage, SlotBeat, decode, unpack};
use crate::results::MOST_BYTES;

/// How often we look whether the prover is done.
const LOOK: Duration = Duration::from_millis(5);

/// The provers of a worker with their tables: one for each slot that is busy at once.
pub(super) struct ProverPool {
    provable: Box<dyn AnyProvable>,
    mebibytes: usize,
    idle: Mutex<Vec<Box<dyn AnyJobProver>>>,
}

impl ProverPool {
    pub(super) fn new(provable: Box<dyn AnyProvable>, mebibytes: usize) -> Self {
        Self { provable, mebibytes, idle: Mutex::default() }
    }

    fn take(&self) -> Box<dyn AnyJobProver> {
        let settings = ProofSettings { mebibytes: self.mebibytes, threads: 1 };
        lock(&self.idle).pop().unwrap_or_else(|| self.provable.job_prover(settings))
    }
}

impl WorkerState<'_> {
    /// Does a job, or ends it: one that several workers could not finish is not tried for ever.
    pub(super) fn prove_job(
        &self,
        slot: usize,
        run: &ServedRun,
        pool: &ProverPool,
        message: &Message,
    ) {
        let unpacked = unpack(&message.payload, MOST_BYTES);
        let job = unpacked.and_then(|bytes| decode::<ProofMessage<ProofJob>>(&bytes));
        let ProofMessage { master, content: job } = match job {
            Ok(job) => job,
            Err(error) => {
                (self.say)(&format!("a job of run {} is left out: {error}", run.notice.run));
                self.acknowledge(message, AckKind::Term);
                return;
            }
        };
        let (number, left) = (job.number, 1);
        lock(&self.slots)[slot] =
            Some(SlotBeat { run: run.notice.run.clone(), game: number, left });
        let tries = message.info().map_or(1, |about| about.delivered);
        let answer = if tries > i64::from(run.notice.attempts) {
            let reason = format!("{} workers took it and none finished it", tries - 1);
            let found = ProofFinding::Failed { reason };
            Some(ProofAnswer { number, nodes: 0, found, proven: Vec::new() })
        } else {
            self.search(run, pool, &job, message)
        };
        let Some(answer) = answer else {
            let is_over = run.is_over.load(Ordering::Relaxed);
            self.acknowledge(message, if is_over { AckKind::Ack } else { AckKind::Nak(None) });
            return;
        };
        match self.send(run, &ProofMessage { master, content: answer }, message) {
            Ok(true) => self.acknowledge(message, AckKind::Ack),
            Ok(false) => self.acknowledge(message, AckKind::Nak(None)),
            Err(error) => {
                (self.say)(&format!("a job of run {} failed: {error}", run.notice.run));
                self.acknowledge(message, AckKind::Nak(Some(Duration::from_secs(1))));
            }
        }
    }

    /// Whether nobody wants the answer, or the worker leaves.
    fn is_given_up(&self, run: &ServedRun) -> bool {
        self.is_stopping() || run.is_over.load(Ordering::Relaxed)
    }

    /// Searches with a prover of the pool, and tells the server meanwhile that somebody is at it.
    fn search(
        &self,
        run: &ServedRun,
        pool: &ProverPool,
        job: &ProofJob,
        message: &Message,
    ) -> Option<ProofAnswer> {
        let stop = AtomicBool::new(false);
        let control = ProofControl { stop: &stop, progress: &|_| {} };
        let mut prover = pool.take();
        let answer = std::thread::scope(|scope| {
            let searching = scope.spawn(|| prover.run(job, control));
            let mut told = Instant::now();
            while !searching.is_finished() {
                std::thread::sleep(LOOK);
                stop.store(self.is_given_up(run), Ordering::Relaxed);
                self.tell(run, message, &mut told);
            }
            searching.join().ok()
        });
        // After a panic the table may be in pieces.
        let answer = answer?;
        lock(&pool.idle).push(prover);
        answer
    }

    /// Tells the server now and then that somebody is at the job.
    fn tell(&self, run: &ServedRun, message: &Message, told: &mut Instant) {
        if told.elapsed().as_secs_f64() >= run.notice.deadline / 3.0 {
            *told = Instant::now();
            self.acknowledge(message, AckKind::Progress);
        }
    }

    /// Sends an answer; whether the server has it.
    fn send(
        &self,
        run: &ServedRun,
        answer: &ProofMessage<ProofAnswer>,
        message: &Message,
    ) -> Result<bool, Error> {
        let mut outbox = Outbox::new(self.connection, &run.notice.run, &self.error_slot);
        outbox.answer(answer)?;
        let mut told = Instant::now();
        while !outbox.is_empty()? {
            if self.is_given_up(run) {
                return Ok(false);
            }
            std::thread::sleep(LOOK);
            self.tell(run, message, &mut told);
        }
        Ok(true)
    }
}
