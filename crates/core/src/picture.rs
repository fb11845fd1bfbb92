//! The contents of a board, independent of how it is drawn.
//!
//! The terminal and the page draw a [`Picture`] without knowing any rules.

use crate::square::Square;
use crate::{Game, Seat};

/// A game whose positions can be shown on a rectangular board.
pub trait Render: Game {
    /// The board as the seat `viewer` sees it; `None` sees everything. Games of perfect information ignore it.
    fn picture(&self, state: &Self::State, viewer: Option<Seat>) -> Picture;

    /// The squares a move leaves and enters, for marking it on the board.
    fn squares_of(&self, m: Self::Move) -> Vec<Square>;

    /// The text of the position with these pieces and `mover` to move. It need not be valid:
    /// [`parse_position`](crate::Notation::parse_position) checks that.
    fn position_from_board(&self, picture: &Picture, mover: Seat) -> String;

    /// The number of pieces moved, where moves between the same squares differ by it.
    fn amount_of(&self, _m: Self::Move) -> Option<u32> {
        None
    }
}

/// A board: its size and what is on every square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Squares from left to right.
    pub columns: usize,
    /// Squares from bottom to top.
    pub rows: usize,
    /// The squares, rank by rank from the bottom, each from the left.
    pub cells: Vec<PictureCell>,
}

impl Picture {
    /// A board with `cell(square)` on every square.
    #[must_use]
    pub fn new(columns: usize, rows: usize, mut cell: impl FnMut(Square) -> PictureCell) -> Self {
        let cells = (0..rows)
            .flat_map(|rank| (0..columns).map(move |file| Square::new(file, rank)))
            .map(&mut cell)
            .collect();
        Self { columns, rows, cells }
    }

    /// What is on a square of this board.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[must_use]
    pub fn cell(&self, square: Square) -> PictureCell {
        assert!(square.file < self.columns, "no such square");
        self.cells[square.rank * self.columns + square.file]
    }
}

/// One square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureCell {
    /// The kind of square.
    pub ground: SquareKind,
    /// The piece on it.
    pub piece: Option<Piece>,
}

/// A kind of square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareKind {
    /// A playable square of the lighter colour.
    Light,
    /// A playable square of the darker colour.
    Dark,
    /// A slot of an upright board: what is put into a column falls to the lowest free one.
    Slot,
    /// A square that belongs to the board but that no piece ever enters.
    Idle,
    /// Outside the field.
    Wall,
}

impl SquareKind {
    /// The colour of a square on a chequered board with a dark lower left corner.
    #[must_use]
    pub const fn chequered(square: Square) -> Self {
        if (square.file + square.rank).is_multiple_of(2) { Self::Dark } else { Self::Light }
    }
}

/// A piece, or a stack of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is and whose.
    pub style: &'static PieceStyle,
    /// How many stand here, in games that stack pieces.
    pub count: Count,
}

impl Piece {
    /// A single piece.
    #[must_use]
    pub const fn single(style: &'static PieceStyle) -> Self {
        Self { style, count: Count::None }
    }

    /// Whose it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.style.seat
    }

    /// A text for the piece and its count: `text`, `text` + `separator` + `16`, or with `?` for a hidden count.
    #[must_use]
    pub fn counted(&self, text: &str, separator: &str) -> String {
        match self.count {
            Count::None => text.to_owned(),
            Count::Known(count) => format!("{text}{separator}{count}"),
            Count::Hidden => format!("{text}{separator}?"),
        }
    }
}

/// How many pieces a stack has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Pieces of this game do not stack.
    None,
    /// So many.
    Known(u16),
    /// The observer cannot tell.
    Hidden,
}

/// One kind of piece of one seat: how it is named and drawn. A game's card lists all of its styles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceStyle {
    /// Its name among the drawings of a page; no two games may use one name for different drawings.
    pub id: &'static str,
    /// Whose pieces these are.
    pub seat: Seat,
    /// What bots read on a board.
    pub letter: &'static str,
    /// What a terminal shows.
    pub sign: &'static str,
    /// What a screen reader says.
    pub label: &'static str,
    /// How a terminal colours it.
    pub tone: Tone,
    /// The drawing: SVG elements around the origin, on a square of width 1.
    pub svg: &'static str,
}

/// How a terminal colours a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Dark on the square's colour.
    Plain,
    /// Light on dark.
    Inverse,
    /// On the colour of its seat.
    Seat,
}
