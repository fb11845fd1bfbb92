//! Wolf and Sheep: one wolf slips past a row of sheep, or they corner it.
//!
//! Also known as Fox and Hounds, and in Polish as *Wilk i owce*. Only the dark squares are used, a1
//! among them. On a board of `size` files and ranks, `size` / 2 sheep fill the top rank; the wolf
//! starts on a dark square of rank 1. With `wolf=choose` its first act is to choose one, written
//! `@c1`; with `wolf=c1` it stands there already. Either way the wolf then moves first, so a wolf
//! that chooses acts twice in a row.
//!
//! The wolf steps one square diagonally in any direction, a sheep one square diagonally down the
//! board and never back. Nothing is captured. The wolf wins on the top rank; the sheep win when it is
//! the wolf's turn and it cannot move.
//!
//! *Decided:* sheep that must move and cannot lose, too. A wolf that is shut in while the sheep are to
//! move has not lost yet; play never leads there, because the square the wolf came from is empty.
//!
//! Sheep never go back and every second move is theirs, so no position recurs and no game is
//! endless: see [`WolfAndSheep::tier`].
//!
//! There are no symmetries to use. The mirror image of a dark square is a light one, because `size` is
//! even; half a turn keeps the colours but sends the sheep up the board.
//!
//! Dark squares are numbered rank by rank from the bottom, each from the left. Up to 64 of them use
//! one machine word (`WolfAndSheep<u64>`, sizes 4 to 10), more of them two (`WolfAndSheep<u128>`).

mod calibration;
mod card;
mod heuristics;
pub mod index;
pub mod naive;
mod notation;
mod search_hints;
mod solver;

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::spec::Options;
use bellwether_core::square::Square;
use bellwether_core::{Game, ParseError, Payoffs, Seat, Status, ZeroSum2, bail};

pub use card::CARD;
pub use heuristics::Heuristic;

/// The wolf's seat; the wolf moves first.
pub const WOLF: Seat = Seat::FIRST;
/// The sheep's seat.
pub const SHEEP: Seat = Seat::SECOND;

/// Most files and ranks a board may have.
const MOST_SIZE: usize = 16;

/// The size of the board and where the wolf starts: validated options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    size: usize,
    /// The number of the dark square the wolf starts on, unless it chooses.
    wolf: Option<u8>,
}

impl Setup {
    /// A board of `size` × `size` with the wolf on `wolf`, or still to choose its square.
    ///
    /// # Errors
    /// If the size is odd, too small or too large, or `wolf` is no dark square of rank 1.
    pub fn new(size: usize, wolf: Option<Square>) -> Result<Self, ParseError> {
        if !(4..=MOST_SIZE).contains(&size) || !size.is_multiple_of(2) {
            bail!("a board of size {size} makes no game: size is even, from 4 to {MOST_SIZE}");
        }
        let Some(square) = wolf else { return Ok(Self { size, wolf: None }) };
        if square.rank != 0 || square.file >= size || !square.file.is_multiple_of(2) {
            let last = Square::new(size - 2, 0);
            bail!("the wolf starts on a dark square of rank 1, from a1 to {last}, not on {square}");
        }
        Ok(Self { size, wolf: Some((square.file / 2) as u8) })
    }

    /// Reads `size` and `wolf`.
    ///
    /// # Errors
    /// If one is out of range, or they do not fit together.
    pub fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let size = options.number("size", 4..=MOST_SIZE)?.unwrap_or(8);
        let wolf = match options.text("wolf")? {
            None | Some("choose") => None,
            Some(text) => Some(Square::parse(text).map_err(|error| {
                ParseError::new(format!("option 'wolf' is choose or a square: {error}"))
            })?),
        };
        Self::new(size, wolf)
    }

    /// Whether the dark squares fit the fast `WolfAndSheep<u64>`.
    #[must_use]
    pub const fn is_small(&self) -> bool {
        self.size * self.size / 2 <= 64
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self { size: 8, wolf: None }
    }
}

/// The rules of Wolf and Sheep on a given board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WolfAndSheep<B = u64> {
    setup: Setup,
    /// Dark squares on a rank, and sheep.
    half: usize,
    /// All dark squares.
    board: B,
    /// Where the second way up or down, besides the one that keeps the place on the rank, goes to the
    /// left: the odd ranks without file a.
    slants_left: B,
    /// Where it goes to the right: the even ranks without the last file.
    slants_right: B,
    top: B,
}

