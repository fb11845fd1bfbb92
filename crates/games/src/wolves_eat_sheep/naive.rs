//! The naive twin of Wolves Eat Sheep: a plain grid, square by square, to test the fast rules against.

use std::ops::ControlFlow;

use bellwether_core::twin::{SeatGrid, Twin};
use bellwether_core::{Game, Payoffs, Seat, Status};

use super::{Move, SHEEP, Setup, State, WOLVES, WolvesEatSheep};

/// The naive rules.
#[derive(Clone, Debug)]
pub struct Naive(pub Setup);

impl Naive {
    /// Calls `f` with every move of one seat's pieces.
    fn each_move_of<T>(
        &self,
        grid: &SeatGrid,
        seat: Seat,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let (columns, rows) = (self.0.columns as isize, self.0.rows as isize);
        for from in (0..columns * rows).filter(|from| grid.squares[*from as usize] == Some(seat)) {
            for (right, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let square = |length: isize| {
                    let file = from % columns + length * right;
                    let rank = from / columns + length * up;
                    let is_on_board = (0..columns).contains(&file) && (0..rows).contains(&rank);
                    is_on_board.then_some((rank * columns + file) as usize)
                };
                let is_empty = |square: &usize| grid.squares[*square].is_none();
                let Some(near) = square(1).filter(is_empty) else { continue };
                f(Move { from: from as u8, to: near as u8 })?;
                let is_prey = |square: &usize| grid.squares[*square] == Some(SHEEP);
                if let Some(prey) = square(2).filter(|far| seat == WOLVES && is_prey(far)) {
                    f(Move { from: from as u8, to: prey as u8 })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, grid: &SeatGrid, seat: Seat) -> bool {
        self.each_move_of(grid, seat, |_| ControlFlow::Break(())).is_break()
    }
}

impl Game for Naive {
    type State = SeatGrid;
    type Move = Move;

    fn start(&self) -> SeatGrid {
        SeatGrid::new([self.0.wolves, self.0.sheep], WOLVES)
    }

    fn status(&self, grid: &SeatGrid) -> Status {
        if grid.squares.iter().filter(|square| **square == Some(SHEEP)).count() <= 2 {
            Status::Over(Payoffs::win(WOLVES))
        } else if !self.can_move(grid, WOLVES) {
            Status::Over(Payoffs::win(SHEEP))
        } else if grid.turn == SHEEP && !self.can_move(grid, SHEEP) {
            Status::Over(Payoffs::win(WOLVES))
        } else {
            Status::ToMove(grid.turn)
        }
    }

    fn try_each_move<T>(
        &self,
        grid: &SeatGrid,
        f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.each_move_of(grid, grid.turn, f)
    }

    fn play(&self, grid: &mut SeatGrid, m: Move) {
        grid.step(m.from.into(), m.to.into());
    }
}

impl Twin for WolvesEatSheep {
    type Naive = Naive;

    fn naive(&self) -> Naive {
        Naive(self.setup)
    }

    fn naive_state(&self, state: &State) -> SeatGrid {
        SeatGrid::new([state.wolves, state.sheep], state.mover)
    }

    fn state_of(&self, grid: &SeatGrid) -> State {
        let [wolves, sheep] = grid.pieces();
        State { wolves, sheep, mover: grid.turn }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LAYOUTS, WolvesEatSheep};
    use super::*;
    use bellwether_core::bits::Bits;
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

    /// The position with these ranks, the top one first, separated by `/`, without numbers.
    fn grid(text: &str, turn: Seat) -> SeatGrid {
        let letters: Vec<char> = text.split('/').rev().flat_map(str::chars).collect();
        let squares =
            |letter| (0..letters.len()).filter(|at| letters[*at] == letter).collect::<Vec<_>>();
        SeatGrid::new(['W', 'S'].map(|letter| u64::from_indices(squares(letter))), turn)
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
                    check_twins_from(&fast, &naive, state, grid(&board, turn), &mut rng, 3);
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
            let grid = grid(&layout, WOLVES);
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
