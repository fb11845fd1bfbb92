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

use bellwether_core::Error;
use bellwether_core::picture::Picture;
use bellwether_report::{Report, Section};
use bellwether_solve::SolvedTable;

use bellwether_catalog::{AnyGame, AnyOracle};
pub use fairest::Fairest;

/// Drawn games have no end, so their line stops here.
pub const LONGEST_DRAWN_LINE: usize = 20;

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

    /// The two sections that come first: whether the game is fair, and what happens with other numbers of pieces.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn fairness(&self) -> Result<[Section; 2], Error> {
        content::fairness_sections(self)
    }
}
