//! Wolves Eat Sheep: wolves leap to eat, and the sheep close in on them.
//!
//! On the standard board of 5 × 5, ten sheep fill ranks 4 and 5 and two wolves stand on b1 and d1. The
//! wolves move first. Any piece may step to an empty square beside it, along its file or rank. A wolf
//! may instead eat: it moves two squares along its file or rank onto a sheep, over an empty square, and
//! the sheep is gone. Nobody has to eat, and nothing ever moves diagonally.
//!
//! The result is decided in this order:
//!
//! 1. Two or fewer sheep are left: the wolves win.
//! 2. No wolf can move: the sheep win. *Decided:* it does not matter whose turn it is. In play this
//!    comes only after a sheep's move, because a wolf that has just moved can step back.
//! 3. The sheep are to move and none can: the wolves win. *Decided:* the course's rules do not define
//!    this case.
//!
//! Positions can repeat for ever. The rules do not forbid it: a referee may declare a draw, and in a
//! solved table it is one.
//!
//! Any layout of 3 × 3 to 8 × 8 squares is a variant, as long as it is not over before it begins.

mod calibration;
mod card;
mod heuristics;
pub mod index;
pub mod naive;
mod notation;
mod search_hints;
mod solver;
pub mod starts;

use std::ops::ControlFlow;

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{Options, suggest};
use bellwether_core::{
    Game, ParseError, Payoffs, Seat, Status, Symmetric, ZeroSum2, bail, board_text,
};

pub use card::CARD;
pub use heuristics::Heuristic;

/// The wolves' seat; the wolves move first.
pub const WOLVES: Seat = Seat::FIRST;
/// The sheep's seat.
pub const SHEEP: Seat = Seat::SECOND;

/// The layouts that have a name.
pub const LAYOUTS: &[(&str, &str)] = &[
    ("standard", "SSSSS/SSSSS/...../...../.W.W."),
    ("three-wolves", "SSSSS/SSSSS/SSSSS/...../W.W.W"),
];

/// The wolves win when no more sheep than this are left.
pub const TOO_FEW_SHEEP: usize = 2;

/// The board and its pieces at the start: a validated layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    columns: usize,
    rows: usize,
    wolves: u64,
    sheep: u64,
}

impl Setup {
    /// Reads a layout: one of the names in [`LAYOUTS`], or its ranks, the top one first, separated by
    /// `/`, with `S` for a sheep, `W` for a wolf, `.` or numbers for empty squares.
    ///
    /// # Errors
    /// If the name is unknown, the board malformed, too small or too large, or the game would be over
    /// before it begins.
    pub fn from_layout(text: &str) -> Result<Self, ParseError> {
        let names = LAYOUTS.iter().map(|(name, _)| *name);
        let board = match LAYOUTS.iter().find(|(name, _)| *name == text) {
            Some((_, board)) => board,
            None if text.contains('/') => text,
            None => {
                let nearest = suggest(text, names, "");
                let ranks = match LAYOUTS.first() {
                    Some((_, board)) if !nearest.ends_with('?') => {
                        format!(", or the ranks of a board, such as {board}")
                    }
                    _ => String::new(),
                };
                bail!("'{}' is no layout: {nearest}{ranks}", excerpt(text));
            }
        };
        let (columns, rows) = board_text::size(board);
        if !(3..=8).contains(&columns) || !(3..=8).contains(&rows) {
            bail!(
                "the layout '{}' has {columns} files and {rows} ranks: both are 3 to 8",
                excerpt(board)
            );
        }
        let [wolves, sheep] = notation::read_pieces(board, (columns, rows))?;
        let setup = Self { columns, rows, wolves, sheep };
        let why_over = if wolves == 0 {
            "there is no wolf"
        } else if sheep.count() <= TOO_FEW_SHEEP {
            "the wolves win with so few sheep"
        } else if WolvesEatSheep::new(setup).is_besieged(wolves, sheep) {
            "no wolf can move"
        } else {
            return Ok(setup);
        };
        let quoted = excerpt(board);
        Err(ParseError::new(format!("the layout '{quoted}' is over before it begins: {why_over}")))
    }

