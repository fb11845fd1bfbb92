//! [`Judge`]: what a solved table says of the moves of a game.

use bellwether_core::{Game, Value};
use bellwether_solve::{EvaluatedMove, Oracle, Solvable};

/// Somebody who knows what positions of `G` are worth.
pub trait TruthSource<G: Game>: Send + Sync {
    /// What a position is worth to the side to move; none if that is not known.
    fn value(&self, state: &G::State) -> Option<Value>;

    /// What every legal move is worth to the side that makes it, best first; empty if that is not known.
    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>>;
}

/// A table that is damaged knows nothing there: the game goes on without it.
impl<G: Solvable> TruthSource<G> for Oracle<G> {
    fn value(&self, state: &G::State) -> Option<Value> {
        Self::value(self, state).ok().flatten()
    }

    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>> {
        Self::moves(self, state).unwrap_or_default()
    }
}
