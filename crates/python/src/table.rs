//! `Table`: exact values of a solved game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use bellwether_catalog::{
    AnyOracle, AnyPosition, AnyProvable, OracleOrigin, how_to_make, oracle, solver, solving_memory,
    tables_folder,
};
use bellwether_core::{Error, ErrorKind, Score, TableIndex, Value};
use bellwether_solve::proof::{ProofControl, ProofProgress, ProofSettings};
use bellwether_solve::run::{SolveProgress, size_text};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::choice::PyScore;
use crate::errors::raised;
use crate::game::{GameHandle, PyGame, game_of};
use crate::interrupt::{OFTEN, abandonable, attending_or_leaving, is_any_left};
use crate::pool::with_threads;
use crate::state::PyState;
use crate::whole::{given, numbers, whole, whole_or_none};

/// The exact values of a game's positions. Made by `solve` or `open_table`.
#[pyclass(frozen, module = "bellwether", name = "Table")]
pub(crate) struct PyTable {
    handle: Arc<GameHandle>,
    oracle: Arc<dyn AnyOracle>,
    /// Where the strategy of the winner is, if that is what answers.
    strategy: Option<PathBuf>,
}

/// Solves a game into a table in `folder`, or goes on where that was left, and opens it.
///
/// `memory` is the most that it may use, in bytes; `progress` is called with the positions done so far and those of all.
/// Ctrl-C stops it, and the same call goes on from there.
///
/// Of Breakthrough the winner is proven: the strategy is written, and other positions are searched when they are asked
/// for. `progress` is then called with the positions looked at and 0, for nobody knows how many there are. Boards of more
/// than 30 squares may take longer than anybody waits.
#[pyfunction]
#[pyo3(signature = (game, folder=None, *, memory=None, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    folder: Option<PathBuf>,
    #[pyo3(from_py_with = whole_or_none)] memory: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyTable> {
    let handle = game_of(game)?;
    let folder = folder.unwrap_or_else(tables_folder);
    if let Some(prover) = handle.game.provable() {
        prove(py, &handle, prover, &folder, memory, progress.as_ref())?;
        return open_in(py, handle, folder);
    }
    let solver = solver(handle.game.as_ref()).map_err(raised)?;
    let memory = memory.unwrap_or_else(solving_memory);
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let attend = |(done, total): (u64, u64)| match &progress {
        Some(progress) => Python::attach(|py| progress.call1(py, (done, total)).map(|_| ())),
        None => Ok(()),
    };
    let opened = attending_or_leaving(py, &stop, attend, move |send| -> Result<_, Error> {
        let watch = |progress: SolveProgress| send((progress.done, progress.total));
        loop {
            let solved = solver.solve(&folder, memory, &stopped, &watch).map_err(Error::from);
            match solved {
                // A call that Ctrl-C ended a moment ago may still be closing the file.
                Err(error) if error.kind() == ErrorKind::Busy && is_any_left() => {
                    thread::sleep(OFTEN);
                }
                solved => return Ok(solver.open_file(solved?.path())?),
            }
        }
    })?;
    Ok(PyTable { handle, oracle: Arc::from(opened.map_err(raised)?), strategy: None })
}

/// The table of a game in `folder`, the strategy of its winner, or the game solved here if it is small.
#[pyfunction]
#[pyo3(signature = (game, folder=None))]
pub(crate) fn open_table(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    folder: Option<PathBuf>,
) -> PyResult<PyTable> {
    open_in(py, game_of(game)?, folder.unwrap_or_else(tables_folder))
}

fn open_in(py: Python<'_>, handle: Arc<GameHandle>, folder: PathBuf) -> PyResult<PyTable> {
    let stop = Arc::new(AtomicBool::new(false));
    let (asked, stopped) = (Arc::clone(&handle), Arc::clone(&stop));
    let strategy = handle.game.provable().map(|prover| folder.join(prover.file_name()));
    let found = abandonable(py, &stop, move || oracle(asked.game.as_ref(), &folder, &stopped))?;
    let oracle: Arc<dyn AnyOracle> = Arc::from(found.map_err(raised)?);
    let strategy = strategy.filter(|_| oracle.origin() == OracleOrigin::Strategy);
    Ok(PyTable { handle, oracle, strategy })
}

