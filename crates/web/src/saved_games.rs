//! The store: one SQLite file with every game, so that games outlive a reload and the server itself.
//!
//! A change is answered only once the system has it: a server that is killed loses nothing. What a failing *machine*
//! may lose is the last moments before, never the file: waiting for the disk at every move made the slowest of a
//! hundred take 60 to 200 ms. A thread brings what was written from the log into the file, so that no move waits for
//! that either, unless the log has grown long.
//!
//! No game is ever removed: when the store is full, new ones are refused.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bellwether_core::{Error, ErrorKind};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use serde::Serialize;

use crate::pool::blocking;
use crate::room::room_game::SavedGame;

/// The most games that are stored.
const MOST_GAMES: u64 = 100_000;
/// After how many bytes the log is brought into the file.
const TIDY: u64 = 4 << 20;
/// What a change writes beyond its text: the pages of the tables around it.
const PAGES: u64 = 16 << 10;
/// A log that has become as long is emptied before anything else is written.
const LONGEST_LOG: u64 = 16 << 20;
/// `BELG`: the application id of our stores.
const APPLICATION: i32 = 0x4245_4C47;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL, -- seconds since 1970
        is_over INTEGER NOT NULL,
        kept TEXT NOT NULL        -- JSON: all it takes to set the table up again
    ) STRICT;
    CREATE INDEX IF NOT EXISTS games_by_change ON games (changed);
";

const WRITE: &str = "INSERT INTO games (id, changed, is_over, kept) VALUES (?1, ?2, ?3, ?4) \
    ON CONFLICT (id) DO UPDATE SET changed = ?2, is_over = ?3, kept = ?4";

/// The stored games.
#[derive(Debug)]
pub(crate) struct GameStore {
    /// None once the server has ended.
    file: Arc<Mutex<Option<Connection>>>,
    log: PathBuf,
    /// How many games there are, and how many there may be.
    games: AtomicU64,
    most: u64,
    /// Bytes that were written since the last request to tidy.
    written: AtomicU64,
    /// Requests to tidy; one that waits covers all that was written before.
    tidy: mpsc::SyncSender<()>,
}

/// A game among the recent ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RecentGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<String>,
    pub(crate) plies: usize,
    pub(crate) over: bool,
    /// Seconds since it was last changed.
    pub(crate) age: u64,
}

