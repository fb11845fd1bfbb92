//! [`Outbox`]: results of a job on their way to the server. The games go on meanwhile.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use bellwether_core::Error;
use bellwether_solve::proof::jobs::ProofAnswer;
use tokio::task::JoinHandle;

use super::lock;
use crate::connection::{ClusterConnection, store};
use crate::messages::{FailedGames, ProofMessage, encode};
use crate::names;
use crate::results::{ResultKind, parts};

/// The results of one job.
pub(super) struct Outbox<'a> {
    connection: &'a ClusterConnection,
    run: String,
    lines: Vec<u8>,
    sent: Instant,
    /// Messages that the server has not confirmed.
    pending: Vec<JoinHandle<()>>,
    error_slot: SharedError,
}

/// What keeps results from being stored, if something does; for all outboxes of a worker.
pub(super) type SharedError = Arc<Mutex<Option<String>>>;

/// Lines wait no longer, so that the master sees games soon.
const OFTEN: Duration = Duration::from_millis(250);
/// Nor for more than these.
const ENOUGH: usize = 4 << 20;
/// How long we wait before we try again.
const RETRY: Duration = Duration::from_millis(500);

impl<'a> Outbox<'a> {
    pub(super) fn new(
        connection: &'a ClusterConnection,
        run: &str,
        error_slot: &SharedError,
    ) -> Self {
        let (run, sent, error_slot) = (run.to_owned(), Instant::now(), Arc::clone(error_slot));
        Self { connection, run, lines: Vec::new(), sent, pending: Vec::new(), error_slot }
    }

    /// Adds lines of a record.
    pub(super) fn add(&mut self, lines: &[u8]) -> Result<(), Error> {
        self.lines.extend_from_slice(lines);
        let is_due = self.sent.elapsed() >= OFTEN || self.lines.len() >= ENOUGH;
        if is_due { self.send_lines() } else { Ok(()) }
    }

    fn send_lines(&mut self) -> Result<(), Error> {
        if self.lines.is_empty() {
            return Ok(());
        }
        self.sent = Instant::now();
        let lines = std::mem::take(&mut self.lines);
        self.send(ResultKind::Lines, &lines)
    }

    /// Says that games cannot be played.
    pub(super) fn fail(&mut self, failed: &FailedGames) -> Result<(), Error> {
        self.send(ResultKind::Failed, &encode(failed))
    }

    /// Sends the answer to a job of a proof.
    pub(super) fn answer(&mut self, answer: &ProofMessage<ProofAnswer>) -> Result<(), Error> {
        self.send(ResultKind::Answer, &encode(answer))
    }

    fn send(&mut self, kind: ResultKind, bytes: &[u8]) -> Result<(), Error> {
        let subject = names::results(&self.run);
        for part in parts(kind, bytes, self.connection.longest_message())? {
            let (jetstream, subject): (Context, _) =
                (self.connection.jetstream.clone(), subject.clone());
            let error_slot = Arc::clone(&self.error_slot);
            self.pending.push(self.connection.spawn(async move {
                let stored =
                    || store(&jetstream, &subject, &part.id, &part.headers, part.payload.clone());
                while let Err(error) = stored().await {
                    *lock(&error_slot) = Some(error.to_string());
                    tokio::time::sleep(RETRY).await;
                }
                *lock(&error_slot) = None;
            }));
        }
        Ok(())
    }

    /// Sends the rest; whether the server has everything now. The caller asks again.
    pub(super) fn is_empty(&mut self) -> Result<bool, Error> {
        self.send_lines()?;
        self.pending.retain(|pending| !pending.is_finished());
        Ok(self.pending.is_empty())
    }
}

impl Drop for Outbox<'_> {
    fn drop(&mut self) {
        for pending in &self.pending {
            pending.abort();
        }
    }
}
