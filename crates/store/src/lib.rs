//! Tournaments in a database: one SQLite file that holds any number of them, for questions in SQL.
//!
//! The tables are defined in `schema.sql`, which is what `.schema` shows. A tournament
//! comes in whole or not at all, and at most once: written again, it takes the place of what was there.
//! Two records are of the same tournament if their headers agree in everything but the program's version
//! and the number of rounds, so that one that went on longer is still the same.
//!
//! | module | what it does |
//! |---|---|
//! | here | opening the file, the transaction |
//! | `rows` | a game becomes rows |

mod rows;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};
use serde_json::json;

use bellwether_arena::record::journal::JournalError;
use bellwether_arena::record::{GameRecord, RecordHeader};
use rows::Statements;

/// `BELL`: the application id of our databases.
pub const APPLICATION: i32 = 0x4245_4C4C;

/// The version of the tables.
pub const VERSION: i32 = 1;

const SCHEMA: &str = include_str!("schema.sql");

/// Why a tournament cannot be put into a database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file holds something else.
    #[error("{} is not a database of tournaments: name another file", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The tables are of another version.
    #[error("the tables in {} are of version {found}, not {VERSION}: write to a new file", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that was found.
        found: i32,
    },
    /// A number occurs twice.
    #[error("game {number} is there twice: the record is damaged")]
    Twice {
        /// The number.
        number: u64,
    },
    /// A game refers to something that its header does not have.
    #[error("game {number} does not fit the record's header")]
    Misfit {
        /// The number.
        number: u64,
    },
    /// The database refused.
    #[error("cannot write to {}: {error}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The error.
        error: rusqlite::Error,
    },
    /// The record cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ExportCounts {
    /// The tournament's `id` in the database.
    pub tournament: i64,
    /// Games.
    pub games: u64,
    /// Moves, the openings' included.
    pub moves: u64,
    /// Whether the tournament was there before.
    pub replaced: bool,
}

/// Puts a tournament into the database at `path`, which is made if it is not there.
///
/// # Errors
/// If the file is something else or cannot be written, or a game cannot be read or does not fit. The
/// database is then as it was before.
pub fn write(
    path: &Path,
    header: &RecordHeader,
    games: impl IntoIterator<Item = Result<GameRecord, JournalError>>,
) -> Result<ExportCounts, StoreError> {
    let is_new = !path.exists();
    let written = fill(path, header, games);
    if written.is_err() && is_new && std::fs::metadata(path).is_ok_and(|file| file.len() == 0) {
        // Overwriting an empty file loses nothing.
        let _ = std::fs::remove_file(path);
    }
    written
}

fn fill(
    path: &Path,
    header: &RecordHeader,
    games: impl IntoIterator<Item = Result<GameRecord, JournalError>>,
) -> Result<ExportCounts, StoreError> {
    let refused = |error| refused(path, error);
    let mut connection = Connection::open(path).map_err(refused)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(refused)?;
    // What is looked at is looked at under the lock: two programs may both find a new file.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(refused)?;
    prepare(path, &transaction)?;
    let (mut written, players) = begin(&transaction, header).map_err(refused)?;
    let mut statements = Statements::new(&transaction).map_err(refused)?;
    let mut seen = HashSet::new();
    for game in games {
        let record = game?;
        if !seen.insert(record.number) {
            return Err(StoreError::Twice { number: record.number });
        }
        // Records may come from elsewhere than a reader, which makes sure of this.
        if !header.fits(&record) {
            return Err(StoreError::Misfit { number: record.number });
        }
        let moves = statements.add(written.tournament, header, &players, &record);
        written.moves += moves.map_err(refused)?;
        written.games += 1;
    }
    drop(statements);
    transaction.commit().map_err(refused)?;
    Ok(written)
}

fn refused(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
        _ => StoreError::Sqlite { path, error },
    }
}

/// Makes the tables in a new file; in one that is there, sees that they are ours.
fn prepare(path: &Path, transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let number = |query| transaction.query_row(query, [], |row| row.get::<_, i32>(0));
    let refused = |error| refused(path, error);
    let application = number("PRAGMA application_id").map_err(refused)?;
    let version = number("PRAGMA user_version").map_err(refused)?;
    let tables = number("SELECT count(*) FROM sqlite_master").map_err(refused)?;
    match (application, version, tables) {
        (0, 0, 0) => {
            transaction.execute_batch(SCHEMA).map_err(refused)?;
            transaction.pragma_update(None, "application_id", APPLICATION).map_err(refused)?;
            transaction.pragma_update(None, "user_version", VERSION).map_err(refused)
        }
        (APPLICATION, VERSION, _) => Ok(()),
        (APPLICATION, found, _) => Err(StoreError::Version { path: path.to_owned(), found }),
        _ => Err(StoreError::Foreign { path: path.to_owned() }),
    }
}

/// Writes the tournament's own row and its players', whose ids are returned; an earlier copy is removed.
fn begin(
    transaction: &Transaction<'_>,
    header: &RecordHeader,
) -> Result<(ExportCounts, Vec<i64>), rusqlite::Error> {
    let identity = identity(header);
    // Its number stays: queries may name it.
    let query = "SELECT id FROM tournament WHERE identity = ?";
    let earlier: Option<i64> =
        transaction.query_row(query, [&identity], |row| row.get(0)).optional()?;
    transaction.execute("DELETE FROM tournament WHERE id = ?", [earlier])?;
    transaction.execute(
        "INSERT INTO tournament (id, identity, began, game, form, rounds, seed, version, settings)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            earlier,
            identity,
            header.began,
            header.game,
            header.settings.pairing.to_string(),
            header.settings.rounds,
            header.seed.to_string(),
            header.version,
            json!(header.settings).to_string(),
        ],
    )?;
    let tournament = transaction.last_insert_rowid();
    let mut insert = transaction
        .prepare("INSERT INTO player (tournament, number, name, agent) VALUES (?, ?, ?, ?)")?;
    let mut players = Vec::new();
    for (index, player) in header.players.iter().enumerate() {
        let number = index as i64 + 1;
        players.push(insert.insert(params![tournament, number, player.name, player.agent])?);
    }
    Ok((ExportCounts { tournament, games: 0, moves: 0, replaced: earlier.is_some() }, players))
}

fn identity(header: &RecordHeader) -> String {
    let mut value = json!(header);
    value["version"].take();
    value["settings"]["rounds"].take();
    value.to_string()
}

#[cfg(test)]
mod tests;
