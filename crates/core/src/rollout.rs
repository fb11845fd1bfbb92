//! How simulated games are played, and which moves look good before any was.

use crate::random::{Rng, playout};
use crate::{Game, Payoffs};

/// A way to play simulated games of `G`: chance, or chance with some sense of the game.
pub trait Rollout<G: Game>: Clone + Send + Sync + 'static {
    /// Plays `state` to its end, or makes at most `cap` moves. What the seats got if the end was
    /// reached: the payoffs, or scores that rank the seats as the payoffs do but tell more.
    ///
    /// A way of playing that sees the outcome coming may stop and say so.
    fn finish<R: Rng>(
        &self,
        game: &G,
        state: &mut G::State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs>;

    /// Whether [`hopes`](Self::hopes) says anything.
    const HAS_PRIORS: bool = false;

    /// What the mover may hope for from each of its moves, as a share of the best result from 0 to 1,
    /// in the order of the moves.
    ///
    /// A tree search starts from these instead of from nothing. Where they only guide it, they may be
    /// how likely each move seems, on any scale.
    fn priors(&self, _game: &G, _state: &G::State, _put: impl FnMut(f32)) {}
}

/// Every legal move is as likely as another.
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
