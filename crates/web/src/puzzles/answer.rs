//! The answers: a request becomes a puzzle, and the puzzle an answer, within limits.

use bellwether_core::notation::excerpt;
use bellwether_flow::count::count;
use bellwether_flow::drawn::{Drawing, DrawingFault};
use bellwether_flow::generate::{self, Difficulty, GenerateError, GenerateRequest, effort};
use bellwether_flow::hint::{self, Outlook as Found, next_stroke, outlook};
use bellwether_flow::{Color, Method, Puzzle, SearchEnd, SolverLimits, Verdict, text};
use serde::Serialize;

use super::message::{
    DrawingCheck, GenerateRequestJson, HintJson, KeptPath, OutlookJson, PuzzleDrawing, PuzzleInfo,
    PuzzleText, ShowRequest, SolutionJson, TraceFrames, figures, name, paths,
};

/// The longest side of a puzzle to be made, and of one to be read.
pub(super) const LARGEST_MADE: usize = 20;
pub(super) const LARGEST_READ: usize = 40;

/// Attempts of the solver for an answer; puzzles that a person can solve take a few hundred.
const ATTEMPTS: u64 = 5_000_000;

/// Attempts of a search that is to be shown.
const SHOWN_ATTEMPTS: u64 = 1_000_000;

/// Changes of a search that are shown.
const CHANGES: usize = 6_000;

/// Frontiers looked at to count solutions.
const FRONTIERS: u64 = 300_000;

/// Why there is no answer: one sentence, and where in the puzzle's text if that is at fault.
#[derive(Debug, Serialize)]
pub(super) struct Refusal {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Refusal {
    fn new(error: impl Into<String>) -> Self {
        Self { error: error.into(), line: None, column: None }
    }
}

/// Reads one puzzle that is not too large for a page.
fn puzzle(written: &str) -> Result<Puzzle, Refusal> {
    let puzzles = text::parse(written).map_err(|error| Refusal {
        error: error.to_string(),
        line: Some(error.line),
        column: Some(error.column),
    })?;
    let found = puzzles.len();
    let Ok([puzzle]) = <[Puzzle; 1]>::try_from(puzzles) else {
        return Err(Refusal::new(format!(
            "there are {found} puzzles in this text; leave only one, or put no blank line inside it"
        )));
    };
    if puzzle.width().max(puzzle.height()) > LARGEST_READ {
        return Err(Refusal::new(format!(
            "this puzzle is {}x{}; the page takes up to {LARGEST_READ}x{LARGEST_READ}, `bellwether flow` larger ones",
            puzzle.width(),
            puzzle.height()
        )));
    }
    Ok(puzzle)
}

fn drawn<'p>(puzzle: &'p Puzzle, drawing: &PuzzleDrawing) -> Result<Drawing<'p>, Refusal> {
    Drawing::new(puzzle, drawing.paths.clone()).map_err(|error| Refusal::new(error.to_string()))
}

fn solver<'a>(limits: &SolverLimits<'a>) -> SolverLimits<'a> {
    SolverLimits { attempts: ATTEMPTS, ..*limits }
}

pub(super) fn generate(
    request: &GenerateRequestJson,
    limits: &SolverLimits<'_>,
) -> Result<PuzzleInfo, Refusal> {
    if request.width.max(request.height) > LARGEST_MADE {
        return Err(Refusal::new(format!(
            "the page makes puzzles up to {LARGEST_MADE}x{LARGEST_MADE}, `bellwether flow generate` larger ones"
        )));
    }
    let difficulty = request.difficulty.as_deref().map(difficulty).transpose()?;
    let request = GenerateRequest {
        width: request.width,
        height: request.height,
        colors: request.colors,
        difficulty,
        allow_trivial: false,
        seed: request.seed,
    };
    let made = generate::generate(&request, limits.stop).map_err(|error| match error {
        GenerateError::Stopped => Refusal::new(
            "no such puzzle was found in time; ask for another difficulty, size or seed",
        ),
        error => Refusal::new(error.to_string()),
    })?;
    Ok(PuzzleInfo::new(&made.puzzle, Verdict::Unique).with_effort(made.effort))
}

fn difficulty(text: &str) -> Result<Difficulty, Refusal> {
    let names = Difficulty::ALL.map(Difficulty::name).join(", ");
    Difficulty::ALL.into_iter().find(|known| known.name() == text).ok_or_else(|| {
        Refusal::new(format!("there is no difficulty '{}'; there are {names}", excerpt(text)))
    })
}

