//! Simulated games of Battle Sheep with some sense of pasture.

use bellwether_core::random::playout;
use bellwether_core::{Payoffs, Rng, Rollout};

use super::{BattleSheep, State};

/// Plays at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grazing;

impl Rollout<BattleSheep> for Grazing {
    #[inline]
    fn finish<R: Rng>(
        &self,
        game: &BattleSheep,
        state: &mut State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs> {
        playout(game, state, rng, cap).payoffs
    }
}