/// A position: the sheep, the wolf unless it has still to choose its square, and the side to move.
///
/// It means something only if there are as many sheep as the game has, all on the board, and none on the wolf's square;
/// text from outside goes through `parse_position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<B = u64> {
    /// The dark squares with a sheep.
    pub sheep: B,
    /// The wolf's dark square; `None` if it has still to choose one.
    pub wolf: Option<u8>,
    /// Whose turn it is, or would be if the game were not over.
    pub mover: Seat,
}

/// A move; squares are numbers of dark squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The wolf chooses where to start.
    Place(u8),
    /// A piece goes from one square to another.
    Step {
        /// Where it stood.
        from: u8,
        /// Where it goes.
        to: u8,
    },
}

impl<B: Bits> WolfAndSheep<B> {
    /// The game on this board.
    ///
    /// # Panics
    /// If the board has more dark squares than `B` has bits: see [`Setup::is_small`].
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let half = setup.size / 2;
        let squares = setup.size * half;
        assert!(squares <= B::CAPACITY, "the board does not fit the word");
        let with = |wanted: &dyn Fn(usize, usize) -> bool| {
            B::from_indices((0..squares).filter(|square| wanted(square / half, square % half)))
        };
        Self {
            setup,
            half,
            board: B::first(squares),
            slants_left: with(&|rank, place| rank.is_multiple_of(2) && place > 0),
            slants_right: with(&|rank, place| !rank.is_multiple_of(2) && place + 1 < half),
            top: with(&|rank, _| rank + 1 == setup.size),
        }
    }

    /// Files and ranks of the board.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.setup.size
    }

    /// How many sheep there are.
    #[must_use]
    pub const fn sheep(&self) -> usize {
        self.half
    }

    /// How many dark squares the board has; they are numbered from zero.
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.setup.size * self.half
    }

    /// The dark squares of the rank the wolf must reach.
    #[inline]
    #[must_use]
    pub const fn top(&self) -> B {
        self.top
    }

    /// The dark squares diagonally above those of `set`.
    #[inline]
    #[must_use]
    pub fn upward(&self, set: B) -> B {
        let half = self.half as u32;
        let slanted =
            ((set & self.slants_left) << (half - 1)) | ((set & self.slants_right) << (half + 1));
        ((set << half) | slanted) & self.board
    }

    /// The dark squares diagonally below those of `set`: where sheep may go.
    #[inline]
    #[must_use]
    pub fn downward(&self, set: B) -> B {
        let half = self.half as u32;
        let slanted =
            ((set & self.slants_left) >> (half + 1)) | ((set & self.slants_right) >> (half - 1));
        (set >> half) | slanted
    }

    /// How many ranks the sheep can still go down, added up.
    ///
    /// A sheep's move leads to the tier below with the wolf to move; the wolf's move stays in its tier
    /// with the sheep to move. Taken from tier 0 upward, and in each tier the sheep's turns before the
    /// wolf's, every position comes after all that it leads to. (A wolf that has still to choose comes
    /// last of all.)
    #[must_use]
    pub fn tier(&self, state: &State<B>) -> usize {
        state.sheep.iter().map(|square| square / self.half).sum()
    }

    /// Why the game is over, in words.
    fn why_over(&self, state: &State<B>) -> Option<&'static str> {
        if !self.status(state).is_over() {
            return None;
        }
        Some(match state.wolf {
            Some(wolf) if self.top.has(usize::from(wolf)) => "the wolf reached the last row",
            _ if state.mover == WOLF => "the wolf is trapped",
            _ => "no sheep can move",
        })
    }

    /// Where the wolf can go from `square`.
    #[inline]
    fn ways(&self, square: u8, sheep: B) -> B {
        let wolf = B::single(usize::from(square));
        (self.upward(wolf) | self.downward(wolf)) & !sheep
    }

    /// The squares without a piece.
    #[inline]
    fn free(&self, state: &State<B>) -> B {
        let wolf = state.wolf.map_or(B::EMPTY, |square| B::single(usize::from(square)));
        self.board & !(state.sheep | wolf)
    }

    /// Where sheep can arrive by each of the ways down, with how far above it, in square numbers, they
    /// come from.
    #[inline]
    fn descents(&self, state: &State<B>) -> [(B, usize); 3] {
        let free = self.free(state);
        let arrivals = |sheep: B, drop: usize| ((sheep >> drop as u32) & free, drop);
        [
            arrivals(state.sheep, self.half),
            arrivals(state.sheep & self.slants_left, self.half + 1),
            arrivals(state.sheep & self.slants_right, self.half - 1),
        ]
    }
}

