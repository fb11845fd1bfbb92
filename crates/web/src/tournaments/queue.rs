//! Tournaments that run, and those that wait until one of them ends.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bellwether_arena::live_game::LiveGames;
use bellwether_arena::record::RecordHeader;
use bellwether_arena::record::journal::Journal;
use bellwether_arena::run::Tournament;
use bellwether_arena::runner::GameRunner;
use bellwether_arena::workers::{LocalWorkers, RemoteWorkers};
use bellwether_core::{Error, ErrorKind};
use tokio::runtime::Handle;

use super::running::{PlayedBy, RunningTournament, TournamentWorkers};
use super::{lock, record_index};
use crate::private::PrivateFolders;
use crate::roster::BotRoster;

/// The most tournaments that run at once.
const MOST_RUNNING: usize = 2;
/// The most that wait.
const MOST_WAITING: usize = 20;

/// What it takes to play tournaments.
#[derive(Debug)]
pub(super) struct TournamentPlayers {
    pub(super) roster: Arc<BotRoster>,
    pub(super) tables: PathBuf,
    /// Who plays, if not this process.
    pub(super) remote: Option<Arc<dyn RemoteWorkers>>,
    pub(super) folders: PrivateFolders,
    /// Where updates are sent from.
    pub(super) tasks: Handle,
    queue: Mutex<TournamentQueue>,
}

#[derive(Debug, Default)]
struct TournamentQueue {
    /// By name.
    running: HashMap<String, Arc<RunningTournament>>,
    /// The next first.
    waiting: VecDeque<WaitingTournament>,
    /// The server ends: nothing is begun any more.
    is_closed: bool,
}

#[derive(Debug)]
struct WaitingTournament {
    id: String,
    tournament: Tournament,
    concurrency: usize,
}

/// Where a tournament is.
#[derive(Debug)]
pub(super) enum TournamentPlace {
    Running(Arc<RunningTournament>),
    /// How many are before it.
    Waiting(usize),
    /// It is a record.
    Recorded,
}

impl TournamentPlayers {
    pub(super) fn new(
        roster: Arc<BotRoster>,
        tables: PathBuf,
        remote: Option<Arc<dyn RemoteWorkers>>,
        folders: PrivateFolders,
    ) -> Self {
        let (tasks, queue) = (Handle::current(), Mutex::default());
        Self { roster, tables, remote, folders, tasks, queue }
    }

    pub(super) fn find(&self, id: &str) -> TournamentPlace {
        let queue = lock(&self.queue);
        if let Some(running) = queue.running.get(id) {
            return TournamentPlace::Running(Arc::clone(running));
        }
        match queue.waiting.iter().position(|waiting| waiting.id == id) {
            Some(before) => TournamentPlace::Waiting(before),
            None => TournamentPlace::Recorded,
        }
    }

    /// Those that run.
    pub(super) fn running(&self) -> Vec<Arc<RunningTournament>> {
        lock(&self.queue).running.values().cloned().collect()
    }

    /// Checks that one more can be played, now or later.
    pub(super) fn check_room(&self) -> Result<(), Error> {
        if lock(&self.queue).waiting.len() < MOST_WAITING {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Busy,
            format!("{MOST_WAITING} tournaments are waiting already: stop one, or wait"),
        ))
    }

    /// What plays the games of this header here, and the header with its bots' commands.
    fn runner(&self, header: &RecordHeader) -> Result<(Arc<dyn GameRunner>, RecordHeader), Error> {
        header.schedule()?;
        let game = self.roster.game(&header.game)?;
        let (resolved, bots) = self.roster.resolve_header(game.as_ref(), header)?;
        Ok((game.runner(&resolved, &self.tables, bots)?, resolved))
    }

    /// Those who play the games of this header: so many threads here, or workers elsewhere.
    pub(super) fn workers(
        &self,
        header: &RecordHeader,
        concurrency: usize,
    ) -> Result<TournamentWorkers, Error> {
        let (runner, resolved) = self.runner(header)?;
        Ok(match &self.remote {
            None => {
                let workers = LocalWorkers::new(runner, concurrency);
                TournamentWorkers {
                    played_by: PlayedBy { concurrency: Some(concurrency), run: None },
                    live: workers.live_games(),
                    workers: Box::new(workers),
                }
            }
            Some(remote) => {
                let (run, workers) = remote.open(&resolved, runner.as_ref())?;
                TournamentWorkers {
                    played_by: PlayedBy { concurrency: None, run: Some(run) },
                    live: LiveGames::default(),
                    workers,
                }
            }
        })
    }

    /// Checks that this can be played. If it need not wait, the workers: what is wrong with them is said before there is a
    /// record.
    pub(super) fn prepare(
        &self,
        header: &RecordHeader,
        concurrency: usize,
    ) -> Result<Option<TournamentWorkers>, Error> {
        if lock(&self.queue).running.len() < MOST_RUNNING {
            return self.workers(header, concurrency).map(Some);
        }
        self.runner(header).map(|_| None)
    }

    /// Plays a tournament, or lets it wait for its turn; returns its name.
    pub(super) fn play(
        self: &Arc<Self>,
        tournament: Tournament,
        workers: Option<TournamentWorkers>,
        concurrency: usize,
    ) -> Result<String, Error> {
        let path = tournament.journal.as_ref().map(Journal::path).unwrap_or(Path::new(""));
        let id = record_index::name_of(path);
        let waiting = WaitingTournament { id: id.clone(), tournament, concurrency };
        let mut queue = lock(&self.queue);
        if queue.running.len() < MOST_RUNNING && !queue.is_closed {
            self.begin(&mut queue, waiting, workers)?;
        } else {
            // Its workers are made when its turn comes: a solved table takes memory.
            queue.waiting.push_back(waiting);
        }
        Ok(id)
    }

    fn begin(
        self: &Arc<Self>,
        queue: &mut TournamentQueue,
        waiting: WaitingTournament,
        workers: Option<TournamentWorkers>,
    ) -> Result<(), Error> {
        let WaitingTournament { id, tournament, concurrency } = waiting;
        let running = RunningTournament::begin(id.clone(), tournament, workers, concurrency, self)?;
        queue.running.insert(id, running);
        Ok(())
    }

    /// A tournament has ended: the next may begin.
    pub(super) fn ended(self: &Arc<Self>, id: &str) {
        let mut queue = lock(&self.queue);
        queue.running.remove(id);
        while queue.running.len() < MOST_RUNNING
            && !queue.is_closed
            && let Some(next) = queue.waiting.pop_front()
        {
            // Without a thread for it, it stays a record that can be gone on with.
            let _ = self.begin(&mut queue, next, None);
        }
    }

    /// Stops a tournament, or takes it out of the queue; false if it is in neither.
    pub(super) fn stop(&self, id: &str) -> bool {
        let mut queue = lock(&self.queue);
        if let Some(running) = queue.running.get(id) {
            running.stop();
            return true;
        }
        let before = queue.waiting.len();
        queue.waiting.retain(|waiting| waiting.id != id);
        queue.waiting.len() < before
    }

    /// Stops everything: what was played is in the records.
    pub(super) fn close(&self) {
        let mut queue = lock(&self.queue);
        queue.is_closed = true;
        queue.waiting.clear();
        for running in queue.running.values() {
            running.stop();
        }
    }
}
