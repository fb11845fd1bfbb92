//! Boards for the terminal: pipes in box-drawing characters, with or without colours.
//!
//! The board need not be solved: an unfinished search and a player's unfinished board are drawn the same way.

use std::fmt::Write;

use crate::palette::{HUES, hues, rgb};
use crate::puzzle::{Color, Puzzle, Solution};
use crate::report::SearchStep;

/// How a board is written to the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Characters only.
    Plain,
    /// With ANSI colour sequences (24 bit).
    Ansi,
}

/// Draws a puzzle, with its solution if there is one.
pub fn pipes(puzzle: &Puzzle, solution: Option<&Solution>, style: Style) -> String {
    match solution {
        Some(solution) => CellDrawing::of(puzzle, solution).pipes(puzzle, style),
        None => CellDrawing::new(puzzle).pipes(puzzle, style),
    }
}

/// What is drawn in every cell so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellDrawing {
    width: usize,
    joined: Vec<u8>,
    colors: Vec<Option<Color>>,
}

const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;

/// The pipe for each set of joined neighbours.
const PIPES: [char; 16] =
    ['·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

impl CellDrawing {
    /// An empty board: only sources.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            width: puzzle.width(),
            joined: vec![0; puzzle.area()],
            colors: puzzle.cells().to_vec(),
        }
    }

    /// A solved board.
    pub fn of(puzzle: &Puzzle, solution: &Solution) -> Self {
        let mut drawing = Self::new(puzzle);
        for (cell, &color) in solution.0.iter().enumerate() {
            drawing.colors[cell] = Some(color);
            for next in
                puzzle.neighbors(cell).filter(|&next| next > cell && solution.0[next] == color)
            {
                drawing.join(cell, next);
            }
        }
        drawing
    }

    /// Joins two neighbouring cells.
    pub fn join(&mut self, cell: usize, next: usize) {
        let (bit, back) = self.directions(cell, next);
        self.joined[cell] |= bit;
        self.joined[next] |= back;
    }

    /// Separates two neighbouring cells.
    pub fn part(&mut self, cell: usize, next: usize) {
        let (bit, back) = self.directions(cell, next);
        self.joined[cell] &= !bit;
        self.joined[next] &= !back;
    }

    /// Sets or clears a cell's colour.
    pub fn paint(&mut self, cell: usize, color: Option<Color>) {
        self.colors[cell] = color;
    }

    /// Applies one step of a search. Coloured neighbours of one colour count as joined.
    pub fn follow(&mut self, puzzle: &Puzzle, step: SearchStep) {
        match step {
            SearchStep::Link(cell, next) => self.join(cell, next),
            SearchStep::Unlink(cell, next) => self.part(cell, next),
            SearchStep::Paint(cell, color) => {
                self.colors[cell] = Some(color);
                for next in puzzle.neighbors(cell) {
                    if self.colors[next] == Some(color) {
                        self.join(cell, next);
                    } else {
                        self.part(cell, next); // what was here may have had another colour
                    }
                }
            }
            SearchStep::Erase(cell) => {
                puzzle.neighbors(cell).for_each(|next| self.part(cell, next));
                self.colors[cell] = None;
            }
            SearchStep::Solved => {}
        }
    }

    /// Writes the board, one line per row.
    pub fn pipes(&self, puzzle: &Puzzle, style: Style) -> String {
        let (colors, hues) = (self.spread(puzzle), hues(puzzle));
        let label_width = |color| puzzle.label(color).chars().count();
        let widest = puzzle.each_color().map(label_width).max().unwrap_or(1);
        let mut text = String::new();
        for (cell, joined) in self.joined.iter().enumerate() {
            let color = colors[cell];
            let filler = if joined & RIGHT != 0 { '─' } else { ' ' };
            let glyph = match puzzle.cells()[cell] {
                Some(source) => puzzle.label(source).to_owned(),
                None if *joined == 0 && color.is_some() => "•".to_owned(),
                None => PIPES[usize::from(*joined)].to_string(),
            };
            let last = cell % self.width + 1 == self.width;
            let filling = if last { 0 } else { 1 + widest - glyph.chars().count() };
            let filling = filler.to_string().repeat(filling);
            match (style, color) {
                (Style::Ansi, Some(color)) => {
                    // Most terminals are dark.
                    let [red, green, blue] = rgb(HUES[hues[color.index()]][1]);
                    let weight = if puzzle.cells()[cell].is_some() { "1;" } else { "" };
                    let _ = write!(
                        text,
                        "\x1b[{weight}38;2;{red};{green};{blue}m{glyph}{filling}\x1b[0m"
                    );
                }
                _ => text.push_str(&(glyph + &filling)),
            }
            if last {
                text.push('\n');
            }
        }
        text
    }

    /// Every cell's colour, following the pipes from the sources and from coloured cells.
    fn spread(&self, puzzle: &Puzzle) -> Vec<Option<Color>> {
        let mut colors = self.colors.clone();
        let mut ready: Vec<usize> =
            (0..colors.len()).filter(|&cell| colors[cell].is_some()).collect();
        while let Some(cell) = ready.pop() {
            for next in puzzle.neighbors(cell) {
                let (bit, _) = self.directions(cell, next);
                if self.joined[cell] & bit != 0 && colors[next].is_none() {
                    colors[next] = colors[cell];
                    ready.push(next);
                }
            }
        }
        colors
    }

    fn directions(&self, cell: usize, next: usize) -> (u8, u8) {
        if next + self.width == cell {
            (UP, DOWN)
        } else if next == cell + self.width {
            (DOWN, UP)
        } else if next > cell {
            (RIGHT, LEFT)
        } else {
            (LEFT, RIGHT)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;
    use crate::{Method, SolverLimits};

    #[test]
    fn draws_pipes() {
        let puzzle = &parse(include_str!("../puzzles/05x05.txt")).unwrap()[0];
        assert_eq!(
            pipes(puzzle, None, Style::Plain),
            "R · G · Y\n· · B · O\n· · · · ·\n· G · Y ·\n· R B O ·\n"
        );
        let solution = &Method::Sweep.solve(puzzle, 1, &SolverLimits::NONE).solutions[0];
        let drawn = "R ┌─G ┌─Y\n│ │ B │ O\n│ │ │ │ │\n│ G │ Y │\n└─R B O─┘\n";
        assert_eq!(pipes(puzzle, Some(solution), Style::Plain), drawn);
        let colored = pipes(puzzle, Some(solution), Style::Ansi);
        assert!(colored.starts_with("\x1b[1;38;2;245;62;57mR \x1b[0m"));
    }

    #[test]
    fn makes_room_for_long_labels() {
        let puzzle = &parse("A10 . b\nA10 . b").unwrap()[0];
        assert_eq!(pipes(puzzle, None, Style::Plain), "A10 ·   b\nA10 ·   b\n");
    }

    #[test]
    fn following_a_search_ends_at_the_solution() {
        let puzzle = &parse(include_str!("../puzzles/07x07.txt")).unwrap()[0];
        for method in [Method::Sweep, Method::Scan, Method::Forward] {
            let mut drawing = CellDrawing::new(puzzle);
            let report = method.solve_observed(puzzle, 1, &SolverLimits::NONE, |step| {
                drawing.follow(puzzle, step);
            });
            let solved = CellDrawing::of(puzzle, &report.solutions[0]);
            assert_eq!(
                drawing.pipes(puzzle, Style::Ansi),
                solved.pipes(puzzle, Style::Ansi),
                "{method:?}"
            );
        }
    }
}
