//! [`TruthSource`]: exact values of positions and moves, from a solved table.

use bellwether_core::{Game, Value};

use crate::{EvaluatedMove, Oracle, Solvable};

/// Exact values of positions of `G`.
pub trait TruthSource<G: Game>: Send + Sync {
    /// The position's value for the side to move; none if unknown.
    fn value(&self, state: &G::State) -> Option<Value>;

    /// The value of every legal move for the side that makes it, best first; empty if unknown.
    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>>;
}

/// Where a table is damaged the value is unknown: the game goes on without it.
impl<G: Solvable> TruthSource<G> for Oracle<G> {
    fn value(&self, state: &G::State) -> Option<Value> {
        Self::value(self, state).ok().flatten()
    }

    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>> {
        Self::moves(self, state).unwrap_or_default()
    }
}
