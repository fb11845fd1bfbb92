//! Where a game's solver is found, and how its table is made.

use std::path::Path;

use bellwether_core::ParseError;

use crate::{AnyGame, AnySolvable, tables_folder};

/// A game's solver.
///
/// # Errors
/// If it has none; the games that have one are named.
pub fn solver(game: &dyn AnyGame) -> Result<Box<dyn AnySolvable>, ParseError> {
    game.solvable().ok_or_else(|| {
        if game.provable().is_some() {
            return ParseError::new(format!(
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
        ParseError::new(format!("there is no solver for {name}: only for {}", listed(&solved)))
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

/// The command that makes the table of a game that has none yet.
#[must_use]
pub fn how_to_make(game: &dyn AnyGame, folder: &Path) -> String {
    let out = if folder == tables_folder() {
        String::new()
    } else {
        format!(" --out {}", folder.display())
    };
    format!("bellwether solve {}{out}", game.spec())
}
