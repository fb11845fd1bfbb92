//! The naive twin of Wolves Eat Sheep: a plain grid, square by square, to test the fast rules against.

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::{Game, Payoffs, Seat, Status, Twin};

use super::{Move, SHEEP, Setup, State, WOLVES, WolvesEatSheep};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(pub Setup);

/// A grid of `W`, `S` and `.`, rank by rank from the bottom, and whose turn it is. What lies beyond
/// the board is a space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    squares: [[u8; 8]; 8],
    turn: Seat,
}

impl Grid {
    /// The grid with these ranks, the top one first, separated by `/`, without numbers.
    ///
    /// # Panics
    /// If there are more than eight ranks or files.
    #[must_use]
    pub fn new(text: &str, turn: Seat) -> Self {
        let mut squares = [[b' '; 8]; 8];
        for (rank, line) in text.split('/').rev().enumerate() {
            squares[rank][..line.len()].copy_from_slice(line.as_bytes());
        }
        Self { squares, turn }
    }

    /// What stands there; nothing off the board.
    fn at(&self, file: isize, rank: isize) -> Option<u8> {
        let line = self.squares.get(usize::try_from(rank).ok()?)?;
        line.get(usize::try_from(file).ok()?).copied()
    }

    fn count(&self, piece: u8) -> usize {
        self.squares.iter().flatten().filter(|&&square| square == piece).count()
    }
}

