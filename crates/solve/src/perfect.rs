//! [`Perfect`]: an agent that plays a table.

use std::sync::Arc;

use bellwether_core::Score;
use bellwether_core::random::{Random, below, seeded, unit};
use bellwether_search::{Agent, Alternative, Budget, Choice};

use crate::Solvable;
use crate::{EvaluatedMove, Oracle, Value};

/// How much of the expected play is told.
const LINE: usize = 16;

/// Plays as [`Oracle::choose`] says: the shortest wins, the longest resistance, and in draws the move
/// that leaves the other side the most ways to go wrong. With an error rate it throws the result away
/// that often, if the position offers a way to.
#[derive(Debug)]
pub struct Perfect<G: Solvable> {
    oracle: Arc<Oracle<G>>,
    error: f64,
    rng: Random,
}

impl<G: Solvable> Perfect<G> {
    /// An agent with a table of its game, an error rate from 0 to 1, and a seed.
    #[must_use]
    pub fn new(oracle: Arc<Oracle<G>>, error: f64, seed: u64) -> Self {
        Self { oracle, error, rng: seeded(seed) }
    }

    fn pick(&mut self, state: &G::State) -> Option<EvaluatedMove<G::Move>> {
        // A table that turns out to be damaged in the middle of a game has nothing to say.
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
        let mut after = state.clone();
        game.play(&mut after, picked.m);
        let rest = self.oracle.line(&after, LINE - 1).unwrap_or_default();
        let line = std::iter::once(picked.m).chain(rest.iter().map(|judged| judged.m)).collect();
        let alternatives = moves.iter().map(|judged| Alternative {
            m: judged.m,
            score: score(judged.value),
            effort: 1,
            line: vec![judged.m],
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
