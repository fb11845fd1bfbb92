//! What a solver of a game in tiers is, as those who run it and keep its results see it.

use std::sync::atomic::AtomicBool;

/// Solves a game tier by tier, from tier 0.
pub trait TierSolver: Send {
    /// How many bytes of memory solving this tier takes, the finished tier below it included.
    fn memory(&self, tier: usize) -> u64;

    /// Hands back the values of a finished tier, so that the next one can be solved.
    fn resume(&mut self, tier: usize, codes: Vec<u16>);

    /// Solves a tier; the one below was solved or handed back before. The values come as codes
    /// ([`Value::code`](crate::Value::code)), by number; numbers without a position have code 0.
    ///
    /// # Errors
    /// If it was told to stop.
    fn solve(&mut self, tier: usize, watch: &SolveControl<'_>) -> Result<&[u16], Stopped>;
}

/// How a solver hears that it should stop, and tells how far it is.
pub struct SolveControl<'a> {
    /// Set from outside to make it stop soon.
    pub stop: &'a AtomicBool,
    /// Called with how many more positions have been dealt with.
    pub settled: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for SolveControl<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// The solver stopped because it was told to; nothing of the tier is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
