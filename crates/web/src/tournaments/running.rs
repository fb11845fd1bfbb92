//! A running tournament: it has its own threads, and sends its state to connected pages.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::Journal;
use bellwether_arena::run::{RunEnd, Tournament};
use bellwether_arena::runner::GameRunner;
use bellwether_arena::schedule::Schedule;
use bellwether_core::ParseError;
use serde_json::Value;
use tokio::sync::watch;

use super::summary::{TournamentStatus, TournamentSummary};
use super::{RunningTournaments, lock};

/// The interval of updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(300);

/// Everything needed to play.
pub(super) struct TournamentStart {
    pub(super) schedule: Schedule,
    pub(super) runner: Arc<dyn GameRunner>,
    pub(super) concurrency: usize,
}

/// A tournament that is being played.
pub(super) struct RunningTournament {
    id: String,
    stop: AtomicBool,
    summary: Mutex<TournamentSummary>,
    /// How it ended, once it has.
    ended: Mutex<Option<RunOutcome>>,
    updates: watch::Sender<Arc<str>>,
    began: Instant,
    /// Games that an earlier run had played.
    before: u64,
    concurrency: usize,
}

/// How a run ended.
enum RunOutcome {
    Finished,
    Stopped,
    Failed(String),
}

impl std::fmt::Debug for RunningTournament {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningTournament").field("id", &self.id).finish_non_exhaustive()
    }
}

impl RunningTournament {
    /// Begins to play, or goes on after the games in `summary`; when it is over it leaves `table`, which the caller
    /// has locked.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(super) fn begin(
        id: String,
        start: TournamentStart,
        mut journal: Journal,
        summary: TournamentSummary,
        table: &Arc<Mutex<RunningTournaments>>,
    ) -> Result<Arc<Self>, ParseError> {
        let done = summary.finished();
        let is_decided = summary.is_decided();
        let TournamentStart { schedule, runner, concurrency } = start;
        let running = Arc::new(Self {
            id,
            stop: AtomicBool::new(false),
            before: summary.games(),
            summary: Mutex::new(summary),
            ended: Mutex::new(None),
            updates: watch::channel("".into()).0,
            began: Instant::now(),
            concurrency,
        });
        let (player, table) = (Arc::clone(&running), Arc::clone(table));
        let play = move || {
            let stop = &player.stop;
            let tournament = Tournament { schedule: &schedule, runner, concurrency, stop };
            let end = if is_decided {
                Ok(RunEnd::Decided)
            } else {
                let mut watch = |record: &GameRecord| lock(&player.summary).add(record);
                tournament.run(Some(&mut journal), done, &mut watch)
            };
            let ended = match end {
                // Closed before the end is reported: a page may resume it at once.
                Ok(RunEnd::Stopped) => {
                    drop(journal);
                    RunOutcome::Stopped
                }
                Ok(RunEnd::Complete | RunEnd::Decided) => match journal.finish() {
                    Ok(()) => RunOutcome::Finished,
                    Err(error) => RunOutcome::Failed(error.to_string()),
                },
                Err(error) => {
                    drop(journal);
                    RunOutcome::Failed(error.to_string())
                }
            };
            *lock(&player.ended) = Some(ended);
            lock(&table).remove(&player.id);
            player.send_update();
        };
        std::thread::Builder::new()
            .name("tournament".to_owned())
            .spawn(play)
            .map_err(|error| ParseError::new(format!("no thread for the tournament: {error}")))?;
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
        let standing = match &*ended {
            None => TournamentStatus::Running {
                seconds: self.began.elapsed().as_secs_f64(),
                games: summary.games() - self.before,
                concurrency: self.concurrency,
            },
            Some(RunOutcome::Finished) => TournamentStatus::Finished,
            Some(RunOutcome::Stopped) => TournamentStatus::Unfinished { problem: None },
            Some(RunOutcome::Failed(problem)) => {
                TournamentStatus::Unfinished { problem: Some(problem) }
            }
        };
        summary.state(&self.id, &standing)
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
