//! Wolf and Sheep once more, on a plain grid, square by square: the twin that tests the fast rules.

use std::ops::ControlFlow;

use bellwether_core::{Game, Payoffs, Seat, Status};

use super::{Move, SHEEP, Setup, WOLF};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(pub Setup);

/// A grid of `w`, `S` and `.`, light squares included, rank by rank from the bottom, and whose turn it
/// is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    squares: Vec<Vec<char>>,
    turn: Seat,
}

impl Grid {
    /// The grid with these ranks, the top one first, separated by `/`, without numbers.
    #[must_use]
    pub fn new(text: &str, turn: Seat) -> Self {
        Self { squares: text.split('/').rev().map(|line| line.chars().collect()).collect(), turn }
    }

    fn has_wolf(&self) -> bool {
        self.squares.iter().flatten().any(|&square| square == 'w')
    }
}

impl Naive {
    /// The dark squares as rank and file, in the order of their numbers.
    fn dark_squares(&self) -> Vec<(usize, usize)> {
        let mut dark = Vec::new();
        for rank in 0..self.0.size {
            for file in 0..self.0.size {
                if (rank + file) % 2 == 0 {
                    dark.push((rank, file));
                }
            }
        }
        dark
    }

    fn all_moves(&self, grid: &Grid) -> Vec<Move> {
        let dark = self.dark_squares();
        let number = |square: (usize, usize)| dark.iter().position(|&s| s == square);
        if !grid.has_wolf() {
            let choices = dark.iter().filter(|(rank, _)| *rank == 0);
            return choices.filter_map(|&s| number(s)).map(|n| Move::Place(n as u8)).collect();
        }
        let size = self.0.size as isize;
        let (piece, upward): (char, &[isize]) =
            if grid.turn == WOLF { ('w', &[1, -1]) } else { ('S', &[-1]) };
        let mut moves = Vec::new();
        for &(rank, file) in &dark {
            if grid.squares[rank][file] != piece {
                continue;
            }
            for up in upward {
                for sideways in [-1, 1] {
                    let (to_rank, to_file) = (rank as isize + up, file as isize + sideways);
                    if to_rank < 0 || to_file < 0 || to_rank >= size || to_file >= size {
                        continue;
                    }
                    let to = (to_rank as usize, to_file as usize);
                    if grid.squares[to.0][to.1] != '.' {
                        continue;
                    }
                    if let (Some(from), Some(to)) = (number((rank, file)), number(to)) {
                        moves.push(Move::Step { from: from as u8, to: to as u8 });
                    }
                }
            }
        }
        moves
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
        let mut squares = vec![vec!['.'; size]; size];
        for file in (1..size).step_by(2) {
            squares[size - 1][file] = 'S';
        }
        if let Some(wolf) = self.0.wolf {
            let (rank, file) = self.dark_squares()[usize::from(wolf)];
            squares[rank][file] = 'w';
        }
        Grid { squares, turn: WOLF }
    }

    fn status(&self, grid: &Grid) -> Status {
        if grid.squares[self.0.size - 1].contains(&'w') {
            Status::Over(Payoffs::win(WOLF))
        } else if self.all_moves(grid).is_empty() {
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
        self.all_moves(grid).into_iter().try_for_each(f)
    }

    fn play(&self, grid: &mut Grid, m: Move) {
        let dark = self.dark_squares();
        match m {
            Move::Place(square) => {
                let (rank, file) = dark[usize::from(square)];
                grid.squares[rank][file] = 'w';
            }
            Move::Step { from, to } => {
                let (from, to) = (dark[usize::from(from)], dark[usize::from(to)]);
                grid.squares[to.0][to.1] = grid.squares[from.0][from.1];
                grid.squares[from.0][from.1] = '.';
                grid.turn = if grid.turn == WOLF { SHEEP } else { WOLF };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::WolfAndSheep;
    use super::*;
    use bellwether_core::Notation;
    use bellwether_core::bits::Bits;
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
        let (dark, size) = (naive.dark_squares(), fast.size());
        let mut squares = vec![vec!['.'; size]; size];
        let mut pieces = vec!['S'; size / 2];
        pieces.push('w');
        // Crowded near the bottom as often as not: there sheep and wolf run out of moves.
        let within = if below(rng, 2) == 0 { dark.len() } else { 2 * size };
        while let Some(&piece) = pieces.last() {
            let (rank, file) = dark[below(rng, within.min(dark.len()))];
            if squares[rank][file] == '.' {
                squares[rank][file] = piece;
                pieces.pop();
            }
        }
        let lines: Vec<String> = squares.iter().rev().map(|line| line.iter().collect()).collect();
        let board = lines.join("/");
        for (turn, letter) in [(WOLF, 'w'), (SHEEP, 's')] {
            let state = fast.parse_position(&format!("{board} {letter}")).unwrap();
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
