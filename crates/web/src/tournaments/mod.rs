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
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bellwether_arena::record::RecordHeader;
use bellwether_arena::record::journal::{Journal, JournalError};
use bellwether_arena::run::Tournament;
use bellwether_arena::workers::{LocalWorkers, RemoteWorkers};
use bellwether_core::{Error, ErrorKind};
use tokio::sync::Semaphore;

use crate::private::PrivateFolders;
use crate::roster::BotRoster;
use record_index::RecordIndex;
use request::TournamentRequest;
pub(crate) use routes::routes;
use running::{RunningTournament, TournamentPlace, TournamentWorkers};

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
    /// Who plays, if not this process.
    remote: Option<Arc<dyn RemoteWorkers>>,
    folders: PrivateFolders,
    running: Arc<Mutex<RunningTournaments>>,
    readers: Arc<Semaphore>,
}

/// Those that run, by name.
type RunningTournaments = HashMap<String, Arc<RunningTournament>>;

impl TournamentService {
    pub(crate) fn new(
        matches: PathBuf,
        tables: PathBuf,
        roster: Arc<BotRoster>,
        remote: Option<Arc<dyn RemoteWorkers>>,
        folders: PrivateFolders,
    ) -> Self {
        Self {
            index: RecordIndex::new(roster.catalog().clone(), matches),
            tables,
            roster,
            remote,
            folders,
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
    fn begin(&self, request: &TournamentRequest) -> Result<String, Error> {
        self.check_limit()?;
        let concurrency = request.concurrency(self.remote.is_some())?;
        let mut tournament = Tournament::new(request.header(&self.roster)?);
        let workers = self.workers(&tournament.header, concurrency)?;
        tournament
            .record_in(self.index.folder())
            .map_err(|error| Error::from(error).at("the record cannot be written"))?;
        self.run(tournament, workers)
    }

    /// Goes on with a tournament that was left.
    ///
    /// # Errors
    /// If there is none of this name, it is over, a program would be started that is not registered, or another
    /// process is playing it.
    fn resume(&self, id: &str) -> Result<String, Error> {
        self.check_limit()?;
        let Some(path) = self.index.find(id) else {
            return Err(Error::not_found("there is no such tournament"));
        };
        if self.find(id).is_some() {
            return Err(Error::new(ErrorKind::Busy, "this tournament is being played already"));
        }
        let tournament = Tournament::resume(&path).map_err(|error| match error {
            JournalError::Busy { .. } => {
                Error::new(ErrorKind::Busy, "another process is playing this tournament right now")
            }
            error => record_index::unreadable(&error),
        })?;
        let workers = self.workers(&tournament.header, request::usual_concurrency())?;
        self.run(tournament, workers)
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

    fn check_limit(&self) -> Result<(), Error> {
        if lock(&self.running).len() < MOST_RUNNING {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Busy,
            format!(
                "{MOST_RUNNING} tournaments are being played already: stop one, or wait until it ends"
            ),
        ))
    }

    /// Who plays the games of this header: so many threads here, or workers elsewhere.
    fn workers(
        &self,
        header: &RecordHeader,
        concurrency: usize,
    ) -> Result<TournamentWorkers, Error> {
        header.schedule()?;
        let game = self.roster.game(&header.game)?;
        let (resolved, bots) = self.roster.resolve_header(game.as_ref(), header)?;
        let runner = game.runner(&resolved, &self.tables, bots)?;
        Ok(match &self.remote {
            None => TournamentWorkers {
                place: TournamentPlace { concurrency: Some(concurrency), run: None },
                workers: Box::new(LocalWorkers::new(runner, concurrency)),
            },
            Some(remote) => {
                let (run, workers) = remote.open(&resolved, runner.as_ref())?;
                TournamentWorkers {
                    place: TournamentPlace { concurrency: None, run: Some(run) },
                    workers,
                }
            }
        })
    }

    fn run(&self, tournament: Tournament, workers: TournamentWorkers) -> Result<String, Error> {
        let path = tournament.journal.as_ref().map(Journal::path).unwrap_or(Path::new(""));
        let id = record_index::name_of(path);
        let catalog = self.roster.catalog();
        let mut table = lock(&self.running);
        let running = RunningTournament::begin(
            id.clone(),
            catalog,
            tournament,
            workers,
            self.folders.clone(),
            &self.running,
        )?;
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
