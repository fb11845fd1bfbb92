//! What every solver is given and what it answers: limits in, an honest report out.

use crate::puzzle::{Color, Solution};

/// How long a solver may go on. Clocks and signals belong to the caller: they come in through `stop`.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// Attempts the solver may make; each method says what it counts as one.
    pub attempts: u64,
    /// Bytes that remembered states and found solutions may take, roughly.
    pub memory: usize,
    /// Asked every few hundred attempts; `true` makes the solver give up.
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

impl std::fmt::Debug for SolverLimits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits")
            .field("attempts", &self.attempts)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// Which limit ended a search before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaveUp {
    /// The caller said stop: its time ran out, or someone pressed Ctrl-C.
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
    /// Every possibility was looked at: the solutions found are all there are.
    Exhausted,
    /// As many solutions as asked for were found; there may be more.
    Enough,
    /// A limit was reached first.
    GaveUp(GaveUp),
}

/// What is known about a puzzle after a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Proven: no solution exists.
    Unsolvable,
    /// Proven: exactly one solution exists.
    Unique,
    /// Proven: at least two solutions exist, both shown.
    Several,
    /// One solution was found; others were not looked for, or not to the end.
    Solved,
    /// Nothing was found and nothing was proven.
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

/// One step of a search, for those who want to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchStep {
    /// A cell was given a colour.
    Paint(usize, Color),
    /// A cell lost its colour.
    Erase(usize),
    /// Two neighbouring cells were joined.
    Link(usize, usize),
    /// Two neighbouring cells were parted.
    Unlink(usize, usize),
    /// The board is a solution.
    Solved,
}

/// Counts attempts and notices when a limit is reached.
pub(crate) struct AttemptBudget<'a> {
    limits: SolverLimits<'a>,
    pauses: u64,
    pub(crate) spent: u64,
}

impl<'a> AttemptBudget<'a> {
    /// How many pauses pass between two questions to `stop`: microseconds of work.
    const PATIENCE: u64 = 256;

    pub(crate) fn new(limits: SolverLimits<'a>) -> Self {
        Self { limits, pauses: 0, spent: 0 }
    }

    /// Counts one attempt, unless there have been enough.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), GaveUp> {
        if self.spent >= self.limits.attempts {
            return Err(GaveUp::Attempts);
        }
        self.spent += 1;
        Ok(())
    }

    /// Whether so many solutions of so many cells may be kept.
    pub(crate) fn room_for(&self, solutions: usize, cells: usize) -> Result<(), GaveUp> {
        let bytes = solutions.saturating_mul(cells * size_of::<Color>());
        if bytes > self.limits.memory { Err(GaveUp::Memory) } else { Ok(()) }
    }

    /// Gives the caller a chance to stop; for work that is not itself an attempt.
    #[inline]
    pub(crate) fn pause(&mut self) -> Result<(), GaveUp> {
        let due = self.pauses.is_multiple_of(Self::PATIENCE);
        self.pauses += 1;
        if due && (self.limits.stop)() { Err(GaveUp::Stopped) } else { Ok(()) }
    }
}
