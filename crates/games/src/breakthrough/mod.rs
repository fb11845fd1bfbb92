//! Breakthrough: workers step forward, straight or diagonally, and capture diagonally.
//!
//! White starts on ranks 1–2 and moves first, upward; Black starts on the two last ranks. A side
//! wins when `workers` of its workers (one by default) stand on the far rank together,
//! or when the enemy has fewer than `workers` left. Workers on the far rank stay there. There are no
//! draws.
//!
//! *Decided:* a side that must move and cannot loses. With one worker to base that never happens on
//! two or more columns: the foremost worker always has a diagonal that is empty or an enemy's. With
//! several it can.
//!
//! Boards of up to 64 squares use one machine word a side (`Breakthrough<u64>`), larger ones two
//! (`Breakthrough<u128>`); the code is the same.
//!
//! OpenSpiel numbers the sides the other way round: its player 0 is Black, on the high ranks, and
//! moves first. Fairy-Stockfish's `breakthrough` starts like ours, White first.

mod calibration;
mod canonical_key;
mod card;
mod heuristics;
mod masks;
pub mod naive;
mod notation;
mod race;
mod rollout;
mod search_hints;
mod strong;

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::spec::Options;
use bellwether_core::{Game, ParseError, Payoffs, Seat, Status, Symmetric, ZeroSum2, bail};

use masks::BoardMasks;

pub use card::CARD;
pub use heuristics::{Formula, Heuristic};
pub use race::Races;
pub use rollout::DecisiveRollout;

/// White's seat; White moves first.
pub const WHITE: Seat = Seat::FIRST;
/// Black's seat.
pub const BLACK: Seat = Seat::SECOND;

/// Most squares a board may have.
const MOST_SQUARES: usize = 128;

/// The size of the board and the number of workers to win: validated options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    rows: usize,
    columns: usize,
    workers: usize,
}

impl Setup {
    /// A board of `rows` × `columns` on which `workers` must reach the far rank.
    ///
    /// # Errors
    /// If the board is too small or too large, or the far rank too narrow for that many workers.
    pub fn new(rows: usize, columns: usize, workers: usize) -> Result<Self, ParseError> {
        if rows < 4 || columns < 2 {
            bail!(
                "a board of {rows} rows and {columns} columns is too small: rows start at 4, columns at 2"
            );
        }
        if rows.saturating_mul(columns) > MOST_SQUARES {
            bail!(
                "a board of {rows} rows and {columns} columns has more than {MOST_SQUARES} squares"
            );
        }
        if !(1..=columns).contains(&workers) {
            bail!(
                "{workers} workers cannot stand on a far rank of {columns} squares: workers is 1 to {columns}"
            );
        }
        Ok(Self { rows, columns, workers })
    }

    /// Reads `rows`, `columns` and `workers`.
    ///
    /// # Errors
    /// If one is out of range, or they do not fit together.
    pub fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let rows = options.number("rows", 4..=MOST_SQUARES / 2)?.unwrap_or(8);
        let columns = options.number("columns", 2..=MOST_SQUARES / 4)?.unwrap_or(8);
        let workers = options.number("workers", 1..=MOST_SQUARES / 4)?.unwrap_or(1);
        Self::new(rows, columns, workers)
    }

    /// Whether the board fits the fast `Breakthrough<u64>`.
    #[must_use]
    pub const fn is_small(&self) -> bool {
        self.rows * self.columns <= 64
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self { rows: 8, columns: 8, workers: 1 }
    }
}

/// The rules of Breakthrough on a given board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakthrough<B = u64> {
    setup: Setup,
    masks: BoardMasks<B>,
    /// The rank each side must reach.
    goal: [B; 2],
    /// How each side's workers step.
    steps: [Steps<B>; 2],
    /// The rank of every square.
    ranks: Vec<u8>,
    weights: strong::BoardWeights,
}

/// A position: the workers of both sides and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<B = u64> {
    workers: [B; 2],
    mover: Seat,
}

/// A worker's step; a capture is written the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

