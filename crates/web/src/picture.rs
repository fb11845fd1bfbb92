//! A board as the page gets it.

use bellwether_core::picture::{Cell, Kind, Picture};
use bellwether_report::pieces::{ground_class, shape};
use serde::Serialize;

/// A board: its size, and its squares rank by rank from the bottom, each from the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Drawn {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// For each square its ground (`light`, `dark`, `idle`, `wall`), the piece's shape if one stands
    /// there, and the number on it.
    pub(crate) cells: Vec<Vec<String>>,
}

impl Drawn {
    pub(crate) fn new(picture: &Picture) -> Self {
        let cells = picture.cells.iter().map(drawn).collect();
        Self { columns: picture.columns, rows: picture.rows, cells }
    }

    /// The same with every flock's size covered, for a screen that is handed over.
    pub(crate) fn veiled(mut picture: Picture) -> Self {
        for cell in &mut picture.cells {
            if let Some(piece) = &mut cell.piece
                && let Kind::Flock(count) = &mut piece.kind
            {
                *count = None;
            }
        }
        Self::new(&picture)
    }
}

fn drawn(cell: &Cell) -> Vec<String> {
    let mut words = vec![ground_class(cell.ground).unwrap_or("wall").to_owned()];
    if let Some(piece) = cell.piece {
        let (shape, count) = shape(piece);
        words.push(shape);
        words.extend(count);
    }
    words
}
