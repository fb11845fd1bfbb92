//! A running tournament: it has its own threads, and sends its state to connected pages.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bellwether_arena::record::GameRecord;
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::workers::Workers;
use bellwether_catalog::Catalog;
use bellwether_core::{Error, ErrorKind};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;

use super::summary::{TournamentStatus, TournamentSummary};
use super::{RunningTournaments, lock};
use crate::private::PrivateFolders;

/// The interval of updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(300);

/// Who plays a tournament.
pub(super) struct TournamentWorkers {
    pub(super) place: TournamentPlace,
    pub(super) workers: Box<dyn Workers + Send>,
}

/// Where a tournament is played.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TournamentPlace {
    /// How many games run at once, if they run here.
    pub(super) concurrency: Option<usize>,
    /// What it is called among workers elsewhere, if they play it.
    pub(super) run: Option<String>,
}

/// A tournament that is being played.
#[derive(Debug)]
pub(super) struct RunningTournament {
    id: String,
    stop: AtomicBool,
    summary: Mutex<TournamentSummary>,
    /// How it ended, once it has.
    ended: Mutex<Option<TournamentStatus>>,
    updates: watch::Sender<Arc<str>>,
    began: Instant,
    /// Games that an earlier run had played.
    before: u64,
    place: TournamentPlace,
}

impl RunningTournament {
    /// Begins to play, or goes on; when it is over it leaves `table`, which the caller has locked.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(super) fn begin(
        id: String,
        catalog: &Catalog,
        tournament: Tournament,
        TournamentWorkers { place, mut workers }: TournamentWorkers,
        folders: PrivateFolders,
        table: &Arc<Mutex<RunningTournaments>>,
    ) -> Result<Arc<Self>, Error> {
        let mut summary = TournamentSummary::new(catalog, tournament.header.clone());
        for record in &tournament.past {
            summary.add(record);
        }
        let running = Arc::new(Self {
            id,
            stop: AtomicBool::new(false),
            before: summary.games(),
            summary: Mutex::new(summary),
            ended: Mutex::new(None),
            updates: watch::channel("".into()).0,
            began: Instant::now(),
            place,
        });
        let (player, table) = (Arc::clone(&running), Arc::clone(table));
        let play = move || {
            let mut watch = |record: &GameRecord, is_new| {
                let mut summary = lock(&player.summary);
                if is_new {
                    summary.add(record);
                }
                if summary.is_decided() { RunDecision::Enough } else { RunDecision::On }
            };
            let ended = match tournament.run_on(workers.as_mut(), &player.stop, &mut watch) {
                Ok(RunEnd::Complete | RunEnd::Decided) => TournamentStatus::Finished,
                Ok(RunEnd::Stopped) => TournamentStatus::Unfinished { problem: None },
                Err(error) => {
                    let problem = folders.conceal(&error.to_string());
                    TournamentStatus::Unfinished { problem: Some(problem) }
                }
            };
            *lock(&player.ended) = Some(ended);
            lock(&table).remove(&player.id);
            player.send_update();
        };
        std::thread::Builder::new().name("tournament".to_owned()).spawn(play).map_err(|error| {
            Error::new(ErrorKind::Io, format!("no thread for the tournament: {error}"))
        })?;
        tokio::spawn(send_updates(Arc::clone(&running)));
        Ok(running)
    }

    /// Stops it; games under way are not counted, the others are in the journal.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Its updates, beginning with its state now.
    pub(super) fn watch(&self) -> watch::Receiver<Arc<str>> {
        let updates = self.updates.subscribe();
        self.send_update();
        updates
    }

    /// Reads the summary.
    pub(super) fn with_summary<T>(&self, read: impl FnOnce(&TournamentSummary) -> T) -> T {
        read(&lock(&self.summary))
    }

    pub(super) fn state(&self) -> Value {
        let ended = lock(&self.ended);
        let summary = lock(&self.summary);
        let running = || {
            let seconds = self.began.elapsed().as_secs_f64();
            let left = summary.left(seconds, summary.games() - self.before);
            TournamentStatus::Running { seconds, place: self.place.clone(), left }
        };
        summary.state(&self.id, &ended.clone().unwrap_or_else(running))
    }

    fn send_update(&self) {
        self.updates.send_replace(self.state().to_string().into());
    }

    /// Waits until it is over.
    pub(super) async fn ended(&self) {
        let mut updates = self.updates.subscribe();
        while !self.has_ended() && updates.changed().await.is_ok() {}
    }

    fn has_ended(&self) -> bool {
        lock(&self.ended).is_some()
    }
}

/// Sends updates from time to time, as long as it is played.
async fn send_updates(running: Arc<RunningTournament>) {
    let mut reported = running.before;
    let mut pause = UPDATE_INTERVAL;
    loop {
        tokio::time::sleep(pause).await;
        if running.has_ended() {
            // Its own thread reports the end.
            return;
        }
        let games = running.with_summary(TournamentSummary::games);
        if games == reported || running.updates.receiver_count() == 0 {
            continue;
        }
        reported = games;
        let sender = Arc::clone(&running);
        let began = Instant::now();
        if tokio::task::spawn_blocking(move || sender.send_update()).await.is_err() {
            return;
        }
        // Ratings of very many games take a while: never more than a fifth of the time.
        pause = UPDATE_INTERVAL.max(began.elapsed() * 4);
    }
}
