//! Who wins a position, proven by searching where the proof looks easiest; and the proof as a file.
//!
//! [`Prover`] is a depth-first proof-number search (`dfpn.rs`) with a bounded table (`table.rs`). It works for every
//! game that is [`Determined`] and [`Coded`]; what it knows of a game beyond the rules is an
//! [`Insight`], which must be certain, never a guess.
//!
//! What it finds need not be believed. [`Prover::strategy`] writes down the winner's [`Strategy`]: a set
//! of positions that the winner can always steer into. [`check`] walks through all of it against
//! every reply with whatever rules it is given (the naive ones), and knows nothing else.

mod check;
mod dfpn;
mod extract;
mod file;
mod strategy;
mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::{CanonicalKey, Determined, ProofHints, Seat, Status};

pub use check::{Refutation, StrategyCheck, StrategyFault, check};
pub use file::FileError;
pub use strategy::Strategy;

use dfpn::{DfpnShared, DfpnWorker};

/// How many times as large the table gets when it is half full.
const GROWTH: usize = 8;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSettings {
    /// The size of the table in mebibytes, at most: it grows as it fills.
    pub mebibytes: usize,
    /// How many threads search together.
    pub threads: usize,
}

impl Default for ProofSettings {
    fn default() -> Self {
        Self { mebibytes: 1024, threads: 1 }
    }
}

/// What a search under way can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofProgress {
    /// Positions expanded so far.
    pub nodes: u64,
    /// How hard it still looks to prove that the mover at the root wins.
    pub proof: u32,
    /// How hard it still looks to prove that the mover at the root loses.
    pub disproof: u32,
    /// Positions of the strategy written down so far.
    pub positions: u64,
}

/// The one who asks: can stop the search, and is told how it goes.
#[derive(Clone, Copy)]
pub struct ProofControl<'a> {
    /// Once true, the search gives up soon.
    pub stop: &'a AtomicBool,
    /// Called now and then.
    pub progress: &'a (dyn Fn(ProofProgress) + Sync),
}

impl ProofControl<'static> {
    /// Nobody watches: the search runs to its end.
    #[must_use]
    pub fn nobody() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { stop: &NEVER, progress: &|_| {} }
    }
}

impl std::fmt::Debug for ProofControl<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// A proof search with its table: what it finds out about one position helps with the next.
#[derive(Debug)]
pub struct Prover<'a, G, I> {
    game: &'a G,
    insight: &'a I,
    settings: ProofSettings,
    watch: ProofControl<'a>,
    /// The size of the table now, in mebibytes.
    mebibytes: usize,
    shared: DfpnShared,
}

impl<'a, G: CanonicalKey + Determined, I: ProofHints<G>> Prover<'a, G, I> {
    /// A prover with an empty table.
    #[must_use]
    pub fn new(
        game: &'a G,
        insight: &'a I,
        settings: ProofSettings,
        watch: ProofControl<'a>,
    ) -> Self {
        Self { game, insight, settings, watch, mebibytes: 1, shared: DfpnShared::new(1) }
    }

    /// Who wins `state` with best play; nothing if the search was stopped before it knew.
    pub fn winner(&mut self, state: &G::State) -> Option<Seat> {
        let mover = match self.game.status(state) {
            Status::Over(payoffs) => return payoffs.winner(2),
            Status::ToMove(mover) => mover,
        };
        if let Some(winner) = self.insight.proven_winner(self.game, state) {
            return Some(winner);
        }
        loop {
            let may_grow = self.mebibytes < self.settings.mebibytes;
            let room = self.shared.table.capacity() as u64 / 2;
            self.search(state, if may_grow { room } else { u64::MAX });
            if let Some(wins) = self.shared.verdict() {
                return Some(if wins { mover } else { mover.other() });
            }
            if self.watch.stop.load(Ordering::Relaxed) || !may_grow {
                return None;
            }
            // A short proof never touches the memory that a long one needs.
            self.mebibytes = (self.mebibytes * GROWTH).min(self.settings.mebibytes);
            self.shared.table = self.shared.table.grown(self.mebibytes);
        }
    }

    /// Searches with all threads until the answer is found, the search is stopped, or so many more
    /// positions were expanded.
    fn search(&mut self, state: &G::State, nodes: u64) {
        let threads = self.settings.threads.max(1);
        self.shared.begin(threads, nodes);
        let (game, insight, watch, shared) = (self.game, self.insight, self.watch, &self.shared);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| DfpnWorker::new(game, insight, shared, watch).root(state));
            }
            DfpnWorker::new(game, insight, shared, watch).root(state);
        });
    }

    /// How many positions were expanded so far, in all searches together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }
}

/// Who wins `state` with best play, in one call; see [`Prover`]. Also says how many positions were
/// expanded.
pub fn solve<G: CanonicalKey + Determined, I: ProofHints<G>>(
    game: &G,
    insight: &I,
    state: &G::State,
    settings: ProofSettings,
    watch: ProofControl<'_>,
) -> (Option<Seat>, u64) {
    let mut prover = Prover::new(game, insight, settings, watch);
    (prover.winner(state), prover.nodes())
}

#[cfg(test)]
mod tests;