impl GameStore {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// If it cannot be opened or is no store.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        Self::start(path).map_err(|error| unusable(path, error))
    }

    fn start(path: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        if path.metadata().is_ok_and(|file| !file.is_file()) {
            return Err("it is no regular file".into());
        }
        let open = || -> Result<Connection, Box<dyn std::error::Error>> {
            let file = Connection::open(path)?;
            file.busy_timeout(Duration::from_secs(5))?;
            // Before anything is written.
            if !is_ours(&file)? {
                return Err("it is a database of another program".into());
            }
            file.pragma_update(None, "journal_mode", "wal")?;
            // The log reaches the disk before the file is changed by it.
            file.pragma_update(None, "synchronous", "normal")?;
            Ok(file)
        };
        let (file, other) = (open()?, open()?);
        file.pragma_update(None, "wal_autocheckpoint", 0)?;
        file.execute_batch(SCHEMA)?;
        file.pragma_update(None, "application_id", APPLICATION)?;
        let games: i64 = file.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let (tidy, requests) = mpsc::sync_channel(1);
        let thread = std::thread::Builder::new().name("store-tidy".to_owned());
        thread.spawn(move || checkpoint(&other, &requests))?;
        Ok(Self {
            file: Arc::new(Mutex::new(Some(file))),
            log: log.into(),
            games: AtomicU64::new(games.unsigned_abs()),
            most: MOST_GAMES,
            written: AtomicU64::new(0),
            tidy,
        })
    }

    /// Makes room for one more game.
    ///
    /// # Errors
    /// If the store is full.
    pub(crate) fn add_one(&self) -> Result<(), Error> {
        if self.games.fetch_add(1, Ordering::Relaxed) < self.most {
            return Ok(());
        }
        self.games.fetch_sub(1, Ordering::Relaxed);
        let most = self.most;
        let text = format!(
            "the store is full: it keeps {most} games; `bellwether serve --store FILE` begins another"
        );
        Err(Error::new(ErrorKind::Busy, text))
    }

    /// The server ends: nothing is written from now on.
    pub(crate) async fn close(&self) {
        let file = Arc::clone(&self.file);
        let close = move || {
            if let Some(file) = file.lock().unwrap_or_else(PoisonError::into_inner).take() {
                // If it fails, the log has everything, and the next server reads it.
                let _ = file.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            }
        };
        let _ = tokio::task::spawn_blocking(close).await;
    }

    /// Writes a game down; it is on the disk when this is over.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) async fn save(
        &self,
        id: &str,
        saved: &SavedGame,
        is_over: bool,
    ) -> Result<(), Error> {
        let saved = serde_json::to_string(saved).map_err(Error::invalid)?;
        let id = id.to_owned();
        let bytes = saved.len() as u64 + PAGES;
        let is_due = self.written.fetch_add(bytes, Ordering::Relaxed) + bytes >= TIDY;
        if is_due {
            self.written.store(0, Ordering::Relaxed);
        }
        let log = is_due.then(|| self.log.clone());
        let write = move |file: &Connection| {
            if log.and_then(|log| log.metadata().ok()).is_some_and(|log| log.len() > LONGEST_LOG) {
                // If it fails, the log has everything.
                let _ = file.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            }
            file.execute(WRITE, params![id, now(), is_over, saved])?;
            Ok(())
        };
        self.use_file(write).await?;
        if is_due {
            // If the thread has another request, that will do.
            let _ = self.tidy.try_send(());
        }
        Ok(())
    }

    /// The saved game of this name, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<SavedGame>, Error> {
        let id = id.to_owned();
        let read = move |file: &Connection| {
            let mut row = file.prepare("SELECT kept FROM games WHERE id = ?1")?;
            row.query_row([id], |row| row.get(0)).optional()
        };
        let text: Option<String> = self.use_file(read).await?;
        text.map(|text| serde_json::from_str(&text).map_err(damaged)).transpose()
    }

    /// The games that were changed last, the latest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn recent(&self, most: u32) -> Result<Vec<RecentGame>, Error> {
        let now = now();
        let recent = move |row: &Row<'_>| -> rusqlite::Result<Option<RecentGame>> {
            let (text, changed): (String, i64) = (row.get(1)?, row.get(3)?);
            let Ok(SavedGame { session, .. }) = serde_json::from_str(&text) else {
                return Ok(None);
            };
            Ok(Some(RecentGame {
                id: row.get(0)?,
                game: session.game,
                seats: session.seats,
                plies: session.moves.len(),
                over: row.get(2)?,
                age: now.saturating_sub(changed).max(0).unsigned_abs(),
            }))
        };
        let read = move |file: &Connection| {
            let mut rows = file.prepare(
                "SELECT id, kept, is_over, changed FROM games ORDER BY changed DESC LIMIT ?1",
            )?;
            let rows = rows.query_map([most], recent)?;
            rows.filter_map(Result::transpose).collect()
        };
        self.use_file(read).await
    }

    /// Does something with the file, one after the other, off the threads that answer.
    async fn use_file<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let file = Arc::clone(&self.file);
        blocking(move || {
            let file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let ended = || Error::new(ErrorKind::Stopped, "the server has ended");
            work(file.as_ref().ok_or_else(ended)?).map_err(|error| store_error(&error))
        })
        .await
    }
}

/// Whether a file is a store, or empty. Those of the first version have no application id.
fn is_ours(file: &Connection) -> rusqlite::Result<bool> {
    let application: i32 = file.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let mut names =
        file.prepare("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")?;
    let names = names.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let mut columns = file.prepare("SELECT name FROM pragma_table_info('games')")?;
    let columns = columns.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let is_first = names.is_empty() || columns == ["id", "changed", "is_over", "kept"];
    let is_alone = names.iter().all(|name| matches!(name.as_str(), "games" | "games_by_change"));
    Ok(application == APPLICATION || application == 0 && is_first && is_alone)
}

