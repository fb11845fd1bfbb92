//! The rules once more, on a plain grid: the twin that tests the fast rules and checks tables.

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::{Game, Payoffs, Seat, Status, Twin};

use crate::{Domineering, Move, State};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(Domineering);

/// Who covers each square, rank by rank from the bottom, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    squares: Vec<Option<Seat>>,
    mover: Seat,
}

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
    fn dominoes(&self, grid: &Grid) -> Vec<Move> {
        let is_free = |square: usize| grid.squares[square].is_none();
        let squares = (0..grid.squares.len()).filter(|square| is_free(*square));
        let both = squares.filter_map(|from| Some((from, self.other(from, grid.mover)?)));
        both.filter(|(_, to)| is_free(*to))
            .map(|(from, to)| Move { from: from as u8, to: to as u8 })
            .collect()
    }
}

impl Game for Naive {
    type State = Grid;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Grid {
        Grid { squares: vec![None; self.0.columns * self.0.rows], mover: Seat::FIRST }
    }

    fn status(&self, grid: &Grid) -> Status {
        if self.dominoes(grid).is_empty() {
            Status::Over(Payoffs::win(grid.mover.other()))
        } else {
            Status::ToMove(grid.mover)
        }
    }

    fn try_each_move<B>(
        &self,
        grid: &Grid,
        f: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.dominoes(grid).into_iter().try_for_each(f)
    }

    fn play(&self, grid: &mut Grid, m: Move) {
        for square in [m.from, m.to] {
            grid.squares[usize::from(square)] = Some(grid.mover);
        }
        grid.mover = grid.mover.other();
    }
}

impl Twin for Domineering {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.clone())
    }

    fn naive_state(&self, state: &State) -> Grid {
        let owner = |square| Seat::all(2).find(|seat| state.tiles[seat.index()].has(square));
        Grid { squares: (0..self.columns * self.rows).map(owner).collect(), mover: state.mover }
    }

    fn state_of(&self, grid: &Grid) -> State {
        let of = |seat: Seat| {
            let squares = grid.squares.iter().enumerate();
            u64::from_indices(squares.filter(|(_, owner)| **owner == Some(seat)).map(|(at, _)| at))
        };
        State { tiles: [of(Seat::FIRST), of(Seat::SECOND)], mover: grid.mover }
    }
}
