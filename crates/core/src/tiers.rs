//! [`TierSolver`]: the interface of a solver that works tier by tier.

use std::sync::atomic::AtomicBool;

/// Solves a game tier by tier, from tier 0.
pub trait TierSolver: Send {
    /// The memory in bytes for solving this tier, the finished tiers it needs included.
    fn memory(&self, tier: usize) -> u64;

    /// Roughly how many indices a core solves in a second; measured on the machine of docs/notes/solving.md.
    fn rate(&self) -> u64 {
        4_000_000
    }

    /// Roughly how many bytes the values of a thousand indices take on disk.
    fn disk(&self) -> u64 {
        500
    }

    /// Loads the values of a finished tier. Those that the next tier or a later one needs
    /// ([`lowest_needed`](crate::Numbering::lowest_needed)) come one after the other.
    fn resume(&mut self, tier: usize, codes: Vec<u16>);

    /// Solves a tier; those it needs were solved or loaded before. Returns the codes
    /// ([`Value::code`](crate::Value::code)) by index; indices without a position have code 0.
    ///
    /// # Errors
    /// If it was stopped.
    fn solve(&mut self, tier: usize, control: &SolveControl<'_>) -> Result<&[u16], Stopped>;
}

/// Stop signal and progress of a solver.
pub struct SolveControl<'a> {
    /// Stops the solver soon once set.
    pub stop: &'a AtomicBool,
    /// Called with the number of positions solved since the last call.
    pub settled: &'a (dyn Fn(u64) + Sync),
}

crate::debug_fields!(SolveControl<'_>, [], stop);

/// The solver was stopped; nothing of the tier is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
