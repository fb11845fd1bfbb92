//! A tournament under way: it runs on threads of its own, and tells whoever watches how it stands.

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

/// How often those who watch are told what is new.
const OFTEN: Duration = Duration::from_millis(300);

/// All it takes to play.
pub(super) struct TournamentStart {
    pub(super) schedule: Schedule,
    pub(super) stage: Arc<dyn GameRunner>,
    pub(super) concurrency: usize,
}

/// A tournament that is being played.
pub(super) struct RunningTournament {
    id: String,
    stop: AtomicBool,
    book: Mutex<TournamentSummary>,
    /// How it ended, once it has.
    ended: Mutex<Option<RunOutcome>>,
    news: watch::Sender<Arc<str>>,
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
        f.debug_struct("Running").field("id", &self.id).finish_non_exhaustive()
    }
}

impl RunningTournament {
    /// Begins to play, or goes on after the games in `book`; when it is over it leaves `table`, which the caller
    /// has locked.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(super) fn begin(
        id: String,
        start: TournamentStart,
        mut journal: Journal,
        book: TournamentSummary,
        table: &Arc<Mutex<RunningTournaments>>,
    ) -> Result<Arc<Self>, ParseError> {
        let done = book.finished();
        let is_decided = book.is_decided();
        let TournamentStart { schedule, stage, concurrency } = start;
        let running = Arc::new(Self {
            id,
            stop: AtomicBool::new(false),
            before: book.games(),
            book: Mutex::new(book),
            ended: Mutex::new(None),
            news: watch::channel("".into()).0,
            began: Instant::now(),
            concurrency,
        });
        let (player, table) = (Arc::clone(&running), Arc::clone(table));
        let play = move || {
            let stop = &player.stop;
            let tournament = Tournament { schedule: &schedule, stage, concurrency, stop };
            let end = if is_decided {
                Ok(RunEnd::Decided)
            } else {
                let mut watch = |record: &GameRecord| lock(&player.book).add(record);
                tournament.run(Some(&mut journal), done, &mut watch)
            };
            let ended = match end {
                // Closed before anybody is told: whoever hears of it may want to go on.
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
            player.tell();
        };
        std::thread::Builder::new()
            .name("tournament".to_owned())
            .spawn(play)
            .map_err(|error| ParseError::new(format!("no thread for the tournament: {error}")))?;
        tokio::spawn(keep_telling(Arc::clone(&running)));
        Ok(running)
    }

    /// Tells it to stop; games under way are not counted, the others are in the journal.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// News of it, beginning with how it stands now.
    pub(super) fn watch(&self) -> watch::Receiver<Arc<str>> {
        let news = self.news.subscribe();
        self.tell();
        news
    }

    /// Looks into the book.
    pub(super) fn with_book<T>(&self, look: impl FnOnce(&TournamentSummary) -> T) -> T {
        look(&lock(&self.book))
    }

    pub(super) fn state(&self) -> Value {
        let ended = lock(&self.ended);
        let book = lock(&self.book);
        let standing = match &*ended {
            None => TournamentStatus::Running {
                seconds: self.began.elapsed().as_secs_f64(),
                games: book.games() - self.before,
                concurrency: self.concurrency,
            },
            Some(RunOutcome::Finished) => TournamentStatus::Finished,
            Some(RunOutcome::Stopped) => TournamentStatus::Unfinished { problem: None },
            Some(RunOutcome::Failed(problem)) => {
                TournamentStatus::Unfinished { problem: Some(problem) }
            }
        };
        book.state(&self.id, &standing)
    }

    fn tell(&self) {
        self.news.send_replace(self.state().to_string().into());
    }

    /// Waits until it is over.
    pub(super) async fn ended(&self) {
        let mut news = self.news.subscribe();
        while !self.has_ended() && news.changed().await.is_ok() {}
    }

    fn has_ended(&self) -> bool {
        lock(&self.ended).is_some()
    }
}

/// Tells what is new from time to time, as long as it is played.
async fn keep_telling(running: Arc<RunningTournament>) {
    let mut told = running.before;
    let mut pause = OFTEN;
    loop {
        tokio::time::sleep(pause).await;
        if running.has_ended() {
            // Its own thread tells the end.
            return;
        }
        let games = running.with_book(TournamentSummary::games);
        if games == told || running.news.receiver_count() == 0 {
            continue;
        }
        told = games;
        let teller = Arc::clone(&running);
        let began = Instant::now();
        if tokio::task::spawn_blocking(move || teller.tell()).await.is_err() {
            return;
        }
        // Ratings of very many games take a while: never more than a fifth of the time.
        pause = OFTEN.max(began.elapsed() * 4);
    }
}
