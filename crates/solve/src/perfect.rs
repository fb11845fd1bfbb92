//! [`Perfect`]: an agent that plays from a table.

use std::sync::Arc;

use bellwether_core::Score;
use bellwether_core::random::{Random, below, seeded, unit};
use bellwether_search::{Agent, Alternative, Budget, Choice};

use crate::Solvable;
use crate::{EvaluatedMove, Oracle, Value};

/// The length of the reported line.
const LINE: usize = 16;

/// Plays the move of [`Oracle::choose`]: the shortest win, the longest loss, and in draws the move with
/// the most losing replies. The error rate is its probability of a move that worsens the result, if there is
/// one.
#[derive(Debug)]
pub struct Perfect<G: Solvable> {
    oracle: Arc<Oracle<G>>,
    error: f64,
    rng: Random,
}

impl<G: Solvable> Perfect<G> {
    /// An agent with a table, an error rate from 0 to 1, and a random seed.
    #[must_use]
    pub fn new(oracle: Arc<Oracle<G>>, error: f64, seed: u64) -> Self {
        Self { oracle, error, rng: seeded(seed) }
    }

    fn pick(&mut self, state: &G::State) -> Option<EvaluatedMove<G::Move>> {
        // If the table turns out to be damaged, a random move is played.
        if self.error > 0.0 && unit(&mut self.rng) < self.error {
            let blunder = self.oracle.blunder(state, &mut self.rng).ok().flatten();
            if blunder.is_some() {
                return blunder;
            }
        }
        self.oracle.choose(state, &mut self.rng).ok().flatten()
    }
}

impl<G: Solvable> Agent<G> for Perfect<G> {
    fn choose(&mut self, game: &G, state: &G::State, _: &Budget<'_>) -> Choice<G> {
        let Some(picked) = self.pick(state) else {
            // Not in the table: any legal move.
            return Choice::bare(
                game.nth_move(state, below(&mut self.rng, game.count_moves(state))),
            );
        };
        let moves = self.oracle.moves(state).unwrap_or_default();
        let after = game.after(state, picked.m);
        let rest = self.oracle.line(&after, LINE - 1).unwrap_or_default();
        let line = std::iter::once(picked.m).chain(rest.iter().map(|next| next.m)).collect();
        let alternatives = moves.iter().map(|other| Alternative {
            m: other.m,
            score: score(other.value),
            effort: 1,
            line: vec![other.m],
        });
        Choice {
            score: Some(score(picked.value)),
            depth: picked.value.remoteness().map_or(0, u32::from),
            nodes: moves.len() as u64,
            line,
            alternatives: alternatives.collect(),
            ..Choice::bare(picked.m)
        }
    }
}

const fn score(value: Value) -> Score {
    match value {
        Value::Win(plies) => Score::WinIn(plies as u32),
        Value::Draw => Score::Draw,
        Value::Lose(plies) => Score::LossIn(plies as u32),
    }
}
