//! [`Perfect`]: an agent that plays from a table or a strategy.

use std::sync::Arc;

use bellwether_core::Game;
use bellwether_core::random::{Random, below, seeded, unit};
use bellwether_search::{Agent, Alternative, Budget, Choice};

use crate::{EvaluatedMove, TruthSource};

/// The length of the reported line.
const LINE: usize = 16;

/// Plays the move of [`TruthSource::choose`]; from a table that is the shortest win, the longest loss, and in draws the move with
/// the most losing replies. The error rate is its probability of a move that worsens the result, if there is
/// one.
pub struct Perfect<G: Game> {
    source: Arc<dyn TruthSource<G>>,
    error: f64,
    rng: Random,
}

bellwether_core::debug_fields!(Perfect<G>, [G: Game], error);

impl<G: Game> Perfect<G> {
    /// An agent with a table, an error rate from 0 to 1, and a random seed.
    #[must_use]
    pub fn new(source: Arc<dyn TruthSource<G>>, error: f64, seed: u64) -> Self {
        Self { source, error, rng: seeded(seed) }
    }

    fn pick(&mut self, state: &G::State) -> Option<EvaluatedMove<G::Move>> {
        // If the table turns out to be damaged, a random move is played.
        if self.error > 0.0 && unit(&mut self.rng) < self.error {
            let blunder = self.source.blunder(state, &mut self.rng);
            if blunder.is_some() {
                return blunder;
            }
        }
        self.source.choose(state, &mut self.rng)
    }
}

impl<G: Game> Agent<G> for Perfect<G> {
    fn choose(&mut self, game: &G, state: &G::State, _: &Budget<'_>) -> Choice<G> {
        let Some(picked) = self.pick(state) else {
            // Not in the table: any legal move.
            return Choice::bare(
                game.nth_move(state, below(&mut self.rng, game.count_moves(state))),
            );
        };
        let moves = self.source.moves(state);
        let after = game.after(state, picked.m);
        let rest = self.source.line(game, &after, LINE - 1);
        let line = std::iter::once(picked.m).chain(rest.iter().map(|next| next.m)).collect();
        let alternatives = moves.iter().map(|other| Alternative {
            m: other.m,
            score: other.value.into(),
            effort: 1,
            line: vec![other.m],
        });
        Choice {
            score: Some(picked.value.into()),
            depth: picked.value.remoteness().map_or(0, u32::from),
            nodes: moves.len() as u64,
            line,
            alternatives: alternatives.collect(),
            ..Choice::bare(picked.m)
        }
    }
}
