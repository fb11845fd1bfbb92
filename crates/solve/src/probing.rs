//! [`Probing`]: an evaluation or rollout policy that probes a table first.

use std::sync::Arc;

use bellwether_core::{Eval, Payoffs, Rng, Rollout, Seat, Status};

use crate::Solvable;
use crate::{Oracle, Value};

/// The value of a won position of the table, less its remoteness: more than any heuristic value, less than a
/// win within the search.
const KNOWN: i32 = 900_000_000;

/// An evaluation, or a rollout policy, that probes a table first.
#[derive(Debug)]
pub struct Probing<G: Solvable, E> {
    oracle: Option<Arc<Oracle<G>>>,
    inner: E,
}

impl<G: Solvable, E> Probing<G, E> {
    /// This table if there is one, and `inner` for positions that it does not hold.
    pub const fn new(oracle: Option<Arc<Oracle<G>>>, inner: E) -> Self {
        Self { oracle, inner }
    }

    /// The table's value of a position in which the game is not over.
    #[inline]
    fn probe(&self, state: &G::State) -> Option<Value> {
        self.oracle.as_ref()?.value(state).ok().flatten()
    }
}

impl<G: Solvable, E: Clone> Clone for Probing<G, E> {
    fn clone(&self) -> Self {
        Self { oracle: self.oracle.clone(), inner: self.inner.clone() }
    }
}

impl<G: Solvable, E: Eval<G>> Eval<G> for Probing<G, E> {
    fn eval(&self, game: &G, state: &G::State, pov: Seat) -> i32 {
        let Some(value) = self.probe(state) else { return self.inner.eval(game, state, pov) };
        let points = match value {
            Value::Win(plies) => KNOWN - i32::from(plies),
            Value::Draw => 0,
            Value::Lose(plies) => i32::from(plies) - KNOWN,
        };
        if game.status(state).mover() == Some(pov) { points } else { -points }
    }

    fn finished(&self, game: &G, state: &G::State, payoffs: &Payoffs, pov: Seat) -> i32 {
        self.inner.finished(game, state, payoffs, pov)
    }

    fn swing(&self) -> i32 {
        self.inner.swing()
    }

    fn set_root(&mut self, game: &G, root: &G::State) {
        self.inner.set_root(game, root);
    }
}

impl<G: Solvable, P: Rollout<G>> Rollout<G> for Probing<G, P> {
    const HAS_PRIORS: bool = P::HAS_PRIORS;

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

    fn priors(&self, game: &G, state: &G::State, put: impl FnMut(f32)) {
        self.inner.priors(game, state, put);
    }
}
