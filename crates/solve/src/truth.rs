//! [`TruthSource`]: exact values of positions and moves, from a solved table or a proven strategy.

use bellwether_core::random::{Random, below};
use bellwether_core::{Game, Value};

use crate::{EvaluatedMove, Oracle, Solvable};

/// Exact values of positions of `G`.
pub trait TruthSource<G: Game>: Send + Sync {
    /// The position's value for the side to move; none if unknown.
    fn value(&self, state: &G::State) -> Option<Value>;

    /// The value of every legal move for the side that makes it, best first; empty if unknown.
    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>>;

    /// A best move; none if unknown.
    fn choose(&self, state: &G::State, rng: &mut Random) -> Option<EvaluatedMove<G::Move>>;

    /// A random move that worsens the result; none if no move does.
    fn blunder(&self, state: &G::State, rng: &mut Random) -> Option<EvaluatedMove<G::Move>> {
        let mut moves = self.moves(state);
        let best = moves.first()?.value;
        moves.retain(|next| !next.value.is_same_result(best));
        (!moves.is_empty()).then(|| moves[below(rng, moves.len())])
    }

    /// A best line from here to the end, or for `most` plies, as far as it is known.
    fn line(&self, game: &G, state: &G::State, most: usize) -> Vec<EvaluatedMove<G::Move>> {
        // The same line every time.
        let (mut rng, mut state) = (bellwether_core::random::seeded(0), state.clone());
        let next = || {
            let best = self.choose(&state, &mut rng)?;
            game.play(&mut state, best.m);
            Some(best)
        };
        std::iter::from_fn(next).take(most).collect()
    }
}

/// Where a table is damaged the value is unknown: the game goes on without it.
impl<G: Solvable> TruthSource<G> for Oracle<G> {
    fn value(&self, state: &G::State) -> Option<Value> {
        Self::value(self, state).ok().flatten()
    }

    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>> {
        Self::moves(self, state).unwrap_or_default()
    }

    fn choose(&self, state: &G::State, rng: &mut Random) -> Option<EvaluatedMove<G::Move>> {
        Self::choose(self, state, rng).ok().flatten()
    }

    fn line(&self, _: &G, state: &G::State, most: usize) -> Vec<EvaluatedMove<G::Move>> {
        Self::line(self, state, most).unwrap_or_default()
    }
}
