//! Boards as SVG inside a page.

use std::fmt::Write;

use bellwether_core::picture::{Picture, Piece, PieceKind, SquareKind};
use bellwether_core::square::{Square, file_name};

use crate::html::escape;

/// The pieces: a page has them once. A square is one unit wide.
pub const PIECES: &str = include_str!("pieces.svg");

/// Where the number on a flock stands, from the middle of its square.
const COUNT: (f64, f64) = (0.17, 0.355);

/// The shape of a piece among [`PIECES`], and the number that stands on it.
#[must_use]
pub fn shape(piece: Piece) -> (String, Option<String>) {
    let seat = piece.seat.index();
    match piece.kind {
        PieceKind::Sheep => ("sheep".to_owned(), None),
        PieceKind::Wolf => ("wolf".to_owned(), None),
        PieceKind::Worker => (format!("worker-{}", seat.min(1)), None),
        PieceKind::Flock(count) => {
            let count = count.map_or_else(|| "?".to_owned(), |count| count.to_string());
            (format!("flock-{}", seat.min(3)), Some(count))
        }
    }
}

/// The class of a square; none outside the field.
#[must_use]
pub const fn ground_class(ground: SquareKind) -> Option<&'static str> {
    match ground {
        SquareKind::Light => Some("light"),
        SquareKind::Dark => Some("dark"),
        SquareKind::Idle => Some("idle"),
        SquareKind::Wall => None,
    }
}

/// A position as SVG, with an accessible name.
#[must_use]
pub fn board(picture: &Picture, name: &str) -> String {
    let Picture { columns, rows, .. } = picture;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"-0.4 -0.05 {} {}\" role=\"img\" aria-label=\"{}\">\n",
        *columns as f64 + 0.45,
        *rows as f64 + 0.45,
        escape(name)
    );
    for rank in 0..*rows {
        for file in 0..*columns {
            let cell = picture.cell(Square::new(file, rank));
            let y = rows - 1 - rank;
            let Some(ground) = ground_class(cell.ground) else { continue };
            let _ =
                write!(svg, r#"<rect class="{ground}" x="{file}" y="{y}" width="1" height="1"/>"#);
            let Some(piece) = cell.piece else { continue };
            let (shape, count) = shape(piece);
            let (x, y) = (file as f64 + 0.5, y as f64 + 0.5);
            let _ = write!(svg, r##"<use href="#{shape}" x="{x}" y="{y}"/>"##);
            if let Some(count) = count {
                let (x, y) = (x + COUNT.0, y + COUNT.1);
                let _ = write!(svg, r#"<text class="count" x="{x:.2}" y="{y:.2}">{count}</text>"#);
            }
        }
        let y = (rows - 1 - rank) as f64 + 0.58;
        let _ = writeln!(svg, r#"<text class="coord" x="-0.2" y="{y:.2}">{}</text>"#, rank + 1);
    }
    for file in 0..*columns {
        let (x, y) = (file as f64 + 0.5, *rows as f64 + 0.28);
        let _ = write!(
            svg,
            r#"<text class="coord" x="{x:.2}" y="{y:.2}">{}</text>"#,
            escape(&file_name(file))
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::Seat;
    use bellwether_core::picture::PictureCell;

    #[test]
    fn every_piece_has_a_shape_in_the_page() {
        for seat in Seat::all(4) {
            for kind in
                [PieceKind::Worker, PieceKind::Wolf, PieceKind::Sheep, PieceKind::Flock(None)]
            {
                let (shape, _) = shape(Piece { kind, seat });
                assert!(PIECES.contains(&format!("id=\"{shape}\"")), "{shape}");
            }
        }
    }

    #[test]
    fn walls_are_left_out_and_flocks_are_counted() {
        let flock = Piece { kind: PieceKind::Flock(Some(16)), seat: Seat::SECOND };
        let picture = Picture::new(2, 1, |square| match square.file {
            0 => PictureCell { ground: SquareKind::Wall, piece: None },
            _ => PictureCell { ground: SquareKind::Light, piece: Some(flock) },
        });
        let svg = board(&picture, "a & b");
        assert_eq!(svg.matches("<rect").count(), 1);
        assert!(
            svg.contains("#flock-1") && svg.contains(">16</text>") && svg.contains("a &amp; b")
        );
    }
}
