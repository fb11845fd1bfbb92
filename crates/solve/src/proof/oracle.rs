//! [`StrategyOracle`]: queries to a game whose winner is proven.

use std::sync::{Arc, Mutex, PoisonError};

use bellwether_core::random::{Random, below};
use bellwether_core::{CanonicalKey, Determined, ProofHints, Seat, Status, Value};

use super::strategy::ends;
use super::{ProofControl, ProofMemory, ProofSettings, Prover, Strategy};
use crate::{EvaluatedMove, TruthSource};

/// A game with the strategy of its winner. What the strategy does not tell, because it leaves it, is proven by a search
/// that is cut off after some positions; how many plies a win takes is not known, except of the last move.
pub struct StrategyOracle<G, H> {
    game: Arc<G>,
    hints: fn(&G) -> H,
    strategy: Strategy,
    /// The positions that a search may expand for one value.
    most_nodes: u64,
    memory: Mutex<Option<ProofMemory>>,
}

bellwether_core::debug_fields!(StrategyOracle<G, H>, [G, H], most_nodes);

/// The table of the searches may grow to this size.
const MEBIBYTES: usize = 256;

impl<G: CanonicalKey + Determined, H: ProofHints<G>> StrategyOracle<G, H> {
    /// The game with this strategy; none if the strategy is not one of this game: it does not answer its start.
    pub fn new(
        game: Arc<G>,
        hints: fn(&G) -> H,
        strategy: Strategy,
        most_nodes: u64,
    ) -> Option<Self> {
        let oracle = Self { game, hints, strategy, most_nodes, memory: Mutex::new(None) };
        let start = oracle.game.start();
        (oracle.told(&start) == Some(oracle.strategy.winner)).then_some(oracle)
    }

    /// The strategy.
    #[must_use]
    pub const fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The winner of a position as the strategy tells it; none if it does not.
    fn told(&self, state: &G::State) -> Option<Seat> {
        let mover = match self.game.status(state) {
            Status::Over(payoffs) => return payoffs.winner(2),
            Status::ToMove(mover) => mover,
        };
        // Keys are the mover's: whoever is to move in one of the positions has lost.
        if self.strategy.holds(self.game.canonical_key(state)) {
            return Some(mover.other());
        }
        let is_won = ends(&*self.game, state, mover) || self.answer(state).is_some();
        is_won.then_some(mover)
    }

    /// The first move to one of the strategy's positions.
    fn answer(&self, state: &G::State) -> Option<G::Move> {
        self.game.moves(state).into_iter().find(|&m| {
            let next = self.game.after(state, m);
            !self.game.status(&next).is_over()
                && self.strategy.holds(self.game.canonical_key(&next))
        })
    }

    /// The winner of each of these positions, by the strategy or by a search; none where the search was cut off.
    fn winners(&self, states: &[G::State]) -> Vec<Option<Seat>> {
        let hints = (self.hints)(&self.game);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let settings = ProofSettings { mebibytes: MEBIBYTES, threads: 1 };
        let table = memory.take().unwrap_or_default();
        let mut prover =
            Prover::with_memory(&*self.game, &hints, settings, ProofControl::none(), table);
        let winner = |state: &G::State| {
            self.told(state).or_else(|| prover.winner_within(state, self.most_nodes))
        };
        let winners = states.iter().map(winner).collect();
        *memory = Some(prover.into_memory());
        winners
    }

    /// The legal moves whose values are known, best first.
    pub fn known_moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>> {
        let Status::ToMove(mover) = self.game.status(state) else { return Vec::new() };
        let moves = self.game.moves(state);
        let after: Vec<G::State> = moves.iter().map(|&m| self.game.after(state, m)).collect();
        let winners = self.winners(&after);
        let known = moves.into_iter().zip(after).zip(winners).filter_map(|((m, after), winner)| {
            let value = match self.game.status(&after) {
                Status::Over(payoffs) => Value::of_result(&payoffs, mover).before_own(),
                Status::ToMove(_) => Value::of_winner(winner?, mover),
            };
            Some(EvaluatedMove { m, value })
        });
        let mut known: Vec<_> = known.collect();
        known.sort_by_key(|next| std::cmp::Reverse(next.value));
        known
    }
}

impl<G, H> TruthSource<G> for StrategyOracle<G, H>
where
    G: CanonicalKey + Determined + Send + Sync,
    H: ProofHints<G>,
{
    fn value(&self, state: &G::State) -> Option<Value> {
        let mover = self.game.status(state).mover()?;
        if ends(&*self.game, state, mover) {
            return Some(Value::Win(1));
        }
        let winner = self.winners(std::slice::from_ref(state))[0]?;
        Some(Value::of_winner(winner, mover))
    }

    fn moves(&self, state: &G::State) -> Vec<EvaluatedMove<G::Move>> {
        let known = self.known_moves(state);
        if known.len() == self.game.count_moves(state) { known } else { Vec::new() }
    }

    /// A move that wins at once, or the strategy's; else any of the best.
    fn choose(&self, state: &G::State, rng: &mut Random) -> Option<EvaluatedMove<G::Move>> {
        let mover = self.game.status(state).mover()?;
        if !ends(&*self.game, state, mover)
            && let Some(m) = self.answer(state)
        {
            return Some(EvaluatedMove { m, value: Value::of_winner(mover, mover) });
        }
        let mut known = self.known_moves(state);
        let best = known.first()?.value;
        // A loss may be the only thing known because the rest is not.
        if matches!(best, Value::Lose(_)) && known.len() < self.game.count_moves(state) {
            return None;
        }
        known.retain(|next| next.value == best);
        Some(known[below(rng, known.len())])
    }
}