/// The sentence for the terminal.
pub(crate) fn unusable(path: &Path, error: impl std::fmt::Display) -> Error {
    let path = path.display();
    let text = format!("the store {path} cannot be used: {error}; --store FILE names another");
    Error::new(ErrorKind::Io, text)
}

fn damaged(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Damaged, error)
}

/// What the page is told; the file is named at the terminal only.
fn store_error(error: &rusqlite::Error) -> Error {
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full: make room on it",
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "the store is read-only",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program uses the store: try again"
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "the store is damaged",
        _ => "the store cannot be read or written",
    };
    Error::new(ErrorKind::Io, why)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Copies the write-ahead log into the file on request, while others go on writing.
fn checkpoint(file: &Connection, tidy_requests: &mpsc::Receiver<()>) {
    while tidy_requests.recv().is_ok() {
        // If it fails, the log has everything and the next time will do.
        let _ = file.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, which goes with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("bellwether-games-{}-{name}", std::process::id());
            let folder = Self(std::env::temp_dir().join(name));
            std::fs::create_dir_all(&folder.0).unwrap();
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn saved(moves: usize) -> SavedGame {
        let moves = vec!["a2a3".to_owned(); moves];
        let session = bellwether_catalog::SavedSession { moves, ..Default::default() };
        SavedGame { session, seed: 1, ..SavedGame::default() }
    }

    #[tokio::test]
    async fn no_game_is_removed_to_make_room_for_others() {
        let folder = Folder::new("full");
        let mut store = GameStore::open(&folder.0.join("games.db")).unwrap();
        store.save("first", &saved(3), false).await.unwrap();
        for number in 0..5600 {
            store.save(&number.to_string(), &saved(0), false).await.unwrap();
        }
        assert_eq!(store.load("first").await.unwrap(), Some(saved(3)));
        let games = 5601;
        let again = GameStore::open(&folder.0.join("games.db")).unwrap();
        assert_eq!(again.games.load(Ordering::Relaxed), games);
        (store.games, store.most) = (AtomicU64::new(games), games + 1);
        store.add_one().unwrap();
        let full = store.add_one().unwrap_err();
        assert!(full.to_string().starts_with("the store is full: it keeps 5602 games"), "{full}");
        store.save("first", &saved(4), true).await.unwrap();
    }

    #[tokio::test]
    async fn the_log_stays_short() {
        let folder = Folder::new("log");
        let store = GameStore::open(&folder.0.join("games.db")).unwrap();
        let mut long = saved(0);
        long.session.moves = vec!["a move of some length".to_owned(); 5000];
        for number in 0..600 {
            store.save(&(number % 50).to_string(), &long, false).await.unwrap();
        }
        let log = folder.0.join("games.db-wal").metadata().unwrap().len();
        assert!(log < 2 * LONGEST_LOG, "{log} bytes");
        store.close().await;
        let error = store.save("1", &long, false).await.unwrap_err();
        assert_eq!(error.to_string(), "the server has ended");
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let folder = Folder::new("foreign");
        let path = folder.0.join("mine.db");
        let make = |sql: &str| {
            let _ = std::fs::remove_file(&path);
            Connection::open(&path).unwrap().execute_batch(sql).unwrap();
            std::fs::read(&path).unwrap()
        };
        for sql in [
            "CREATE TABLE recipes (name TEXT)",
            "CREATE TABLE games (title TEXT)",
            &format!("{SCHEMA} CREATE TABLE recipes (name TEXT)"),
            "PRAGMA application_id = 1; CREATE TABLE games (id, changed, is_over, kept)",
        ] {
            let before = make(sql);
            let error = GameStore::open(&path).unwrap_err().to_string();
            assert!(error.contains("a database of another program"), "{error}");
            assert!(std::fs::read(&path).unwrap() == before, "it was changed: {sql}");
        }
        make(SCHEMA);
        drop(GameStore::open(&path).unwrap());
        drop(GameStore::open(&path).unwrap());
        assert!(GameStore::open(&folder.0).unwrap_err().to_string().contains("no regular file"));
    }
}
