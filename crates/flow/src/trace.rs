//! Recorded searches, thinned for playback on a page.
//!
//! A search may take millions of steps, of which a page shows some thousands. So the steps are cut into frames of equal
//! length, and each frame holds only its net changes: a cell coloured and cleared again within one frame does not
//! count. When there are too many changes, every two frames are merged.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::method::Method;
use crate::puzzle::Puzzle;
use crate::report::{SearchStep, SolveReport, SolverLimits};

/// A search for the first solution, frame by frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverTrace {
    /// The changes of each frame. Applying all of them gives the board on which the search ended.
    pub frames: Vec<Vec<SearchStep>>,
    /// Steps of the search in one frame; the last may have fewer.
    pub stride: u64,
    /// Steps of the whole search.
    pub steps: u64,
    /// The result of the search.
    pub report: SolveReport,
}

/// Searches for the first solution by the given method and records at most `most` changes, or the number of cells and
/// joints of the board if that is more.
pub fn trace(
    puzzle: &Puzzle,
    method: Method,
    most: usize,
    limits: &SolverLimits<'_>,
) -> SolverTrace {
    let mut film = FrameList { stride: 1, ..FrameList::default() };
    let mut steps = 0;
    let report = method.solve_observed(puzzle, 1, limits, |step| {
        if step != SearchStep::Solved {
            steps += 1;
            film.note(step, most);
        }
    });
    if film.pending > 0 {
        film.close();
    }
    SolverTrace { frames: film.frames, stride: film.stride, steps, report }
}

/// The object of a step: the colour of a cell, or the joint between two cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum TraceTarget {
    Cell(usize),
    Between(usize, usize),
}

impl TraceTarget {
    fn of(step: SearchStep) -> Option<Self> {
        match step {
            SearchStep::Paint(cell, _) | SearchStep::Erase(cell) => Some(Self::Cell(cell)),
            SearchStep::Link(a, b) | SearchStep::Unlink(a, b) => {
                Some(Self::Between(a.min(b), a.max(b)))
            }
            SearchStep::Solved => None,
        }
    }
}

/// A board as the last step for each place that is not blank.
#[derive(Default)]
struct TraceBoard(FxHashMap<TraceTarget, SearchStep>);

impl TraceBoard {
    /// Applies the steps and returns the net changes.
    fn follow(&mut self, steps: &[SearchStep]) -> Vec<SearchStep> {
        let mut seen = FxHashSet::default();
        let mut changes: Vec<SearchStep> = Vec::new();
        for &step in steps.iter().rev() {
            let Some(place) = TraceTarget::of(step).filter(|&place| seen.insert(place)) else {
                continue;
            };
            let blank = matches!(step, SearchStep::Erase(_) | SearchStep::Unlink(..));
            let before = if blank { self.0.remove(&place) } else { self.0.insert(place, step) };
            if before != (!blank).then_some(step) {
                changes.push(step);
            }
        }
        changes.reverse();
        changes
    }
}

/// The frames so far.
#[derive(Default)]
struct FrameList {
    stride: u64,
    frames: Vec<Vec<SearchStep>>,
    changes: usize,
    /// The board after the last frame.
    shown: TraceBoard,
    /// The steps since, and how many they were before thinning.
    open: Vec<SearchStep>,
    pending: u64,
}

impl FrameList {
    fn note(&mut self, step: SearchStep, most: usize) {
        self.open.push(step);
        self.pending += 1;
        if self.pending == self.stride {
            self.close();
            while self.changes > most && self.frames.len() > 1 {
                self.halve();
            }
        }
    }

    fn close(&mut self) {
        let frame = self.shown.follow(&self.open);
        self.open.clear();
        self.pending = 0;
        self.changes += frame.len();
        self.frames.push(frame);
    }

