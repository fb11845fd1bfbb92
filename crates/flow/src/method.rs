//! The solvers by name.

use crate::puzzle::Puzzle;
use crate::report::{SearchStep, SolveReport, SolverLimits};
use crate::{backtrack, sat, sweep};

/// A way to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The fast solver: [`sweep`].
    Sweep,
    /// Random cells and colours, from a seed: [`backtrack::at_random`].
    Dumb(u64),
    /// Fewest colours first: [`backtrack::fewest_colors_first`].
    Smart,
    /// Fewest colours first with forward checking: [`backtrack::forward`].
    Forward,
    /// Row by row: [`backtrack::row_by_row`].
    Scan,
    /// A SAT solver: [`sat`].
    Sat,
}

impl Method {
    /// The method's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sweep => "sweep",
            Self::Dumb(_) => "dumb",
            Self::Smart => "smart",
            Self::Forward => "forward",
            Self::Scan => "scan",
            Self::Sat => "sat",
        }
    }

    /// Finds up to `most` solutions. Searching for two and finding one proves that it is the only one.
    pub fn solve(self, puzzle: &Puzzle, most: usize, limits: &SolverLimits<'_>) -> SolveReport {
        match self {
            Self::Sweep => sweep::solve(puzzle, most, limits),
            _ => self.solve_observed(puzzle, most, limits, |_| {}),
        }
    }

    /// As [`Method::solve`], reporting every step to `observer`. The SAT solver has no steps on the board.
    pub fn solve_observed(
        self,
        puzzle: &Puzzle,
        most: usize,
        limits: &SolverLimits<'_>,
        observer: impl FnMut(SearchStep),
    ) -> SolveReport {
        let order = match self {
            Self::Sweep => return sweep::solve_observed(puzzle, most, limits, observer),
            Self::Forward => return backtrack::forward(puzzle, most, limits, observer),
            Self::Sat => return sat::solve(puzzle, most, limits),
            Self::Dumb(seed) => backtrack::at_random(puzzle, seed),
            Self::Smart => backtrack::fewest_colors_first(puzzle),
            Self::Scan => backtrack::row_by_row(puzzle),
        };
        backtrack::in_order(puzzle, &order, most, limits, observer)
    }
}
