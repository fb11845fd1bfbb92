//! A winner's strategy as a set of positions: always move to one of them.

use bellwether_core::{Game, Seat, Status};
use rustc_hash::FxHashSet;

/// How `winner` wins a game from its start: after each of its moves the position is one of `positions`, or
/// the game is nearly over.
///
/// The strategy holds the positions with the *loser* to move, of which there are far fewer than
/// of those with the winner to move: some fifteen replies lead out of each, and all need an answer. The answer
/// to a reply is
///
/// 1. a move that ends the game, if there is one,
/// 2. else the first move, in the game's own order, that leads to one of the positions,
/// 3. else the first move of a forced win within [`tail`](Self::tail) plies, found by full search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The game with its options, as on the command line.
    pub game: String,
    /// The seat whose strategy it is.
    pub winner: Seat,
    /// Forced wins of this many plies are left out; one of [`TAILS`](Self::TAILS).
    pub tail: u32,
    /// The [canonical keys](bellwether_core::CanonicalKey) of the positions, sorted, each once.
    pub positions: Vec<u128>,
}

impl Strategy {
    /// The values of [`tail`](Self::tail): more would make checking slow.
    pub const TAILS: [u32; 3] = [1, 3, 5];

    pub(super) fn new(game: &str, winner: Seat, tail: u32, positions: FxHashSet<u128>) -> Self {
        let mut positions: Vec<u128> = positions.into_iter().collect();
        positions.sort_unstable();
        Self { game: game.to_owned(), winner, tail, positions }
    }

    /// Whether the position with this key is one of the strategy's.
    #[must_use]
    pub fn holds(&self, code: u128) -> bool {
        self.index_of(code).is_some()
    }

    /// The index of the position with this key.
    pub(super) fn index_of(&self, code: u128) -> Option<usize> {
        self.positions.binary_search(&code).ok()
    }
}

/// Whether `winner`, who is to move, can force a win within `plies`, an odd number, by full search.
pub(super) fn wins_within<G: Game>(game: &G, state: &G::State, winner: Seat, plies: u32) -> bool {
    if ends(game, state, winner) {
        return true;
    }
    plies >= 3
        && game.any_move(state, |m| loses_within(game, &game.after(state, m), winner, plies - 1))
}

/// Whether every reply of the loser lets `winner` win within `plies`; an even number.
fn loses_within<G: Game>(game: &G, state: &G::State, winner: Seat, plies: u32) -> bool {
    if let Status::Over(payoffs) = game.status(state) {
        return payoffs.winner(2) == Some(winner);
    }
    !game.any_move(state, |m| {
        let next = game.after(state, m);
        match game.status(&next) {
            Status::Over(payoffs) => payoffs.winner(2) != Some(winner),
            Status::ToMove(_) => !wins_within(game, &next, winner, plies - 1),
        }
    })
}

/// Whether `winner`, who is to move, has a move that wins at once.
pub(super) fn ends<G: Game>(game: &G, state: &G::State, winner: Seat) -> bool {
    game.any_move(state, |m| {
        let over = game.status(&game.after(state, m)).payoffs();
        over.is_some_and(|payoffs| payoffs.winner(2) == Some(winner))
    })
}
