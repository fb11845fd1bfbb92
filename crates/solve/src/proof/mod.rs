//! Proof-number search, and its proofs as files.
//!
//! [`Prover`] is a depth-first proof-number search (`dfpn.rs`) with a bounded table (`table.rs`). It works for
//! every game that is [`Determined`] and has a [`CanonicalKey`]; game knowledge comes as [`ProofHints`], which
//! must be proven, never a guess.
//!
//! [`jobs`] is the same on many machines: a tree of positions here, and a prover's table on each of them.
//!
//! The result can be verified independently. [`Prover::strategy`] extracts the winner's [`Strategy`]: a set of
//! positions that the winner can always move into. [`check()`] plays all of it against every reply by the rules
//! it is given (the naive ones), and uses nothing else.

mod check;
mod dfpn;
mod extract;
mod file;
pub mod jobs;
mod oracle;
mod strategy;
mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::{CanonicalKey, Determined, ProofHints, Seat, Status};

pub use check::{Refutation, StrategyCheck, StrategyFault, check};
pub use file::FileError;
pub use oracle::StrategyOracle;
pub use strategy::Strategy;

use dfpn::{DfpnShared, DfpnWorker};

/// The growth factor of the table when it is half full.
const GROWTH: usize = 8;

/// The settings of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSettings {
    /// The maximal size of the table in mebibytes: it grows as it fills.
    pub mebibytes: usize,
    /// Search threads.
    pub threads: usize,
}

impl Default for ProofSettings {
    fn default() -> Self {
        Self { mebibytes: 1024, threads: 1 }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofProgress {
    /// Nodes expanded so far.
    pub nodes: u64,
    /// The proof number of the root: 0 if the mover wins.
    pub proof: u32,
    /// The disproof number of the root: 0 if the mover loses.
    pub disproof: u32,
    /// Positions of the strategy so far.
    pub positions: u64,
}

/// Stop signal and progress callback of a search.
#[derive(Clone, Copy)]
pub struct ProofControl<'a> {
    /// Stops the search soon once set.
    pub stop: &'a AtomicBool,
    /// Called now and then.
    pub progress: &'a (dyn Fn(ProofProgress) + Sync),
}

impl ProofControl<'static> {
    /// No signal and no callback: the search runs to its end.
    #[must_use]
    pub fn none() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { stop: &NEVER, progress: &|_| {} }
    }
}

bellwether_core::debug_fields!(ProofControl<'_>, [], stop);

/// A proof search with its table, which is kept from one position to the next.
#[derive(Debug)]
pub struct Prover<'a, G, I> {
    game: &'a G,
    hints: &'a I,
    settings: ProofSettings,
    control: ProofControl<'a>,
    /// The current size of the table in mebibytes.
    mebibytes: usize,
    shared: DfpnShared,
}

/// The table of a search, kept for the next.
#[derive(Debug)]
pub struct ProofMemory {
    mebibytes: usize,
    shared: DfpnShared,
}

impl Default for ProofMemory {
    fn default() -> Self {
        Self { mebibytes: 1, shared: DfpnShared::new(1) }
    }
}

impl<'a, G: CanonicalKey + Determined, I: ProofHints<G>> Prover<'a, G, I> {
    /// A prover with an empty table.
    #[must_use]
    pub fn new(
        game: &'a G,
        hints: &'a I,
        settings: ProofSettings,
        control: ProofControl<'a>,
    ) -> Self {
        Self::with_memory(game, hints, settings, control, ProofMemory::default())
    }

    /// A prover with the table of an earlier one for the same game.
    #[must_use]
    pub fn with_memory(
        game: &'a G,
        hints: &'a I,
        settings: ProofSettings,
        control: ProofControl<'a>,
        ProofMemory { mebibytes, shared }: ProofMemory,
    ) -> Self {
        Self { game, hints, settings, control, mebibytes, shared }
    }

    /// Its table, for the next prover.
    #[must_use]
    pub fn into_memory(self) -> ProofMemory {
        ProofMemory { mebibytes: self.mebibytes, shared: self.shared }
    }

    /// The winner of `state` with best play; none if the search was stopped.
    pub fn winner(&mut self, state: &G::State) -> Option<Seat> {
        self.winner_within(state, u64::MAX)
    }

    /// The same; none also if it takes more than about `most_nodes` nodes.
    pub fn winner_within(&mut self, state: &G::State, most_nodes: u64) -> Option<Seat> {
        let mover = match self.game.status(state) {
            Status::Over(payoffs) => return payoffs.winner(2),
            Status::ToMove(mover) => mover,
        };
        if let Some(winner) = self.hints.proven_winner(self.game, state) {
            return Some(winner);
        }
        let last = self.nodes().saturating_add(most_nodes);
        loop {
            let may_grow = self.mebibytes < self.settings.mebibytes;
            let half = self.shared.table.capacity() as u64 / 2;
            let left = last.saturating_sub(self.nodes());
            self.search(state, if may_grow { half.min(left) } else { left });
            if let Some(wins) = self.shared.result() {
                return Some(if wins { mover } else { mover.other() });
            }
            let is_stopped = self.control.stop.load(Ordering::Relaxed);
            if is_stopped || !may_grow || self.nodes() >= last {
                return None;
            }
            // So a short proof never touches the memory that a long one needs.
            self.mebibytes = (self.mebibytes * GROWTH).min(self.settings.mebibytes);
            self.shared.table = self.shared.table.grown(self.mebibytes);
        }
    }

    /// Searches with all threads until the root is proven, the search is stopped, or `nodes` more were
    /// expanded.
    fn search(&mut self, state: &G::State, nodes: u64) {
        let threads = self.settings.threads.max(1);
        self.shared.begin(threads, nodes);
        let (game, hints, control, shared) = (self.game, self.hints, self.control, &self.shared);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| DfpnWorker::new(game, hints, shared, control).root(state));
            }
            DfpnWorker::new(game, hints, shared, control).root(state);
        });
    }

    /// Nodes expanded in all searches together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }
}

/// The winner of `state` with best play, and the nodes expanded; see [`Prover`].
pub fn solve<G: CanonicalKey + Determined, I: ProofHints<G>>(
    game: &G,
    hints: &I,
    state: &G::State,
    settings: ProofSettings,
    control: ProofControl<'_>,
) -> (Option<Seat>, u64) {
    let mut prover = Prover::new(game, hints, settings, control);
    (prover.winner(state), prover.nodes())
}

#[cfg(test)]
mod tests;