/// How the workers of a side step: the same instructions for both sides, since no processor can foresee who moves in one of
/// many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps<B> {
    /// By how much a set is rotated so that everybody in it has gone straight on, left or right.
    straight: u32,
    left: u32,
    right: u32,
    /// Who may go straight on, left or right: nobody on the rank to reach, and so nobody leaves the board.
    may_straight: B,
    may_left: B,
    may_right: B,
}

impl<B: Bits> Steps<B> {
    fn new(masks: &BoardMasks<B>, seat: Seat) -> Self {
        let (columns, size) = (masks.columns() as u32, B::CAPACITY as u32);
        let may_straight = masks.board & !masks.within(seat, 0);
        let [straight, left, right] = if seat == WHITE {
            [columns, columns - 1, columns + 1]
        } else {
            [size - columns, size - columns - 1, size - columns + 1]
        };
        let (may_left, may_right) = (may_straight & masks.not_left, may_straight & masks.not_right);
        Self { straight, left, right, may_straight, may_left, may_right }
    }
}

/// Where the mover's workers can go, by direction.
struct MoveTargets<B> {
    straight: B,
    left: B,
    right: B,
}

impl<B: Bits> MoveTargets<B> {
    #[inline]
    fn count(&self) -> usize {
        self.straight.count() + self.left.count() + self.right.count()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        !(self.straight | self.left | self.right).any()
    }

    /// Those that arrive on one of these squares.
    #[inline]
    fn onto(&self, squares: B) -> Self {
        Self {
            straight: self.straight & squares,
            left: self.left & squares,
            right: self.right & squares,
        }
    }
}

impl<B: Bits> Breakthrough<B> {
    /// The game on this board.
    ///
    /// # Panics
    /// If the board has more squares than `B` has bits: see [`Setup::is_small`].
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let Setup { rows, columns, .. } = setup;
        let squares = rows * columns;
        assert!(squares <= B::CAPACITY, "the board does not fit the word");
        let masks = BoardMasks::new(rows, columns);
        Self {
            setup,
            masks,
            goal: [masks.within(WHITE, 0), masks.within(BLACK, 0)],
            steps: [Steps::new(&masks, WHITE), Steps::new(&masks, BLACK)],
            ranks: (0..squares).map(|square| (square / columns) as u8).collect(),
            weights: strong::BoardWeights::new(setup, B::CAPACITY),
        }
    }

    /// Ranks of the board.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.setup.rows
    }

    /// Files of the board.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.setup.columns
    }

    /// How many workers must stand on the far rank together to win.
    #[must_use]
    pub const fn workers(&self) -> usize {
        self.setup.workers
    }

    /// The board and how many workers win.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    #[inline]
    fn targets(&self, state: &State<B>) -> MoveTargets<B> {
        let steps = &self.steps[state.mover.index()];
        let own = state.workers[state.mover.index()];
        let enemy = state.workers[state.mover.other().index()];
        MoveTargets {
            straight: (own & steps.may_straight).rotated(steps.straight) & !(own | enemy),
            left: (own & steps.may_left).rotated(steps.left) & !own,
            right: (own & steps.may_right).rotated(steps.right) & !own,
        }
    }

    /// The step of the mover's worker that arrives at `to`, coming `sideways` (−1, 0, 1 is the
    /// direction it went).
    #[inline]
    fn arrival(&self, mover: Seat, to: usize, sideways: isize) -> Move {
        let columns = self.setup.columns as isize;
        let forward = select_unpredictable(mover == WHITE, columns, -columns);
        let from = to as isize - forward - sideways;
        Move { from: from as u8, to: to as u8 }
    }

    /// The squares of the rank that `square` is on.
    #[inline]
    fn rank_of(&self, square: usize) -> B {
        self.goal[1] << (usize::from(self.ranks[square]) * self.setup.columns) as u32
    }

    /// The move number `rank` among those of `mover` with these targets: straight on, left, right.
    #[inline]
    fn move_among(&self, mover: Seat, targets: &MoveTargets<B>, rank: usize) -> Move {
        let (straight, left) = (targets.straight.count(), targets.left.count());
        // Of random moves no processor can foresee the direction.
        let (is_aside, is_right) = (rank >= straight, rank >= straight + left);
        let arrivals = select_unpredictable(is_aside, targets.left, targets.straight);
        let arrivals = select_unpredictable(is_right, targets.right, arrivals);
        let before = select_unpredictable(is_aside, straight, 0);
        let before = select_unpredictable(is_right, straight + left, before);
        let sideways = 2 * isize::from(is_right) - isize::from(is_aside);
        self.arrival(mover, arrivals.nth(rank - before), sideways)
    }

    /// Why the game is over, in words.
    fn why_over(&self, state: &State<B>) -> Option<&'static str> {
        let winner = match self.status(state) {
            Status::Over(payoffs) => *payoffs.leaders(2).first()?,
            Status::ToMove(_) => return None,
        };
        let enough = self.setup.workers;
        let arrived = (state.workers[winner.index()] & self.goal[winner.index()]).count();
        let left = state.workers[winner.other().index()].count();
        Some(match enough {
            1 if arrived > 0 => "a worker reached the last row",
            _ if arrived >= enough => "enough workers stand on the last row",
            1 if left == 0 => "the last enemy worker was captured",
            _ if left < enough => "the enemy has too few workers left",
            _ => "the enemy cannot move",
        })
    }

    fn has_won(&self, state: &State<B>, seat: Seat) -> bool {
        let enough = self.setup.workers;
        let arrived = state.workers[seat.index()] & self.goal[seat.index()];
        arrived.count() >= enough || state.workers[seat.other().index()].count() < enough
    }
}

