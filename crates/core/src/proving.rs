//! What a game provides to proof-number search and to the checker of its proofs.

use crate::{Game, Seat, ZeroSum2};

/// A two-player game in which the seats alternate, no position recurs and there are no draws.
///
/// So every position is a win for one of the two seats, independent of its history.
pub trait Determined: ZeroSum2 {}

/// A game whose positions can be encoded as 128-bit numbers.
pub trait CanonicalKey: Game {
    /// The key of a position in which the game is not over. Two positions share a key only if a symmetry of
    /// the board, or exchanging the sides, maps one to the other; so they have the same value for the mover.
    fn canonical_key(&self, state: &Self::State) -> u128;
}

/// Game knowledge for proof-number search.
///
/// No guesses: a [`proven_winner`](Self::proven_winner) follows from the rules, and all moves that are not
/// [candidates](Self::each_candidate) lose. All methods are for positions in which the game is not over.
pub trait ProofHints<G: Game>: Sync {
    /// The winner, if that is proven without search.
    #[inline]
    fn proven_winner(&self, _game: &G, _state: &G::State) -> Option<Seat> {
        None
    }

    /// Calls `f` with all legal moves except some that are proven to lose; perhaps with none.
    #[inline]
    fn each_candidate(&self, game: &G, state: &G::State, f: impl FnMut(G::Move)) {
        game.each_move(state, f);
    }

    /// The initial proof and disproof number of a leaf, from the mover's point of view: small, at least 1.
    #[inline]
    fn difficulty(&self, _game: &G, _state: &G::State) -> (u32, u32) {
        (1, 1)
    }
}

/// No knowledge beyond the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProofHints;

impl<G: Game> ProofHints<G> for NoProofHints {}
