//! [`Twin`]: a second, naive implementation of a game's rules, to check the fast one against.

use crate::bits::Bits;
use crate::{Game, Seat};

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

/// A position of naive rules for two seats: whose piece is on each square, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatGrid {
    /// The owner of the piece on each square; none if it is empty or not on the board.
    pub squares: [Option<Seat>; 128],
    /// Whose turn it is.
    pub turn: Seat,
}

impl SeatGrid {
    /// The position with each seat's pieces on these squares.
    #[must_use]
    pub fn new(pieces: [impl Bits; 2], turn: Seat) -> Self {
        let mut squares = [None; 128];
        for seat in Seat::all(2) {
            pieces[seat.index()].iter().for_each(|square| squares[square] = Some(seat));
        }
        Self { squares, turn }
    }

    /// The squares with each seat's pieces.
    #[must_use]
    pub fn pieces<B: Bits>(&self) -> [B; 2] {
        let owned = |seat| (0..128).filter(move |square| self.squares[*square] == Some(seat));
        [Seat::FIRST, Seat::SECOND].map(|seat| B::from_indices(owned(seat)))
    }

    /// Moves a piece, which takes what is on its target, and passes the turn.
    pub fn step(&mut self, from: usize, to: usize) {
        self.squares[to] = self.squares[from].take();
        self.turn = self.turn.other();
    }
}
