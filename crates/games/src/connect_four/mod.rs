//! Connect Four: discs fall down the columns, and four in a row win.
//!
//! Red moves first. A player drops a disc into a column that is not full, and it falls to the lowest empty
//! square. Who has `connect` discs in a row (default four), along a column, a row or a
//! diagonal, wins; a full board without such a line is a draw. The standard board has 7 columns and 6 rows.
//!
//! A set of squares is a word in which each column takes one bit more than it has rows. The extra bit is never
//! set, so no line of discs runs over the edge of the board, and a step in any direction is one shift. Boards of up
//! to 64 such bits fit `ConnectFour<u64>`, larger ones `ConnectFour<u128>`.

mod calibration;
mod card;
mod heuristics;
pub mod naive;
mod notation;
mod search_hints;

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::{Game, ParseError, Payoffs, Seat, Status, Symmetric, ZeroSum2, bail};

pub use card::CARD;
pub use heuristics::Heuristic;

/// The seat that moves first; the other is Yellow's.
pub const RED: Seat = Seat::FIRST;

/// The rules of Connect Four on a given board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour<B = u64> {
    columns: usize,
    rows: usize,
    connect: usize,
    /// Bits of a column.
    height: usize,
    /// All squares.
    board: B,
    /// The lowest square of every column.
    bottom: B,
    /// How far one step goes: up, and to the right down, level and up.
    steps: [u32; 4],
}

/// A position: the mover's discs, the discs of both, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<B = u64> {
    own: B,
    all: B,
    mover: Seat,
}

/// A disc falls to this square: its bit's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl<B: Bits> ConnectFour<B> {
    /// The game on a board of `columns` × `rows`, where `connect` discs in a row win.
    ///
    /// # Errors
    /// If the board is too small, has no room for such a line, or does not fit `B`.
    pub fn new(columns: usize, rows: usize, connect: usize) -> Result<Self, ParseError> {
        let (height, most) = (rows.saturating_add(1), B::CAPACITY);
        let is_board = columns >= 2 && rows >= 2 && height.saturating_mul(columns) <= most;
        if !is_board || !(2..=columns.max(rows)).contains(&connect) {
            bail!(
                "{connect} in a row on {columns} columns and {rows} rows make no game: all start at 2, \
                 columns × (rows + 1) ends at {most}, and such a line must fit the board"
            );
        }
        let bottom = B::from_indices((0..columns).map(|column| column * height));
        let board = (1..rows).fold(bottom, |board, _| board | (board << 1));
        let steps = [1, height - 1, height, height + 1].map(|step| step as u32);
        Ok(Self { columns, rows, connect, height, board, bottom, steps })
    }

    /// Where a disc can fall: the squares above the discs, which fill each column from its bottom.
    fn landings(&self, all: B) -> B {
        ((all << 1) | self.bottom) & self.board & !all
    }

    /// The last squares of all lines in this direction that lie within a set.
    fn lines_within(&self, set: B, step: u32) -> B {
        (1..self.connect).fold(set, |ends, _| (ends << step) & set)
    }

    /// Whether these discs hold a line that wins.
    fn has_line(&self, discs: B) -> bool {
        self.steps.iter().any(|step| self.lines_within(discs, *step).any())
    }

    /// The squares, empty among `all`, where one more of these discs would complete a line.
    fn completions(&self, discs: B, all: B) -> B {
        let mut found = B::EMPTY;
        for step in self.steps {
            // Squares with so many of the discs just before them, and the others of a line just behind.
            let mut before = !B::EMPTY;
            for count in 0..self.connect {
                let rest = count + 1..self.connect;
                found |= before & rest.fold(!B::EMPTY, |behind, _| (behind & discs) >> step);
                before = (before & discs) << step;
            }
        }
        found & self.board & !all
    }

    /// The set as symmetry number `symmetry` shows it: as it is, or left for right.
    fn image(&self, set: B, symmetry: usize) -> B {
        let to = |column| if symmetry == 0 { column } else { self.columns - 1 - column };
        (0..self.columns).fold(B::EMPTY, |image, column| {
            let discs = (set >> (column * self.height) as u32) & B::first(self.height);
            image | (discs << (to(column) * self.height) as u32)
        })
    }
}

impl<B: Bits> Game for ConnectFour<B> {
    type State = State<B>;
    type Move = Move;

    fn start(&self) -> State<B> {
        State { own: B::EMPTY, all: B::EMPTY, mover: RED }
    }

    /// Only who moved last can have completed a line.
    fn status(&self, state: &State<B>) -> Status {
        if self.has_line(state.own ^ state.all) {
            Status::Over(Payoffs::win(state.mover.other()))
        } else if state.all == self.board {
            Status::Over(Payoffs::ZERO)
        } else {
            Status::ToMove(state.mover)
        }
    }

