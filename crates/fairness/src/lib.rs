//! The fairness report of a solved game: who wins, how that changes with the number of pieces, how long games take.
//!
//! | module | what it does |
//! |---|---|
//! | `content` | the report, section by section |
//! | `pieces_change` | the section on other numbers of pieces |
//! | `fairest` | the natural starts of Wolves Eat Sheep side by side |
//!
//! A report depends on the tables only: no date, no time, no path of this machine. The same tables make the same
//! report. `bellwether_report` renders it.

mod content;
mod fairest;
mod pieces_change;

use std::path::Path;

use bellwether_core::picture::Picture;
use bellwether_core::{Error, Value};
use bellwether_report::{Report, Section};
use bellwether_solve::SolvedTable;

use bellwether_catalog::{AnyGame, AnyOracle};
pub use fairest::Fairest;

/// A line of a game that goes on for ever stops here.
const LONGEST_DRAWN_LINE: usize = 20;

/// Whether best play from a position of this value never ends: a draw, in a game that need not end by its rules.
#[must_use]
pub fn is_endless(game: &dyn AnyGame, value: Value) -> bool {
    value == Value::Draw && game.longest_game().is_none()
}

/// The most plies of a best line from a position of this value.
#[must_use]
pub fn longest_line(game: &dyn AnyGame, value: Value) -> usize {
    let drawn = || game.longest_game().map_or(LONGEST_DRAWN_LINE, |plies| plies as usize);
    value.remoteness().map_or_else(drawn, usize::from)
}

/// What a report is made from.
pub struct ReportSource<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its table.
    pub table: &'a SolvedTable,
    /// The same, open for questions.
    pub oracle: &'a dyn AnyOracle,
    /// Where other tables are looked for.
    pub folder: &'a Path,
    /// How a position looks in text.
    pub draw: &'a (dyn Fn(&Picture) -> String + Sync),
}

impl std::fmt::Debug for ReportSource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("table", &self.table.path()).finish_non_exhaustive()
    }
}

impl ReportSource<'_> {
    /// The whole report, computed on rayon's current pool.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn report(&self) -> Result<Report, Error> {
        content::build(self)
    }

    /// The sections that come first: whether the game is fair, and what happens with other numbers of pieces if it has
    /// any.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn fairness(&self) -> Result<Vec<Section>, Error> {
        content::fairness_sections(self)
    }
}
