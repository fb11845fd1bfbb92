//! Boards as SVG inside a page.

use std::fmt::Write;

use bellwether_core::picture::{Count, Picture, Piece, PieceStyle, SquareKind};
use bellwether_core::square::{Square, file_name};

use crate::html::escape;

/// The drawings of these pieces, which a page has once: boards refer to them by their ids.
#[must_use]
pub fn definitions<'a>(styles: impl IntoIterator<Item = &'a PieceStyle>) -> String {
    let mut svg =
        "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n".to_owned();
    let mut known: Vec<&str> = Vec::new();
    for style in styles {
        if !known.contains(&style.id) {
            known.push(style.id);
            let PieceStyle { id, svg: drawing, .. } = style;
            let label = escape(style.label);
            let _ = writeln!(svg, r#"<g id="{id}" data-label="{label}">{drawing}</g>"#);
        }
    }
    svg + "</defs></svg>\n"
}

/// Where the number on a stack stands, from the middle of its square.
const COUNT: (f64, f64) = (0.17, 0.355);

/// The id of a piece's drawing, and the number that stands on it.
#[must_use]
pub fn shape(piece: Piece) -> (&'static str, Option<String>) {
    let count = match piece.count {
        Count::None => None,
        Count::Known(count) => Some(count.to_string()),
        Count::Hidden => Some("?".to_owned()),
    };
    (piece.style.id, count)
}

/// The class of a square; none outside the field.
#[must_use]
pub const fn ground_class(ground: SquareKind) -> Option<&'static str> {
    match ground {
        SquareKind::Light => Some("light"),
        SquareKind::Dark => Some("dark"),
        SquareKind::Slot => Some("slot"),
        SquareKind::Idle => Some("idle"),
        SquareKind::Wall => None,
    }
}

/// A position as SVG, with an accessible name. The drawings are in the page's [`definitions`].
#[must_use]
pub fn board(picture: &Picture, name: &str) -> String {
    let view = view_box(picture);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"{view}\" role=\"img\" aria-label=\"{}\">\n",
        escape(name)
    );
    write_squares(&mut svg, picture, |svg, piece, x, y| {
        let _ = write!(svg, r##"<use href="#{}" x="{x}" y="{y}"/>"##, piece.style.id);
    });
    svg + "</svg>\n"
}

/// How wide a square of [`standalone`] is, in pixels.
const SQUARE: f64 = 40.0;

/// The same with its drawings and style within, for a notebook or a file of its own.
#[must_use]
pub fn standalone(picture: &Picture, name: &str) -> String {
    let (view, name) = (view_box(picture), escape(name));
    let (width, height) = (SQUARE * picture.columns as f64, SQUARE * picture.rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bellwether-board\" viewBox=\"{view}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{name}\">\n<style>\n{}</style>\n",
        include_str!("board.css")
    );
    // Drawings stand where they are used: in a notebook, an id would be there once for each picture.
    write_squares(&mut svg, picture, |svg, piece, x, y| {
        let _ = write!(svg, r#"<g transform="translate({x} {y})">{}</g>"#, piece.style.svg);
    });
    svg + "</svg>\n"
}

fn view_box(picture: &Picture) -> String {
    format!("-0.4 -0.05 {} {}", picture.columns as f64 + 0.45, picture.rows as f64 + 0.45)
}

/// Writes squares, pieces and coordinates; `draw` draws a piece around a point.
fn write_squares(svg: &mut String, picture: &Picture, draw: impl Fn(&mut String, Piece, f64, f64)) {
    let Picture { columns, rows, .. } = picture;
    for rank in 0..*rows {
        for file in 0..*columns {
            let cell = picture.cell(Square::new(file, rank));
            let y = rows - 1 - rank;
            let Some(ground) = ground_class(cell.ground) else { continue };
            let _ =
                write!(svg, r#"<rect class="{ground}" x="{file}" y="{y}" width="1" height="1"/>"#);
            let Some(piece) = cell.piece else { continue };
            let (_, count) = shape(piece);
            let (x, y) = (file as f64 + 0.5, y as f64 + 0.5);
            draw(svg, piece, x, y);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::Seat;
    use bellwether_core::picture::{PictureCell, Tone};

    static STACK: PieceStyle = PieceStyle {
        id: "stack",
        seat: Seat::SECOND,
        letter: "s",
        sign: "s",
        label: "stack",
        tone: Tone::Seat,
        svg: "<circle r=\".4\"/>",
    };

    #[test]
    fn every_drawing_is_there_once() {
        let svg = definitions([&STACK, &STACK]);
        assert_eq!(svg.matches("><circle r=\".4\"/></g>").count(), 1);
    }

    #[test]
    fn walls_are_left_out_and_stacks_are_counted() {
        let stack = Piece { style: &STACK, count: Count::Known(16) };
        let picture = Picture::new(2, 1, |square| match square.file {
            0 => PictureCell { ground: SquareKind::Wall, piece: None },
            _ => PictureCell { ground: SquareKind::Light, piece: Some(stack) },
        });
        let svg = board(&picture, "a & b");
        assert_eq!(svg.matches("<rect").count(), 1);
        assert!(svg.contains("#stack") && svg.contains(">16</text>") && svg.contains("a &amp; b"));
        let alone = standalone(&picture, "a & b");
        assert!(alone.contains("<circle r=\".4\"/></g>") && !alone.contains("#stack"));
        assert_eq!(alone.matches("<svg").count(), 1);
    }

    /// The style of a board on its own names the same classes as the page's, with its colours.
    #[test]
    fn a_board_on_its_own_has_the_style_of_the_page() {
        let page = include_str!("style.css");
        let own = include_str!("board.css");
        let (_, after) = page.split_once(".board .light").unwrap();
        let (section, _) = after.split_once(".s0{").unwrap();
        for line in format!(".light{section}").lines() {
            let class = line.trim_start_matches(".board ").split('{').next().unwrap();
            assert!(own.contains(&format!(".bellwether-board {class}{{")), "{class}");
        }
        let colours = own.split('#').skip(1).map(|rest| rest.split([';', '}']).next().unwrap());
        for colour in colours {
            assert!(page.contains(&format!("#{colour}")), "{colour}");
        }
    }
}
