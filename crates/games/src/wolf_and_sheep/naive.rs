//! The naive twin of Wolf and Sheep: a plain grid, square by square, to test the fast rules against.

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::{Game, Payoffs, Seat, Status, Twin};

use super::{Move, SHEEP, Setup, State, WOLF, WolfAndSheep};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(pub Setup);

/// A grid of `w`, `S` and `.`, light squares included, rank by rank from the bottom, and whose turn it
/// is. What lies beyond the board is a space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    squares: [[u8; 16]; 16],
    turn: Seat,
}

impl Grid {
    /// The grid with these ranks, the top one first, separated by `/`, without numbers.
    ///
    /// # Panics
    /// If there are more than sixteen ranks or files.
    #[must_use]
    pub fn new(text: &str, turn: Seat) -> Self {
        let mut squares = [[b' '; 16]; 16];
        for (rank, line) in text.split('/').rev().enumerate() {
            squares[rank][..line.len()].copy_from_slice(line.as_bytes());
        }
        Self { squares, turn }
    }

    fn has_wolf(&self) -> bool {
        self.squares.iter().flatten().any(|&square| square == b'w')
    }
}

impl Naive {
    /// Rank and file of a dark square: they are numbered rank by rank, each from the left.
    fn dark(&self, number: u8) -> (usize, usize) {
        let half = self.0.size / 2;
        let (rank, place) = (usize::from(number) / half, usize::from(number) % half);
        (rank, 2 * place + rank % 2)
    }

    fn number(&self, rank: usize, file: usize) -> u8 {
        (rank * (self.0.size / 2) + file / 2) as u8
    }

    fn each<T>(&self, grid: &Grid, mut f: impl FnMut(Move) -> ControlFlow<T>) -> ControlFlow<T> {
        let size = self.0.size;
        if !grid.has_wolf() {
            return (0..size).step_by(2).try_for_each(|file| f(Move::Place(self.number(0, file))));
        }
        let (piece, upward): (u8, &[isize]) =
            if grid.turn == WOLF { (b'w', &[1, -1]) } else { (b'S', &[-1]) };
        for rank in 0..size {
            for file in 0..size {
                if grid.squares[rank][file] != piece {
                    continue;
                }
                for up in upward {
                    for sideways in [-1, 1] {
                        let to_rank = rank.wrapping_add_signed(*up);
                        let to_file = file.wrapping_add_signed(sideways);
                        if to_rank >= size || to_file >= size {
                            continue;
                        }
                        if grid.squares[to_rank][to_file] == b'.' {
                            let from = self.number(rank, file);
                            f(Move::Step { from, to: self.number(to_rank, to_file) })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Naive {
    type State = Grid;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Grid {
        let size = self.0.size;
        let mut grid = self.empty(WOLF);
        for file in (1..size).step_by(2) {
            grid.squares[size - 1][file] = b'S';
        }
        if let Some(wolf) = self.0.wolf {
            let (rank, file) = self.dark(wolf);
            grid.squares[rank][file] = b'w';
        }
        grid
    }

    fn status(&self, grid: &Grid) -> Status {
        if grid.squares[self.0.size - 1].contains(&b'w') {
            Status::Over(Payoffs::win(WOLF))
        } else if self.each(grid, |_| ControlFlow::Break(())).is_continue() {
            Status::Over(Payoffs::win(grid.turn.other()))
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &Grid,
        f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.each(grid, f)
    }

    fn play(&self, grid: &mut Grid, m: Move) {
        match m {
            Move::Place(square) => {
                let (rank, file) = self.dark(square);
                grid.squares[rank][file] = b'w';
            }
            Move::Step { from, to } => {
                let (from, to) = (self.dark(from), self.dark(to));
                grid.squares[to.0][to.1] = grid.squares[from.0][from.1];
                grid.squares[from.0][from.1] = b'.';
                grid.turn = if grid.turn == WOLF { SHEEP } else { WOLF };
            }
        }
    }
}

impl Naive {
    fn empty(&self, turn: Seat) -> Grid {
        let mut squares = [[b' '; 16]; 16];
        for line in &mut squares[..self.0.size] {
            line[..self.0.size].fill(b'.');
        }
        Grid { squares, turn }
    }
}

impl<B: Bits> Twin for WolfAndSheep<B> {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.setup)
    }

    fn naive_state(&self, state: &State<B>) -> Grid {
        let naive = self.naive();
        let mut grid = naive.empty(state.mover);
        for sheep in state.sheep.iter() {
            let (rank, file) = naive.dark(sheep as u8);
            grid.squares[rank][file] = b'S';
        }
        if let Some(wolf) = state.wolf {
            let (rank, file) = naive.dark(wolf);
            grid.squares[rank][file] = b'w';
        }
        grid
    }

    fn state_of(&self, grid: &Grid) -> State<B> {
        let naive = self.naive();
        let mut state = State { sheep: B::EMPTY, wolf: None, mover: grid.turn };
        for number in 0..self.squares() as u8 {
            let (rank, file) = naive.dark(number);
            match grid.squares[rank][file] {
                b'S' => state.sheep |= B::single(usize::from(number)),
                b'w' => state.wolf = Some(number),
                _ => {}
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::Notation;
    use bellwether_core::contract::{check_twins, check_twins_from};
    use bellwether_core::perft::{perft, perft_parallel};
    use bellwether_core::random::{Random, below, seeded};
    use bellwether_core::square::Square;

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

    fn check_set_up<B: Bits>(fast: &WolfAndSheep<B>, rng: &mut Random) {
        let naive = Naive(fast.setup);
        let (dark, size) = (fast.squares(), fast.size());
        let mut squares = vec![vec!['.'; size]; size];
        let mut pieces = vec!['S'; size / 2];
        pieces.push('w');
        // Crowded near the bottom as often as not: there sheep and wolf run out of moves.
        let within = if below(rng, 2) == 0 { dark } else { 2 * size };
        while let Some(&piece) = pieces.last() {
            let (rank, file) = naive.dark(below(rng, within.min(dark)) as u8);
            if squares[rank][file] == '.' {
                squares[rank][file] = piece;
                pieces.pop();
            }
        }
        let lines: Vec<String> = squares.iter().rev().map(|line| line.iter().collect()).collect();
        let board = lines.join("/");
        for (turn, letter) in [(WOLF, 'w'), (SHEEP, 's')] {
            let state = fast.parse_position(&format!("{board} {letter}")).unwrap();
            assert_eq!(fast.naive_state(&state), Grid::new(&board, turn));
            assert_eq!(fast.state_of(&Grid::new(&board, turn)), state);
            check_twins_from(fast, &naive, state, Grid::new(&board, turn), rng, 3);
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