impl Naive {
    /// Calls `f` with every move of one kind of piece.
    fn each_move_of<T>(
        &self,
        grid: &Grid,
        piece: u8,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let (columns, rows) = (self.0.columns as isize, self.0.rows as isize);
        for rank in 0..rows {
            for file in 0..columns {
                if grid.at(file, rank) != Some(piece) {
                    continue;
                }
                for (right, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let number = |length: isize| {
                        ((rank + length * up) * columns + file + length * right) as u8
                    };
                    if grid.at(file + right, rank + up) != Some(b'.') {
                        continue;
                    }
                    f(Move { from: number(0), to: number(1) })?;
                    let beyond = grid.at(file + 2 * right, rank + 2 * up);
                    if piece == b'W' && beyond == Some(b'S') {
                        f(Move { from: number(0), to: number(2) })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, grid: &Grid, piece: u8) -> bool {
        self.each_move_of(grid, piece, |_| ControlFlow::Break(())).is_break()
    }
}

impl Game for Naive {
    type State = Grid;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Grid {
        grid(&self.0, self.0.wolves, self.0.sheep, WOLVES)
    }

    fn status(&self, grid: &Grid) -> Status {
        if grid.count(b'S') <= 2 {
            Status::Over(Payoffs::win(WOLVES))
        } else if !self.can_move(grid, b'W') {
            Status::Over(Payoffs::win(SHEEP))
        } else if grid.turn == SHEEP && !self.can_move(grid, b'S') {
            Status::Over(Payoffs::win(WOLVES))
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &Grid,
        f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let piece = if grid.turn == WOLVES { b'W' } else { b'S' };
        self.each_move_of(grid, piece, f)
    }

    fn play(&self, grid: &mut Grid, m: Move) {
        let at =
            |index: u8| (usize::from(index) / self.0.columns, usize::from(index) % self.0.columns);
        let ((from_rank, from_file), (to_rank, to_file)) = (at(m.from), at(m.to));
        grid.squares[to_rank][to_file] = grid.squares[from_rank][from_file];
        grid.squares[from_rank][from_file] = b'.';
        grid.turn = if grid.turn == WOLVES { SHEEP } else { WOLVES };
    }
}

fn grid(setup: &Setup, wolves: u64, sheep: u64, turn: Seat) -> Grid {
    let mut squares = [[b' '; 8]; 8];
    for (rank, line) in squares.iter_mut().enumerate().take(setup.rows) {
        for (file, piece) in line.iter_mut().enumerate().take(setup.columns) {
            let square = rank * setup.columns + file;
            *piece = match (wolves.has(square), sheep.has(square)) {
                (true, _) => b'W',
                (_, true) => b'S',
                _ => b'.',
            };
        }
    }
    Grid { squares, turn }
}

impl Twin for WolvesEatSheep {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.setup)
    }

    fn naive_state(&self, state: &State) -> Grid {
        grid(&self.setup, state.wolves, state.sheep, state.mover)
    }

    fn state_of(&self, grid: &Grid) -> State {
        let (mut wolves, mut sheep) = (0, 0);
        for rank in 0..self.setup.rows {
            for file in 0..self.setup.columns {
                let square = 1 << (rank * self.setup.columns + file);
                match grid.squares[rank][file] {
                    b'W' => wolves |= square,
                    b'S' => sheep |= square,
                    _ => {}
                }
            }
        }
        State { wolves, sheep, mover: grid.turn }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LAYOUTS, WolvesEatSheep};
    use super::*;
    use bellwether_core::contract::{check_twins, check_twins_from, for_each_position};
    use bellwether_core::perft::{perft, perft_parallel};
    use bellwether_core::random::{Random, below, seeded};
    use bellwether_core::{Notation, ParseError};

    const LAYOUT_TEXTS: [&str; 8] = [
        "SSSSS/SSSSS/...../...../.W.W.",
        "SSSSS/SSSSS/SSSSS/...../W.W.W",
        "SSS/.../.W.",
        "SSS/SSS/WW.",
        "SSSSSSSS/SSSSSSSS/8/8/8/8/8/W6W",
        "SSSSSSSS/8/W6W",
        "SSS/SSS/3/3/3/3/3/1W1",
        "SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/WWWWW.WW",
    ];

    fn twins(layout: &str) -> Result<(WolvesEatSheep, Naive), ParseError> {
        let setup = Setup::from_layout(layout)?;
        Ok((WolvesEatSheep::new(setup), Naive(setup)))
    }

    /// A board of random size on which each square is a wolf, a sheep or empty, in random shares.
    fn random_layout(rng: &mut Random) -> String {
        let (columns, rows) = (3 + below(rng, 6), 3 + below(rng, 6));
        let (wolves, sheep) = (1 + below(rng, 4), 2 + below(rng, 14));
        let mut square = |_| match below(rng, 20) {
            n if n < wolves => 'W',
            n if n < wolves + sheep => 'S',
            _ => '.',
        };
        let lines: Vec<String> =
            (0..rows).map(|_| (0..columns).map(&mut square).collect()).collect();
        lines.join("/")
    }

    /// The same pieces elsewhere, some of the sheep gone.
    fn rearranged(layout: &str, rng: &mut Random) -> String {
        let mut letters: Vec<char> = layout.chars().collect();
        let squares: Vec<usize> = (0..letters.len()).filter(|&at| letters[at] != '/').collect();
        for last in (1..squares.len()).rev() {
            letters.swap(squares[last], squares[below(rng, last + 1)]);
        }
        let loses = below(rng, 3) == 0;
        for letter in &mut letters {
            if *letter == 'S' && loses && below(rng, 2) == 0 {
                *letter = '.';
            }
        }
        letters.into_iter().collect()
    }

    #[test]
    fn the_fast_rules_agree_with_the_naive_ones() {
        for (seed, layout) in LAYOUT_TEXTS.into_iter().enumerate() {
            let (fast, naive) = twins(layout).unwrap();
            check_twins(&fast, &naive, seed as u64, 10_000);
            for_each_position(&fast, seed as u64, 20, |state| {
                assert_eq!(fast.state_of(&fast.naive_state(state)), *state);
            });
        }
    }

    #[test]
    fn they_agree_on_random_layouts_and_positions_that_play_does_not_reach() {
        let mut rng = seeded(12);
        let (mut played, mut over) = (0, 0);
        while played < 400 {
            let layout = random_layout(&mut rng);
            let Ok((fast, naive)) = twins(&layout) else { continue };
            played += 1;
            check_twins(&fast, &naive, played, 100);
            for _ in 0..20 {
                let board = rearranged(&layout, &mut rng);
                for (turn, letter) in [(WOLVES, 'w'), (SHEEP, 's')] {
                    let state = fast.parse_position(&format!("{board} {letter}")).unwrap();
                    over += usize::from(fast.status(&state).is_over());
                    check_twins_from(&fast, &naive, state, Grid::new(&board, turn), &mut rng, 3);
                }
            }
        }
        assert!((200..8_000).contains(&over), "{over} of 16,000 positions were over");
    }

    #[test]
    fn layouts_are_refused_just_when_they_are_over() {
        let mut rng = seeded(13);
        let mut refused = 0;
        for _ in 0..5_000 {
            let layout = random_layout(&mut rng);
            let lines: Vec<&str> = layout.split('/').collect();
            let grid = Grid::new(&layout, WOLVES);
            // Only the size of this setup matters: the grid says who stands where.
            let size = Setup { columns: lines[0].len(), rows: lines.len(), ..Setup::default() };
            let over = !layout.contains('W') || Naive(size).status(&grid).is_over();
            assert_eq!(Setup::from_layout(&layout).is_err(), over, "{layout}");
            refused += usize::from(over);
        }
        assert!((100..4_900).contains(&refused), "{refused} of 5,000 layouts were refused");
    }

    #[test]
    fn perft_agrees() {
        let named = LAYOUTS.iter().map(|(name, _)| *name);
        for layout in named.chain(["SSS/SSS/WW.", "SSSSSSSS/8/W6W", "SSS/.../W.W"]) {
            let (fast, naive) = twins(layout).unwrap();
            for depth in 0..=4 {
                let expected = perft(&naive, &naive.start(), depth);
                assert_eq!(perft(&fast, &fast.start(), depth), expected);
                assert_eq!(perft_parallel(&fast, &fast.start(), depth), expected);
            }
        }
    }
}
