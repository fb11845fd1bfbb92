//! `BatchEnv`: many games at once, into arrays of numpy that are made once.

use std::sync::Arc;

use bellwether_catalog::{AnyBatch, BatchArrays};
use bellwether_core::Error;
use bellwether_core::parallel::Threads;
use numpy::{
    PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::game::{GameHandle, PyGame, game_of};
use crate::pool::{check_process, with_threads};
use crate::state::PyState;
use crate::whole::{numbers, whole, whole_or_none};

/// More games than this fit no memory.
const MOST_GAMES: usize = 1 << 24;

/// So many games of one kind, stepped at once on all cores. A game that ends begins anew at once.
///
/// The arrays are made once and written by each `reset` and `step`: copy what you want to keep.
#[pyclass(module = "bellwether", name = "BatchEnv")]
pub(crate) struct PyBatchEnv {
    handle: Arc<GameHandle>,
    batch: Box<dyn AnyBatch>,
    /// The process that has its threads, if it has some of its own.
    process: Option<u32>,
    /// What the player to move sees in each game: float32, shape (n, planes, rows, columns). None without them.
    observations: Option<Py<PyArray4<f32>>>,
    /// Which actions are legal in each game: bool, shape (n, actions). None without them.
    masks: Option<Py<PyArray2<bool>>>,
    /// What each player got by the last step: float32, shape (n, players).
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whose turn it is in each game: int64, shape (n,).
    #[pyo3(get)]
    players: Py<PyArray1<i64>>,
    /// Whether the last step ended the game by its rules: bool, shape (n,).
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the last step cut the game off because it was too long: bool, shape (n,).
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Where `sample` and `step_random` put their actions: int64, shape (n,).
    actions: Py<PyArray1<i64>>,
}

/// Lets `f` work on the batch and its arrays, without the interpreter's lock.
fn with_arrays(
    env: &mut PyBatchEnv,
    py: Python<'_>,
    f: impl FnOnce(&mut dyn AnyBatch, BatchArrays<'_>) -> Result<(), Error> + Send,
) -> PyResult<()> {
    env.check_threads()?;
    let batch = &mut env.batch;
    let mut observations =
        env.observations.as_ref().map(|array| array.bind(py).try_readwrite()).transpose()?;
    let mut masks = env.masks.as_ref().map(|array| array.bind(py).try_readwrite()).transpose()?;
    let mut rewards = env.rewards.bind(py).try_readwrite()?;
    let mut players = env.players.bind(py).try_readwrite()?;
    let mut terminated = env.terminated.bind(py).try_readwrite()?;
    let mut truncated = env.truncated.bind(py).try_readwrite()?;
    let arrays = BatchArrays {
        observations: observations.as_mut().map(|array| array.as_slice_mut()).transpose()?,
        masks: masks.as_mut().map(|array| array.as_slice_mut()).transpose()?,
        rewards: rewards.as_slice_mut()?,
        players: players.as_slice_mut()?,
        terminated: terminated.as_slice_mut()?,
        truncated: truncated.as_slice_mut()?,
    };
    py.detach(|| with_threads(|| f(batch.as_mut(), arrays)).flatten()).map_err(raised)
}

impl PyBatchEnv {
    /// Threads of its own are not there after a fork.
    fn check_threads(&self) -> PyResult<()> {
        self.process.map_or(Ok(()), check_process).map_err(raised)
    }
}

/// An array, if it was asked for.
fn written<'py, T>(py: Python<'py>, array: Option<&Py<T>>, name: &str) -> PyResult<Bound<'py, T>> {
    array
        .map(|array| array.bind(py).clone())
        .ok_or_else(|| PyValueError::new_err(format!("this BatchEnv was made with {name}=False")))
}

