//! The store: one SQLite file with every game, so that games outlive a reload and the server itself.
//!
//! One thread writes. Changes that arrive together are written together, and each is answered only once the
//! system has it: a server that is killed loses nothing. What a failing *machine* may lose is the last moments before,
//! never the file: waiting for the disk at every move made the slowest of a hundred take 60 to 200 ms. A second
//! thread brings what was written from the log into the file, so that no move waits for that either.

use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use tokio::sync::oneshot;

use crate::room::table::SavedGame;

/// The most games that are stored, a few hundred more or less; the oldest are removed first.
const MOST_GAMES: i64 = 5000;
/// How many changes are written together at most.
const TOGETHER: usize = 256;
/// After how many changes the file is tidied.
const TIDY: usize = 500;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL, -- seconds since 1970
        is_over INTEGER NOT NULL,
        kept TEXT NOT NULL        -- JSON: all it takes to set the table up again
    ) STRICT;
    CREATE INDEX IF NOT EXISTS games_by_change ON games (changed);
";

/// The stored games.
#[derive(Debug)]
pub(crate) struct GameStore {
    requests: mpsc::Sender<StoreRequest>,
}

/// A game among the recent ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RecentGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<String>,
    pub(crate) plies: usize,
    pub(crate) over: bool,
    /// Seconds since it was last changed.
    pub(crate) age: u64,
}

type StoreReply<T> = oneshot::Sender<Result<T, String>>;

#[derive(Debug)]
enum StoreRequest {
    Save { id: String, saved: String, is_over: bool, done: StoreReply<()> },
    Load { id: String, done: StoreReply<Option<String>> },
    Recent { most: usize, done: StoreReply<Vec<(String, String, bool, i64)>> },
}

impl GameStore {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// If it cannot be opened or is no store.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let fail = |error: &dyn std::fmt::Display| {
            format!(
                "the store {} cannot be used: {error}; --store FILE names another",
                path.display()
            )
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| fail(&error))?;
        }
        let open = || -> rusqlite::Result<Connection> {
            let file = Connection::open(path)?;
            file.busy_timeout(Duration::from_secs(5))?;
            file.pragma_update(None, "journal_mode", "wal")?;
            // The log reaches the disk before the file is changed by it.
            file.pragma_update(None, "synchronous", "normal")?;
            Ok(file)
        };
        let file = open().and_then(|file| {
            file.pragma_update(None, "wal_autocheckpoint", 0)?;
            file.execute_batch(SCHEMA)?;
            Ok((file, open()?))
        });
        let (mut file, other) = file.map_err(|error| fail(&error))?;
        let (requests, inbox) = mpsc::channel();
        // One pending request is enough: it covers all that was written before.
        let (tidy, tidy_requests) = mpsc::sync_channel(1);
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        thread("store").spawn(move || work(&mut file, &inbox, &tidy)).map_err(|e| fail(&e))?;
        thread("store-tidy")
            .spawn(move || checkpoint(&other, &tidy_requests))
            .map_err(|e| fail(&e))?;
        Ok(Self { requests })
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
    ) -> Result<(), String> {
        let saved = serde_json::to_string(saved).map_err(|error| error.to_string())?;
        self.ask(|done| StoreRequest::Save { id: id.to_owned(), saved, is_over, done }).await
    }

    /// The saved game of this name, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<SavedGame>, String> {
        let text = self.ask(|done| StoreRequest::Load { id: id.to_owned(), done }).await?;
        let read = |text: String| serde_json::from_str(&text).map_err(|error| error.to_string());
        text.map(read).transpose()
    }

    /// The games that were changed last, the latest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn recent(&self, most: usize) -> Result<Vec<RecentGame>, String> {
        let rows = self.ask(|done| StoreRequest::Recent { most, done }).await?;
        let now = now();
        let recent = |(id, text, over, changed): (String, String, bool, i64)| {
            let saved: SavedGame = serde_json::from_str(&text).ok()?;
            let age = now.saturating_sub(changed).max(0).unsigned_abs();
            Some(RecentGame {
                id,
                game: saved.game,
                seats: saved.seats,
                plies: saved.moves.len(),
                over,
                age,
            })
        };
        Ok(rows.into_iter().filter_map(recent).collect())
    }

    async fn ask<T>(&self, order: impl FnOnce(StoreReply<T>) -> StoreRequest) -> Result<T, String> {
        let (done, answer) = oneshot::channel();
        let gone = "the store is closed";
        self.requests.send(order(done)).map_err(|_| gone)?;
        answer.await.map_err(|_| gone)?
    }
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

/// The writing thread: it ends when the last sender is dropped.
fn work(file: &mut Connection, inbox: &mpsc::Receiver<StoreRequest>, tidy: &mpsc::SyncSender<()>) {
    let mut changes = 0;
    while let Ok(first) = inbox.recv() {
        let mut batch = Vec::new();
        let mut request = None;
        let mut next = Some(first);
        while let Some(order) = next {
            match order {
                StoreRequest::Save { id, saved, is_over, done } => {
                    batch.push((id, saved, is_over, done));
                }
                order => {
                    request = Some(order);
                    break;
                }
            }
            next = if batch.len() < TOGETHER { inbox.try_recv().ok() } else { None };
        }
        if !batch.is_empty() {
            changes += batch.len();
            let is_due = changes >= TIDY;
            let written = write(file, &batch, is_due).map_err(|error| error.to_string());
            if is_due {
                changes = 0;
                let _ = tidy.try_send(());
            }
            for (_, _, _, done) in batch {
                let _ = done.send(written.clone());
            }
        }
        match request {
            Some(StoreRequest::Load { id, done }) => {
                let _ = done.send(load(file, &id).map_err(|error| error.to_string()));
            }
            Some(StoreRequest::Recent { most, done }) => {
                let _ = done.send(recent(file, most).map_err(|error| error.to_string()));
            }
            _ => {}
        }
    }
}

fn write(
    file: &mut Connection,
    batch: &[(String, String, bool, StoreReply<()>)],
    forget_oldest: bool,
) -> rusqlite::Result<()> {
    let transaction = file.transaction()?;
    {
        let mut row = transaction.prepare(
            "INSERT INTO games (id, changed, is_over, kept) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (id) DO UPDATE SET changed = ?2, is_over = ?3, kept = ?4",
        )?;
        for (id, saved, is_over, _) in batch {
            row.execute(params![id, now(), is_over, saved])?;
        }
    }
    if forget_oldest {
        transaction.execute(
            "DELETE FROM games WHERE id IN \
             (SELECT id FROM games ORDER BY changed DESC LIMIT -1 OFFSET ?1)",
            [MOST_GAMES],
        )?;
    }
    transaction.commit()
}

fn load(file: &Connection, id: &str) -> rusqlite::Result<Option<String>> {
    let mut row = file.prepare("SELECT kept FROM games WHERE id = ?1")?;
    row.query_row([id], |row| row.get(0)).optional()
}

fn recent(file: &Connection, most: usize) -> rusqlite::Result<Vec<(String, String, bool, i64)>> {
    let mut rows = file
        .prepare("SELECT id, kept, is_over, changed FROM games ORDER BY changed DESC LIMIT ?1")?;
    let found = rows.query_map([most.min(1000) as i64], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    found.collect()
}
