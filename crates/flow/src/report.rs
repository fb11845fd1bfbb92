//! Limits and reports of the solvers.

use crate::puzzle::{Color, Solution};

/// The limits of a solver. Clocks and signals belong to the caller: they come in through `stop`.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// The maximal number of attempts; each method defines what counts as one.
    pub attempts: u64,
    /// The approximate maximal memory for states and solutions, in bytes.
    pub memory: usize,
    /// Called every few hundred attempts; `true` stops the solver.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl SolverLimits<'_> {
    /// No limit but half a gibibyte of memory.
    pub const NONE: SolverLimits<'static> =
        SolverLimits { attempts: u64::MAX, memory: 512 << 20, stop: &|| false };

    /// Only a number of attempts.
    pub const fn attempts(attempts: u64) -> SolverLimits<'static> {
        SolverLimits { attempts, ..SolverLimits::NONE }
    }
}

bellwether_core::debug_fields!(SolverLimits<'_>, [], attempts, memory);

/// The limit that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaveUp {
    /// Stopped by the caller: a time limit or Ctrl-C.
    Stopped,
    /// The attempts were used up.
    Attempts,
    /// The memory was used up.
    Memory,
}

impl std::fmt::Display for GaveUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::Attempts => "out of attempts",
            Self::Memory => "out of memory",
        })
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchEnd {
    /// The search is complete: there are no other solutions.
    Exhausted,
    /// The requested number of solutions was found; there may be more.
    Enough,
    /// A limit was reached first.
    GaveUp(GaveUp),
}

/// What a search has proven about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proven: no solution exists.
    Unsolvable,
    /// Proven: exactly one solution exists.
    Unique,
    /// Proven: at least two solutions exist, both shown.
    Several,
    /// One solution was found; the search for others is not complete.
    Solved,
    /// Nothing was found or proven.
    Unknown,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveReport {
    /// The solutions found, all different, in the order found.
    pub solutions: Vec<Solution>,
    /// Why the search ended.
    pub end: SearchEnd,
    /// Attempts made, as the method counts them.
    pub attempts: u64,
}

impl SolveReport {
    /// What the search proved.
    pub fn verdict(&self) -> Verdict {
        match (self.solutions.len(), self.end) {
            (0, SearchEnd::Exhausted) => Verdict::Unsolvable,
            (1, SearchEnd::Exhausted) => Verdict::Unique,
            (0, _) => Verdict::Unknown,
            (1, _) => Verdict::Solved,
            _ => Verdict::Several,
        }
    }
}

/// One step of a search, for observers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchStep {
    /// A cell was given a colour.
    Paint(usize, Color),
    /// A cell lost its colour.
    Erase(usize),
    /// Two neighbouring cells were joined.
    Link(usize, usize),
    /// Two neighbouring cells were separated.
    Unlink(usize, usize),
    /// The board is a solution.
    Solved,
}

/// Counts attempts and checks the limits.
pub(crate) struct AttemptBudget<'a> {
    limits: SolverLimits<'a>,
    polls: u64,
    pub(crate) spent: u64,
}

impl<'a> AttemptBudget<'a> {
    /// Polls between two calls of `stop`: microseconds of work.
    const STOP_INTERVAL: u64 = 256;

    pub(crate) fn new(limits: SolverLimits<'a>) -> Self {
        Self { limits, polls: 0, spent: 0 }
    }

    /// Counts one attempt, unless the limit is reached.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), GaveUp> {
        if self.spent >= self.limits.attempts {
            return Err(GaveUp::Attempts);
        }
        self.spent += 1;
        Ok(())
    }

    /// Checks the memory for this many solutions.
    pub(crate) fn check_memory(&self, solutions: usize, cells: usize) -> Result<(), GaveUp> {
        let bytes = solutions.saturating_mul(cells * size_of::<Color>());
        if bytes > self.limits.memory { Err(GaveUp::Memory) } else { Ok(()) }
    }

    /// Checks the stop signal; for work that is not itself an attempt.
    #[inline]
    pub(crate) fn poll(&mut self) -> Result<(), GaveUp> {
        let due = self.polls.is_multiple_of(Self::STOP_INTERVAL);
        self.polls += 1;
        if due && (self.limits.stop)() { Err(GaveUp::Stopped) } else { Ok(()) }
    }
}
