//! [`Twin`]: a second, naive implementation of a game's rules, to check the fast one against.

use crate::Game;

/// A game with a naive twin: the same rules on a plain grid, sharing no code but the move type.
pub trait Twin: Game {
    /// The naive rules.
    type Naive: Game<Move = Self::Move>;

    /// The naive rules with the same options.
    fn naive(&self) -> Self::Naive;

    /// The position as a state of the naive rules.
    fn naive_state(&self, state: &Self::State) -> <Self::Naive as Game>::State;

    /// The position of a naive state.
    fn state_of(&self, naive: &<Self::Naive as Game>::State) -> Self::State;
}
