//! Tournaments: started from the page, watched while they run, and read from their records afterwards.
//!
//! | module | what it does |
//! |---|---|
//! | here | all tournaments: those that run, and the records |
//! | [`request`] | a page's request becomes a header, or an error |
//! | [`running`] | a running tournament: its own threads and updates |
//! | [`record_index`] | the records in the folder of matches, by names of our own |
//! | [`summary`] | a tournament's table and list of games |
//! | [`replay`] | one game, frame by frame |
//! | [`routes`] | `/api/tournaments` |
//!
//! A tournament's games go to its journal as they end, so that it survives whatever happens to the server: it is
//! listed as unfinished, and goes on. The page never names a file: it gets names from the index, which looks for
//! them among the files that are there.

mod record_index;
mod replay;
mod request;
mod routes;
mod running;
mod summary;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use bellwether_arena::record::journal::{self, Journal, JournalError};
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::schedule::Schedule;
use bellwether_catalog::AnyGame;
use bellwether_core::ParseError;
use tokio::sync::Semaphore;

use crate::roster::BotRoster;
use record_index::RecordIndex;
use request::TournamentRequest;
pub(crate) use routes::routes;
use running::{RunningTournament, TournamentStart};
use summary::TournamentSummary;

/// The most tournaments that run at once.
const MOST_RUNNING: usize = 2;
/// How many records are read at once: the largest take seconds.
const READERS: usize = 2;

/// How long tournaments get to stop when the server ends.
const STOP_WAIT: Duration = Duration::from_secs(3);

/// All tournaments of a server.
#[derive(Debug)]
pub(crate) struct TournamentService {
    index: RecordIndex,
    tables: PathBuf,
    roster: Arc<BotRoster>,
    running: Arc<Mutex<RunningTournaments>>,
    readers: Arc<Semaphore>,
}

/// Those that run, by name.
type RunningTournaments = HashMap<String, Arc<RunningTournament>>;

impl TournamentService {
    pub(crate) fn new(matches: PathBuf, tables: PathBuf, roster: Arc<BotRoster>) -> Self {
        Self {
            index: RecordIndex::new(roster.catalog().clone(), matches),
            tables,
            roster,
            running: Arc::default(),
            readers: Arc::new(Semaphore::new(READERS)),
        }
    }

    fn find(&self, id: &str) -> Option<Arc<RunningTournament>> {
        lock(&self.running).get(id).cloned()
    }

    /// Begins a tournament; returns its name.
    ///
    /// # Errors
    /// If it is none, or a page may not have it, or enough are being played already.
    fn begin(&self, request: &TournamentRequest) -> Result<String, ParseError> {
        self.check_limit()?;
        let began = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let (game, header) = request.header(began, &self.roster)?;
        let start = self.set_up(game.as_ref(), &header, request.concurrency()?)?;
        let path = journal::free_name(self.index.folder(), &header).map_err(no_record)?;
        let journal = Journal::create(&path, &header).map_err(no_record)?;
        self.run(start, journal, header, Vec::new())
    }

    /// Goes on with a tournament that was left.
    ///
    /// # Errors
    /// If there is none of this name, it is over, a program would be started that is not registered, or another
    /// process is playing it.
    fn resume(&self, id: &str) -> Result<String, ParseError> {
        self.check_limit()?;
        let Some(path) = self.index.find(id) else {
            return Err(ParseError::new("there is no such tournament"));
        };
        if self.find(id).is_some() {
            return Err(ParseError::new("this tournament is being played already"));
        }
        let mut past = Vec::new();
        let resumed = Journal::resume(&path, |record| past.push(record));
        let (journal, header) = resumed.map_err(|error| match error {
            JournalError::Busy { .. } => {
                ParseError::new("another process is playing this tournament right now")
            }
            error => record_index::unreadable(&error),
        })?;
        let game = self.roster.game(&header.game)?;
        let start = self.set_up(game.as_ref(), &header, request::usual_concurrency())?;
        self.run(start, journal, header, past)
    }

    /// Stops them all, before the server ends, and waits a moment until they have.
    pub(crate) async fn close(&self) {
        let running: Vec<Arc<RunningTournament>> = lock(&self.running).values().cloned().collect();
        for running in &running {
            running.stop();
        }
        let all = async {
            for running in running {
                running.ended().await;
            }
        };
        let _ = tokio::time::timeout(STOP_WAIT, all).await;
    }

    fn check_limit(&self) -> Result<(), ParseError> {
        if lock(&self.running).len() < MOST_RUNNING {
            return Ok(());
        }
        Err(ParseError::new(format!(
            "{MOST_RUNNING} tournaments are being played already: stop one, or wait until it ends"
        )))
    }

    fn set_up(
        &self,
        game: &dyn AnyGame,
        header: &RecordHeader,
        concurrency: usize,
    ) -> Result<TournamentStart, ParseError> {
        if header.seats.len() != game.seats() {
            return Err(ParseError::new("the record's header has other seats than its game"));
        }
        let schedule = Schedule::new(&header.settings, &header.entries, game.seats())?;
        let (cast, bots) = self.roster.cast(game, header)?;
        let runner = game.runner(&cast, &self.tables, bots)?;
        Ok(TournamentStart { schedule, runner, concurrency })
    }

    fn run(
        &self,
        start: TournamentStart,
        journal: Journal,
        header: RecordHeader,
        past: Vec<GameRecord>,
    ) -> Result<String, ParseError> {
        let id = record_index::name_of(journal.path());
        let mut summary = TournamentSummary::new(self.roster.catalog(), header);
        for record in past {
            summary.add(&record);
        }
        let mut table = lock(&self.running);
        let running = RunningTournament::begin(id.clone(), start, journal, summary, &self.running)?;
        table.insert(id.clone(), running);
        Ok(id)
    }
}

/// When the server ends, its tournaments stop; what they have played is in their journals.
impl Drop for TournamentService {
    fn drop(&mut self) {
        for running in lock(&self.running).values() {
            running.stop();
        }
    }
}

fn no_record(error: impl std::fmt::Display) -> ParseError {
    ParseError::new(format!("the record cannot be written: {error}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
