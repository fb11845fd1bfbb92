//! `State`: a position of a game and the moves that led there, as OpenSpiel names them.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_catalog::AnyPosition;
use bellwether_core::{Payoffs, Seat, Status};
use bellwether_report::pieces;
use numpy::ndarray::Array3;
use numpy::{PyArray1, PyArray3};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use crate::errors::{IllegalMove, raised};
use crate::game::{GameHandle, PyGame};
use crate::interrupt::interruptible;
use crate::whole::{given, whole, whole_or_none};

mod actions;
mod drawing;
mod information;

use drawing::{board_text, text_drawing};
use information::{SeenMoves, seed_of};

/// OpenSpiel's number for "nobody: the game is over".
pub(crate) const TERMINAL: i64 = -4;

/// A position of a game, and the actions that led to it.
#[pyclass(module = "bellwether", name = "State")]
pub(crate) struct PyState {
    pub(crate) handle: Arc<GameHandle>,
    pub(crate) position: Box<dyn AnyPosition>,
    /// Where the moves began, unless it was the game's start.
    pub(crate) start: Option<Arc<str>>,
    pub(crate) history: Vec<u32>,
    /// In a state of a hidden game that was drawn anew, what was seen of the moves before it.
    seen: Option<Arc<SeenMoves>>,
    /// Whose turn it is, if the game is not over: asked for more often than a move is made.
    mover: Option<Seat>,
}

impl PyState {
    /// A position, and how it came about.
    pub(crate) fn new(
        handle: Arc<GameHandle>,
        position: Box<dyn AnyPosition>,
        start: Option<Arc<str>>,
        history: Vec<u32>,
    ) -> Self {
        let status = position.status();
        let mut state = Self { handle, position, start, history, seen: None, mover: None };
        state.mover = state.mover_of(&status);
        state
    }

    /// The start of a game, or the position of this text.
    pub(crate) fn from_text(handle: &Arc<GameHandle>, text: Option<&str>) -> PyResult<Self> {
        let position = match text {
            Some(text) => handle.game.position(text).map_err(raised)?,
            None => handle.game.start(),
        };
        let (handle, start) = (Arc::clone(handle), text.map(Arc::from));
        Ok(Self::new(handle, position, start, Vec::new()))
    }

    /// A position whose moves are not known.
    pub(crate) fn from_position(handle: &Arc<GameHandle>, position: Box<dyn AnyPosition>) -> Self {
        let start = Some(Arc::from(position.text(None)));
        Self::new(Arc::clone(handle), position, start, Vec::new())
    }

    pub(crate) fn duplicate(&self) -> Self {
        Self {
            handle: Arc::clone(&self.handle),
            position: self.position.duplicate(),
            start: self.start.clone(),
            history: self.history.clone(),
            seen: self.seen.clone(),
            mover: self.mover,
        }
    }

    /// Whether the game was cut off because it is too long.
    fn is_too_long(&self) -> bool {
        self.history.len() >= self.handle.longest as usize
    }

    /// Whose turn it is.
    pub(crate) const fn mover(&self) -> Option<Seat> {
        self.mover
    }

    /// Whose turn it is in a position with this status, after the moves so far.
    fn mover_of(&self, status: &Status) -> Option<Seat> {
        if self.is_too_long() { None } else { status.mover() }
    }

    fn payoffs(&self) -> Option<Payoffs> {
        match self.position.status() {
            Status::Over(payoffs) => Some(payoffs),
            Status::ToMove(_) => self.is_too_long().then(|| self.handle.game.tied()),
        }
    }

    pub(crate) fn play(&mut self, action: i64) -> PyResult<()> {
        let number = usize::try_from(action).ok().filter(|_| self.mover.is_some());
        let Some(status) = number.and_then(|number| self.position.play_action(number)) else {
            return Err(self.illegal(action));
        };
        self.history.push(action as u32);
        self.mover = self.mover_of(&status);
        self.handle.check_rules()
    }