/// Proves who wins, and writes the strategy, unless it is there.
fn prove(
    py: Python<'_>,
    handle: &Arc<GameHandle>,
    prover: Box<dyn AnyProvable>,
    folder: &Path,
    memory: Option<u64>,
    progress: Option<&Py<PyAny>>,
) -> PyResult<()> {
    if prover.is_proven(folder) {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    let memory = memory.unwrap_or_else(|| solving_memory() / 2);
    let settings = ProofSettings { mebibytes: (memory >> 20).max(1) as usize, threads: 1 };
    let (name, path) = (handle.text.clone(), folder.join(prover.file_name()));
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let attend = |nodes: u64| match progress {
        Some(progress) => Python::attach(|py| progress.call1(py, (nodes, 0)).map(|_| ())),
        None => Ok(()),
    };
    let proven = attending_or_leaving(py, &stop, attend, move |send| {
        let watch = |progress: ProofProgress| send(progress.nodes);
        let control = ProofControl { stop: &stopped, progress: &watch };
        let proven = prover.prove(&name, settings, control);
        // After Ctrl-C nobody waits for a file.
        proven.map(|(strategy, _)| strategy.save(&path).map_err(|error| error.to_string()))
    })?;
    match proven {
        Some(Ok(())) => Ok(()),
        Some(Err(message)) => Err(PyOSError::new_err(message)),
        None => Err(PyValueError::new_err(format!(
            "not proven: {} of memory were not enough",
            size_text(memory)
        ))),
    }
}

impl PyTable {
    /// What `ask` learns of a state. A strategy may have to search for it: then other threads run, and Ctrl-C ends it.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        ask: impl FnOnce(&dyn AnyOracle, &dyn AnyPosition) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let state = state.try_borrow()?;
        if self.strategy.is_none() {
            return ask(self.oracle.as_ref(), state.position.as_ref()).map_err(raised);
        }
        let (oracle, position) = (Arc::clone(&self.oracle), state.position.duplicate());
        drop(state);
        let stop = AtomicBool::new(false);
        abandonable(py, &stop, move || ask(oracle.as_ref(), position.as_ref()))?.map_err(raised)
    }

    /// The position at a place of the table, if there is one: only such places may be asked for.
    fn position(&self, place: TableIndex) -> Result<Option<Box<dyn AnyPosition>>, Error> {
        let is_there = self.oracle.value_at(place)?.is_some();
        Ok(if is_there { self.oracle.position(place) } else { None })
    }

    /// The table on disk.
    fn file(&self) -> PyResult<&bellwether_solve::table::SolvedTable> {
        self.oracle.table().ok_or_else(|| {
            if self.strategy.is_some() {
                return PyValueError::new_err(
                    "this game has a strategy of its winner, and no table to go through",
                );
            }
            let make = how_to_make(&self.handle.text, &tables_folder());
            PyValueError::new_err(format!(
                "this game was solved in memory and has no table to go through: make it with bellwether.solve or `{make}`"
            ))
        })
    }
}

#[pymethods]
impl PyTable {
    /// The value of a state for the player to move; None if the game is over, or the table does not have it.
    fn value(&self, py: Python<'_>, state: &Bound<'_, PyState>) -> PyResult<Option<PyScore>> {
        let value = self.ask(py, state, |oracle, position| oracle.value(position))?;
        Ok(value.map(|value| PyScore(Score::from(value))))
    }

    /// Every legal move with its value for the player that makes it, the best first: (action, text, value).
    fn query(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
    ) -> PyResult<Vec<(i64, String, PyScore)>> {
        let Some(answer) = self.ask(py, state, |oracle, position| oracle.answer(position))? else {
            return Ok(Vec::new());
        };
        let state = state.try_borrow()?;
        let row = |answered: bellwether_catalog::AnsweredMove| {
            let action = state.position.action_of(&answered.text).map_err(raised)?;
            Ok((action as i64, answered.text, PyScore(Score::from(answered.value))))
        };
        answer.moves.into_iter().map(row).collect()
    }

    /// A best line of play from a state, of at most so many moves.
    #[pyo3(signature = (state, most=1000))]
    fn line(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        #[pyo3(from_py_with = whole)] most: usize,
    ) -> PyResult<Vec<String>> {
        let line = self.ask(py, state, move |oracle, position| oracle.line(position, most))?;
        Ok(line.into_iter().map(|answered| answered.text).collect())
    }

    /// The tiers of the table: name, and how many numbers it has. Not every number has a position.
    #[getter]
    fn tiers(&self) -> PyResult<Vec<(String, u64)>> {
        Ok(self.file()?.subject().tiers.clone())
    }