    /// Merges every two frames. A last one without a partner is opened again.
    fn halve(&mut self) {
        let frames = std::mem::take(&mut self.frames);
        self.shown = TraceBoard::default();
        self.changes = 0;
        let mut pairs = frames.chunks_exact(2);
        for pair in &mut pairs {
            let frame = self.shown.follow(&pair.concat());
            self.changes += frame.len();
            self.frames.push(frame);
        }
        if let [alone] = pairs.remainder() {
            self.open.clone_from(alone);
            self.pending = self.stride;
        }
        self.stride *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{CellDrawing, Style};
    use crate::generate::{GenerateRequest, generate};
    use crate::samples;
    use crate::text::parse;

    const METHODS: [Method; 5] =
        [Method::Sweep, Method::Forward, Method::Smart, Method::Scan, Method::Dumb(3)];

    /// The board after all frames.
    fn last_board(puzzle: &Puzzle, trace: &SolverTrace) -> String {
        let mut drawing = CellDrawing::new(puzzle);
        trace.frames.iter().flatten().for_each(|&step| drawing.follow(puzzle, step));
        drawing.pipes(puzzle, Style::Ansi)
    }

    #[test]
    fn a_trace_ends_at_the_solution_however_thin_it_is() {
        let request = GenerateRequest {
            width: 6,
            height: 6,
            colors: None,
            difficulty: None,
            allow_trivial: false,
            seed: 11,
        };
        let made = generate(&request, &|| false).unwrap().puzzle;
        for puzzle in [samples::puzzle("6x6"), samples::puzzle("7x7"), Some(made)] {
            let puzzle = &puzzle.unwrap();
            for method in METHODS {
                let report =
                    method.solve_observed(puzzle, 1, &SolverLimits::attempts(50_000), |_| {});
                for most in [0, 7, 100, 1_000_000] {
                    let trace = trace(puzzle, method, most, &SolverLimits::attempts(50_000));
                    assert_eq!(trace.report, report, "{method:?}");
                    let changes: usize = trace.frames.iter().map(Vec::len).sum();
                    assert!(changes <= most.max(3 * puzzle.area()), "{changes} for {most}");
                    assert_eq!(trace.frames.len() as u64, trace.steps.div_ceil(trace.stride));
                    if let Some(solution) = report.solutions.first() {
                        let solved = CellDrawing::of(puzzle, solution).pipes(puzzle, Style::Ansi);
                        assert_eq!(last_board(puzzle, &trace), solved, "{method:?} {most}");
                    }
                }
            }
        }
    }

    #[test]
    fn frames_are_what_every_so_many_steps_changed() {
        let puzzle = &samples::puzzle("8x8").unwrap();
        let mut steps = Vec::new();
        Method::Smart.solve_observed(puzzle, 1, &SolverLimits::NONE, |step| steps.push(step));
        steps.retain(|&step| step != SearchStep::Solved);
        let trace = trace(puzzle, Method::Smart, 500, &SolverLimits::NONE);
        assert_eq!(trace.steps, steps.len() as u64);
        assert!(trace.stride > 1 && trace.frames.len() > 20, "{} frames", trace.frames.len());
        // The slow twin: follow the whole search, and compare at the end of every frame.
        let (mut whole, mut film) = (CellDrawing::new(puzzle), CellDrawing::new(puzzle));
        for (part, frame) in steps.chunks(trace.stride as usize).zip(&trace.frames) {
            part.iter().for_each(|&step| whole.follow(puzzle, step));
            frame.iter().for_each(|&step| film.follow(puzzle, step));
            assert_eq!(film.pipes(puzzle, Style::Ansi), whole.pipes(puzzle, Style::Ansi));
        }
    }

    #[test]
    fn an_unsolvable_board_ends_empty() {
        let puzzle = &parse("A_B\n___\nA_B").unwrap()[0];
        let trace = trace(puzzle, Method::Scan, 1_000, &SolverLimits::NONE);
        assert!(trace.report.solutions.is_empty() && trace.steps > 0);
        assert_eq!(last_board(puzzle, &trace), CellDrawing::new(puzzle).pipes(puzzle, Style::Ansi));
    }
}