    fn illegal(&self, action: impl Display) -> PyErr {
        let action = action.to_string();
        let number: Option<usize> = action.parse().ok();
        IllegalMove::new_err(match self.mover() {
            None => "the game is over: no move is legal".to_owned(),
            Some(_) if number.is_some_and(|number| number < self.handle.actions) => {
                format!("action {action} is not legal here: legal_actions() lists those that are")
            }
            Some(_) => {
                format!("there is no action {action}: actions are 0 to {}", self.handle.actions - 1)
            }
        })
    }

    /// The action that a person or an agent means: a number, or a move's text.
    pub(crate) fn action_of(&self, chosen: &Bound<'_, PyAny>) -> PyResult<i64> {
        if let Ok(action) = chosen.extract::<i64>() {
            return Ok(action);
        }
        if chosen.is_instance_of::<PyInt>() {
            // Too large for any game.
            return Err(self.illegal(given(chosen)));
        }
        let text: String = chosen.extract().map_err(|_| {
            PyTypeError::new_err("a move is an action number or its text, such as 'a2a3'")
        })?;
        if self.is_too_long() {
            return Err(self.illegal(0));
        }
        Ok(self.position.action_of(&text).map_err(raised)? as i64)
    }

    /// How a game that is written in Python shows its states, if it says so.
    fn own_text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(object) = self.python_state(py)? else { return Ok(None) };
        let usual = py.get_type::<PyAny>();
        let has_own = |name: &str| -> PyResult<bool> {
            Ok(!object.get_type().getattr(name)?.is(&usual.getattr(name)?))
        };
        Ok(match has_own("__str__")? || has_own("__repr__")? {
            true => Some(object.str()?.to_string_lossy().trim_end().to_owned() + "\n"),
            false => None,
        })
    }

    /// The seat that looks: this one, or whose turn it is, or the first at the end.
    fn viewer(&self, player: Option<i64>) -> PyResult<Seat> {
        match player {
            Some(player) => self.handle.seat(player),
            None => Ok(self.position.status().mover().unwrap_or(Seat::FIRST)),
        }
    }

    /// Whether the legal actions are this player's; without a player, whether there are any.
    fn has_turn(&self, player: Option<i64>) -> PyResult<bool> {
        let mover = self.mover();
        Ok(match player {
            Some(player) => mover == Some(self.handle.seat(player)?),
            None => mover.is_some(),
        })
    }
}

/// A state from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_state")]
pub(crate) fn restore_state(game: &str, max_game_length: u32, text: &str) -> PyResult<PyState> {
    PyState::deserialize(&Arc::new(GameHandle::new(game, Some(max_game_length))?), text)
}

/// A state that a player sees as this text, which is what a bot is told: the unseen is drawn from the seed.
#[pyfunction]
#[pyo3(name = "_observed_state")]
pub(crate) fn observed_state(
    game: &PyGame,
    view: &str,
    player: i64,
    seed: u64,
) -> PyResult<PyState> {
    let handle = &game.handle;
    let position = handle.game.observed(view, handle.seat(player)?, seed).map_err(raised)?;
    Ok(PyState::from_position(handle, position))
}

#[pymethods]
impl PyState {
    /// The player to move, from 0; -4 (OpenSpiel's TERMINAL) when the game is over.
    fn current_player(&self) -> i64 {
        self.mover().map_or(TERMINAL, |seat| seat.index() as i64)
    }