    /// How many positions the table has.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.file()?.positions() as usize)
    }

    fn __bool__(&self) -> bool {
        // Without it Python would ask for the length, which a table in memory does not have.
        true
    }

    /// Where the table or the strategy is; None if the game was solved in memory.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        let table = self.oracle.table().map(|table| table.path().to_owned());
        table.or_else(|| self.strategy.clone())
    }

    /// The positions of a tier, or of all, that have this value for the player to move ('win', 'draw' or 'loss', or 1, 0, -1)
    /// and this remoteness, as arrays without a loop in Python: 'tier' (int32), 'index' (int64), 'value' (int8: 1, 0, -1) and
    /// 'remoteness' (int32; -1 for a draw). `state` makes a State of a tier and an index.
    #[pyo3(signature = (tier=None, *, value=None, remoteness=None))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] tier: Option<usize>,
        value: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole_or_none)] remoteness: Option<i64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let table = self.file()?;
        let count = table.subject().tiers.len();
        if let Some(tier) = tier.filter(|tier| *tier >= count) {
            let message = format!("there is no tier {tier}: tiers are 0 to {}", count - 1);
            return Err(PyValueError::new_err(message));
        }
        let wanted = match value.map(given).as_deref() {
            None => None,
            // As in the arrays, too.
            Some("win" | "1") => Some(1_i8),
            Some("draw" | "0") => Some(0),
            Some("loss" | "-1") => Some(-1),
            Some(other) => {
                let message = format!("a value is 'win', 'draw' or 'loss', not '{other}'");
                return Err(PyValueError::new_err(message));
            }
        };
        let tiers = tier.map_or(0..count, |tier| tier..tier + 1);
        let found = py.detach(|| {
            with_threads(|| {
                let mut found = FoundPositions::default();
                for tier in tiers {
                    let codes = table.codes(tier).map_err(Error::from)?;
                    for (index, code) in codes.into_iter().enumerate() {
                        let Some(value) = Value::from_code(code) else { continue };
                        let (sign, plies) = match value {
                            Value::Win(plies) => (1, i32::from(plies)),
                            Value::Draw => (0, -1),
                            Value::Lose(plies) => (-1, i32::from(plies)),
                        };
                        let is_wanted = wanted.is_none_or(|wanted| wanted == sign)
                            && remoteness.is_none_or(|wanted| wanted == i64::from(plies));
                        if is_wanted {
                            found.tiers.push(tier as i32);
                            found.indices.push(index as i64);
                            found.values.push(sign);
                            found.remoteness.push(plies);
                        }
                    }
                }
                Ok::<_, Error>(found)
            })
            .flatten()
        });
        let found = found.map_err(raised)?;
        let arrays = PyDict::new(py);
        arrays.set_item("tier", PyArray1::from_vec(py, found.tiers))?;
        arrays.set_item("index", PyArray1::from_vec(py, found.indices))?;
        arrays.set_item("value", PyArray1::from_vec(py, found.values))?;
        arrays.set_item("remoteness", PyArray1::from_vec(py, found.remoteness))?;
        Ok(arrays)
    }

    /// The state at a place of the table.
    fn state(
        &self,
        #[pyo3(from_py_with = whole)] tier: usize,
        #[pyo3(from_py_with = whole)] index: u64,
    ) -> PyResult<PyState> {
        self.file()?;
        match self.position(TableIndex { tier, index }).map_err(raised)? {
            Some(position) => Ok(PyState::from_position(&self.handle, position)),
            None => Err(PyValueError::new_err(format!(
                "the table has no position at tier {tier}, index {index}"
            ))),
        }
    }

    /// What the player to move sees in all these positions, as one array: float32, shape (n, planes, rows, columns).
    fn observations<'py>(
        &self,
        py: Python<'py>,
        tiers: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, numpy::PyArray4<f32>>> {
        use rayon::prelude::*;
        self.file()?;
        let tiers: PyReadonlyArray1<'_, i32> = numbers(tiers, "tiers")?;
        let indices: PyReadonlyArray1<'_, i64> = numbers(indices, "indices")?;
        let (tiers, indices) = (tiers.as_array().to_vec(), indices.as_array().to_vec());
        if tiers.len() != indices.len() {
            let message = format!("there are {} tiers for {} indices", tiers.len(), indices.len());
            return Err(PyValueError::new_err(message));
        }
        let [planes, rows, columns] = self.handle.shape;
        let size = planes * rows * columns;
        let mut numbers = vec![0.0; tiers.len() * size];
        let missing = py.detach(|| {
            with_threads(|| {
                let rows = numbers.par_chunks_mut(size).zip(&tiers).zip(&indices);
                rows.find_map_any(|((planes, tier), index)| {
                    let place = (usize::try_from(*tier).ok(), u64::try_from(*index).ok());
                    let (Some(tier), Some(index)) = place else { return Some((*tier, *index)) };
                    match self.position(TableIndex { tier, index }) {
                        Ok(Some(position)) => {
                            position.write_planes(position.status().mover(), planes);
                            None
                        }
                        _ => Some((tier as i32, index as i64)),
                    }
                })
            })
        });
        let missing = missing.map_err(raised)?;
        if let Some((tier, index)) = missing {
            let message = format!("the table has no position at tier {tier}, index {index}");
            return Err(PyValueError::new_err(message));
        }
        PyArray1::from_vec(py, numbers).reshape([tiers.len(), planes, rows, columns])
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { handle: Arc::clone(&self.handle) }
    }

    fn __repr__(&self) -> String {
        match self.oracle.table() {
            Some(table) => {
                format!("<Table of {}: {} positions>", self.handle.text, table.positions())
            }
            None if self.strategy.is_some() => {
                format!("<Table of {}: the strategy of its winner>", self.handle.text)
            }
            None => format!("<Table of {}, in memory>", self.handle.text),
        }
    }
}

/// Positions that were looked for.
#[derive(Default)]
struct FoundPositions {
    tiers: Vec<i32>,
    indices: Vec<i64>,
    values: Vec<i8>,
    remoteness: Vec<i32>,
}