#[inline]
fn step(from: usize, to: usize) -> Move {
    Move::Step { from: from as u8, to: to as u8 }
}

impl<B: Bits> Game for WolfAndSheep<B> {
    type State = State<B>;
    type Move = Move;

    fn start(&self) -> State<B> {
        State { sheep: self.top, wolf: self.setup.wolf, mover: WOLF }
    }

    #[inline]
    fn status(&self, state: &State<B>) -> Status {
        let Some(wolf) = state.wolf else { return Status::ToMove(WOLF) };
        if self.top.has(usize::from(wolf)) {
            return Status::Over(Payoffs::win(WOLF));
        }
        let ways = if state.mover == WOLF {
            self.ways(wolf, state.sheep)
        } else {
            self.downward(state.sheep) & self.free(state)
        };
        if ways.any() {
            Status::ToMove(state.mover)
        } else {
            Status::Over(Payoffs::win(state.mover.other()))
        }
    }

    #[inline]
    fn try_each_move<T>(
        &self,
        state: &State<B>,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        match state.wolf {
            None => (0..self.half).try_for_each(|square| f(Move::Place(square as u8))),
            Some(from) if state.mover == WOLF => self
                .ways(from, state.sheep)
                .iter()
                .try_for_each(|to| f(step(usize::from(from), to))),
            Some(_) => {
                for (arrivals, drop) in self.descents(state) {
                    for to in arrivals.iter() {
                        f(step(to + drop, to))?;
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }

    #[inline]
    fn play(&self, state: &mut State<B>, m: Move) {
        match m {
            // The wolf has chosen and now moves.
            Move::Place(square) => state.wolf = Some(square),
            Move::Step { to, .. } if state.mover == WOLF => {
                state.wolf = Some(to);
                state.mover = SHEEP;
            }
            Move::Step { from, to } => {
                state.sheep ^= B::single(usize::from(from)) | B::single(usize::from(to));
                state.mover = WOLF;
            }
        }
    }

    #[inline]
    fn count_moves(&self, state: &State<B>) -> usize {
        match state.wolf {
            None => self.half,
            Some(from) if state.mover == WOLF => self.ways(from, state.sheep).count(),
            Some(_) => self.descents(state).iter().map(|(arrivals, _)| arrivals.count()).sum(),
        }
    }

    #[inline]
    fn nth_move(&self, state: &State<B>, rank: usize) -> Move {
        match state.wolf {
            None => Move::Place(rank as u8),
            Some(from) if state.mover == WOLF => {
                step(usize::from(from), self.ways(from, state.sheep).nth(rank))
            }
            Some(_) => {
                let [straight, left, right] = self.descents(state);
                let first = straight.0.count();
                let second = first + left.0.count();
                let ((arrivals, drop), rank) = if rank < first {
                    (straight, rank)
                } else if rank < second {
                    (left, rank - first)
                } else {
                    (right, rank - second)
                };
                let to = arrivals.nth(rank);
                step(to + drop, to)
            }
        }
    }
}

impl<B: Bits> ZeroSum2 for WolfAndSheep<B> {}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::spec::Spec;
    use bellwether_core::{Notation, contract, perft};

    fn setup(text: &str) -> Result<Setup, ParseError> {
        let spec = Spec::parse(text)?;
        Setup::from_options(&Options::new(&spec, CARD.options)?)
    }

    fn game(text: &str) -> WolfAndSheep<u128> {
        WolfAndSheep::new(setup(text).unwrap())
    }

    #[test]
    fn perft_of_the_standard_board() {
        // By hand: four squares to choose from; then one way up from a1 and two from each of the
        // others, 7; then seven sheep moves (h8 has only g7), 49. The rest was counted by a separate
        // program in Python that shares no code with this one; the naive twin agrees.
        let game = WolfAndSheep::<u64>::new(Setup::default());
        let counts: Vec<u64> =
            (1..=8).map(|depth| perft::perft(&game, &game.start(), depth)).collect();
        assert_eq!(counts, [4, 7, 49, 182, 1118, 3096, 18_792, 70_174]);
    }

    #[test]
    fn keeps_the_contract_on_every_kind_of_board() {
        for text in [
            "w",
            "w:wolf=a1",
            "w:wolf=g1",
            "w:size=4",
            "w:size=4,wolf=c1",
            "w:size=6",
            "w:size=10",
            "w:size=12,wolf=k1",
            "w:size=14",
            "w:size=16",
            "w:size=16,wolf=o1",
        ] {
            let setup = setup(text).unwrap();
            if setup.is_small() {
                keeps_the_contract(&WolfAndSheep::<u64>::new(setup));
            }
            keeps_the_contract(&WolfAndSheep::<u128>::new(setup));
        }
    }

    fn keeps_the_contract<B: Bits>(game: &WolfAndSheep<B>) {
        contract::check(game, 1, 20);
        contract::check_zero_sum(game, 2, 20);
        contract::check_render(game, 3, 5);
        contract::check_learning(game, 4, 5);
    }

    #[test]
    fn the_wolf_chooses_and_then_moves() {
        let (game, placed) = (game("w"), game("w:wolf=c1"));
        let mut state = game.start();
        let texts = |state: &State<u128>| -> Vec<String> {
            game.moves(state).into_iter().map(|m| game.move_text(state, m)).collect()
        };
        assert_eq!(texts(&state), ["@a1", "@c1", "@e1", "@g1"]);
        let place = game.parse_move(&state, "@c1").unwrap();
        game.play(&mut state, place);
        assert_eq!(game.status(&state), Status::ToMove(WOLF));
        assert_eq!(texts(&state), ["c1b2", "c1d2"]);
        assert_eq!(state, placed.start());
    }

    #[test]
    fn the_wolf_wins_on_the_top_rank() {
        let game = game("w");
        let mut state = game.parse_position("3S1S1S/2w5/3S4/8/8/8/8/8 w").unwrap();
        assert_eq!(game.status(&state), Status::ToMove(WOLF));
        let arrival = game.parse_move(&state, "c7b8").unwrap();
        game.play(&mut state, arrival);
        assert_eq!(game.status(&state), Status::Over(Payoffs::win(WOLF)));
    }

    #[test]
    fn the_sheep_win_when_the_wolf_cannot_move() {
        // The report's won game: the wolf on g1 between f2 and h2.
        let game = game("w");
        let cornered = game.parse_position("8/8/8/8/8/2S5/5S1S/4S1w1 w").unwrap();
        assert_eq!(game.status(&cornered), Status::Over(Payoffs::win(SHEEP)));
        // With the sheep to move nothing is decided yet: c3 goes on to b2 or d2.
        let waiting = game.parse_position("8/8/8/8/8/2S5/5S1S/4S1w1 s").unwrap();
        assert_eq!(game.status(&waiting), Status::ToMove(SHEEP));
    }

    #[test]
    fn sheep_that_cannot_move_lose() {
        let game = game("w");
        let state = game.parse_position("8/8/8/8/8/w7/8/S1S1S1S1 s").unwrap();
        assert_eq!(game.status(&state), Status::Over(Payoffs::win(WOLF)));
        // One sheep that is held back by the wolf alone does no better: h2 has only g1.
        let state = game.parse_position("8/8/8/8/8/8/7S/S1S1S1w1 s").unwrap();
        assert_eq!(game.status(&state), Status::Over(Payoffs::win(WOLF)));
    }

    #[test]
    fn sheep_go_down_a_tier_at_a_time() {
        let game = game("w");
        assert_eq!(game.tier(&game.start()), 4 * 7);
        contract::for_each_position(&game, 5, 50, |state| {
            for m in game.moves(state) {
                let next = game.after(state, m);
                let drop = usize::from(state.mover == SHEEP);
                assert_eq!(game.tier(&next) + drop, game.tier(state));
            }
        });
    }

    #[test]
    fn options_that_make_no_game_are_refused() {
        let error = |text: &str| setup(text).unwrap_err().to_string();
        assert_eq!(
            error("w:size=7"),
            "a board of size 7 makes no game: size is even, from 4 to 16"
        );
        assert_eq!(error("w:size=18"), "option 'size' takes a number from 4 to 16, not '18'");
        let wrong = "the wolf starts on a dark square of rank 1, from a1 to g1, not on ";
        for square in ["b1", "a2", "c3", "i1"] {
            assert_eq!(error(&format!("w:wolf={square}")), format!("{wrong}{square}"));
        }
        assert_eq!(
            error("w:wolf=anywhere"),
            "option 'wolf' is choose or a square: 'anywhere' does not begin with a square like c4"
        );
        assert_eq!(setup("w:size=8,wolf=choose"), Ok(Setup::default()));
    }
}
