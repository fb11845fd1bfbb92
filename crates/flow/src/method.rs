//! The solvers by name.

use crate::puzzle::Puzzle;
use crate::report::{SearchStep, SolveReport, SolverLimits};
use crate::{backtrack, sat, sweep};

/// A way to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The fast solver: [`sweep`].
    Sweep,
    /// Random cells and colours, from a seed: [`backtrack::dumb`].
    Dumb(u64),
    /// Fewest colours first: [`backtrack::smart`].
    Smart,
    /// Fewest colours first with forward checking: [`backtrack::forward`].
    Forward,
    /// Row by row: [`backtrack::scan`].
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
            Self::Dumb(seed) => backtrack::dumb(puzzle, seed, most, limits, |_| {}),
            Self::Smart => backtrack::smart(puzzle, most, limits, |_| {}),
            Self::Forward => backtrack::forward(puzzle, most, limits, |_| {}),
            Self::Scan => backtrack::scan(puzzle, most, limits, |_| {}),
            Self::Sat => sat::solve(puzzle, most, limits),
        }
    }

    /// As [`Method::solve`], reporting every step to `observer`. The SAT solver has no steps on the board.
    pub fn solve_observed(
        self,
        puzzle: &Puzzle,
        most: usize,
        limits: &SolverLimits<'_>,
        mut observer: impl FnMut(SearchStep),
    ) -> SolveReport {
        match self {
            Self::Sweep => sweep::solve_observed(puzzle, most, limits, &mut observer),
            Self::Dumb(seed) => backtrack::dumb(puzzle, seed, most, limits, &mut observer),
            Self::Smart => backtrack::smart(puzzle, most, limits, &mut observer),
            Self::Forward => backtrack::forward(puzzle, most, limits, &mut observer),
            Self::Scan => backtrack::scan(puzzle, most, limits, &mut observer),
            Self::Sat => sat::solve(puzzle, most, limits),
        }
    }
}
