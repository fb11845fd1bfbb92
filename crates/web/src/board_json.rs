//! A board as the page gets it, and as it gives one back.

use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Picture, PictureCell, Piece, PieceKind, SquareKind};
use bellwether_core::{ParseError, Seat};
use bellwether_report::pieces::{ground_class, shape};
use serde::{Deserialize, Serialize};

/// A board: its size, and its squares rank by rank from the bottom, each from the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BoardJson {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// For each square its ground (`light`, `dark`, `idle`, `wall`), the piece's shape if one stands
    /// there, and the number on it.
    pub(crate) cells: Vec<Vec<String>>,
}

impl BoardJson {
    pub(crate) fn new(picture: &Picture) -> Self {
        let cells = picture.cells.iter().map(drawn).collect();
        Self { columns: picture.columns, rows: picture.rows, cells }
    }

    /// The same with every flock's size covered, for a screen that is handed over.
    pub(crate) fn veiled(mut picture: Picture) -> Self {
        for cell in &mut picture.cells {
            if let Some(piece) = &mut cell.piece
                && let PieceKind::Flock(count) = &mut piece.kind
            {
                *count = None;
            }
        }
        Self::new(&picture)
    }
}

impl BoardJson {
    /// What stands where, on a board that is `like` this one.
    ///
    /// # Errors
    /// If it is another board, or something stands there that is no piece.
    pub(crate) fn read(&self, like: &Picture) -> Result<Picture, ParseError> {
        let is_alike = (self.columns, self.rows, self.cells.len())
            == (like.columns, like.rows, like.cells.len());
        if !is_alike {
            return Err(ParseError::new("the picture is of another board"));
        }
        let cells = self.cells.iter().zip(&like.cells).map(|(words, cell)| {
            let piece = piece(words)?;
            if piece.is_some() && cell.ground == SquareKind::Wall {
                return Err(ParseError::new("nothing stands outside the field"));
            }
            Ok(PictureCell { ground: cell.ground, piece })
        });
        let cells = cells.collect::<Result<Vec<PictureCell>, ParseError>>()?;
        Ok(Picture { columns: self.columns, rows: self.rows, cells })
    }
}

fn piece(words: &[String]) -> Result<Option<Piece>, ParseError> {
    let Some(word) = words.get(1) else { return Ok(None) };
    let count = words.get(2).and_then(|count| count.parse().ok());
    // Wolves sit first and sheep second wherever they meet.
    let known = Seat::all(4).flat_map(|seat| {
        let kinds = [PieceKind::Worker, PieceKind::Flock(count)].map(|kind| Piece { kind, seat });
        let one = match seat {
            Seat::FIRST => Some(Piece { kind: PieceKind::Wolf, seat }),
            Seat::SECOND => Some(Piece { kind: PieceKind::Sheep, seat }),
            _ => None,
        };
        kinds.into_iter().chain(one)
    });
    let found = known.into_iter().find(|piece| shape(*piece).0 == *word);
    found.map(Some).ok_or_else(|| ParseError::new(format!("'{}' is no piece", excerpt(word))))
}

/// A square.
pub(crate) fn drawn(cell: &PictureCell) -> Vec<String> {
    let mut words = vec![ground_class(cell.ground).unwrap_or("wall").to_owned()];
    if let Some(piece) = cell.piece {
        let (shape, count) = shape(piece);
        words.push(shape);
        words.extend(count);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_can_be_read() {
        for (name, moves) in [
            ("breakthrough", "a2a3"),
            ("wolf-and-sheep", "@c1"),
            ("wolves-eat-sheep", "b1b2"),
            ("battle-sheep:seats=2", ""),
        ] {
            let game = bellwether_catalog::game(name).unwrap();
            let mut position = game.start();
            for text in moves.split_whitespace() {
                position.play(text).unwrap();
            }
            let picture = position.picture(None);
            assert_eq!(BoardJson::new(&picture).read(&picture).unwrap(), picture, "{name}");
            let mover = position.status().mover().unwrap();
            let arranged = game.position_from_board(&picture, mover).unwrap();
            assert_eq!(arranged.text(None), position.text(None), "{name}");
        }
    }

    #[test]
    fn other_pictures_are_refused() {
        let game = bellwether_catalog::game("breakthrough").unwrap();
        let picture = game.start().picture(None);
        let small = BoardJson { columns: 2, rows: 1, cells: vec![vec![], vec![]] };
        assert!(small.read(&picture).is_err());
        let mut strange = BoardJson::new(&picture);
        strange.cells[0] = vec!["light".to_owned(), "dragon".to_owned()];
        assert!(strange.read(&picture).is_err());
    }
}
