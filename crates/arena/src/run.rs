//! Running a tournament: workers play, one thread writes down and watches.
//!
//! [`Workers`] are the threads of this process, or processes elsewhere: what follows from a game is the same. The thread
//! that runs the tournament hands them the games of a round, appends what they finish to the journal, reports it, and
//! listens to the stop signal.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::{Error, ErrorKind};
use serde::Serialize;

use crate::record::journal::{self, Journal, JournalError};
use crate::record::{GameRecord, RecordHeader};
use crate::runner::GameRunner;
use crate::schedule::{Finished, Fixture, Schedule};
use crate::workers::{FinishedGames, LocalWorkers, Workers};

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
        // Another tournament that begins in the same second may take the name in between.
        loop {
            match self.record_to(&journal::free_name(folder, &self.header)?) {
                Err(JournalError::Exists { .. }) => {}
                begun => return begun,
            }
        }
    }

    /// [`run_on`](Self::run_on) threads of this process, so many games at once.
    ///
    /// # Errors
    /// As there.
    pub fn run(
        self,
        runner: Arc<dyn GameRunner>,
        concurrency: usize,
        stop: &AtomicBool,
        watch: &mut WatchGames<'_>,
    ) -> Result<RunEnd, Error> {
        self.run_on(&mut LocalWorkers::new(runner, concurrency), stop, watch)
    }

    /// Lets the workers play every game that is not there yet and hands all to `watch`, the new ones in the order in
    /// which they end. Unless it was stopped, the record is then put in order.
    ///
    /// # Errors
    /// If a game cannot be played or a record not be written.
    pub fn run_on(
        self,
        workers: &mut dyn Workers,
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
        let mut run = TournamentRun { workers, stop, journal, past, watch };
        let end = if is_decided { RunEnd::Decided } else { run.rounds(&schedule, done)? };
        if let Some(journal) = run.journal.filter(|_| end != RunEnd::Stopped) {
            journal.finish()?;
        }
        Ok(end)
    }
}

/// A tournament that is being run.
struct TournamentRun<'a, 'w> {
    workers: &'a mut dyn Workers,
    stop: &'a AtomicBool,
    journal: Option<Journal>,
    past: Vec<Finished>,
    watch: &'a mut WatchGames<'w>,
}

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
        let mut finished = FinishedGames::default();
        let mut end = RunEnd::Complete;
        self.workers.start(fixtures)?;
        while pending > 0 {
            self.workers.collect(&mut finished)?;
            pending -= finished.games.len();
            if self.take_in(&mut finished)? == RunDecision::Enough {
                end = RunEnd::Decided;
                break;
            }
            if self.stop.load(Ordering::Relaxed) && pending > 0 {
                end = RunEnd::Stopped;
                break;
            }
        }
        self.workers.stop(&mut finished)?;
        self.take_in(&mut finished)?;
        Ok(end)
    }

    /// Appends finished games to the journal, and hands them to `watch`.
    fn take_in(&mut self, finished: &mut FinishedGames) -> Result<RunDecision, Error> {
        let FinishedGames { games, lines } = finished;
        if let Some(journal) = &mut self.journal
            && !lines.is_empty()
        {
            let played = games.iter().filter(|game| game.record.is_ok());
            journal.append(played.map(|game| (game.fixture.number, game.length)), lines)?;
        }
        lines.clear();
        let mut go = RunDecision::On;
        for game in games.drain(..) {
            let record = game.record?;
            if (self.watch)(&record, true) == RunDecision::Enough {
                go = RunDecision::Enough;
            }
            self.past.push(Finished::of(game.fixture, &record));
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
