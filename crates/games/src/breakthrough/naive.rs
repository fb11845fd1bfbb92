//! The naive twin of Breakthrough: a plain grid, square by square, to test the fast rules against.

use std::ops::{ControlFlow, Range};

use bellwether_core::bits::Bits;
use bellwether_core::twin::{SeatGrid, Twin};
use bellwether_core::{CanonicalKey, Determined, Game, Payoffs, Seat, Status, ZeroSum2};

use super::{BLACK, Breakthrough, Move, Setup, State, WHITE};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(pub Setup);

impl Naive {
    fn count(&self, grid: &SeatGrid, seat: Seat, ranks: Range<usize>) -> usize {
        let squares = ranks.start * self.0.columns..ranks.end * self.0.columns;
        grid.squares[squares].iter().filter(|square| **square == Some(seat)).count()
    }
}

impl Game for Naive {
    type State = SeatGrid;
    type Move = Move;

    fn start(&self) -> SeatGrid {
        let Setup { rows, columns, .. } = self.0;
        let rank = |squares: Range<usize>| u128::from_indices(squares);
        SeatGrid::new([rank(0..2 * columns), rank((rows - 2) * columns..rows * columns)], WHITE)
    }

    fn status(&self, grid: &SeatGrid) -> Status {
        let (rows, enough) = (self.0.rows, self.0.workers);
        if self.count(grid, WHITE, rows - 1..rows) >= enough
            || self.count(grid, BLACK, 0..rows) < enough
        {
            Status::Over(Payoffs::win(WHITE))
        } else if self.count(grid, BLACK, 0..1) >= enough
            || self.count(grid, WHITE, 0..rows) < enough
        {
            Status::Over(Payoffs::win(BLACK))
        } else if self.try_each_move(grid, ControlFlow::Break).is_continue() {
            Status::Over(Payoffs::win(grid.turn.other()))
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &SeatGrid,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let (rows, columns) = (self.0.rows as isize, self.0.columns as isize);
        let forward: isize = if grid.turn == WHITE { 1 } else { -1 };
        for from in
            (0..rows * columns).filter(|from| grid.squares[*from as usize] == Some(grid.turn))
        {
            for sideways in [-1, 0, 1] {
                let (rank, file) = (from / columns + forward, from % columns + sideways);
                if !(0..rows).contains(&rank) || !(0..columns).contains(&file) {
                    continue;
                }
                let to = rank * columns + file;
                let allowed = match grid.squares[to as usize] {
                    None => true,
                    Some(seat) => seat != grid.turn && sideways != 0,
                };
                if allowed {
                    f(Move { from: from as u8, to: to as u8 })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, grid: &mut SeatGrid, m: Move) {
        grid.step(m.from.into(), m.to.into());
    }
}

impl ZeroSum2 for Naive {}
impl Determined for Naive {}

impl CanonicalKey for Naive {
    /// The squares as the mover sees them, first the mover's workers, then the enemy's; the smaller of
    /// this and its mirror image.
    ///
    /// # Panics
    /// If the board is not [small](Setup::is_small).
    fn canonical_key(&self, grid: &SeatGrid) -> u128 {
        assert!(self.0.is_small(), "positions of this board do not fit a number");
        let (rows, columns) = (self.0.rows, self.0.columns);
        let mut codes = [0u128; 2];
        for rank in 0..rows {
            for file in 0..columns {
                let Some(seat) = grid.squares[rank * columns + file] else { continue };
                let seen_rank = if grid.turn == WHITE { rank } else { rows - 1 - rank };
                let first = if seat == grid.turn { 0 } else { rows * columns };
                codes[0] |= 1 << (first + seen_rank * columns + file);
                codes[1] |= 1 << (first + seen_rank * columns + (columns - 1 - file));
            }
        }
        codes[0].min(codes[1])
    }
}

impl<B: Bits> Twin for Breakthrough<B> {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.setup())
    }

    fn naive_state(&self, state: &State<B>) -> SeatGrid {
        SeatGrid::new(state.workers, state.mover)
    }

    fn state_of(&self, grid: &SeatGrid) -> State<B> {
        State { workers: grid.pieces(), mover: grid.turn }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Breakthrough;
    use super::*;
    use bellwether_core::contract::check_twins;
    use bellwether_core::perft::{perft, perft_parallel};

    const BOARDS: [(usize, usize, usize); 12] = [
        (8, 8, 1),
        (8, 8, 3),
        (5, 10, 1),
        (5, 10, 3),
        (6, 6, 1),
        (4, 2, 1),
        (4, 2, 2),
        (5, 3, 2),
        (64, 2, 1),
        (4, 32, 1),
        (11, 11, 4),
        (16, 8, 1),
    ];

    #[test]
    fn the_fast_rules_agree_with_the_naive_ones() {
        for (index, (rows, columns, workers)) in BOARDS.into_iter().enumerate() {
            let setup = Setup::new(rows, columns, workers).unwrap();
            let positions = 10_000;
            if setup.is_small() {
                let game = Breakthrough::<u64>::new(setup);
                check_twins(&game, &Naive(setup), index as u64, positions);
            }
            check_twins(&Breakthrough::<u128>::new(setup), &Naive(setup), index as u64, positions);
        }
    }

    #[test]
    fn perft_agrees() {
        for (rows, columns, workers) in [(8, 8, 1), (5, 10, 3), (4, 2, 2), (16, 8, 1)] {
            let setup = Setup::new(rows, columns, workers).unwrap();
            let (fast, naive) = (Breakthrough::<u128>::new(setup), Naive(setup));
            for depth in 0..=4 {
                let expected = perft(&naive, &naive.start(), depth);
                assert_eq!(perft(&fast, &fast.start(), depth), expected);
                assert_eq!(perft_parallel(&fast, &fast.start(), depth), expected);
            }
        }
    }
}
