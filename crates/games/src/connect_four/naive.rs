//! Connect Four once more, on a plain grid, square by square: the twin that tests the fast rules.

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::twin::{SeatGrid, Twin};
use bellwether_core::{Game, Payoffs, Seat, Status};

use super::{ConnectFour, Move, RED, State};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive {
    columns: usize,
    rows: usize,
    connect: usize,
}

impl Naive {
    /// The number of a square: column by column from the left, each from its bottom, with a gap on top.
    fn number(&self, column: usize, row: usize) -> usize {
        column * (self.rows + 1) + row
    }

    fn has_line(&self, grid: &SeatGrid, seat: Seat) -> bool {
        let Self { columns, rows, connect } = *self;
        for column in 0..columns {
            for row in 0..rows {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let is_line = (0..connect as isize).all(|step| {
                        let column = column.wrapping_add_signed(right * step);
                        let row = row.wrapping_add_signed(up * step);
                        let is_on_board = column < columns && row < rows;
                        is_on_board && grid.squares[self.number(column, row)] == Some(seat)
                    });
                    if is_line {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The lowest empty square of a column, if there is one.
    fn landing(&self, grid: &SeatGrid, column: usize) -> Option<usize> {
        let mut squares = (0..self.rows).map(|row| self.number(column, row));
        squares.find(|square| grid.squares[*square].is_none())
    }
}

impl Game for Naive {
    type State = SeatGrid;
    type Move = Move;

    fn start(&self) -> SeatGrid {
        SeatGrid::new([0u128; 2], RED)
    }

    fn status(&self, grid: &SeatGrid) -> Status {
        if let Some(winner) = Seat::all(2).find(|seat| self.has_line(grid, *seat)) {
            Status::Over(Payoffs::win(winner))
        } else if (0..self.columns).all(|column| self.landing(grid, column).is_none()) {
            Status::Over(Payoffs::ZERO)
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &SeatGrid,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let mut landings = (0..self.columns).filter_map(|column| self.landing(grid, column));
        landings.try_for_each(|square| f(Move(square as u8)))
    }

    fn play(&self, grid: &mut SeatGrid, m: Move) {
        grid.squares[usize::from(m.0)] = Some(grid.turn);
        grid.turn = grid.turn.other();
    }
}

impl<B: Bits> Twin for ConnectFour<B> {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive { columns: self.columns, rows: self.rows, connect: self.connect }
    }

    fn naive_state(&self, state: &State<B>) -> SeatGrid {
        let mut discs = [state.own, state.own ^ state.all];
        discs.rotate_right(state.mover.index());
        SeatGrid::new(discs, state.mover)
    }

    fn state_of(&self, grid: &SeatGrid) -> State<B> {
        let discs: [B; 2] = grid.pieces();
        State { own: discs[grid.turn.index()], all: discs[0] | discs[1], mover: grid.turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::contract::{check_twins, for_each_position};
    use bellwether_core::perft::perft;

    const BOARDS: [(usize, usize, usize); 10] = [
        (7, 6, 4),
        (2, 2, 2),
        (3, 2, 3),
        (4, 4, 3),
        (5, 4, 4),
        (4, 9, 5),
        (9, 6, 3),
        (42, 2, 5),
        (2, 63, 6),
        (11, 10, 7),
    ];

    #[test]
    fn the_fast_rules_agree_with_the_naive_ones() {
        for (seed, (columns, rows, connect)) in BOARDS.into_iter().enumerate() {
            if let Ok(small) = ConnectFour::<u64>::new(columns, rows, connect) {
                check_twins(&small, &small.naive(), seed as u64, 3_000);
            }
            let large = ConnectFour::<u128>::new(columns, rows, connect).unwrap();
            check_twins(&large, &large.naive(), seed as u64, 3_000);
            for_each_position(&large, seed as u64, 5, |state| {
                assert_eq!(large.state_of(&large.naive_state(state)), *state);
            });
        }
    }

    #[test]
    fn perft_agrees() {
        for (columns, rows, connect) in BOARDS {
            let fast = ConnectFour::<u128>::new(columns, rows, connect).unwrap();
            let naive = fast.naive();
            for depth in 0..=if columns > 9 { 3 } else { 6 } {
                let expected = perft(&naive, &naive.start(), depth);
                assert_eq!(perft(&fast, &fast.start(), depth), expected);
            }
        }
    }
}
