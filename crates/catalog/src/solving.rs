//! A game's solver, exact values from its table, and how a table is made.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::{Error, ErrorKind};
use bellwether_solve::run::size_text;

use crate::proved::QUERY_NODES;
use crate::{AnyGame, AnyOracle, AnySolvable, tables_folder};

/// A game's solver.
///
/// # Errors
/// If it has none; the games that have one are named.
pub fn solver(game: &dyn AnyGame) -> Result<Box<dyn AnySolvable>, Error> {
    game.solvable().ok_or_else(|| {
        if game.provable().is_some() {
            return Error::invalid(format!(
                "there is no table of {0} to ask: `bellwether solve {0}` proves who wins and how",
                game.spec()
            ));
        }
        let catalog = game.catalog();
        let solved: Vec<&str> = catalog
            .cards()
            .map(|card| card.name)
            .filter(|name| catalog.game(name).is_ok_and(|game| game.solvable().is_some()))
            .collect();
        let name = game.card().name;
        Error::invalid(format!("there is no solver for {name}: only for {}", listed(&solved)))
    })
}

/// Names in a row: `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [name] => (*name).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The game's table in a folder, the strategy of its winner, or the game solved here if it is small.
///
/// # Errors
/// If there is none of them, the game has no solver, the file is damaged, or `stop` came first.
pub fn oracle(
    game: &dyn AnyGame,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Box<dyn AnyOracle>, Error> {
    let found = find_oracle(game, folder, QUERY_NODES, stop)?;
    let name = game.spec().to_string();
    match found {
        Some(oracle) => Ok(oracle),
        None if stop.load(Ordering::Relaxed) => Err(Error::new(ErrorKind::Stopped, "stopped")),
        None if game.provable().is_some() => Err(no_strategy(&name, folder)),
        None => Err(no_table(&name, solver(game)?.as_ref(), folder)),
    }
}

/// The same for games that wait for it, so that a value that a strategy does not tell is searched for a moment only; none
/// if there is none, or `stop` came first.
///
/// # Errors
/// If the game has no solver, or the file is damaged.
pub fn quick_oracle(
    game: &dyn AnyGame,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Option<Box<dyn AnyOracle>>, Error> {
    /// Positions that are searched for the value of one move: a page asks for all moves of all positions so far.
    const QUICK_NODES: u64 = 5_000;
    find_oracle(game, folder, QUICK_NODES, stop)
}

fn find_oracle(
    game: &dyn AnyGame,
    folder: &Path,
    most_nodes: u64,
    stop: &AtomicBool,
) -> Result<Option<Box<dyn AnyOracle>>, Error> {
    match game.provable() {
        Some(prover) => prover.find(folder, most_nodes),
        None => solver(game)?.find(folder, stop),
    }
}

/// Checks that exact values of a game can be had: by its table, by its strategy, or because it is small. Nothing is
/// opened or solved.
///
/// # Errors
/// If they cannot; the sentence says what would make them.
pub(crate) fn check_at_hand(game: &dyn AnyGame, folder: &Path) -> Result<(), Error> {
    let name = game.spec().to_string();
    match (game.provable(), game.solvable()) {
        (Some(prover), _) if !prover.is_proven(folder) => Err(no_strategy(&name, folder)),
        (None, Some(solver)) if !solver.is_at_hand(folder) => {
            Err(no_table(&name, solver.as_ref(), folder))
        }
        _ => Ok(()),
    }
}

/// There is no table of this game, which is asked for by this text, and it is not small.
pub(crate) fn no_table(game: &str, solver: &dyn AnySolvable, folder: &Path) -> Error {
    match solver.plan(folder) {
        Ok(plan) => Error::not_found(format!(
            "there is no table of {game} in {}: make it with `{}` ({} of memory)",
            folder.display(),
            how_to_make(game, folder),
            size_text(plan.memory)
        )),
        Err(error) => error.into(),
    }
}

/// Nobody has proven yet who wins this game.
pub(crate) fn no_strategy(game: &str, folder: &Path) -> Error {
    Error::not_found(format!(
        "there is no strategy of {game} in {}: `{}` proves who wins and writes it",
        folder.display(),
        how_to_make(game, folder)
    ))
}

/// The command that makes the table of a game that has none yet.
#[must_use]
pub fn how_to_make(game: &str, folder: &Path) -> String {
    let out = if folder == tables_folder() {
        String::new()
    } else {
        format!(" --out {}", folder.display())
    };
    format!("bellwether solve {game}{out}")
}
