//! Rollout policies: how simulated games are played, and prior estimates for moves.

use crate::random::{Rng, playout};
use crate::{Game, Payoffs};

/// A rollout policy for `G`: uniformly random, or the game's own.
pub trait Rollout<G: Game>: Clone + Send + Sync + 'static {
    /// Plays `state` to its end, at most `cap` moves. Returns the payoffs if the end was reached, or
    /// scores that rank the seats as the payoffs do but carry more information.
    ///
    /// A policy that recognises the outcome earlier may stop there and return it.
    fn finish<R: Rng>(
        &self,
        game: &G,
        state: &mut G::State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs>;

    /// Whether [`priors`](Self::priors) is implemented.
    const HAS_PRIORS: bool = false;

    /// A prior for each legal move, in their order: the expected result for the mover from 0 to 1.
    ///
    /// With PUCT they are move probabilities instead, on any scale.
    fn priors(&self, _game: &G, _state: &G::State, _put: impl FnMut(f32)) {}
}

/// Uniformly random moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Rollout<G> for Uniform {
    #[inline]
    fn finish<R: Rng>(
        &self,
        game: &G,
        state: &mut G::State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs> {
        playout(game, state, rng, cap).payoffs
    }
}

/// What Monte Carlo tree search makes of a rollout's [priors](Rollout::priors).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PriorUse {
    /// Nothing.
    Ignored,
    /// Every move begins with the experience of so many simulations that came out as expected.
    Visits(u32),
    /// Selection by PUCT.
    Puct {
        /// The softmax temperature: priors that differ by this much make one move e times as likely as the other.
        temperature: f32,
    },
}

impl PriorUse {
    /// How many visits of a new node are priors.
    #[must_use]
    pub const fn visits(self) -> u32 {
        match self {
            Self::Visits(visits) => visits,
            Self::Ignored | Self::Puct { .. } => 0,
        }
    }
}

/// The settings of Monte Carlo tree search that depend on the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsTuning {
    /// The exploration constant, for rewards between 0 and 1.
    pub exploration: f32,
    /// What priors are used for.
    pub priors: PriorUse,
}

impl Default for MctsTuning {
    fn default() -> Self {
        Self { exploration: 0.5, priors: PriorUse::Visits(8) }
    }
}
