//! Boards as text, and text as a drawing.

use std::fmt::Write;

use bellwether_core::picture::{Count, Picture, SquareKind};
use bellwether_core::square::Square;

/// Lines of text as an SVG drawing.
pub(super) fn text_drawing(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let columns = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let (width, height) = (9 * columns + 16, 18 * text.lines().count() + 10);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"monospace\" font-size=\"14\" fill=\"currentColor\">"
    );
    for (number, line) in escaped.lines().enumerate() {
        let y = 18 * number + 18;
        let _ = write!(svg, "<text x=\"8\" y=\"{y}\" xml:space=\"preserve\">{line}</text>");
    }
    svg + "</svg>"
}

/// A board as text: a line for each rank, the last one first.
pub(super) fn board_text(picture: &Picture) -> String {
    let cell = |square| {
        let cell = picture.cell(square);
        match cell.piece {
            Some(piece) => match piece.count {
                Count::None => piece.style.sign.to_owned(),
                _ => piece.counted(piece.style.sign, ""),
            },
            None if cell.ground == SquareKind::Wall => " ".to_owned(),
            None => "·".to_owned(),
        }
    };
    let mut text = String::new();
    for rank in (0..picture.rows).rev() {
        let cells: Vec<String> = (0..picture.columns)
            .map(|file| format!("{:>2}", cell(Square::new(file, rank))))
            .collect();
        let _ = writeln!(text, "{:>2} {}", rank + 1, cells.join(" ").trim_end());
    }
    let files: Vec<String> = (0..picture.columns)
        .map(|file| format!("{:>2}", bellwether_core::square::file_name(file)))
        .collect();
    let _ = writeln!(text, "   {}", files.join(" "));
    text
}
