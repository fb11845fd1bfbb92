//! `Agent`: what chooses moves, one of ours, a bot, or a function of Python.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bellwether_catalog::{AnyAgent, BotPermission, GameHistory, Limits, bot_name};
use bellwether_core::Error;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::choice::PyChoice;
use crate::errors::raised;
use crate::game::{GameHandle, game_of};
use crate::interrupt::abandonable;
use crate::state::PyState;
use crate::whole::{whole, whole_or_none};

/// What chooses moves. Made by `agent`.
#[pyclass(frozen, module = "bellwether", name = "Agent")]
pub(crate) struct PyAgent {
    kind: AgentKind,
    name: String,
}

enum AgentKind {
    /// One of the catalogue's, made when it is known which game it plays.
    Named { text: String, seed: u64, made: Arc<Mutex<Option<MadeFor>>> },
    /// A function, or an object with a method `choose`.
    Python(Py<PyAny>),
}

/// An agent at work, with its memory of earlier moves.
struct MadeFor {
    game: String,
    agent: Box<dyn AnyAgent>,
}

/// The agent of this text, such as 'pvs:time=1'; or a function, an object with a method `choose`, or a class of such
/// objects, which gets a State and gives an action number or a move's text.
///
/// `seed` is the random seed of an agent that draws lots.
#[pyfunction]
#[pyo3(signature = (agent, /, *, name=None, seed=1))]
pub(crate) fn agent(
    agent: &Bound<'_, PyAny>,
    name: Option<String>,
    #[pyo3(from_py_with = whole)] seed: u64,
) -> PyResult<PyAgent> {
    if let Ok(known) = agent.cast::<PyAgent>() {
        let known = known.get();
        let kind = match &known.kind {
            AgentKind::Named { text, .. } => {
                AgentKind::Named { text: text.clone(), seed, made: Arc::default() }
            }
            AgentKind::Python(object) => AgentKind::Python(object.clone_ref(agent.py())),
        };
        return Ok(PyAgent { kind, name: name.unwrap_or_else(|| known.name.clone()) });
    }
    if let Ok(text) = agent.extract::<String>() {
        bellwether_core::spec::Spec::parse(&text).map_err(raised)?;
        let name = name.unwrap_or_else(|| bot_name(&text).unwrap_or_else(|| text.clone()));
        return Ok(PyAgent { kind: AgentKind::Named { text, seed, made: Arc::default() }, name });
    }
    if !chooses(agent)? {
        return Err(PyTypeError::new_err(
            "an agent is a text such as 'pvs:time=1', a function of a state, or an object with a method choose(state)",
        ));
    }
    let name = match name {
        Some(name) => name,
        None => match agent.getattr("__name__") {
            Ok(own) => own.str()?.to_string(),
            Err(_) => agent.get_type().name()?.to_string(),
        },
    };
    Ok(PyAgent { kind: AgentKind::Python(agent.clone().unbind()), name })
}

/// What a pickle has of an agent: what chooses, name and seed.
type AgentParts<'py> = (Bound<'py, PyAny>, String, u64);

/// An agent from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_agent")]
pub(crate) fn restore_agent(
    chooser: &Bound<'_, PyAny>,
    name: String,
    seed: u64,
) -> PyResult<PyAgent> {
    agent(chooser, Some(name), seed)
}

