//! The answers: a request becomes a puzzle, and the puzzle an answer, within limits.

use axum::Json;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use bellwether_core::Error;
use bellwether_core::notation::excerpt;
use bellwether_flow::count::count;
use bellwether_flow::drawn::{Drawing, DrawingFault};
use bellwether_flow::generate::{self, GenerateError, GenerateRequest, effort};
use bellwether_flow::hint::{DrawingStatus, drawing_status, next_stroke};
use bellwether_flow::{Method, Puzzle, SearchEnd, Solution, SolverLimits, Verdict, text};
use serde_json::json;

use super::message::{
    DrawingCheck, HintJson, PuzzleDrawing, PuzzleInfo, PuzzleText, SHOWN, ShowRequest,
    SolutionJson, TraceFrames, figures, paths,
};
use crate::request::Refusal;

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

/// Reads one puzzle that is not too large for a page.
fn puzzle(written: &str) -> Result<Puzzle, Refusal> {
    let puzzles = text::parse(written).map_err(|error| {
        let place = json!({
            "error": error.to_string(), "line": error.line, "column": error.column
        });
        (StatusCode::BAD_REQUEST, Json(place)).into_response()
    })?;
    let found = puzzles.len();
    let [puzzle] = <[Puzzle; 1]>::try_from(puzzles).map_err(|_| {
        Error::invalid(format!(
            "there are {found} puzzles in this text; leave only one, or put no blank line inside it"
        ))
    })?;
    let (width, height) = (puzzle.width(), puzzle.height());
    if width.max(height) > LARGEST_READ {
        return Err(Error::invalid(format!(
            "this puzzle is {width}x{height}; the page takes up to {LARGEST_READ}x{LARGEST_READ}, \
             `bellwether flow` larger ones"
        ))
        .into());
    }
    Ok(puzzle)
}

fn drawn<'p>(puzzle: &'p Puzzle, drawing: &PuzzleDrawing) -> Result<Drawing<'p>, Error> {
    Drawing::new(puzzle, drawing.paths.clone()).map_err(Error::invalid)
}

fn solver<'a>(limits: &SolverLimits<'a>) -> SolverLimits<'a> {
    SolverLimits { attempts: ATTEMPTS, ..*limits }
}

pub(super) fn generate(
    request: &GenerateRequest,
    limits: &SolverLimits<'_>,
) -> Result<PuzzleInfo, Refusal> {
    if request.width.max(request.height) > LARGEST_MADE {
        return Err(Error::invalid(format!(
            "the page makes puzzles up to {LARGEST_MADE}x{LARGEST_MADE}, `bellwether flow generate` larger ones"
        ))
        .into());
    }
    let made = generate::generate(request, limits.stop).map_err(|error| match error {
        GenerateError::Stopped => Error::invalid(
            "no such puzzle was found in time; ask for another difficulty, size or seed",
        ),
        error => Error::invalid(error),
    })?;
    Ok(PuzzleInfo::new(&made.puzzle, Verdict::Unique, Some(made.effort)))
}

pub(super) fn read(written: &PuzzleText, limits: &SolverLimits<'_>) -> Result<PuzzleInfo, Refusal> {
    let puzzle = puzzle(&written.puzzle)?;
    let report = Method::Sweep.solve(&puzzle, 2, &solver(limits));
    let verdict = report.verdict();
    let effort = (verdict == Verdict::Unique).then(|| effort(&puzzle, &report));
    let mut info = PuzzleInfo::new(&puzzle, verdict, effort);
    if verdict == Verdict::Several {
        let counted = count(&puzzle, &SolverLimits { attempts: FRONTIERS, ..*limits });
        info.solutions = counted.solutions.ok().map(|number| number.to_string());
    }
    Ok(info)
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
        status: HintJson::Open,
    };
    for fault in faults {
        match fault {
            DrawingFault::Touches(color, cell) => checked.touches.push((color, cell)),
            DrawingFault::Apart(color) => checked.apart.push(color),
            DrawingFault::Empty(cell) => checked.empty.push(cell),
        }
    }
    if !checked.solved {
        checked.status = next(drawing_status(&drawn, &solver(limits)), |_| HintJson::Open);
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
    Ok(next(drawing_status(&drawn, &solver(limits)), |solution| {
        let stroke = next_stroke(&drawn, solution, drawing.color);
        stroke.map_or(HintJson::Done, HintJson::Draw)
    }))
}

/// A status for the page; `open` says what is told of a drawing that leads to this solution.
fn next(status: DrawingStatus, open: impl FnOnce(&Solution) -> HintJson) -> HintJson {
    match status {
        DrawingStatus::Open(solution) => open(&solution),
        DrawingStatus::Wrong(cuts) => HintJson::Wrong { cuts },
        DrawingStatus::Unsolvable => HintJson::Unsolvable,
        DrawingStatus::Unknown(_) => HintJson::Unknown,
    }
}

pub(super) fn solve(
    written: &PuzzleText,
    limits: &SolverLimits<'_>,
) -> Result<SolutionJson, Refusal> {
    let puzzle = puzzle(&written.puzzle)?;
    let report = Method::Sweep.solve(&puzzle, 2, &solver(limits));
    Ok(SolutionJson {
        verdict: report.verdict(),
        paths: report.solutions.first().map(|solution| paths(&puzzle, solution)),
        attempts: report.attempts,
    })
}

pub(super) fn trace(show: &ShowRequest, limits: &SolverLimits<'_>) -> Result<TraceFrames, Refusal> {
    let puzzle = puzzle(&show.puzzle)?;
    let method =
        SHOWN.into_iter().find(|method| method.name() == show.method).ok_or_else(|| {
            let names = SHOWN.map(Method::name).join(", ");
            let method = excerpt(&show.method);
            Error::invalid(format!("there is no method '{method}' to show; there are {names}"))
        })?;
    let limits = SolverLimits { attempts: SHOWN_ATTEMPTS, ..*limits };
    let trace = bellwether_flow::trace::trace(&puzzle, method, CHANGES, &limits);
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
