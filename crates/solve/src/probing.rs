//! [`Probing`]: an evaluation or rollout policy that probes a table first.

use std::sync::Arc;

use bellwether_core::{Eval, Game, Payoffs, Rng, Rollout, Seat, Status};

use crate::{TruthSource, Value};

/// The value of a won position of the table, less its remoteness: more than any heuristic value, less than a
/// win within the search.
const KNOWN: i32 = 900_000_000;

/// An evaluation, or a rollout policy, that probes a table first, if there is one.
pub struct Probing<G: Game, E> {
    table: Option<Arc<dyn TruthSource<G>>>,
    inner: E,
}

impl<G: Game, E> Probing<G, E> {
    /// This table if there is one, and `inner` for positions that it does not hold.
    pub const fn new(table: Option<Arc<dyn TruthSource<G>>>, inner: E) -> Self {
        Self { table, inner }
    }

    /// The table's value of a position in which the game is not over.
    #[inline]
    fn probe(&self, state: &G::State) -> Option<Value> {
        self.table.as_ref()?.value(state)
    }
}

bellwether_core::debug_fields!(Probing<G, E>, [G: Game, E: std::fmt::Debug], inner);

impl<G: Game, E: Clone> Clone for Probing<G, E> {
    fn clone(&self) -> Self {
        Self { table: self.table.clone(), inner: self.inner.clone() }
    }
}

impl<G: Game, E: Eval<G>> Eval<G> for Probing<G, E> {
    #[inline]
    fn eval(&self, game: &G, state: &G::State, pov: Seat) -> i32 {
        let Some(value) = self.probe(state) else { return self.inner.eval(game, state, pov) };
        let points = match value {
            Value::Win(plies) => KNOWN - i32::from(plies),
            Value::Draw => 0,
            Value::Lose(plies) => i32::from(plies) - KNOWN,
        };
        if game.status(state).mover() == Some(pov) { points } else { -points }
    }

    #[inline]
    fn finished(&self, game: &G, state: &G::State, payoffs: &Payoffs, pov: Seat) -> i32 {
        self.inner.finished(game, state, payoffs, pov)
    }

    #[inline]
    fn swing(&self) -> i32 {
        self.inner.swing()
    }

    fn set_root(&mut self, game: &G, root: &G::State) {
        self.inner.set_root(game, root);
    }
}

impl<G: Game, P: Rollout<G>> Rollout<G> for Probing<G, P> {
    const HAS_PRIORS: bool = P::HAS_PRIORS;

    #[inline]
    fn finish<R: Rng>(
        &self,
        game: &G,
        state: &mut G::State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs> {
        let mover = match game.status(state) {
            Status::ToMove(mover) => mover,
            Status::Over(payoffs) => return Some(payoffs),
        };
        match self.probe(state) {
            Some(Value::Win(_)) => Some(Payoffs::win(mover)),
            Some(Value::Draw) => Some(Payoffs::ZERO),
            Some(Value::Lose(_)) => Some(Payoffs::win(mover.other())),
            None => self.inner.finish(game, state, rng, cap),
        }
    }

    #[inline]
    fn priors(&self, game: &G, state: &G::State, put: impl FnMut(f32)) {
        self.inner.priors(game, state, put);
    }
}