/// Whether an object, or one of this class, chooses moves: it has a method `choose`, or can be called.
fn chooses(agent: &Bound<'_, PyAny>) -> PyResult<bool> {
    if agent.hasattr("choose")? {
        return Ok(true);
    }
    let Ok(class) = agent.cast::<PyType>() else { return Ok(agent.is_callable()) };
    // Every class can be called itself: what counts is whether what it makes can.
    for ancestor in class.mro() {
        if ancestor.getattr("__dict__")?.contains("__call__")? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The limits of a search.
pub(crate) fn limits(
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    simulations: Option<u64>,
) -> PyResult<Limits> {
    let time = match time {
        Some(seconds) if !(0.0..=86_400.0).contains(&seconds) => {
            return Err(raised(Error::invalid(format!("{seconds} s is not a time within a day"))));
        }
        time => time.map(Duration::from_secs_f64),
    };
    if let Some(depth) = depth.filter(|depth| !(1..=1000).contains(depth)) {
        return Err(raised(Error::invalid(format!(
            "invalid value '{depth}' for 'depth': {depth} is not in 1..=1000"
        ))));
    }
    Ok(Limits { time, nodes, depth, simulations })
}

/// Asks an object of Python for its move in a state: calls its method `choose`, or itself.
pub(crate) fn ask(object: &Bound<'_, PyAny>, state: PyState) -> PyResult<(i64, String)> {
    let py = object.py();
    let copy = state.duplicate();
    let shown = Bound::new(py, state)?;
    let answer = match object.hasattr("choose")? {
        true => object.call_method1("choose", (shown,))?,
        false => object.call1((shown,))?,
    };
    let action = copy.action_of(&answer)?;
    let text =
        usize::try_from(action).ok().and_then(|action| copy.position.action_text(action, None));
    match text {
        Some(text) => Ok((action, text)),
        None => {
            let mut copy = copy;
            Err(copy.play(action).err().unwrap_or_else(|| raised(Error::invalid("no move"))))
        }
    }
}

/// The object that plays: a class is made anew.
pub(crate) fn instance<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if object.is_instance_of::<PyType>() { object.call0() } else { Ok(object.clone()) }
}

impl PyAgent {
    /// The function or object of Python, if it is one.
    pub(crate) fn object(&self) -> Option<&Py<PyAny>> {
        match &self.kind {
            AgentKind::Named { .. } => None,
            AgentKind::Python(object) => Some(object),
        }
    }

    /// The text of a catalogue's agent; the name of others.
    pub(crate) fn text(&self) -> &str {
        match &self.kind {
            AgentKind::Named { text, .. } => text,
            AgentKind::Python(_) => &self.name,
        }
    }
}

#[pymethods]
impl PyAgent {
    /// What it is called in matches.
    #[getter]
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Chooses a move of the player to move, within the agent's own limits and these: seconds, positions, plies,
    /// simulated games.
    ///
    /// Other threads of Python run meanwhile. Ctrl-C ends the search. In a hidden game the agent sees what its player
    /// sees.
    #[pyo3(signature = (state, *, time=None, nodes=None, depth=None, simulations=None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyState>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole_or_none)] depth: Option<u32>,
        #[pyo3(from_py_with = whole_or_none)] simulations: Option<u64>,
    ) -> PyResult<PyChoice> {
        let limits = limits(time, nodes, depth, simulations)?;
        let (handle, position, start, history, is_over) = {
            let state = state.try_borrow()?;
            let is_over = state.mover().is_none();
            let position = state.position.duplicate();
            (
                Arc::clone(&state.handle),
                position,
                state.start.clone(),
                state.history.clone(),
                is_over,
            )
        };
        if is_over {
            return Err(raised(Error::illegal("the game is over: there is nothing to choose")));
        }
        let (text, seed, made) = match &self.kind {
            AgentKind::Python(object) => {
                let began = Instant::now();
                let state = match position.status().mover().filter(|_| handle.game.is_hidden()) {
                    None => PyState::new(handle, position, start, history),
                    // What others have put where is in the moves, too.
                    Some(seat) => {
                        let (view, seed) = (position.text(Some(seat)), history.len() as u64);
                        let seen = handle.game.observed(&view, seat, seed).map_err(raised)?;
                        PyState::from_position(&handle, seen)
                    }
                };
                let (action, text) = ask(&instance(object.bind(py))?, state)?;
                return Ok(PyChoice::bare(action, text, began.elapsed().as_secs_f64()));
            }
            AgentKind::Named { text, seed, made } => (text.clone(), *seed, Arc::clone(made)),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (rules, stopped) = (Arc::clone(&handle), Arc::clone(&stop));
        let chosen = abandonable(py, &stop, move || -> Result<PyChoice, Error> {
            // A second thread that asks the same agent waits here; it has its own if it makes one.
            let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
            let is_made = made.as_ref().is_some_and(|made| made.game == handle.text);
            if !is_made {
                let agent = handle.game.agent(&text, seed, BotPermission::Allowed)?;
                *made = Some(MadeFor { game: handle.text.clone(), agent });
            }
            let Some(MadeFor { agent, .. }) = made.as_mut() else {
                return Err(Error::invalid("there is no agent"));
            };
            if bot_name(&text).is_some() {
                agent.follow(&game_history(&handle, start.as_deref(), &history)?)?;
            }
            let chosen = agent.choose(position.as_ref(), limits, &stopped)?;
            Ok(PyChoice::new(position.as_ref(), chosen))
        })?;
        rules.check_rules()?;
        chosen.map_err(raised)
    }

    /// Whether this agent plays a game, with its options; raises `ValueError` with the reason if it does not.
    fn check(&self, game: &Bound<'_, PyAny>) -> PyResult<()> {
        let handle = game_of(game)?;
        match &self.kind {
            AgentKind::Named { text, .. } => handle.game.validate(text).map_err(raised),
            AgentKind::Python(_) => Ok(()),
        }
    }

    fn __call__(&self, py: Python<'_>, state: &Bound<'_, PyState>) -> PyResult<i64> {
        Ok(self.choose(py, state, None, None, None, None)?.action)
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}>", self.text())
    }

    /// What it remembers of earlier moves is not in a pickle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, AgentParts<'py>)> {
        let restore = py.import("bellwether._native")?.getattr("_restore_agent")?;
        let (agent, seed) = match &self.kind {
            AgentKind::Named { text, seed, .. } => (PyString::new(py, text).into_any(), *seed),
            AgentKind::Python(object) => (object.bind(py).clone(), 1),
        };
        Ok((restore, (agent, self.name.clone(), seed)))
    }
}

/// The moves that led to a state, as a bot is told them.
fn game_history(
    handle: &GameHandle,
    start: Option<&str>,
    history: &[u32],
) -> Result<GameHistory, Error> {
    let mut position = match start {
        Some(text) => handle.game.position(text)?,
        None => handle.game.start(),
    };
    let mut moves = Vec::new();
    for action in history {
        moves.push(position.action_text(*action as usize, None).unwrap_or_default());
        position.play_action(*action as usize);
    }
    GameHistory::new(handle.game.catalog().game(&handle.text)?, start, moves)
}
