//! The messages between the puzzle page and the server; `assets/puzzles/api.js` repeats it for the page.
//!
//! Cells are numbered row by row from the top left, colours in the order in which their sources are read.

use bellwether_flow::generate::Difficulty;
use bellwether_flow::hint::{Cut, Stroke};
use bellwether_flow::palette::hues;
use bellwether_flow::text::write_puzzle;
use bellwether_flow::{Color, Method, Puzzle, SearchStep, Solution, Verdict};
use serde::{Deserialize, Serialize};

/// A puzzle's text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleText {
    pub(super) puzzle: String,
}

/// A puzzle's text and what is drawn on it: for each colour the cells of its path from a source on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleDrawing {
    pub(super) puzzle: String,
    pub(super) paths: Vec<Vec<usize>>,
    /// The colour to help with.
    pub(super) color: Option<Color>,
}

/// A search to be shown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShowRequest {
    pub(super) puzzle: String,
    /// The name of one of [`SHOWN`].
    pub(super) method: String,
}

/// The methods whose steps mean something on a board.
pub(super) const SHOWN: [Method; 5] =
    [Method::Forward, Method::Smart, Method::Scan, Method::Dumb(0), Method::Sweep];

/// A puzzle as the page needs it, and what is known of it.
#[derive(Debug, Serialize)]
pub(super) struct PuzzleInfo {
    pub(super) text: String,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) labels: Vec<String>,
    /// For each colour its number among the hues of the style sheet.
    pub(super) hues: Vec<usize>,
    pub(super) sources: Vec<[usize; 2]>,
    pub(super) verdict: Verdict,
    /// The number of solutions, in figures, if it is known.
    pub(super) solutions: Option<String>,
    /// How hard it is, if there is exactly one solution.
    pub(super) difficulty: Option<Difficulty>,
}

impl PuzzleInfo {
    /// What is known of a puzzle: the verdict on it, and how hard it is.
    pub(super) fn new(puzzle: &Puzzle, verdict: Verdict, effort: Option<f64>) -> Self {
        let labels = (0..puzzle.colors()).map(|color| puzzle.label(Color(color as u16)).to_owned());
        let solutions = match verdict {
            Verdict::Unsolvable => Some("0"),
            Verdict::Unique => Some("1"),
            _ => None,
        };
        Self {
            text: write_puzzle(puzzle),
            width: puzzle.width(),
            height: puzzle.height(),
            labels: labels.collect(),
            hues: hues(puzzle),
            sources: puzzle.sources().to_vec(),
            verdict,
            solutions: solutions.map(str::to_owned),
            difficulty: effort.map(Difficulty::of),
        }
    }
}

/// What is wrong with a drawing, by the rules and by what a solver knows.
#[derive(Debug, Serialize)]
pub(super) struct DrawingCheck {
    pub(super) solved: bool,
    /// Cells where a path touches itself, with its colour.
    pub(super) touches: Vec<(Color, usize)>,
    /// Colours whose sources are not joined.
    pub(super) apart: Vec<Color>,
    /// Cells with nothing in them.
    pub(super) empty: Vec<usize>,
    pub(super) status: HintJson,
}

/// What can become of a drawing, or what to do next.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum HintJson {
    /// It can be completed.
    Open,
    /// It can be completed: draw this next.
    Draw(Stroke),
    /// It cannot be completed: these paths must be cut.
    Wrong { cuts: Vec<Cut> },
    /// Nothing is left to draw.
    Done,
    /// Nothing ever could be completed.
    Unsolvable,
    /// It would take too long to find out.
    Unknown,
}

/// A solution.
#[derive(Debug, Serialize)]
pub(super) struct SolutionJson {
    pub(super) verdict: Verdict,
    /// The path of each colour; none if no solution was found.
    pub(super) paths: Option<Vec<Vec<usize>>>,
    pub(super) attempts: u64,
}

/// A search, frame by frame.
#[derive(Debug, Serialize)]
pub(super) struct TraceFrames {
    /// `[cell, colour]` paints, with −1 for rubbing out; `[cell, cell, 1]` joins, with 0 for parting.
    pub(super) frames: Vec<Vec<Vec<i32>>>,
    /// Steps of the search in one frame, and in all.
    pub(super) stride: u64,
    pub(super) steps: u64,
    pub(super) attempts: u64,
    /// The solution it ended with, if it did.
    pub(super) paths: Option<Vec<Vec<usize>>>,
    /// Whether the search was ended before its time.
    pub(super) cut: bool,
}

/// A step in figures.
pub(super) fn figures(step: SearchStep) -> Vec<i32> {
    // A board has at most 64×64 cells.
    let figure = |cell: usize| cell as i32;
    match step {
        SearchStep::Paint(cell, color) => vec![figure(cell), i32::from(color.0)],
        SearchStep::Erase(cell) => vec![figure(cell), -1],
        SearchStep::Link(a, b) => vec![figure(a), figure(b), 1],
        SearchStep::Unlink(a, b) => vec![figure(a), figure(b), 0],
        SearchStep::Solved => Vec::new(),
    }
}

/// The paths of a solution.
pub(super) fn paths(puzzle: &Puzzle, solution: &Solution) -> Vec<Vec<usize>> {
    (0..puzzle.colors()).map(|color| solution.path(puzzle, Color(color as u16))).collect()
}

#[cfg(test)]
mod tests {
    /// The page, the terminal and pictures have one palette.
    #[test]
    fn the_styles_have_the_palettes_hues() {
        let sheet = include_str!("../../assets/pages/puzzles.css");
        for (hue, [light, dark]) in bellwether_flow::palette::HUES.iter().enumerate() {
            let rule = format!(".hue-{hue} {{ --hue: light-dark(#{light:06x}, #{dark:06x});");
            assert!(sheet.contains(&rule), "{rule}");
        }
        assert!(!sheet.contains(&format!(".hue-{} ", bellwether_flow::palette::HUES.len())));
    }
}
