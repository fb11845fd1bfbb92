//! What an agent chose, and what led to it.

use bellwether_catalog::{AlternativeMove, AnyPosition, ChosenMove};
use bellwether_core::{Score, Value};
use pyo3::prelude::*;

/// What a search expects: a proven win, loss or draw, or its own points or average.
#[pyclass(frozen, eq, from_py_object, module = "bellwether", name = "Score")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyScore(pub(crate) Score);

#[pymethods]
impl PyScore {
    /// 'win', 'loss' or 'draw' if proven; 'points' of an evaluation, or 'average' of simulated games.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Score::Points(_) => "points",
            Score::WinIn(_) => "win",
            Score::LossIn(_) => "loss",
            Score::Draw => "draw",
            Score::Average(_) => "average",
        }
    }

    /// The number behind it: points, an average, or 1, 0 and -1 for a win, a draw and a loss.
    #[getter]
    fn value(&self) -> f64 {
        match self.0 {
            Score::Points(points) => points.into(),
            Score::WinIn(_) => 1.0,
            Score::LossIn(_) => -1.0,
            Score::Draw => 0.0,
            Score::Average(average) => average,
        }
    }

    /// The plies to the end of a proven win or loss, if they are known.
    #[getter]
    fn remoteness(&self) -> Option<u32> {
        self.0.remoteness()
    }

    /// The value.
    fn __float__(&self) -> f64 {
        self.value()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ScoreParts)> {
        let parts = (self.kind(), self.value(), self.remoteness());
        Ok((restoring(py, "_restore_score")?, parts))
    }

    fn __hash__(&self) -> u64 {
        self.value().to_bits() ^ u64::from(self.0.remoteness().unwrap_or_default()) << 1
    }
}

/// The function that makes something of what is in a pickle.
fn restoring<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("bellwether._native")?.getattr(name)
}

/// What a pickle has of a score: kind, value and remoteness.
type ScoreParts = (&'static str, f64, Option<u32>);

/// A score from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_score", signature = (kind, value, remoteness))]
pub(crate) fn restore_score(kind: &str, value: f64, remoteness: Option<u32>) -> PyScore {
    let plies = remoteness.unwrap_or(Value::UNKNOWN_LENGTH.into());
    PyScore(match kind {
        "win" => Score::WinIn(plies),
        "loss" => Score::LossIn(plies),
        "draw" => Score::Draw,
        "points" => Score::Points(value as i32),
        _ => Score::Average(value),
    })
}

/// What a pickle has of an alternative.
type AlternativeParts = (i64, String, PyScore, u64, Vec<String>);

/// An alternative from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_alternative")]
pub(crate) fn restore_alternative(
    action: i64,
    text: String,
    score: PyScore,
    effort: u64,
    line: Vec<String>,
) -> PyAlternative {
    PyAlternative { action, text, score: score.0, effort, line }
}

/// What a pickle has of a choice; the numbers are depth, nodes, simulations and seconds.
type ChoiceParts =
    (i64, String, Option<PyScore>, (u32, u64, u64, f64), Vec<String>, Vec<PyAlternative>);

/// A choice from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_choice", signature = (action, text, score, counts, line, alternatives))]
pub(crate) fn restore_choice(
    action: i64,
    text: String,
    score: Option<PyScore>,
    counts: (u32, u64, u64, f64),
    line: Vec<String>,
    alternatives: Vec<PyAlternative>,
) -> PyChoice {
    let (depth, nodes, simulations, seconds) = counts;
    let score = score.map(|score| score.0);
    PyChoice { action, text, score, depth, nodes, simulations, line, alternatives, seconds }
}

/// A move that an agent considered.
#[pyclass(frozen, from_py_object, module = "bellwether", name = "Alternative")]
#[derive(Clone)]
pub(crate) struct PyAlternative {
    /// Its action number.
    #[pyo3(get)]
    action: i64,
    /// Its text.
    #[pyo3(get)]
    text: String,
    score: Score,
    /// Visits or positions that were spent on it.
    #[pyo3(get)]
    effort: u64,
    /// The expected play.
    #[pyo3(get)]
    line: Vec<String>,
}

impl PyAlternative {
    fn new(position: &dyn AnyPosition, other: AlternativeMove) -> Self {
        let AlternativeMove { text, score, effort, line } = other;
        Self { action: action(position, &text), text, score, effort, line }
    }
}

#[pymethods]
impl PyAlternative {
    /// What the player to move may expect of it.
    #[getter]
    fn score(&self) -> PyScore {
        PyScore(self.score)
    }

    fn __repr__(&self) -> String {
        format!("<Alternative {}: {}>", self.text, self.score)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, AlternativeParts)> {
        let Self { action, text, score, effort, line } = self.clone();
        Ok((restoring(py, "_restore_alternative")?, (action, text, PyScore(score), effort, line)))
    }
}

/// A chosen move and what led to it.
#[pyclass(frozen, module = "bellwether", name = "Choice")]
pub(crate) struct PyChoice {
    /// The action number of the move.
    #[pyo3(get)]
    pub(crate) action: i64,
    /// The text of the move.
    #[pyo3(get)]
    text: String,
    score: Option<Score>,
    /// Plies looked ahead in full.
    #[pyo3(get)]
    depth: u32,
    /// Positions visited.
    #[pyo3(get)]
    nodes: u64,
    /// Games simulated.
    #[pyo3(get)]
    simulations: u64,
    /// The expected play, the chosen move first.
    #[pyo3(get)]
    line: Vec<String>,
    alternatives: Vec<PyAlternative>,
    /// How long the choice took.
    #[pyo3(get)]
    seconds: f64,
}

impl PyChoice {
    pub(crate) fn new(position: &dyn AnyPosition, chosen: ChosenMove) -> Self {
        let alternatives = chosen.alternatives.into_iter();
        Self {
            action: action(position, &chosen.text),
            text: chosen.text,
            score: chosen.score,
            depth: chosen.depth,
            nodes: chosen.nodes,
            simulations: chosen.simulations,
            line: chosen.line,
            alternatives: alternatives.map(|other| PyAlternative::new(position, other)).collect(),
            seconds: chosen.time.as_secs_f64(),
        }
    }

    /// A move without reasons.
    pub(crate) fn bare(action: i64, text: String, seconds: f64) -> Self {
        Self {
            action,
            text,
            score: None,
            depth: 0,
            nodes: 0,
            simulations: 0,
            line: Vec::new(),
            alternatives: Vec::new(),
            seconds,
        }
    }
}

#[pymethods]
impl PyChoice {
    /// What the player to move expects; None if the agent has no opinion.
    #[getter]
    fn score(&self) -> Option<PyScore> {
        self.score.map(PyScore)
    }

    /// The moves that were scored, best first, the chosen one among them.
    #[getter]
    fn alternatives(&self) -> Vec<PyAlternative> {
        self.alternatives.clone()
    }

    fn __index__(&self) -> i64 {
        self.action
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let score = self.score.map(|score| format!(", {score}")).unwrap_or_default();
        format!("<Choice {}{score}>", self.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ChoiceParts)> {
        let counts = (self.depth, self.nodes, self.simulations, self.seconds);
        let (text, line) = (self.text.clone(), self.line.clone());
        let parts = (self.action, text, self.score(), counts, line, self.alternatives());
        Ok((restoring(py, "_restore_choice")?, parts))
    }
}

/// The action number of a legal move's text.
fn action(position: &dyn AnyPosition, text: &str) -> i64 {
    // An agent of ours chooses legal moves only; a bot's move was checked before it came here.
    position.action_of(text).map_or(-1, |action| action as i64)
}