    /// Reads `layout`.
    ///
    /// # Errors
    /// As [`from_layout`](Self::from_layout).
    pub fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        match options.text("layout")? {
            Some(text) => Self::from_layout(text),
            None => Ok(Self::default()),
        }
    }
}

/// The standard layout.
impl Default for Setup {
    fn default() -> Self {
        Self { columns: 5, rows: 5, wolves: 0b01010, sheep: 0b11111_11111 << 15 }
    }
}

/// The rules of Wolves Eat Sheep for a given layout.
///
/// Squares are numbered rank by rank from the bottom, each from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WolvesEatSheep {
    setup: Setup,
    board: u64,
    /// All files but the leftmost: who may go left.
    not_left: u64,
    /// All files but the rightmost: who may go right.
    not_right: u64,
    /// Where each symmetry puts each square.
    images: Vec<[u8; 64]>,
}

/// A position: wolves, sheep and the side to move.
///
/// It means something only if the sets are on the board and have no square in common; text from outside goes through
/// `parse_position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The squares with a wolf.
    pub wolves: u64,
    /// The squares with a sheep.
    pub sheep: u64,
    /// Whose turn it is, or would be if the game were not over.
    pub mover: Seat,
}

/// A step, or a wolf's leap of two squares onto a sheep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

/// The ways a piece can go.
#[derive(Clone, Copy, Debug)]
enum StepDirection {
    Up,
    Down,
    Left,
    Right,
}

const WAYS: [StepDirection; 4] =
    [StepDirection::Up, StepDirection::Down, StepDirection::Left, StepDirection::Right];

/// Where pieces arrive that go the same way and equally far, and how far that is in square numbers.
type Arrivals = (u64, isize);

impl WolvesEatSheep {
    /// The game with this layout.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let Setup { columns, rows, .. } = setup;
        let board = u64::first(columns * rows);
        let left = u64::from_indices((0..rows).map(|rank| rank * columns));
        let symmetries = if columns == rows { 8 } else { 4 };
        Self {
            setup,
            board,
            not_left: board & !left,
            not_right: board & !(left << (columns - 1)),
            images: (0..symmetries).map(|symmetry| images(columns, rows, symmetry)).collect(),
        }
    }

    /// Files of the board.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.setup.columns
    }

    /// Ranks of the board.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.setup.rows
    }

    /// The squares one step from those of `set`.
    #[inline]
    #[must_use]
    pub fn beside(&self, set: u64) -> u64 {
        WAYS.iter().fold(0, |squares, way| squares | self.go(set, *way))
    }

    /// The squares one step `way` from those of `set`.
    #[inline]
    fn go(&self, set: u64, way: StepDirection) -> u64 {
        match way {
            StepDirection::Up => (set << self.setup.columns) & self.board,
            StepDirection::Down => set >> self.setup.columns,
            StepDirection::Left => (set & self.not_left) >> 1,
            StepDirection::Right => (set & self.not_right) << 1,
        }
    }

    #[inline]
    fn empty(&self, state: &State) -> u64 {
        self.board & !(state.wolves | state.sheep)
    }

    /// Why the game is over, in words.
    fn why_over(&self, state: &State) -> Option<&'static str> {
        if !self.status(state).is_over() {
            return None;
        }
        Some(if state.sheep.count() <= TOO_FEW_SHEEP {
            "only two sheep or fewer are left"
        } else if self.is_besieged(state.wolves, state.sheep) {
            "no wolf can move"
        } else {
            "no sheep can move"
        })
    }

    /// Whether no wolf can move. One that can eat can also step, onto the square between.
    #[inline]
    fn is_besieged(&self, wolves: u64, sheep: u64) -> bool {
        self.beside(wolves) & self.board & !(wolves | sheep) == 0
    }

    /// The sheep that a wolf could eat if it were the wolves' turn.
    #[inline]
    fn edible(&self, state: &State) -> u64 {
        let empty = self.empty(state);
        WAYS.iter().fold(0, |prey, way| {
            prey | (self.go(self.go(state.wolves, *way) & empty, *way) & state.sheep)
        })
    }

    /// Where the mover's pieces can go, by way and length: steps, and leaps onto prey.
    #[inline]
    fn arrivals(&self, state: &State) -> [Arrivals; 8] {
        let empty = self.empty(state);
        let (own, prey) =
            if state.mover == WOLVES { (state.wolves, state.sheep) } else { (state.sheep, 0) };
        let mut arrivals = [(0, 0); 8];
        for (index, way) in WAYS.into_iter().enumerate() {
            let near = self.go(own, way) & empty;
            let far = self.go(near, way) & prey;
            let stride = match way {
                StepDirection::Up => self.setup.columns as isize,
                StepDirection::Down => -(self.setup.columns as isize),
                StepDirection::Left => -1,
                StepDirection::Right => 1,
            };
            arrivals[index] = (near, stride);
            arrivals[WAYS.len() + index] = (far, 2 * stride);
        }
        arrivals
    }
}