pub(super) fn read(written: &PuzzleText, limits: &SolverLimits<'_>) -> Result<PuzzleInfo, Refusal> {
    let puzzle = puzzle(&written.puzzle)?;
    let report = Method::Sweep.solve(&puzzle, 2, &solver(limits));
    let info = PuzzleInfo::new(&puzzle, report.verdict());
    Ok(match report.verdict() {
        Verdict::Unique => info.with_effort(effort(&puzzle, &report)),
        Verdict::Several => {
            let counted = count(&puzzle, &SolverLimits { attempts: FRONTIERS, ..*limits });
            PuzzleInfo {
                solutions: counted.solutions.ok().map(|number| number.to_string()),
                ..info
            }
        }
        _ => info,
    })
}

pub(super) fn check(
    drawing: &PuzzleDrawing,
    limits: &SolverLimits<'_>,
) -> Result<DrawingCheck, Refusal> {
    let puzzle = puzzle(&drawing.puzzle)?;
    let drawn = drawn(&puzzle, drawing)?;
    let faults = drawn.faults();
    let mut checked = DrawingCheck {
        solved: faults.is_empty(),
        touches: Vec::new(),
        apart: Vec::new(),
        empty: Vec::new(),
        outlook: OutlookJson::Open,
    };
    for fault in faults {
        match fault {
            DrawingFault::Touches(color, cell) => checked.touches.push((color.0, cell)),
            DrawingFault::Apart(color) => checked.apart.push(color.0),
            DrawingFault::Empty(cell) => checked.empty.push(cell),
        }
    }
    if !checked.solved {
        checked.outlook = match outlook(&drawn, &solver(limits)) {
            Found::Open(_) => OutlookJson::Open,
            Found::Wrong(cuts) => OutlookJson::Wrong { cuts: kept_paths(cuts) },
            Found::Unsolvable => OutlookJson::Unsolvable,
            Found::Unknown(_) => OutlookJson::Unknown,
        };
    }
    Ok(checked)
}

pub(super) fn hint(
    drawing: &PuzzleDrawing,
    limits: &SolverLimits<'_>,
) -> Result<HintJson, Refusal> {
    let puzzle = puzzle(&drawing.puzzle)?;
    let drawn = drawn(&puzzle, drawing)?;
    if drawn.faults().is_empty() {
        return Ok(HintJson::Done);
    }
    Ok(match outlook(&drawn, &solver(limits)) {
        Found::Open(solution) => match next_stroke(&drawn, &solution, drawing.color.map(Color)) {
            Some(stroke) => {
                HintJson::Draw { color: stroke.color.0, path: stroke.path, fresh: stroke.fresh }
            }
            None => HintJson::Done,
        },
        Found::Wrong(cuts) => HintJson::Wrong { cuts: kept_paths(cuts) },
        Found::Unsolvable => HintJson::Unsolvable,
        Found::Unknown(_) => HintJson::Unknown,
    })
}

fn kept_paths(cuts: Vec<hint::Cut>) -> Vec<KeptPath> {
    cuts.into_iter().map(KeptPath::from).collect()
}

pub(super) fn solve(
    written: &PuzzleText,
    limits: &SolverLimits<'_>,
) -> Result<SolutionJson, Refusal> {
    let puzzle = puzzle(&written.puzzle)?;
    let report = Method::Sweep.solve(&puzzle, 2, &solver(limits));
    Ok(SolutionJson {
        verdict: name(report.verdict()),
        paths: report.solutions.first().map(|solution| paths(&puzzle, solution)),
        attempts: report.attempts,
    })
}

pub(super) fn trace(show: &ShowRequest, limits: &SolverLimits<'_>) -> Result<TraceFrames, Refusal> {
    let puzzle = puzzle(&show.puzzle)?;
    let limits = SolverLimits { attempts: SHOWN_ATTEMPTS, ..*limits };
    let trace = bellwether_flow::trace::trace(&puzzle, show.method.into(), CHANGES, &limits);
    let frames = trace.frames.into_iter();
    Ok(TraceFrames {
        frames: frames.map(|frame| frame.into_iter().map(figures).collect()).collect(),
        stride: trace.stride,
        steps: trace.steps,
        attempts: trace.report.attempts,
        paths: trace.report.solutions.first().map(|solution| paths(&puzzle, solution)),
        cut: matches!(trace.report.end, SearchEnd::GaveUp(_)),
    })
}
