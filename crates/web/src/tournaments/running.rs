//! A running tournament: it has its own threads, and sends its state to connected pages.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bellwether_arena::live_game::LiveGames;
use bellwether_arena::record::GameRecord;
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::workers::Workers;
use bellwether_core::{Error, ErrorKind};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;

use super::live::LiveBoards;
use super::lock;
use super::queue::TournamentPlayers;
use super::summary::{TournamentStatus, TournamentSummary};

/// The interval of updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(300);
/// The interval at which games in progress are looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(400);

/// Those who play a tournament.
pub(super) struct TournamentWorkers {
    pub(super) played_by: PlayedBy,
    pub(super) workers: Box<dyn Workers + Send>,
    /// The games in progress, if they are played here.
    pub(super) live: LiveGames,
}

/// What a page is told of those who play a tournament.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PlayedBy {
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
    /// The games in progress, and the boards that some of them are shown on.
    live: Mutex<LiveGames>,
    boards: Mutex<LiveBoards>,
    looks: watch::Sender<Arc<str>>,
    began: Instant,
    /// Games that an earlier run had played.
    before: u64,
    /// Known when its workers are.
    played_by: Mutex<PlayedBy>,
}

impl RunningTournament {
    /// Begins to play, or goes on; `players` are told when it is over.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(super) fn begin(
        id: String,
        tournament: Tournament,
        workers: Option<TournamentWorkers>,
        concurrency: usize,
        players: &Arc<TournamentPlayers>,
    ) -> Result<Arc<Self>, Error> {
        let catalog = players.roster.catalog();
        let header = &tournament.header;
        let mut summary = TournamentSummary::new(catalog, header.clone());
        for record in &tournament.past {
            summary.add(record);
        }
        let boards = LiveBoards::new(catalog.clone(), header.seats.clone(), concurrency);
        let played_by = { workers.as_ref() }
            .map_or_else(PlayedBy::default, |workers| workers.played_by.clone());
        let running = Arc::new(Self {
            id,
            stop: AtomicBool::new(false),
            before: summary.games(),
            summary: Mutex::new(summary),
            ended: Mutex::new(None),
            updates: watch::channel("".into()).0,
            live: Mutex::default(),
            boards: Mutex::new(boards),
            looks: watch::channel("".into()).0,
            began: Instant::now(),
            played_by: Mutex::new(played_by),
        });
        let (player, players) = (Arc::clone(&running), Arc::clone(players));
        let tasks = players.tasks.clone();
        let play = move || {
            let workers =
                workers.map_or_else(|| players.workers(&tournament.header, concurrency), Ok);
            let ended = match workers.and_then(|workers| player.play(tournament, workers)) {
                Ok(RunEnd::Complete | RunEnd::Decided) => TournamentStatus::Finished,
                Ok(RunEnd::Stopped) => TournamentStatus::Unfinished { problem: None },
                Err(error) => {
                    let problem = players.folders.conceal(&error.to_string());
                    TournamentStatus::Unfinished { problem: Some(problem) }
                }
            };
            *lock(&player.ended) = Some(ended);
            players.ended(&player.id);
            player.send_look();
            player.send_update();
        };
        std::thread::Builder::new().name("tournament".to_owned()).spawn(play).map_err(|error| {
            Error::new(ErrorKind::Io, format!("no thread for the tournament: {error}"))
        })?;
        tasks.spawn(send_updates(Arc::clone(&running)));
        tasks.spawn(send_looks(Arc::clone(&running)));
        Ok(running)
    }

    /// Plays all games.
    fn play(
        &self,
        tournament: Tournament,
        TournamentWorkers { played_by, mut workers, live }: TournamentWorkers,
    ) -> Result<RunEnd, Error> {
        *lock(&self.played_by) = played_by;
        *lock(&self.live) = live;
        self.send_update();
        let mut watch = |record: &GameRecord, is_new| {
            let mut summary = lock(&self.summary);
            if is_new {
                summary.add(record);
                lock(&self.boards).end(record);
            }
            if summary.is_decided() { RunDecision::Enough } else { RunDecision::On }
        };
        tournament.run_on(workers.as_mut(), &self.stop, &mut watch)
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

    /// Its games on small boards, as long as somebody looks.
    pub(super) fn watch_games(&self) -> watch::Receiver<Arc<str>> {
        let looks = self.looks.subscribe();
        self.send_look();
        looks
    }

    /// Looks at the games in progress.
    fn send_look(&self) {
        let live = lock(&self.live).clone();
        let update = lock(&self.boards).look(&live);
        if let Ok(json) = serde_json::to_string(&update) {
            self.looks.send_replace(json.into());
        }
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
            TournamentStatus::Running { seconds, played_by: lock(&self.played_by).clone(), left }
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

/// Sends the games in progress to those who look, as long as it is played.
async fn send_looks(running: Arc<RunningTournament>) {
    let mut is_watched = false;
    loop {
        tokio::time::sleep(LOOK_INTERVAL).await;
        if running.has_ended() {
            return;
        }
        if running.looks.receiver_count() > 0 {
            is_watched = true;
            let sender = Arc::clone(&running);
            if tokio::task::spawn_blocking(move || sender.send_look()).await.is_err() {
                return;
            }
        } else if std::mem::take(&mut is_watched) {
            lock(&running.boards).clear();
        }
    }
}
