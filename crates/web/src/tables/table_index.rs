//! The tables in their folder. The page gets names of our own, which are looked for among the files that are there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bellwether_catalog::{AnyGame, AnyOracle, Catalog, solver};
use bellwether_core::random::mix;
use bellwether_core::{Error, Value};
use bellwether_report::value_text;
use bellwether_solve::proof::Strategy;
use bellwether_solve::table::{SolvedTable, TableKey};
use serde_json::{Value as Json, json};

/// The endings of tables and strategies.
const ENDING: &str = "table";
const STRATEGY_ENDING: &str = "strategy";
/// The most that are listed.
const MOST: usize = 200;

/// What changes when a file does.
pub(super) type TableFileStamp = (u64, Option<SystemTime>);

/// A table, open for questions.
pub(super) struct OpenTable {
    pub(super) id: String,
    pub(super) table: SolvedTable,
    /// A game that it solves.
    pub(super) game: Box<dyn AnyGame>,
    pub(super) oracle: Box<dyn AnyOracle>,
}

/// The name that a table has for the page.
pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    format!("{:016x}", name.iter().fold(1, |hash, byte| mix(hash, u64::from(*byte))))
}

/// The tables that are there, by name.
pub(super) fn files(folder: &Path) -> Vec<(PathBuf, TableFileStamp)> {
    files_with(ENDING, folder)
}

/// The strategies that are there, by name.
pub(super) fn strategies(folder: &Path) -> Vec<(PathBuf, TableFileStamp)> {
    files_with(STRATEGY_ENDING, folder)
}

/// The files with an ending; links are not followed.
fn files_with(ending: &str, folder: &Path) -> Vec<(PathBuf, TableFileStamp)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(PathBuf, TableFileStamp)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let (path, about) = (entry.path(), entry.metadata().ok()?);
            let is_table = about.is_file() && path.extension() == Some(OsStr::new(ending));
            is_table.then(|| (path, (about.len(), about.modified().ok())))
        })
        .collect();
    files.sort();
    files.truncate(MOST);
    files
}

impl OpenTable {
    pub(super) fn open(catalog: &Catalog, path: &Path) -> Result<Self, Error> {
        let table = SolvedTable::open(path)?;
        let game = game_of(catalog, table.subject())?;
        let oracle = solver(game.as_ref())?.open_file(path)?;
        Ok(Self { id: name_of(path), table, game, oracle })
    }

    /// The table in the list.
    pub(super) fn to_json(&self, (bytes, made): TableFileStamp, is_checked: bool) -> Json {
        let start = self.game.start();
        let answer = self.oracle.answer(start.as_ref()).ok().flatten();
        let made = made.map(|made| humantime::format_rfc3339_seconds(made).to_string());
        let sides = self.table.counts().flat_map(|counts| &counts.sides);
        let longest = sides.filter_map(|side| side.longest_win).map(|(plies, _)| plies).max();
        json!({
            "id": self.id,
            "game": self.game.spec().to_string(),
            "title": self.game.card().title,
            "subject": self.table.subject().title(),
            "positions": self.table.positions(),
            "bytes": bytes,
            "made": made,
            "checked": is_checked,
            "longest": longest,
            "start": answer.map(|answer| {
                let winner = match answer.value {
                    Value::Win(_) => Some(answer.mover),
                    Value::Draw => None,
                    Value::Lose(_) => Some(answer.mover.other()),
                };
                json!({
                    "mover": self.game.seat_name(answer.mover),
                    "value": answer.value.name(),
                    "remoteness": answer.value.remoteness(),
                    "text": value_text(answer.value),
                    "winner": winner.map(|seat| self.game.seat_name(seat)),
                    "plural": winner.is_some_and(|seat| self.game.is_plural(seat)),
                })
            }),
        })
    }
}

/// A strategy in the list: who wins a game whose positions were not all looked at.
///
/// # Errors
/// If it cannot be read, or is of no game here.
pub(super) fn strategy_json(
    catalog: &Catalog,
    path: &Path,
    (bytes, made): TableFileStamp,
) -> Result<Json, Error> {
    let Strategy { game, winner, positions, .. } = Strategy::load(path)?;
    let game = catalog.game(&game)?;
    let made = made.map(|made| humantime::format_rfc3339_seconds(made).to_string());
    Ok(json!({
        "game": game.spec().to_string(),
        "title": game.card().title,
        "positions": positions.len(),
        "bytes": bytes,
        "made": made,
        "winner": game.seat_name(winner),
        "plural": game.is_plural(winner),
        "isMover": game.start().status().mover() == Some(winner),
    }))
}

/// A game that a table solves: a named variant, if there is one.
fn game_of(catalog: &Catalog, key: &TableKey) -> Result<Box<dyn AnyGame>, Error> {
    let fits = |spec: &str| {
        let game = catalog.game(spec).ok()?;
        let has_key = game.solvable()?.has_key(key);
        has_key.then_some(game)
    };
    let variants = catalog.cards().flat_map(|card| card.variants).find_map(|(spec, _)| fits(spec));
    if let Some(game) = variants {
        return Ok(game);
    }
    let game = catalog.game_of_table(key)?;
    // A start with a name, if that is shorter than the options of the table.
    let length = game.spec().to_string().len();
    let named = game.named_starts().into_iter().filter(|start| start.game.len() < length);
    Ok({ named }.find_map(|start| fits(&start.game)).unwrap_or(game))
}