impl<B: Bits> Game for Breakthrough<B> {
    type State = State<B>;
    type Move = Move;

    fn start(&self) -> State<B> {
        let camp = B::first(2 * self.setup.columns);
        let far = camp << ((self.setup.rows - 2) * self.setup.columns) as u32;
        State { workers: [camp, far], mover: WHITE }
    }

    #[inline]
    fn status(&self, state: &State<B>) -> Status {
        let [white, black] = state.workers;
        if self.setup.workers == 1 {
            let arrived = (white & self.goal[0]) | (black & self.goal[1]);
            if !arrived.any() && white.any() && black.any() {
                return Status::ToMove(state.mover);
            }
        }
        if self.has_won(state, WHITE) {
            Status::Over(Payoffs::win(WHITE))
        } else if self.has_won(state, BLACK) {
            Status::Over(Payoffs::win(BLACK))
        } else if self.targets(state).count() == 0 {
            Status::Over(Payoffs::win(state.mover.other()))
        } else {
            Status::ToMove(state.mover)
        }
    }

    #[inline]
    fn try_each_move<T>(
        &self,
        state: &State<B>,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let targets = self.targets(state);
        for (arrivals, sideways) in [(targets.straight, 0), (targets.left, -1), (targets.right, 1)]
        {
            for to in arrivals.iter() {
                f(self.arrival(state.mover, to, sideways))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, state: &mut State<B>, m: Move) {
        let (own, enemy) = (state.mover.index(), state.mover.other().index());
        let to = B::single(usize::from(m.to));
        state.workers[own] = (state.workers[own] ^ B::single(usize::from(m.from))) | to;
        state.workers[enemy] = state.workers[enemy] & !to;
        state.mover = state.mover.other();
    }

    #[inline]
    fn count_moves(&self, state: &State<B>) -> usize {
        self.targets(state).count()
    }

    #[inline]
    fn nth_move(&self, state: &State<B>, rank: usize) -> Move {
        self.move_among(state.mover, &self.targets(state), rank)
    }
}

impl<B: Bits> ZeroSum2 for Breakthrough<B> {}

/// The board can be mirrored left to right.
impl<B: Bits> Symmetric for Breakthrough<B> {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, state: &State<B>, symmetry: usize) -> State<B> {
        if symmetry == 0 {
            return *state;
        }
        let mirror = |set: B| B::from_indices(set.iter().map(|index| self.mirrored(index)));
        State { workers: state.workers.map(mirror), mover: state.mover }
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        if symmetry == 0 {
            return m;
        }
        let mirror = |index: u8| self.mirrored(usize::from(index)) as u8;
        Move { from: mirror(m.from), to: mirror(m.to) }
    }
}

impl<B: Bits> Breakthrough<B> {
    fn mirrored(&self, index: usize) -> usize {
        let columns = self.setup.columns;
        index / columns * columns + (columns - 1 - index % columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::{Notation, contract, perft};

    fn game(rows: usize, columns: usize, workers: usize) -> Breakthrough<u128> {
        Breakthrough::new(Setup::new(rows, columns, workers).unwrap())
    }

    #[test]
    fn perft_of_the_standard_board() {
        // Fairy-Stockfish (commit c19b5f6c, variant breakthrough, `go perft`) counts the same at
        // depth 5, and 149264638 at depth 6; the naive twin agrees to depth 4.
        let small = Breakthrough::<u64>::new(Setup::default());
        let counts: Vec<u64> =
            (1..=4).map(|depth| perft::perft(&small, &small.start(), depth)).collect();
        assert_eq!(counts, [22, 484, 11132, 256_036]);
        assert_eq!(perft::perft_parallel(&small, &small.start(), 5), 6_182_818);
        let large = game(8, 8, 1);
        assert_eq!(perft::perft(&large, &large.start(), 4), 256_036);
    }

    #[test]
    fn keeps_the_contract_on_every_kind_of_board() {
        for (rows, columns, workers) in [
            (8, 8, 1),
            (8, 8, 3),
            (5, 10, 1),
            (4, 2, 1),
            (4, 2, 2),
            (64, 2, 1),
            (4, 32, 3),
            (16, 8, 1),
        ] {
            let game = game(rows, columns, workers);
            contract::check(&game, 1, 20);
            contract::check_zero_sum(&game, 2, 20);
            contract::check_symmetric(&game, 3, 5);
            contract::check_render(&game, 4, 5);
            contract::check_actions(&game, 5, 3);
            contract::check_learning(&game, 6, 5);
        }
    }

    #[test]
    fn a_worker_on_the_far_rank_wins() {
        let game = game(8, 8, 1);
        let won = game.parse_position("3P4/8/8/8/8/8/8/p7 b").unwrap_err().to_string();
        assert_eq!(won, "both sides have already won in this position");
        let empty = game.parse_position("8/8/8/8/8/8/8/8 w").unwrap_err().to_string();
        assert_eq!(empty, "the board is empty: put down at least one worker of each side");
        let white = game.parse_position("3P4/8/8/8/8/8/p7/8 b").unwrap();
        assert_eq!(game.status(&white), Status::Over(Payoffs::win(WHITE)));
        let captured = game.parse_position("8/8/8/8/8/8/p7/8 w").unwrap();
        assert_eq!(game.status(&captured), Status::Over(Payoffs::win(BLACK)));
    }

    #[test]
    fn three_workers_must_stand_there_together() {
        let game = game(8, 8, 3);
        let mut state = game.parse_position("PP6/3P4/8/8/8/7p/8/pp6 w").unwrap();
        assert_eq!(game.status(&state), Status::ToMove(WHITE));
        let arrival = game.parse_move(&state, "d7d8").unwrap();
        game.play(&mut state, arrival);
        assert_eq!(game.status(&state), Status::Over(Payoffs::win(WHITE)));
        let few = game.parse_position("PP6/3P4/8/8/8/8/8/pp6 b").unwrap();
        assert_eq!(game.status(&few), Status::Over(Payoffs::win(WHITE)));
    }

    #[test]
    fn a_stuck_side_loses_with_several_workers() {
        // White's last free worker b7 is blocked by its own workers and by the enemy ahead.
        let game = game(8, 3, 3);
        let state = game.parse_position("PpP/1P1/3/3/3/3/3/1pp w").unwrap();
        assert_eq!(game.status(&state), Status::Over(Payoffs::win(BLACK)));
    }

    #[test]
    fn sizes_that_make_no_game_are_refused() {
        for (rows, columns, workers) in
            [(3, 8, 1), (8, 1, 1), (8, 17, 1), (65, 2, 1), (8, 8, 0), (8, 8, 9), (4, 2, 3)]
        {
            assert!(Setup::new(rows, columns, workers).is_err(), "{rows} {columns} {workers}");
        }
    }
}
