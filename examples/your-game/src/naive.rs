//! The rules once more, on a plain grid: the twin that tests the fast rules and checks tables.

use std::ops::ControlFlow;

use bellwether_core::twin::{SeatGrid, Twin};
use bellwether_core::{Game, Payoffs, Seat, Status};

use crate::{Domineering, Move, State};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(Domineering);

impl Naive {
    /// The other square of a domino that begins here, if it is on the board.
    fn other(&self, square: usize, seat: Seat) -> Option<usize> {
        let Domineering { columns, rows } = self.0;
        let (rank, file) = (square / columns, square % columns);
        if seat == Seat::FIRST {
            (rank + 1 < rows).then_some(square + columns)
        } else {
            (file + 1 < columns).then_some(square + 1)
        }
    }

    /// The dominoes that fit.
    fn dominoes(&self, grid: &SeatGrid) -> Vec<Move> {
        let is_free = |square: usize| grid.squares[square].is_none();
        let squares = (0..self.0.columns * self.0.rows).filter(|square| is_free(*square));
        let both = squares.filter_map(|from| Some((from, self.other(from, grid.turn)?)));
        both.filter(|(_, to)| is_free(*to))
            .map(|(from, to)| Move { from: from as u8, to: to as u8 })
            .collect()
    }
}

impl Game for Naive {
    type State = SeatGrid;
    type Move = Move;

    fn start(&self) -> SeatGrid {
        SeatGrid::new([0u64; 2], Seat::FIRST)
    }

    fn status(&self, grid: &SeatGrid) -> Status {
        if self.dominoes(grid).is_empty() {
            Status::Over(Payoffs::win(grid.turn.other()))
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<B>(
        &self,
        grid: &SeatGrid,
        f: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.dominoes(grid).into_iter().try_for_each(f)
    }

    fn play(&self, grid: &mut SeatGrid, m: Move) {
        for square in [m.from, m.to] {
            grid.squares[usize::from(square)] = Some(grid.turn);
        }
        grid.turn = grid.turn.other();
    }
}

impl Twin for Domineering {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.clone())
    }

    fn naive_state(&self, state: &State) -> SeatGrid {
        SeatGrid::new(state.tiles, state.mover)
    }

    fn state_of(&self, grid: &SeatGrid) -> State {
        State { tiles: grid.pieces(), mover: grid.turn }
    }
}
