//! The store: one SQLite file with every game, so that games outlive a reload and the server itself.
//!
//! A change is answered only once the system has it: a server that is killed loses nothing. What a failing *machine*
//! may lose is the last moments before, never the file: waiting for the disk at every move made the slowest of a
//! hundred take 60 to 200 ms. A thread brings what was written from the log into the file, so that no move waits for
//! that either.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bellwether_core::{Error, ErrorKind};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;

use crate::pool::blocking;
use crate::room::table::SavedGame;

/// The most games that are stored, a few hundred more or less; the oldest are removed first.
const MOST_GAMES: i64 = 5000;
/// After how many changes the file is tidied.
const TIDY: u32 = 500;

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

const FORGET_OLDEST: &str = "DELETE FROM games WHERE id IN \
    (SELECT id FROM games ORDER BY changed DESC LIMIT -1 OFFSET ?1)";

/// The stored games.
#[derive(Debug)]
pub(crate) struct GameStore {
    file: Arc<Mutex<Connection>>,
    changes: AtomicU32,
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
        Self::start(path).map_err(|error| {
            let path = path.display();
            store_error(format!(
                "the store {path} cannot be used: {error}; --store FILE names another"
            ))
        })
    }

    fn start(path: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let open = || -> rusqlite::Result<Connection> {
            let file = Connection::open(path)?;
            file.busy_timeout(Duration::from_secs(5))?;
            file.pragma_update(None, "journal_mode", "wal")?;
            // The log reaches the disk before the file is changed by it.
            file.pragma_update(None, "synchronous", "normal")?;
            Ok(file)
        };
        let (file, other) = (open()?, open()?);
        file.pragma_update(None, "wal_autocheckpoint", 0)?;
        file.execute_batch(SCHEMA)?;
        let (tidy, requests) = mpsc::sync_channel(1);
        let thread = std::thread::Builder::new().name("store-tidy".to_owned());
        thread.spawn(move || checkpoint(&other, &requests))?;
        Ok(Self { file: Arc::new(Mutex::new(file)), changes: AtomicU32::new(0), tidy })
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
        let is_due = self.changes.fetch_add(1, Ordering::Relaxed) % TIDY == TIDY - 1;
        let write = move |file: &Connection| {
            file.execute(WRITE, params![id, now(), is_over, saved])?;
            if is_due {
                file.execute(FORGET_OLDEST, [MOST_GAMES])?;
            }
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
            work(&file.lock().unwrap_or_else(PoisonError::into_inner)).map_err(store_error)
        })
        .await
    }
}

fn damaged(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Damaged, error)
}

fn store_error(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Io, error)
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
