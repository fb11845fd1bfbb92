//! `Puzzle`: Flow Free puzzles.

use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::Error;
use bellwether_flow::generate::{Difficulty, GenerateRequest, generate};
use bellwether_flow::hint::{DrawingStatus, drawing_status, next_stroke};
use bellwether_flow::{
    Drawing, Method, Puzzle, Solution, SolverLimits, Verdict, count, draw, svg, text,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::interrupt::interruptible;
use crate::whole::{whole, whole_or_none};

/// A Flow Free puzzle: join equal letters by paths that fill the board.
#[pyclass(frozen, eq, hash, module = "bellwether", name = "Puzzle")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPuzzle(Puzzle);

/// The limits of a solver that `stop` ends.
fn stopped_by<'a>(stop: &'a (dyn Fn() -> bool + Sync)) -> SolverLimits<'a> {
    SolverLimits { stop, ..SolverLimits::NONE }
}

/// A new puzzle of this size with exactly one solution.
///
/// `difficulty` is 'easy', 'medium', 'hard' or 'expert'; any by default. `colors` is about the length of a side unless it
/// is given.
#[pyfunction]
#[pyo3(signature = (width, height, *, colors=None, difficulty=None, seed=1))]
pub(crate) fn generate_puzzle(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] width: usize,
    #[pyo3(from_py_with = whole)] height: usize,
    #[pyo3(from_py_with = whole_or_none)] colors: Option<usize>,
    difficulty: Option<&str>,
    #[pyo3(from_py_with = whole)] seed: u64,
) -> PyResult<PyPuzzle> {
    let difficulty = match difficulty {
        None => None,
        Some(name) => Some(Difficulty::named(name).ok_or_else(|| {
            let names = Difficulty::ALL.map(Difficulty::name).join(", ");
            PyValueError::new_err(format!("there is no difficulty '{name}': it is one of {names}"))
        })?),
    };
    let request = GenerateRequest { width, height, colors, difficulty, allow_trivial: false, seed };
    let stop = AtomicBool::new(false);
    let made = interruptible(py, &stop, || generate(&request, &|| stop.load(Ordering::Relaxed)))?;
    let made = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyPuzzle(made.puzzle))
}

impl PyPuzzle {
    fn solution(&self, text: &str) -> PyResult<Solution> {
        let cells: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let wrong = || PyValueError::new_err("a solution has a letter for each cell of the puzzle");
        let letters: Vec<String> = match cells.iter().any(|line| line.contains(' ')) {
            true => {
                cells.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
            }
            false => cells.iter().flat_map(|line| line.chars()).map(String::from).collect(),
        };
        if letters.len() != self.0.area() {
            return Err(wrong());
        }
        let color =
            |letter: &String| self.0.each_color().find(|color| self.0.label(*color) == letter);
        Ok(Solution(letters.iter().map(color).collect::<Option<_>>().ok_or_else(wrong)?))
    }
}

#[pymethods]
impl PyPuzzle {
    /// Reads a puzzle: a line for each row, letters for sources, `_` for free cells.
    #[new]
    fn new(puzzle: &str) -> PyResult<Self> {
        let puzzles = text::parse(puzzle).map_err(|error| raised(Error::invalid(error)))?;
        match <[Puzzle; 1]>::try_from(puzzles) {
            Ok([puzzle]) => Ok(Self(puzzle)),
            Err(puzzles) => {
                let message = format!("a puzzle is asked for, and here are {}", puzzles.len());
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Columns of the board.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Rows of the board.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// How many colours there are.
    #[getter]
    fn colors(&self) -> usize {
        self.0.colors()
    }

    /// The two cells of each colour that are to be joined; cells are numbered row by row.
    #[getter]
    fn sources(&self) -> Vec<[usize; 2]> {
        self.0.sources().to_vec()
    }

    /// Looks for up to `most` solutions. Returns what is proven ('unsolvable', 'unique', 'several', 'solved', 'unknown')
    /// and the solutions, as text.
    #[pyo3(signature = (most=2))]
    fn solve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] most: usize,
    ) -> PyResult<(&'static str, Vec<String>)> {
        let stop = AtomicBool::new(false);
        let report = interruptible(py, &stop, || {
            let is_stopped = || stop.load(Ordering::Relaxed);
            Method::Sweep.solve(&self.0, most.max(1), &stopped_by(&is_stopped))
        })?;
        let verdict = match report.verdict() {
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::Solved => "solved",
            Verdict::Unknown => "unknown",
        };
        let texts = report.solutions.iter().map(|solution| text::write_solution(&self.0, solution));
        Ok((verdict, texts.collect()))
    }

    /// The exact number of solutions.
    fn count(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let stop = AtomicBool::new(false);
        let counted = interruptible(py, &stop, || {
            let is_stopped = || stop.load(Ordering::Relaxed);
            count::count(&self.0, &stopped_by(&is_stopped))
        })?;
        let solutions = counted.solutions.map_err(|why| PyValueError::new_err(why.to_string()))?;
        // Such numbers need not fit a machine's word.
        let int = py.import("builtins")?.getattr("int")?;
        Ok(int.call1((solutions.to_string(),))?.unbind())
    }

    /// Whether a text solves the puzzle: None if it does, else the rule that it breaks.
    fn check(&self, solution: &str) -> PyResult<Option<String>> {
        let broken = self.solution(solution)?.check(&self.0);
        Ok(broken.err().map(|rule| rule.to_string()))
    }

    /// What to draw next, given the path of each colour so far as cells from its first source: the colour and its path.
    /// None if nothing is missing, or the paths cannot be completed.
    fn hint(
        &self,
        py: Python<'_>,
        paths: Vec<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Option<(usize, Vec<usize>)>> {
        let paths: PyResult<Vec<Vec<usize>>> =
            paths.iter().map(|path| path.iter().map(whole).collect()).collect();
        let paths = paths?;
        let drawn = Drawing::new(&self.0, paths);
        let drawn = drawn.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let stop = AtomicBool::new(false);
        let status = interruptible(py, &stop, || {
            let is_stopped = || stop.load(Ordering::Relaxed);
            drawing_status(&drawn, &stopped_by(&is_stopped))
        })?;
        let DrawingStatus::Open(solution) = status else { return Ok(None) };
        let stroke = next_stroke(&drawn, &solution, None);
        Ok(stroke.map(|stroke| (stroke.color.index(), stroke.path)))
    }

    /// The puzzle as an SVG drawing, with a solution if one is given.
    #[pyo3(signature = (solution=None))]
    fn svg(&self, solution: Option<&str>) -> PyResult<String> {
        let solution = solution.map(|text| self.solution(text)).transpose()?;
        Ok(svg::svg(&self.0, solution.as_ref()))
    }

    /// A solution drawn as lines of text; the puzzle alone without one.
    #[pyo3(signature = (solution=None))]
    fn pipes(&self, solution: Option<&str>) -> PyResult<String> {
        let solution = solution.map(|text| self.solution(text)).transpose()?;
        Ok(draw::pipes(&self.0, solution.as_ref(), draw::Style::Plain))
    }

    fn _repr_svg_(&self) -> String {
        svg::svg(&self.0, None)
    }

    fn __str__(&self) -> String {
        text::write_puzzle(&self.0)
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle of {}x{}, {} colours>", self.0.width(), self.0.height(), self.0.colors())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (text::write_puzzle(&self.0),)))
    }
}
