//! The naive twin of Wolf and Sheep: a plain grid, square by square, to test the fast rules against.

use std::ops::{ControlFlow, Range};

use bellwether_core::bits::Bits;
use bellwether_core::twin::{SeatGrid, Twin};
use bellwether_core::{Game, Payoffs, Status};

use super::{Move, Setup, State, WOLF, WolfAndSheep};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(pub Setup);

impl Naive {
    /// Rank and file of a dark square: they are numbered rank by rank, each from the left.
    fn dark(&self, number: usize) -> (isize, isize) {
        let half = self.0.size / 2;
        let (rank, place) = (number / half, number % half);
        (rank as isize, (2 * place + rank % 2) as isize)
    }

    /// The number of the dark square there; none off the board.
    fn number(&self, rank: isize, file: isize) -> Option<usize> {
        let size = self.0.size as isize;
        let is_on_board = (0..size).contains(&rank) && (0..size).contains(&file);
        is_on_board.then_some((rank * (size / 2) + file / 2) as usize)
    }

    /// The dark squares of the top rank.
    fn top(&self) -> Range<usize> {
        let half = self.0.size / 2;
        (self.0.size - 1) * half..self.0.size * half
    }

    fn each<T>(
        &self,
        grid: &SeatGrid,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if !grid.squares.contains(&Some(WOLF)) {
            return (0..self.0.size / 2).try_for_each(|square| f(Move::Place(square as u8)));
        }
        let upward: &[isize] = if grid.turn == WOLF { &[1, -1] } else { &[-1] };
        for from in (0..self.top().end).filter(|from| grid.squares[*from] == Some(grid.turn)) {
            let (rank, file) = self.dark(from);
            for (up, sideways) in upward.iter().flat_map(|up| [(up, -1), (up, 1)]) {
                let to = self.number(rank + up, file + sideways);
                if let Some(to) = to.filter(|to| grid.squares[*to].is_none()) {
                    f(Move::Step { from: from as u8, to: to as u8 })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Naive {
    type State = SeatGrid;
    type Move = Move;

    fn start(&self) -> SeatGrid {
        let wolf = self.0.wolf.into_iter().map(usize::from);
        SeatGrid::new([u128::from_indices(wolf), u128::from_indices(self.top())], WOLF)
    }

    fn status(&self, grid: &SeatGrid) -> Status {
        if grid.squares[self.top()].contains(&Some(WOLF)) {
            Status::Over(Payoffs::win(WOLF))
        } else if self.each(grid, |_| ControlFlow::Break(())).is_continue() {
            Status::Over(Payoffs::win(grid.turn.other()))
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &SeatGrid,
        f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.each(grid, f)
    }

    fn play(&self, grid: &mut SeatGrid, m: Move) {
        match m {
            Move::Place(square) => grid.squares[usize::from(square)] = Some(WOLF),
            Move::Step { from, to } => grid.step(from.into(), to.into()),
        }
    }
}

impl<B: Bits> Twin for WolfAndSheep<B> {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.setup)
    }

    fn naive_state(&self, state: &State<B>) -> SeatGrid {
        let wolf = B::from_indices(state.wolf.into_iter().map(usize::from));
        SeatGrid::new([wolf, state.sheep], state.mover)
    }

    fn state_of(&self, grid: &SeatGrid) -> State<B> {
        let [wolf, sheep]: [B; 2] = grid.pieces();
        State { sheep, wolf: wolf.iter().next().map(|square| square as u8), mover: grid.turn }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SHEEP;
    use super::*;
    use bellwether_core::contract::{check_twins, check_twins_from};
    use bellwether_core::perft::{perft, perft_parallel};
    use bellwether_core::random::{Random, below, seeded};
    use bellwether_core::square::Square;
    use bellwether_core::{Notation, Seat};

    /// Every size, with the wolf choosing and with the wolf on each of its squares.
    fn setups() -> Vec<Setup> {
        (4..=16)
            .step_by(2)
            .flat_map(|size| {
                let fixed = (0..size).step_by(2).map(move |file| Some(Square::new(file, 0)));
                std::iter::once(None).chain(fixed).map(move |wolf| Setup::new(size, wolf).unwrap())
            })
            .collect()
    }

    #[test]
    fn the_fast_rules_agree_with_the_naive_ones() {
        // 42 setups, those up to size 10 in both widths.
        for (seed, setup) in setups().into_iter().enumerate() {
            if setup.is_small() {
                check_twins(&WolfAndSheep::<u64>::new(setup), &Naive(setup), seed as u64, 2_000);
            }
            check_twins(&WolfAndSheep::<u128>::new(setup), &Naive(setup), seed as u64, 2_000);
        }
    }

    #[test]
    fn they_agree_on_positions_that_play_does_not_reach() {
        let mut rng = seeded(11);
        for size in (4..=16).step_by(2) {
            let setup = Setup::new(size, None).unwrap();
            for _ in 0..1_000 {
                if setup.is_small() {
                    check_set_up(&WolfAndSheep::<u64>::new(setup), &mut rng);
                }
                check_set_up(&WolfAndSheep::<u128>::new(setup), &mut rng);
            }
        }
    }

    /// The position with these ranks, the top one first, separated by `/`, without numbers.
    fn grid(naive: &Naive, text: &str, turn: Seat) -> SeatGrid {
        let mut grid = SeatGrid::new([0u128; 2], turn);
        for (rank, line) in (0..).zip(text.split('/').rev()) {
            for (file, letter) in (0..).zip(line.chars()).filter(|(_, letter)| *letter != '.') {
                let seat = if letter == 'w' { WOLF } else { SHEEP };
                grid.squares[naive.number(rank, file).unwrap()] = Some(seat);
            }
        }
        grid
    }

    fn check_set_up<B: Bits>(fast: &WolfAndSheep<B>, rng: &mut Random) {
        let naive = Naive(fast.setup);
        let (dark, size) = (fast.squares(), fast.size());
        let mut squares = vec![vec!['.'; size]; size];
        let mut pieces = vec!['S'; size / 2];
        pieces.push('w');
        // Crowded near the bottom as often as not: there sheep and wolf run out of moves.
        let within = if below(rng, 2) == 0 { dark } else { 2 * size };
        while let Some(&piece) = pieces.last() {
            let (rank, file) = naive.dark(below(rng, within.min(dark)));
            let (rank, file) = (rank as usize, file as usize);
            if squares[rank][file] == '.' {
                squares[rank][file] = piece;
                pieces.pop();
            }
        }
        let lines: Vec<String> = squares.iter().rev().map(|line| line.iter().collect()).collect();
        let board = lines.join("/");
        for (turn, letter) in [(WOLF, 'w'), (SHEEP, 's')] {
            let state = fast.parse_position(&format!("{board} {letter}")).unwrap();
            assert_eq!(fast.naive_state(&state), grid(&naive, &board, turn));
            assert_eq!(fast.state_of(&grid(&naive, &board, turn)), state);
            check_twins_from(fast, &naive, state, grid(&naive, &board, turn), rng, 3);
        }
    }

    #[test]
    fn perft_agrees() {
        for setup in setups().into_iter().filter(|setup| [4, 8, 16].contains(&setup.size)) {
            let (fast, naive) = (WolfAndSheep::<u128>::new(setup), Naive(setup));
            for depth in 0..=4 {
                let expected = perft(&naive, &naive.start(), depth);
                assert_eq!(perft(&fast, &fast.start(), depth), expected);
                assert_eq!(perft_parallel(&fast, &fast.start(), depth), expected);
            }
        }
    }

    #[test]
    fn the_smallest_game_agrees_to_its_end() {
        // Two sheep, three ranks each to go: six moves of theirs, seven of the wolf's and its choice.
        let setup = Setup::new(4, None).unwrap();
        let (fast, naive) = (WolfAndSheep::<u64>::new(setup), Naive(setup));
        for depth in 0..=14 {
            assert_eq!(perft(&fast, &fast.start(), depth), perft(&naive, &naive.start(), depth));
        }
        assert_eq!(perft(&fast, &fast.start(), 15), 0);
    }
}