#[pymethods]
impl PyBatchEnv {
    /// `n` games, given as a Game or its text; `threads` are all cores by default. Without `observations` or `masks` these
    /// arrays are not made, and a step is faster.
    #[new]
    #[pyo3(signature = (game, n, *, seed=0, threads=None, observations=true, masks=true))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] n: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole_or_none)] threads: Option<usize>,
        observations: bool,
        masks: bool,
    ) -> PyResult<Self> {
        let handle = game_of(game)?;
        if !(1..=MOST_GAMES).contains(&n) {
            return Err(PyValueError::new_err(format!("n is 1 to {MOST_GAMES} games, not {n}")));
        }
        let threads_of_its_own = threads.is_some_and(|threads| threads > 1);
        let threads = match threads {
            None => Threads::all(),
            Some(threads @ 1..=256) => Threads::new(threads).map_err(raised)?,
            Some(threads) => {
                let message = format!("threads is 1 to 256, not {threads}");
                return Err(PyValueError::new_err(message));
            }
        };
        if handle.game.start().status().is_over() {
            let message = format!("{} is over before the first move", handle.text);
            return Err(PyValueError::new_err(message));
        }
        let batch = handle.game.batch(n, handle.longest, threads);
        let [planes, rows, columns] = handle.shape;
        let mut env = Self {
            observations: observations
                .then(|| PyArray::zeros(py, [n, planes, rows, columns], false).unbind()),
            masks: masks.then(|| PyArray::zeros(py, [n, handle.actions], false).unbind()),
            rewards: PyArray::zeros(py, [n, handle.seats], false).unbind(),
            players: PyArray::zeros(py, [n], false).unbind(),
            terminated: PyArray::zeros(py, [n], false).unbind(),
            truncated: PyArray::zeros(py, [n], false).unbind(),
            actions: PyArray::zeros(py, [n], false).unbind(),
            handle,
            batch,
            process: threads_of_its_own.then(std::process::id),
        };
        env.reset(py, seed)?;
        Ok(env)
    }

    /// Begins all games anew; `seed` is that of `sample`.
    #[pyo3(signature = (seed=0))]
    fn reset(&mut self, py: Python<'_>, #[pyo3(from_py_with = whole)] seed: u64) -> PyResult<()> {
        with_arrays(self, py, |batch, arrays| batch.reset(seed, arrays))
    }

    /// Plays an action in every game: an array of whole numbers, read without a copy if it is one of int64. Raises
    /// `IllegalMove` if one is not legal; then nothing changes.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions: PyReadonlyArray1<'_, i64> = numbers(actions, "actions")?;
        if actions.len() != self.batch.sizes().games {
            let (given, games) = (actions.len(), self.batch.sizes().games);
            return Err(PyValueError::new_err(format!(
                "there are {given} actions for {games} games"
            )));
        }
        match actions.as_slice() {
            Ok(actions) => with_arrays(self, py, |batch, arrays| batch.step(actions, arrays)),
            Err(_) => {
                let actions = actions.as_array().to_vec();
                with_arrays(self, py, |batch, arrays| batch.step(&actions, arrays))
            }
        }
    }

    /// A legal action of every game, drawn at random: an array that the next call writes again.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.check_threads()?;
        let Self { batch, actions, .. } = self;
        let bound = actions.bind(py).clone();
        {
            let mut actions = bound.try_readwrite()?;
            let actions = actions.as_slice_mut()?;
            py.detach(|| with_threads(|| batch.sample(actions)).flatten()).map_err(raised)?;
        }
        Ok(bound)
    }

    /// Plays a legal action in every game, drawn at random, and returns them: the same as `step(sample())`, but faster. The
    /// next call writes into the same array.
    fn step_random<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let bound = self.actions.bind(py).clone();
        {
            let mut actions = bound.try_readwrite()?;
            let actions = actions.as_slice_mut()?;
            with_arrays(self, py, |batch, arrays| batch.step_random(actions, arrays))?;
        }
        Ok(bound)
    }

    /// What the player to move sees in each game: float32, shape (n, planes, rows, columns).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        written(py, self.observations.as_ref(), "observations")
    }

    /// Which actions are legal in each game: bool, shape (n, actions).
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        written(py, self.masks.as_ref(), "masks")
    }

    /// The state of a game: a copy, whose earlier moves are not known.
    fn state(&self, #[pyo3(from_py_with = whole)] index: usize) -> PyResult<PyState> {
        match self.batch.position(index) {
            Some(position) => Ok(PyState::from_position(&self.handle, position)),
            None => Err(PyValueError::new_err(format!(
                "there is no game {index}: games are 0 to {}",
                self.batch.sizes().games - 1
            ))),
        }
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { handle: Arc::clone(&self.handle) }
    }

    fn __len__(&self) -> usize {
        self.batch.sizes().games
    }

    fn __repr__(&self) -> String {
        format!("<BatchEnv of {} games of {}>", self.batch.sizes().games, self.handle.text)
    }
}
