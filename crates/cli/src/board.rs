//! Boards on the terminal: coordinates, colours if the terminal has them, the last move marked.
//!
//! Colour never carries meaning alone: sides have their own signs, and the squares of the last move
//! are in brackets. `NO_COLOR` and redirected output are honoured where the text is written.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};
use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::Seat;
use bellwether_core::picture::{Count, Picture, PictureCell, SquareKind, Tone};
use bellwether_core::square::{Square, file_name};

/// Draws the board with the squares of the last move marked, and a key to the signs below it.
pub(crate) fn draw(game: &dyn AnyGame, picture: &Picture, marked: &[Square]) -> String {
    // Counts need room; a field keeps the same width before anyone has placed.
    let has_counts = picture.cells.iter().any(|cell| {
        cell.ground == SquareKind::Wall
            || cell.piece.is_some_and(|piece| piece.count != Count::None)
    });
    let width = if has_counts { 5 } else { 3 };
    let margin = picture.rows.to_string().len() + 1;
    let mut text = String::new();
    for rank in (0..picture.rows).rev() {
        let _ = write!(text, "{:>margin$} ", rank + 1);
        for file in 0..picture.columns {
            let square = Square::new(file, rank);
            let cell = picture.cell(square);
            let is_marked = marked.contains(&square);
            let inner = format!("{:^1$}", sign(cell), width - 2);
            let (open, close) = if is_marked { ('[', ']') } else { (' ', ' ') };
            let style = style(cell, is_marked);
            let _ = write!(text, "{style}{open}{inner}{close}{style:#}");
        }
        text.push('\n');
    }
    let _ = write!(text, "{:margin$} ", "");
    for file in 0..picture.columns {
        let _ = write!(text, "{:^width$}", file_name(file));
    }
    let trimmed = text.trim_end().len();
    text.truncate(trimmed);
    text.push('\n');
    if let Some(key) = key(game, picture) {
        let _ = writeln!(text, "{:margin$} {key}", "");
    }
    text
}

/// The same as plain text, for reports.
pub(crate) fn plain(game: &dyn AnyGame, picture: &Picture, marked: &[Square]) -> String {
    let drawn = anstream::adapter::strip_str(&draw(game, picture, marked)).to_string();
    drawn.lines().map(str::trim_end).collect::<Vec<&str>>().join("\n")
}

fn sign(cell: PictureCell) -> String {
    match (cell.piece, cell.ground) {
        (Some(piece), _) => piece.counted(piece.style.sign, ""),
        (None, SquareKind::Wall | SquareKind::Idle) => " ".to_owned(),
        (None, SquareKind::Light | SquareKind::Dark | SquareKind::Slot) => "·".to_owned(),
    }
}

const INK: Ansi256Color = Ansi256Color(234);
const PAPER: Ansi256Color = Ansi256Color(230);
const SLATE: Ansi256Color = Ansi256Color(238);
const AMBER: Ansi256Color = Ansi256Color(222);
/// Blue, vermilion, teal and mauve, after Okabe and Ito.
const SEATS: [Ansi256Color; 4] =
    [Ansi256Color(25), Ansi256Color(166), Ansi256Color(29), Ansi256Color(132)];

fn style(cell: PictureCell, is_marked: bool) -> Style {
    let field = match cell.ground {
        SquareKind::Wall => return Style::new(),
        SquareKind::Idle => Ansi256Color(230),
        SquareKind::Light | SquareKind::Slot => Ansi256Color(187),
        SquareKind::Dark => Ansi256Color(151),
    };
    let field = if is_marked { AMBER } else { field };
    let ground = Style::new().bg_color(Some(field.into())).fg_color(Some(INK.into()));
    match cell.piece.map(|piece| piece.style) {
        None => ground,
        Some(style) if style.tone == Tone::Seat => {
            let seat = SEATS[style.seat.index()];
            ground.bg_color(Some(seat.into())).fg_color(Some(PAPER.into())).bold()
        }
        Some(style) if style.tone == Tone::Inverse => {
            ground.bg_color(Some(SLATE.into())).fg_color(Some(AMBER.into())).bold()
        }
        Some(_) => ground.bold(),
    }
}

/// Which sign is whose, for the pieces on the board.
fn key(game: &dyn AnyGame, picture: &Picture) -> Option<String> {
    let mut key: Vec<String> = Vec::new();
    for seat in Seat::all(game.seats()) {
        let pieces = picture.cells.iter().filter_map(|cell| cell.piece);
        if let Some(piece) = { pieces }.find(|piece| piece.seat() == seat) {
            key.push(format!("{} {}", piece.style.sign, game.seat_name(seat)));
        }
    }
    (!key.is_empty()).then(|| key.join("   "))
}

/// Whose turn it is, or how the game ended, in words.
pub(crate) fn status_line(game: &dyn AnyGame, position: &dyn AnyPosition) -> String {
    if let Some(ending) = position.ending(None) {
        return format!("over: {}", ending.detail);
    }
    let mover = position.status().mover().map(|seat| game.seat_name(seat)).unwrap_or_default();
    let count = position.moves().len();
    let moves = if count == 1 { "move" } else { "moves" };
    format!("{mover} to move, {count} {moves}")
}

/// Each seat's score, and its points once the game is over; nothing in games without scores.
pub(crate) fn score_lines(game: &dyn AnyGame, position: &dyn AnyPosition) -> String {
    let Some(scores) = position.scores() else { return String::new() };
    let payoffs = position.status().payoffs();
    let mut text = String::new();
    for seat in Seat::all(game.seats()) {
        let score = scores[seat.index()];
        let _ = write!(text, "{:<8} score {score:>9.5}", game.seat_name(seat));
        if let Some(payoffs) = payoffs {
            let _ = write!(text, "  points {}", payoffs.of(seat));
        }
        text.push('\n');
    }
    text
}
