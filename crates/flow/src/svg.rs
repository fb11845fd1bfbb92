//! Boards as SVG, for web pages and for paper.
//!
//! Sources are discs with their labels, paths are round pipes: both read without colour. The picture follows the
//! reader's light or dark setting, and prints on white.

use std::fmt::Write;

use crate::palette::{HUES, hues, rgb};
use crate::puzzle::{Puzzle, Solution};

/// The side of a cell in the picture's units.
const CELL: usize = 40;

/// The margin around the board.
const MARGIN: usize = 8;

/// Draws a puzzle, with its solution if there is one.
pub fn svg(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    let (width, height) = (puzzle.width() * CELL, puzzle.height() * CELL);
    let (full_width, full_height) = (width + 2 * MARGIN, height + 2 * MARGIN);
    let what = if solution.is_some() { "solution" } else { "puzzle" };
    let mut text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{MARGIN} -{MARGIN} {full_width} {full_height}" width="{full_width}" height="{full_height}" role="img" aria-label="Flow {what}, {} by {}, {} colours">
<style>.board{{fill:#fffdf7;stroke:#b9b29d;stroke-width:1.5}}.grid{{stroke:#d9d3c2;stroke-width:1;fill:none}}.pipe{{fill:none;stroke-width:15;stroke-linecap:round;stroke-linejoin:round}}.label{{font:600 16px ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif;text-anchor:middle}}@media (prefers-color-scheme:dark){{.board{{fill:#1a2320;stroke:#4a5a53}}.grid{{stroke:#2f3b36}}}}@media print{{.board{{fill:#fff;stroke:#888}}.grid{{stroke:#ccc}}}}</style>
<rect class="board" width="{width}" height="{height}" rx="6"/>
<path class="grid" d=""#,
        puzzle.width(),
        puzzle.height(),
        puzzle.colors()
    );
    for row in 1..puzzle.height() {
        let _ = write!(text, "M0 {}H{width}", row * CELL);
    }
    for column in 1..puzzle.width() {
        let _ = write!(text, "M{} 0V{height}", column * CELL);
    }
    text.push_str("\"/>\n");
    let hues = hues(puzzle);
    let _ = writeln!(text, "<style>@media (prefers-color-scheme:dark){{{}}}</style>", dark(&hues));
    for color in puzzle.each_color() {
        let hue = hues[color.index()];
        let (paint, ink) = (HUES[hue][0], ink(HUES[hue][0]));
        if let Some(solution) = solution {
            let _ = writeln!(
                text,
                r##"<path class="pipe s{hue}" stroke="#{paint:06x}" d="{}"/>"##,
                line(puzzle, &solution.path(puzzle, color))
            );
        }
        for &source in &puzzle.sources()[color.index()] {
            let (x, y) = center(puzzle, source);
            let _ = write!(
                text,
                r##"<circle class="f{hue}" cx="{x}" cy="{y}" r="14" fill="#{paint:06x}"/>"##
            );
            let _ = writeln!(text, "{}", label(puzzle.label(color), hue, ink, x, y));
        }
    }
    text.push_str("</svg>\n");
    text
}

fn center(puzzle: &Puzzle, cell: usize) -> (usize, usize) {
    (cell % puzzle.width() * CELL + CELL / 2, cell / puzzle.width() * CELL + CELL / 2)
}

/// A path through the centres of cells, straight runs as one stroke.
fn line(puzzle: &Puzzle, path: &[usize]) -> String {
    let mut line = String::new();
    for (index, &cell) in path.iter().enumerate() {
        let (x, y) = center(puzzle, cell);
        let straight = index > 0
            && path.get(index + 1).is_some_and(|&next| cell * 2 == path[index - 1] + next);
        if index == 0 {
            let _ = write!(line, "M{x} {y}");
        } else if !straight {
            let _ = write!(line, "L{x} {y}");
        }
    }
    line
}

/// The rules for a dark ground.
fn dark(hues: &[usize]) -> String {
    let rule = |hue: &usize| {
        let (paint, ink) = (HUES[*hue][1], ink(HUES[*hue][1]));
        format!(".s{hue}{{stroke:#{paint:06x}}}.f{hue}{{fill:#{paint:06x}}}.t{hue}{{fill:{ink}}}")
    };
    let mut used = hues.to_vec();
    used.sort_unstable();
    used.dedup();
    used.iter().map(rule).collect()
}

/// Dark on light, and light on dark.
fn ink(paint: u32) -> &'static str {
    let [red, green, blue] = rgb(paint).map(u32::from);
    if red * 299 + green * 587 + blue * 114 > 110_000 { "#000" } else { "#fff" }
}

/// The label in a source, narrowed when it is long.
fn label(label: &str, hue: usize, ink: &str, x: usize, y: usize) -> String {
    let squeeze = if label.chars().count() > 2 {
        r#" textLength="22" lengthAdjust="spacingAndGlyphs""#
    } else {
        ""
    };
    format!(
        r#"<text class="label t{hue}" x="{x}" y="{y}" dy=".36em" fill="{ink}"{squeeze}>{label}</text>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;
    use crate::{Method, SolverLimits};

    #[test]
    fn every_colour_has_its_pipe_and_two_discs() {
        let puzzle = &parse(include_str!("../puzzles/09x09.txt")).unwrap()[0];
        let solution = &Method::Sweep.solve(puzzle, 1, &SolverLimits::NONE).solutions[0];
        let drawn = svg(puzzle, Some(solution));
        assert_eq!(drawn.matches("<path class=\"pipe ").count(), puzzle.colors());
        assert_eq!(drawn.matches("<circle").count(), 2 * puzzle.colors());
        assert_eq!(svg(puzzle, None).matches("<path class=\"pipe ").count(), 0);
        // The D path runs straight down from its first source.
        assert!(drawn.contains("d=\"M20 20L20 140\""), "{drawn}");
    }
}