    fn try_each_move<T>(
        &self,
        state: &State<B>,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.landings(state.all).iter().try_for_each(|square| f(Move(square as u8)))
    }

    fn play(&self, state: &mut State<B>, m: Move) {
        state.own ^= state.all;
        state.all |= B::single(usize::from(m.0));
        state.mover = state.mover.other();
    }

    fn count_moves(&self, state: &State<B>) -> usize {
        self.landings(state.all).count()
    }
}

impl<B: Bits> ZeroSum2 for ConnectFour<B> {}

/// The board can be mirrored left to right.
impl<B: Bits> Symmetric for ConnectFour<B> {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, state: &State<B>, symmetry: usize) -> State<B> {
        let (own, all) = (self.image(state.own, symmetry), self.image(state.all, symmetry));
        State { own, all, ..*state }
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        Move(self.image(B::single(usize::from(m.0)), symmetry).lowest() as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::{Notation, contract, perft};
    use std::collections::HashSet;

    pub(super) fn game<B: Bits>(columns: usize, rows: usize, connect: usize) -> ConnectFour<B> {
        ConnectFour::new(columns, rows, connect).unwrap()
    }

    #[test]
    fn perft_of_the_standard_board() {
        // Seven columns to choose from until one may be full, and nobody wins before the seventh disc.
        let counts = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536];
        let (small, large) = (game::<u64>(7, 6, 4), game::<u128>(7, 6, 4));
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft::perft(&small, &small.start(), depth as u32), count);
            assert_eq!(perft::perft(&large, &large.start(), depth as u32), count);
        }
    }

    #[test]
    #[ignore = "seconds: run with --release -- --ignored"]
    fn perft_of_the_standard_board_goes_on() {
        let game = game::<u64>(7, 6, 4);
        assert_eq!(perft::perft(&game, &game.start(), 8), 5_673_234);
        assert_eq!(perft::perft(&game, &game.start(), 9), 39_394_572);
    }

    /// How many games there are from here to the end.
    fn games(game: &ConnectFour, state: State) -> u64 {
        if game.status(&state).is_over() {
            return 1;
        }
        let after = |m| {
            let after = game.after(&state, m);
            games(game, after)
        };
        game.moves(&state).into_iter().map(after).sum()
    }

    #[test]
    fn as_many_games_and_positions_as_others_counted() {
        // OEIS A342329: games on a board of four columns and three rows.
        let small = game::<u64>(4, 3, 4);
        assert_eq!(games(&small, small.start()), 356_232);
        // OEIS A212693: positions of the standard board after each ply.
        let standard = game::<u64>(7, 6, 4);
        let mut positions = HashSet::from([standard.start()]);
        for count in [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275] {
            assert_eq!(positions.len(), count);
            let after = |state: &State, m| standard.after(state, m);
            positions = positions
                .iter()
                .flat_map(|state| standard.moves(state).into_iter().map(move |m| after(state, m)))
                .collect();
        }
    }

    #[test]
    fn keeps_the_contract() {
        for (columns, rows, connect) in
            [(7, 6, 4), (2, 2, 2), (5, 4, 3), (4, 15, 5), (21, 2, 4), (9, 6, 5)]
        {
            let small = game::<u64>(columns, rows, connect);
            contract::check(&small, 1, 20);
            contract::check_zero_sum(&small, 1, 20);
            contract::check_symmetric(&small, 1, 10);
            contract::check_render(&small, 1, 10);
        }
        for (columns, rows, connect) in [(7, 6, 4), (2, 63, 4), (42, 2, 6), (10, 11, 5)] {
            let large = game::<u128>(columns, rows, connect);
            contract::check(&large, 1, 10);
            contract::check_symmetric(&large, 1, 5);
            contract::check_render(&large, 1, 5);
        }
    }

    #[test]
    fn lines_in_every_direction_win_and_none_runs_over_the_edge() {
        let game = game::<u64>(7, 6, 4);
        let winner = |moves: &str| {
            let mut state = game.start();
            for column in moves.chars() {
                let m = game.parse_move(&state, &column.to_string()).unwrap();
                game.play(&mut state, m);
            }
            game.status(&state).payoffs().map(|payoffs| payoffs.winner(2))
        };
        assert_eq!(winner("abababa"), Some(Some(RED)));
        assert_eq!(winner("aabbccd"), Some(Some(RED)));
        assert_eq!(winner("abbccdcddgd"), Some(Some(RED)));
        assert_eq!(winner("gffeededdad"), Some(Some(RED)));
        assert_eq!(winner("abcbdbgb"), Some(Some(RED.other())));
        // The top of one column and the bottom of the next.
        assert_eq!(winner("aaabbbaaab"), None);
    }
}
