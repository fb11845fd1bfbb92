//! One job: its games are played one after the other, their lines sent, and then it is acknowledged.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use bellwether_arena::runner::GameRunner;
use bellwether_arena::schedule::Fixture;
use bellwether_arena::workers::{FinishedGames, LocalWorkers, Workers};
use bellwether_core::Error;

use super::outbox::Outbox;
use super::served::ServedRun;
use super::{WorkerState, lock};
use crate::connection::store;
use crate::messages::{FailedGames, Job, JobGame, SlotBeat, decode, encode, pack, unpack};
use crate::names;
use crate::results::MOST_BYTES;

/// A worker that leaves tries so long to hand over what it has.
const HAND_OVER: Duration = Duration::from_secs(5);

/// How playing a job ended.
enum BatchEnd {
    /// The server has all results.
    Done,
    /// Nobody wants them any more.
    Over,
    /// The worker leaves; these games were not played, and whether the server has the others.
    Left { rest: Vec<JobGame>, is_stored: bool },
}

impl WorkerState<'_> {
    /// Plays a job, or ends it: one that several workers could not finish is not tried for ever.
    pub(super) fn play_job(
        &self,
        slot: usize,
        run: &Arc<ServedRun>,
        runner: &Arc<dyn GameRunner>,
        message: &Message,
    ) {
        let job: Result<Job, Error> =
            unpack(&message.payload, MOST_BYTES).and_then(|bytes| decode(&bytes));
        let job = match job {
            Ok(job) => job,
            Err(error) => {
                (self.say)(&format!("a job of run {} is left out: {error}", run.notice.run));
                self.acknowledge(message, AckKind::Term);
                return;
            }
        };
        let tries = message.info().map_or(1, |about| about.delivered);
        if tries > i64::from(run.notice.attempts) {
            self.give_up(run, message, &job, tries - 1);
        } else if tries > 1 && job.games.len() > 1 {
            self.split(run, message, &job, tries);
        } else {
            self.play(slot, run, runner, message, job);
        }
    }

    fn play(
        &self,
        slot: usize,
        run: &Arc<ServedRun>,
        runner: &Arc<dyn GameRunner>,
        message: &Message,
        job: Job,
    ) {
        let mut outbox = Outbox::new(self.connection, &run.notice.run, &self.error_slot);
        let id = job.id.clone();
        match self.play_games(slot, (run, runner), message, job, &mut outbox) {
            Ok(BatchEnd::Done | BatchEnd::Over) => self.acknowledge(message, AckKind::Ack),
            Ok(BatchEnd::Left { rest, is_stored }) => {
                // What was played and is not stored must be played by another: then the whole job goes back.
                if is_stored && self.publish(run, &format!("{id}-rest"), rest).is_ok() {
                    self.acknowledge(message, AckKind::Ack);
                } else {
                    self.acknowledge(message, AckKind::Nak(None));
                }
            }
            Err(error) => {
                (self.say)(&format!("a job of run {} failed: {error}", run.notice.run));
                self.acknowledge(message, AckKind::Nak(Some(Duration::from_secs(1))));
            }
        }
    }

    fn play_games(
        &self,
        slot: usize,
        (run, runner): (&Arc<ServedRun>, &Arc<dyn GameRunner>),
        message: &Message,
        job: Job,
        outbox: &mut Outbox<'_>,
    ) -> Result<BatchEnd, Error> {
        let interval = Duration::from_secs_f64(run.notice.deadline / 3.0);
        let (mut left, mut said) = (job.games.clone(), Instant::now());
        let mut at = 0;
        let mut local = LocalWorkers::new(Arc::clone(runner), 1);
        local.start(job.games.into_iter().map(Fixture::from).collect())?;
        let mut finished = FinishedGames::default();
        let mut stopping = None::<Instant>;
        loop {
            let is_playing = at < left.len() && stopping.is_none();
            if is_playing {
                lock(&self.slots)[slot] = Some(SlotBeat {
                    run: run.notice.run.clone(),
                    game: left[at].number(),
                    left: left.len() - at,
                });
                if let Err(error) = local.collect(&mut finished) {
                    self.take_in(&mut finished, &mut at, outbox)?;
                    outbox.fail(&failed_games(&left[at..], &error.to_string()))?;
                    at = left.len();
                }
            } else {
                std::thread::sleep(Duration::from_millis(2));
            }
            let is_failed = self.take_in(&mut finished, &mut at, outbox)?;
            if is_failed && at < left.len() {
                // The thread has ended with the game that could not be set up.
                local.stop(&mut finished)?;
                local.start(left[at..].iter().cloned().map(Fixture::from).collect())?;
            }
            // This loop looks after the game: a worker that is alive and does nothing would not get here.
            if said.elapsed() >= interval {
                said = Instant::now();
                self.acknowledge(message, AckKind::Progress);
            }
            if run.is_over.load(Ordering::Relaxed) {
                local.stop(&mut finished)?;
                return Ok(BatchEnd::Over);
            }
            if self.is_stopping() && stopping.is_none() {
                stopping = Some(Instant::now());
                local.stop(&mut finished)?;
                self.take_in(&mut finished, &mut at, outbox)?;
            }
            let is_stored = (at == left.len() || stopping.is_some()) && outbox.is_empty()?;
            match stopping {
                Some(began) if is_stored || began.elapsed() > HAND_OVER => {
                    return Ok(if is_stored && at == left.len() {
                        BatchEnd::Done
                    } else {
                        BatchEnd::Left { rest: left.split_off(at), is_stored }
                    });
                }
                None if is_stored => {
                    local.stop(&mut finished)?;
                    return Ok(BatchEnd::Done);
                }
                _ => {}
            }
        }
    }

    /// Sends the lines of games that have ended; whether there was one that could not be set up, which is reported.
    fn take_in(
        &self,
        finished: &mut FinishedGames,
        at: &mut usize,
        outbox: &mut Outbox<'_>,
    ) -> Result<bool, Error> {
        let count = finished.games.len();
        let mut is_failed = false;
        for game in finished.games.drain(..) {
            if let Err(error) = game.record {
                let failed = [JobGame::from(&game.fixture)];
                outbox.fail(&failed_games(&failed, &error.to_string()))?;
                is_failed = true;
            }
        }
        *at += count;
        self.games.fetch_add(count as u64, Ordering::Relaxed);
        outbox.add(&finished.lines)?;
        finished.lines.clear();
        Ok(is_failed)
    }

    /// Ends a job that nobody could finish.
    fn give_up(&self, run: &ServedRun, message: &Message, job: &Job, tries: i64) {
        let reason = format!(
            "{tries} workers took it and none finished it: it ends them, or takes longer than they live"
        );
        let mut outbox = Outbox::new(self.connection, &run.notice.run, &self.error_slot);
        if outbox.fail(&failed_games(&job.games, &reason)).is_err() {
            return;
        }
        while !outbox.is_empty().unwrap_or(true) {
            if self.is_stopping() || run.is_over.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.acknowledge(message, AckKind::Term);
    }

    /// Makes a job of each game of a job that somebody did not finish: one of them may be what ended the worker.
    fn split(&self, run: &ServedRun, message: &Message, job: &Job, tries: i64) {
        let published = { job.games.iter() }.try_for_each(|game| {
            self.publish(run, &format!("{}-{tries}-{}", job.id, game.number()), vec![game.clone()])
        });
        if published.is_ok() {
            self.acknowledge(message, AckKind::Ack);
        }
    }

    fn publish(&self, run: &ServedRun, id: &str, games: Vec<JobGame>) -> Result<(), Error> {
        let payload = pack(&encode(&Job { id: id.to_owned(), games }))?;
        let subject = names::jobs(&run.notice.run);
        self.connection.wait(store(&self.connection.jetstream, &subject, id, &[], payload))
    }

    pub(super) fn acknowledge(&self, message: &Message, kind: AckKind) {
        self.connection.wait(async {
            let acknowledged = message.ack_with(kind);
            // What is not acknowledged is played again, and recognised.
            let _ = tokio::time::timeout(Duration::from_secs(2), acknowledged).await;
        });
    }
}

fn failed_games(games: &[JobGame], reason: &str) -> FailedGames {
    FailedGames { numbers: games.iter().map(JobGame::number).collect(), reason: reason.to_owned() }
}