#[inline]
fn arrival(to: usize, length: isize) -> Move {
    Move { from: (to as isize - length) as u8, to: to as u8 }
}

impl Game for WolvesEatSheep {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State { wolves: self.setup.wolves, sheep: self.setup.sheep, mover: WOLVES }
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        if state.sheep.count() <= TOO_FEW_SHEEP {
            Status::Over(Payoffs::win(WOLVES))
        } else if self.is_besieged(state.wolves, state.sheep) {
            Status::Over(Payoffs::win(SHEEP))
        } else if state.mover == SHEEP && self.beside(state.sheep) & self.empty(state) == 0 {
            Status::Over(Payoffs::win(WOLVES))
        } else {
            Status::ToMove(state.mover)
        }
    }

    #[inline]
    fn try_each_move<T>(
        &self,
        state: &State,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        for (arrivals, length) in self.arrivals(state) {
            for to in arrivals.iter() {
                f(arrival(to, length))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, state: &mut State, m: Move) {
        let (from, to) = (u64::single(usize::from(m.from)), u64::single(usize::from(m.to)));
        if state.mover == WOLVES {
            state.wolves ^= from | to;
            state.sheep &= !to;
        } else {
            state.sheep ^= from | to;
        }
        state.mover = state.mover.other();
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        self.arrivals(state).iter().map(|(arrivals, _)| arrivals.count()).sum()
    }

    #[inline]
    fn nth_move(&self, state: &State, mut rank: usize) -> Move {
        for (arrivals, length) in self.arrivals(state) {
            if rank < arrivals.count() {
                return arrival(arrivals.nth(rank), length);
            }
            rank -= arrivals.count();
        }
        unreachable!("there are more legal moves than this")
    }
}

impl ZeroSum2 for WolvesEatSheep {}

/// The board can be mirrored left to right (1), top to bottom (2), both (3), and, if it is square, all
/// of these after swapping files and ranks (4 to 7): the rules know no direction.
impl Symmetric for WolvesEatSheep {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn transform(&self, state: &State, symmetry: usize) -> State {
        let images = &self.images[symmetry];
        let image =
            |set: u64| u64::from_indices(set.iter().map(|square| usize::from(images[square])));
        State { wolves: image(state.wolves), sheep: image(state.sheep), mover: state.mover }
    }

    fn transform_move(&self, m: Move, symmetry: usize) -> Move {
        let images = &self.images[symmetry];
        Move { from: images[usize::from(m.from)], to: images[usize::from(m.to)] }
    }
}

fn images(columns: usize, rows: usize, symmetry: usize) -> [u8; 64] {
    let mut images = [0; 64];
    for (square, image) in images.iter_mut().enumerate().take(columns * rows) {
        let (mut file, mut rank) = (square % columns, square / columns);
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        if symmetry & 1 != 0 {
            file = columns - 1 - file;
        }
        if symmetry & 2 != 0 {
            rank = rows - 1 - rank;
        }
        *image = (rank * columns + file) as u8;
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::spec::Spec;
    use bellwether_core::{Notation, contract, perft};
    use std::collections::HashSet;

    fn setup(text: &str) -> Result<Setup, ParseError> {
        let spec = Spec::parse(text)?;
        Setup::from_options(&Options::new(&spec, CARD.options)?)
    }

    fn game(layout: &str) -> WolvesEatSheep {
        WolvesEatSheep::new(Setup::from_layout(layout).unwrap())
    }

    fn moves(game: &WolvesEatSheep, position: &str) -> Vec<String> {
        let state = game.parse_position(position).unwrap();
        let mut texts: Vec<String> =
            game.moves(&state).into_iter().map(|m| game.move_text(&state, m)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn perft_of_the_named_layouts() {
        // Counted by a separate program in Python that shares no code with this one; the naive twin
        // agrees.
        for (layout, expected) in [
            ("standard", [6, 30, 176, 1714, 11_354]),
            ("three-wolves", [10, 44, 330, 2786, 19_818]),
            ("SSS/3/W1W", [6, 10, 38, 130, 568]),
        ] {
            let game = game(layout);
            let counts: Vec<u64> =
                (1..=5).map(|depth| perft::perft(&game, &game.start(), depth)).collect();
            assert_eq!(counts, expected, "{layout}");
        }
    }

    #[test]
    fn keeps_the_contract_on_every_kind_of_board() {
        for layout in [
            "standard",
            "three-wolves",
            "SSS/.../.W.",
            "SSSSSSSS/SSSSSSSS/8/8/8/8/8/W6W",
            "SSSSSSSS/8/W6W",
            "SSS/SSS/3/3/3/3/3/1W1",
            "SSSS/SSSS/W..W/.WW.",
            "SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS/WWWWW.WW",
        ] {
            let game = game(layout);
            contract::check(&game, 1, 10);
            contract::check_zero_sum(&game, 2, 10);
            contract::check_symmetric(&game, 3, 3);
            contract::check_render(&game, 4, 3);
            contract::check_learning(&game, 5, 2);
        }
    }

    #[test]
    fn a_wolf_may_eat_or_step_but_not_diagonally() {
        // b2 may step to all four sides and eat b4 over b3; not c3, which is diagonal. Nothing stands
        // two squares from d1.
        let game = game("standard");
        assert_eq!(
            moves(&game, "SSSSS/SSSS1/2S2/1W3/3W1 w"),
            ["b2a2", "b2b1", "b2b3", "b2b4", "b2c2", "d1c1", "d1d2", "d1e1"]
        );
        // Between wolf and sheep stands a sheep (b3), or the other wolf (c2): nothing to eat there.
        assert_eq!(moves(&game, "5/1S3/1S3/1WWS1/5 w"), ["b2a2", "b2b1", "c2c1", "c2c3"]);
    }

    #[test]
    fn eating_removes_the_sheep() {
        let game = game("standard");
        let mut state = game.parse_position("SSSSS/SSSSS/5/1W3/3W1 w").unwrap();
        let eat = game.parse_move(&state, "b2b4").unwrap();
        game.play(&mut state, eat);
        assert_eq!(game.position_text(&state), "SSSSS/SWSSS/5/5/3W1 s");
    }

    #[test]
    fn results_are_decided_in_order() {
        let (game, lone) = (game("standard"), game("SSS/.../.W."));
        let status = |text: &str| game.status(&game.parse_position(text).unwrap());
        // Two sheep left: the wolves have won, even where they cannot move.
        assert_eq!(status("SS3/5/5/5/1W1W1 s"), Status::Over(Payoffs::win(WOLVES)));
        let cornered = lone.parse_position("3/S2/WS1 w").unwrap();
        assert_eq!(lone.status(&cornered), Status::Over(Payoffs::win(WOLVES)));
        // Both wolves shut in: the sheep have won, whoever is to move.
        let shut = "SSSS1/5/5/SS3/WWS2";
        assert_eq!(status(&format!("{shut} w")), Status::Over(Payoffs::win(SHEEP)));
        assert_eq!(status(&format!("{shut} s")), Status::Over(Payoffs::win(SHEEP)));
        // One wolf shut in is not enough.
        assert_eq!(status("SSSS1/5/5/S4/WS2W w"), Status::ToMove(WOLVES));
    }

    #[test]
    fn sheep_that_cannot_move_lose() {
        // Every sheep stands in the corner behind the wolves; the empty squares are beyond them.
        let game = game("SSS/WWW/...");
        let stuck = game.parse_position("SSS/WWW/3 s").unwrap();
        assert_eq!(game.status(&stuck), Status::Over(Payoffs::win(WOLVES)));
        let wolves = game.parse_position("SSS/WWW/3 w").unwrap();
        assert_eq!(game.status(&wolves), Status::ToMove(WOLVES));
    }

    #[test]
    fn squares_have_eight_symmetries_and_rectangles_four() {
        for (layout, count) in [("standard", 8), ("SSSS/4/W3", 4)] {
            let game = game(layout);
            assert_eq!(game.symmetries(), count);
            // A lopsided position looks different every time, so no symmetry is there twice.
            let text = if count == 8 { "SS3/2S2/5/1W3/1W3 w" } else { "SS2/2S1/W3 s" };
            let state = game.parse_position(text).unwrap();
            let images: HashSet<State> =
                (0..count).map(|symmetry| game.transform(&state, symmetry)).collect();
            assert_eq!(images.len(), count);
        }
    }

    #[test]
    fn the_named_layouts_are_what_they_say() {
        assert_eq!(setup("w"), Ok(Setup::default()));
        assert_eq!(setup("w:layout=standard"), Ok(Setup::default()));
        for (name, board) in LAYOUTS {
            assert_eq!(Setup::from_layout(name), Setup::from_layout(board));
        }
        assert_eq!(setup("w:layout=SSSSS/SSSSS/5/5/1W1W1"), Ok(Setup::default()));
    }

    #[test]
    fn layouts_that_make_no_game_are_refused() {
        let error = |layout: &str| Setup::from_layout(layout).unwrap_err().to_string();
        assert_eq!(error("standart"), "'standart' is no layout: did you mean 'standard'?");
        assert_eq!(
            error("SSS"),
            "'SSS' is no layout: it is one of standard, three-wolves, or the ranks of a board, such as \
             SSSSS/SSSSS/...../...../.W.W."
        );
        assert_eq!(
            error("SS/SS/WW"),
            "the layout 'SS/SS/WW' has 2 files and 3 ranks: both are 3 to 8"
        );
        assert_eq!(error("9/9/9"), "the layout '9/9/9' has 9 files and 3 ranks: both are 3 to 8");
        assert_eq!(error("SSS/SS/W.."), "rank 2 'SS' has fewer than 3 squares");
        assert_eq!(error("SSS/xS./W.."), "a2: 'x' is no piece: W is a wolf, S a sheep");
        let over = |layout: &str, why: &str| {
            let sentence = format!("the layout '{layout}' is over before it begins: {why}");
            assert_eq!(error(layout), sentence);
        };
        over("SSS/SSS/...", "there is no wolf");
        over("SS./.../W..", "the wolves win with so few sheep");
        over("SSS/SS./WS.", "no wolf can move");
    }
}
