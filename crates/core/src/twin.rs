//! [`Twin`]: a game's rules written a second time, plainly, so that the fast ones can be checked.

use crate::Game;

/// A game with a naive twin: the same rules on a plain grid, sharing nothing but the moves.
pub trait Twin: Game {
    /// The naive rules.
    type Naive: Game<Move = Self::Move>;

    /// The naive rules with the same options.
    fn naive(&self) -> Self::Naive;

    /// The position as the naive rules hold it.
    fn naive_state(&self, state: &Self::State) -> <Self::Naive as Game>::State;

    /// The position that the naive rules hold.
    fn state_of(&self, naive: &<Self::Naive as Game>::State) -> Self::State;
}