    /// The legal actions in rising order; none of a player whose turn it is not.
    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        if self.has_turn(player)? { self.legal(py) } else { Ok(PyList::empty(py)) }
    }

    /// For every action number whether it is legal, as an array of bool.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.handle.actions];
        if self.has_turn(player)? {
            self.position.write_mask(&mut mask);
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Makes a move: an action number, or the move's text. Raises `IllegalMove` if it is not legal, and the state stays.
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.action_of(action)?;
        self.play(action)
    }

    /// The state after a move; this one stays.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut child = self.duplicate();
        child.apply_action(action)?;
        Ok(child)
    }

    /// A copy.
    fn clone(&self) -> Self {
        self.duplicate()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.mover().is_none()
    }

    /// Whether the game was cut off because it is too long: a tie that the rules do not know.
    fn is_truncated(&self) -> bool {
        self.is_too_long() && !self.position.status().is_over()
    }

    /// No game here rolls dice: never.
    fn is_chance_node(&self) -> bool {
        false
    }

    /// Players move one after the other: never.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Whether a player is to move.
    fn is_player_node(&self) -> bool {
        self.mover().is_some()
    }

    /// What each player got so far: its payoff at the end, 0 before.
    fn returns(&self) -> Vec<f64> {
        let payoffs = self.payoffs().unwrap_or(Payoffs::ZERO);
        payoffs.as_slice(self.handle.seats).iter().copied().map(f64::from).collect()
    }

    /// What each player got by the last move; the same as `returns`, for games pay at the end only.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// What one player got.
    fn player_return(&self, #[pyo3(from_py_with = whole)] player: i64) -> PyResult<f64> {
        let seat = self.handle.seat(player)?;
        Ok(self.payoffs().map_or(0.0, |payoffs| f64::from(payoffs.of(seat))))
    }

    /// What one player got by the last move.
    fn player_reward(&self, #[pyo3(from_py_with = whole)] player: i64) -> PyResult<f64> {
        self.player_return(player)
    }

    /// Each player's score in this position, in games that have scores.
    fn scores(&self) -> Option<Vec<f64>> {
        self.position.scores()
    }

    /// The actions that led here.
    fn history(&self) -> Vec<u32> {
        self.history.clone()
    }

    /// The same as text.
    fn history_str(&self) -> String {
        let words: Vec<String> = self.history.iter().map(u32::to_string).collect();
        words.join(", ")
    }

    /// How many moves led here.
    fn move_number(&self) -> usize {
        self.history.len()
    }

    /// The text of a legal action: `action_to_string(action)`, or `action_to_string(player, action)` as in OpenSpiel.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(
        &self,
        #[pyo3(from_py_with = whole)] player_or_action: i64,
        #[pyo3(from_py_with = whole_or_none)] action: Option<i64>,
    ) -> PyResult<String> {
        let action = action.unwrap_or(player_or_action);
        let number = usize::try_from(action).ok().filter(|_| !self.is_too_long());
        number
            .and_then(|number| self.position.action_text(number, None))
            .ok_or_else(|| self.illegal(action))
    }

    /// The number of the legal move with this text: `string_to_action(text)`, or `string_to_action(player, text)`.
    #[pyo3(signature = (player_or_text, text=None))]
    fn string_to_action(
        &self,
        player_or_text: &Bound<'_, PyAny>,
        text: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<i64> {
        let text = text.unwrap_or(player_or_text);
        let text: String =
            text.extract().map_err(|_| PyTypeError::new_err("a move's text is a str"))?;
        self.action_of(pyo3::types::PyString::new(player_or_text.py(), &text).as_any())
    }

    /// The position as a player may know it, on one line; by default the player to move.
    #[pyo3(signature = (player=None))]
    fn observation_string(
        &self,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<String> {
        Ok(self.position.text(Some(self.viewer(player)?)))
    }

    /// All that a player knows, by default the player to move: what it sees, and in a hidden game, on a second line, what it
    /// has seen of all moves so far. Elsewhere the position says all that matters.
    #[pyo3(signature = (player=None))]
    fn information_state_string(
        &self,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<String> {
        let seat = self.viewer(player)?;
        let mut text = self.position.text(Some(seat));
        if self.handle.game.is_hidden() {
            text.push('\n');
            text += &self.seen_moves(Some(seat))?;
        }
        Ok(text)
    }

    /// What a player sees, as planes of float32 numbers: shape (planes, rows, columns). By default the player to move.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let viewer = self.viewer(player)?;
        let mut planes = vec![0.0; self.handle.shape.iter().product()];
        self.position.write_planes(Some(viewer), &mut planes);
        let planes = Array3::from_shape_vec(self.handle.shape, planes)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyArray3::from_owned_array(py, planes))
    }

    /// The same as `observation_tensor`: planes know no moves.
    #[pyo3(signature = (player=None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        self.observation_tensor(py, player)
    }

    /// A state that this player cannot tell from this one, drawn at random: the unseen is drawn anew.
    ///
    /// `sampler` is a function that gives numbers from 0 to 1, as in OpenSpiel, a generator of numpy or of `random`, or a
    /// seed. Without one, every call draws another state. What is drawn has no `history`, but its `information_state_string`
    /// is the same for this player.
    #[pyo3(signature = (player, sampler=None))]
    fn resample_from_infostate(
        &self,
        #[pyo3(from_py_with = whole)] player: i64,
        sampler: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let seat = self.handle.seat(player)?;
        let seed = seed_of(sampler)?;
        if !self.handle.game.is_hidden() {
            return Ok(self.duplicate());
        }
        self.drawn_anew(seat, seed)
    }

    /// The state as text, for `Game.deserialize_state`.
    fn serialize(&self) -> String {
        self.written()
    }

    /// The game that this is a state of.
    fn get_game(&self) -> PyGame {
        PyGame { handle: Arc::clone(&self.handle) }
    }

    /// How many players there are.
    fn num_players(&self) -> usize {
        self.handle.seats
    }

    /// How many action numbers there are.
    fn num_distinct_actions(&self) -> usize {
        self.handle.actions
    }

    /// The legal moves as text, in the order of `legal_actions`.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        if !self.has_turn(None)? {
            return Ok(Vec::new());
        }
        let mut actions = self.position.actions();
        actions.sort_unstable();
        let text = |action| self.position.action_text(action, None).unwrap_or_default();
        Ok(actions.into_iter().map(text).collect())
    }

    /// How many sequences of so many moves there are: the usual test of rules.
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] depth: u32) -> PyResult<u64> {
        let (position, stop) = (self.position.duplicate(), AtomicBool::new(false));
        interruptible(py, &stop, || sequences(position.as_ref(), depth, &stop))
    }

    /// In a game that is written in Python, a copy of its own state; None in other games.
    fn python_state<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rules) = &self.handle.python else { return Ok(None) };
        rules.object_at(py, &self.position.text(None)).map(Some)
    }

    /// The board as lines of text, as a player sees it, or whole.
    #[pyo3(signature = (player=None))]
    fn board(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<String> {
        if let Some(text) = self.own_text(py)? {
            return Ok(text);
        }
        let viewer = player.map(|player| self.handle.seat(player)).transpose()?;
        Ok(board_text(&self.position.picture(viewer)))
    }

    /// The board as an SVG drawing, as a player sees it, or whole.
    #[pyo3(signature = (player=None))]
    fn svg(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole_or_none)] player: Option<i64>,
    ) -> PyResult<String> {
        if let Some(text) = self.own_text(py)? {
            return Ok(text_drawing(&text));
        }
        let viewer = player.map(|player| self.handle.seat(player)).transpose()?;
        Ok(pieces::standalone(&self.position.picture(viewer), &self.position.text(viewer)))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        // In a hidden game the one who looks at the notebook sees what the player to move sees.
        let viewer = if self.handle.game.is_hidden() { self.mover() } else { None };
        self.svg(py, viewer.map(|seat| seat.index() as i64))
    }

    fn __str__(&self) -> String {
        self.position.text(None)
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.handle.text, self.position.text(None))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.try_borrow()?;
        Ok(self.position.is_same(other.position.as_ref()))
    }

    fn __hash__(&self) -> u64 {
        self.position.fingerprint()
    }

    fn __copy__(&self) -> Self {
        self.duplicate()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.duplicate()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, u32, String))> {
        let restore = py.import("bellwether._native")?.getattr("_restore_state")?;
        Ok((restore, (self.handle.text.clone(), self.handle.longest, self.serialize())))
    }
}

/// How many sequences of so many moves there are, or some number once `stop` is set.
fn sequences(position: &dyn AnyPosition, depth: u32, stop: &AtomicBool) -> u64 {
    /// So many moves are counted within a moment, on all cores.
    const MOMENT: u32 = 4;
    if depth <= MOMENT {
        return position.perft(depth, false);
    }
    let after = |action| {
        let mut next = position.duplicate();
        next.play_action(action);
        if stop.load(Ordering::Relaxed) { 0 } else { sequences(next.as_ref(), depth - 1, stop) }
    };
    position.actions().into_iter().map(after).sum()
}
