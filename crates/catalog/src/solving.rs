//! A game's solver, exact values from its table, and how a table is made.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bellwether_core::Error;
use bellwether_solve::run::size_text;

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
/// If there is none of them, the game has no solver, or the file is damaged.
pub fn oracle(game: &dyn AnyGame, folder: &Path) -> Result<Box<dyn AnyOracle>, Error> {
    if let Some(prover) = game.provable() {
        let found = prover.find(folder)?;
        return found.ok_or_else(|| no_strategy(&game.spec().to_string(), folder));
    }
    let solver = solver(game)?;
    let found = solver.find(folder, &AtomicBool::new(false))?;
    found.ok_or_else(|| no_table(&game.spec().to_string(), solver.as_ref(), folder))
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
