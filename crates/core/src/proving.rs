//! What a proof search and the checker of its proofs want from a game.

use crate::{Game, Seat, ZeroSum2};

/// A game that always ends with a winner: two seats move in turn, no position comes back, and nobody
/// draws.
///
/// So every position is won by one of the two, whatever happened before it.
pub trait Determined: ZeroSum2 {}

/// A game whose positions can be written as numbers.
///
/// Games whose positions do not fit do not implement it.
pub trait CanonicalKey: Game {
    /// A number for a position in which the game goes on. It tells everything about it but what makes no
    /// difference: two positions share a number only if one is the other mirrored or turned, or the other
    /// with the sides exchanged. So the mover wins in all of them or in none.
    fn canonical_key(&self, state: &Self::State) -> u128;
}

/// Knowledge of a two-player game that helps to prove who wins.
///
/// Nothing here may guess at results: what is [`certain`](Self::certain) follows from the rules, and the
/// moves that are no [candidates](Self::each_candidate) certainly lose. Everything is asked of positions
/// in which the game goes on.
pub trait ProofHints<G: Game>: Sync {
    /// Who wins, if that is certain without search.
    #[inline]
    fn proven_winner(&self, _game: &G, _state: &G::State) -> Option<Seat> {
        None
    }

    /// Hands to `f` the moves worth looking at: all that are legal, or fewer if the others certainly
    /// lose; perhaps none.
    #[inline]
    fn each_candidate(&self, game: &G, state: &G::State, f: impl FnMut(G::Move)) {
        game.each_move(state, f);
    }

    /// How hard it looks to prove that the mover wins, and that the mover loses: small numbers from 1 on.
    #[inline]
    fn difficulty(&self, _game: &G, _state: &G::State) -> (u32, u32) {
        (1, 1)
    }
}

/// Nothing known beyond the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProofHints;

impl<G: Game> ProofHints<G> for NoProofHints {}
