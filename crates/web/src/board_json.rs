//! A board as the page gets it, and as it gives one back.

use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Count, Picture, PictureCell, Piece, PieceStyle, SquareKind};
use bellwether_core::{Error, bail};
use bellwether_report::pieces::{ground_class, shape};
use serde::{Deserialize, Serialize};

/// A board: its size, and its squares rank by rank from the bottom, each from the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
            if let Some(Piece { count: count @ Count::Known(_), .. }) = &mut cell.piece {
                *count = Count::Hidden;
            }
        }
        Self::new(&picture)
    }

    /// The pieces, on a board that is `like` this one, with these pieces.
    ///
    /// # Errors
    /// If it is another board, or something stands there that is no piece.
    pub(crate) fn read(
        &self,
        like: &Picture,
        styles: &'static [PieceStyle],
    ) -> Result<Picture, Error> {
        let is_alike = (self.columns, self.rows, self.cells.len())
            == (like.columns, like.rows, like.cells.len());
        if !is_alike {
            bail!("the picture is of another board");
        }
        let cells = self.cells.iter().zip(&like.cells).map(|(words, cell)| {
            let piece = piece(words, styles)?;
            if piece.is_some() && cell.ground == SquareKind::Wall {
                bail!("nothing stands outside the field");
            }
            Ok(PictureCell { ground: cell.ground, piece })
        });
        let cells = cells.collect::<Result<Vec<PictureCell>, Error>>()?;
        Ok(Picture { columns: self.columns, rows: self.rows, cells })
    }
}

fn piece(words: &[String], styles: &'static [PieceStyle]) -> Result<Option<Piece>, Error> {
    let Some(word) = words.get(1) else { return Ok(None) };
    let count = match words.get(2).map(|count| count.parse()) {
        None => Count::None,
        Some(Ok(count)) => Count::Known(count),
        Some(Err(_)) => Count::Hidden,
    };
    match styles.iter().find(|style| style.id == *word) {
        Some(style) => Ok(Some(Piece { style, count })),
        None => Err(Error::invalid(format!("'{}' is no piece", excerpt(word)))),
    }
}

/// A square.
pub(crate) fn drawn(cell: &PictureCell) -> Vec<String> {
    let mut words = vec![ground_class(cell.ground).unwrap_or("wall").to_owned()];
    if let Some(piece) = cell.piece {
        let (shape, count) = shape(piece);
        words.push(shape.to_owned());
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
            let game = bellwether_standard::game(name).unwrap();
            let mut position = game.start();
            for text in moves.split_whitespace() {
                position.play(text).unwrap();
            }
            let picture = position.picture(None);
            assert_eq!(
                BoardJson::new(&picture).read(&picture, game.card().pieces).unwrap(),
                picture,
                "{name}"
            );
            let mover = position.status().mover().unwrap();
            let arranged = game.position_from_board(&picture, mover).unwrap();
            assert_eq!(arranged.text(None), position.text(None), "{name}");
        }
    }

    #[test]
    fn other_pictures_are_refused() {
        let game = bellwether_standard::game("breakthrough").unwrap();
        let picture = game.start().picture(None);
        let small = BoardJson { columns: 2, rows: 1, cells: vec![vec![], vec![]] };
        assert!(small.read(&picture, game.card().pieces).is_err());
        let mut strange = BoardJson::new(&picture);
        strange.cells[0] = vec!["light".to_owned(), "dragon".to_owned()];
        assert!(strange.read(&picture, game.card().pieces).is_err());
    }
}
