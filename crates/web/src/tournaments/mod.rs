//! Tournaments: started from the page, watched while they run, and read from their records afterwards.
//!
//! | module | what it does |
//! |---|---|
//! | here | all tournaments: those that run, and the records |
//! | [`request`] | a page's request becomes a header, or an error |
//! | [`queue`] | those that run, and those that wait |
//! | [`running`] | a running tournament: its own threads and updates |
//! | [`live`] | its games on small boards |
//! | [`record_index`] | the records in the folder of matches, by names of our own |
//! | [`summary`] | a tournament's table and list of games |
//! | [`openings`] | how games went, by opening |
//! | [`ratings`] | ratings over all tournaments of a game |
//! | [`replay`] | one game, frame by frame |
//! | [`message`] | what pages are sent |
//! | [`routes`] | `/api/tournaments` |
//!
//! A tournament's games go to its journal as they end, so that it survives whatever happens to the server: it is
//! listed as unfinished, and goes on. The page never names a file: it gets names from the index, which looks for
//! them among the files that are there.

mod live;
mod message;
mod openings;
mod queue;
mod ratings;
mod record_index;
mod replay;
mod request;
mod routes;
mod running;
mod summary;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bellwether_arena::record::journal::JournalError;
use bellwether_arena::run::Tournament;
use bellwether_arena::workers::RemoteWorkers;
use bellwether_core::{Error, ErrorKind};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::private::PrivateFolders;
use crate::roster::BotRoster;
#[cfg(test)]
pub(crate) use message::tests::visit_types;
use queue::{TournamentPlace, TournamentPlayers};
use ratings::RatingCache;
use record_index::RecordIndex;
use request::TournamentRequest;
pub(crate) use routes::routes;
use summary::{TournamentStatus, TournamentSummary};

/// How many records are read at once: the largest take seconds.
const READERS: usize = 2;

/// How long tournaments get to stop when the server ends.
const STOP_WAIT: Duration = Duration::from_secs(3);

/// All tournaments of a server.
#[derive(Debug)]
pub(crate) struct TournamentService {
    index: RecordIndex,
    players: Arc<TournamentPlayers>,
    ratings: RatingCache,
    readers: Arc<Semaphore>,
}

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
            players: Arc::new(TournamentPlayers::new(roster, tables, remote, folders)),
            ratings: RatingCache::default(),
            readers: Arc::new(Semaphore::new(READERS)),
        }
    }

    /// Begins a tournament, or lets it wait for its turn; returns its name.
    ///
    /// # Errors
    /// If it is none, or a page may not have it, or enough are waiting already.
    fn begin(&self, request: &TournamentRequest) -> Result<String, Error> {
        self.players.check_room()?;
        let concurrency = request.concurrency(self.players.remote.is_some())?;
        let mut tournament = Tournament::new(request.header(&self.players.roster)?);
        let workers = self.players.prepare(&tournament.header, concurrency)?;
        tournament
            .record_in(self.index.folder())
            .map_err(|error| Error::from(error).at("the record cannot be written"))?;
        self.players.play(tournament, workers, concurrency)
    }

    /// Goes on with a tournament that was left.
    ///
    /// # Errors
    /// If there is none of this name, it is over, a program would be started that is not registered, or another
    /// process is playing it.
    fn resume(&self, id: &str) -> Result<String, Error> {
        self.players.check_room()?;
        let Some(path) = self.index.find(id) else {
            return Err(Error::not_found("there is no such tournament"));
        };
        if !matches!(self.players.find(id), TournamentPlace::Recorded) {
            return Err(Error::new(ErrorKind::Busy, "this tournament is being played already"));
        }
        let tournament = Tournament::resume(&path).map_err(|error| match error {
            JournalError::Busy { .. } => {
                Error::new(ErrorKind::Busy, "another process is playing this tournament right now")
            }
            error => record_index::unreadable(&error),
        })?;
        let concurrency = request::usual_concurrency();
        let workers = self.players.prepare(&tournament.header, concurrency)?;
        self.players.play(tournament, workers, concurrency)
    }

    /// Everything about a tournament but the list of its games.
    fn state(&self, id: &str) -> Result<Value, Error> {
        let place = self.players.find(id);
        if let TournamentPlace::Running(running) = place {
            return Ok(running.state());
        }
        let summary = self.index.summary(id)?;
        let status = match place {
            TournamentPlace::Waiting(before) => TournamentStatus::Queued { before },
            _ if summary.is_complete() => TournamentStatus::Finished,
            _ => TournamentStatus::Unfinished { problem: None },
        };
        Ok(summary.state(id, &status))
    }

    /// Reads the summary of a tournament, wherever it is.
    fn with_summary<T>(
        &self,
        id: &str,
        read: impl FnOnce(&TournamentSummary) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self.players.find(id) {
            TournamentPlace::Running(running) => running.with_summary(read),
            _ => read(self.index.summary(id)?.as_ref()),
        }
    }

    /// Stops them all, before the server ends, and waits a moment until they have.
    pub(crate) async fn close(&self) {
        self.players.close();
        let running = self.players.running();
        let all = async {
            for running in running {
                running.ended().await;
            }
        };
        let _ = tokio::time::timeout(STOP_WAIT, all).await;
    }
}

/// When the server ends, its tournaments stop; what they have played is in their journals.
impl Drop for TournamentService {
    fn drop(&mut self) {
        self.players.close();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
