//! Connect Four once more, on a plain grid, square by square: the twin that tests the fast rules.

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::{Game, Payoffs, Seat, Status, Twin};

use super::{ConnectFour, Move, RED, State};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive {
    columns: usize,
    rows: usize,
    connect: usize,
}

/// A grid of `x`, `o` and `.`, column by column from the left, each from its bottom, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    squares: [u8; 128],
    turn: Seat,
}

impl Naive {
    fn at(&self, grid: &Grid, column: usize, row: usize) -> u8 {
        grid.squares[column * self.rows + row]
    }

    fn has_line(&self, grid: &Grid, disc: u8) -> bool {
        let Self { columns, rows, connect } = *self;
        for column in 0..columns {
            for row in 0..rows {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let is_line = (0..connect as isize).all(|step| {
                        let column = column.wrapping_add_signed(right * step);
                        let row = row.wrapping_add_signed(up * step);
                        column < columns && row < rows && self.at(grid, column, row) == disc
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
    fn landing(&self, grid: &Grid, column: usize) -> Option<usize> {
        (0..self.rows).find(|row| self.at(grid, column, *row) == b'.')
    }

    /// Column and row of a move's square.
    fn square(&self, m: Move) -> (usize, usize) {
        (usize::from(m.0) / (self.rows + 1), usize::from(m.0) % (self.rows + 1))
    }
}

impl Game for Naive {
    type State = Grid;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Grid {
        Grid { squares: [b'.'; 128], turn: RED }
    }

    fn status(&self, grid: &Grid) -> Status {
        if self.has_line(grid, b'x') {
            Status::Over(Payoffs::win(RED))
        } else if self.has_line(grid, b'o') {
            Status::Over(Payoffs::win(RED.other()))
        } else if (0..self.columns).all(|column| self.landing(grid, column).is_none()) {
            Status::Over(Payoffs::ZERO)
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &Grid,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        for column in 0..self.columns {
            if let Some(row) = self.landing(grid, column) {
                f(Move((column * (self.rows + 1) + row) as u8))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, grid: &mut Grid, m: Move) {
        let (column, row) = self.square(m);
        grid.squares[column * self.rows + row] = if grid.turn == RED { b'x' } else { b'o' };
        grid.turn = grid.turn.other();
    }
}

impl<B: Bits> Twin for ConnectFour<B> {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive { columns: self.columns, rows: self.rows, connect: self.connect }
    }

    fn naive_state(&self, state: &State<B>) -> Grid {
        let mut grid = Grid { squares: [b'.'; 128], turn: state.mover };
        for square in state.all.iter() {
            let (column, row) = self.naive().square(Move(square as u8));
            let is_red = state.own.has(square) == (state.mover == RED);
            grid.squares[column * self.rows + row] = if is_red { b'x' } else { b'o' };
        }
        grid
    }

    fn state_of(&self, grid: &Grid) -> State<B> {
        let (columns, rows) = (self.columns, self.rows);
        let own = if grid.turn == RED { b'x' } else { b'o' };
        let mut state = State { own: B::EMPTY, all: B::EMPTY, mover: grid.turn };
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let (disc, bit) =
                (self.naive().at(grid, column, row), B::single(column * (rows + 1) + row));
            if disc == own {
                state.own |= bit;
            }
            if disc != b'.' {
                state.all |= bit;
            }
        }
        state
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
