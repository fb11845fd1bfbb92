//! `Game`: the rules of a game with its options, as OpenSpiel names them.

use std::sync::{Arc, OnceLock};

use bellwether_catalog::{AnyGame, Catalog};
use bellwether_core::spec::Spec;
use bellwether_core::{GameFamily, Seat};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyTuple};

use crate::errors::{raised, unread};
use crate::python_game::{PythonFamily, PythonRules, registered};
use crate::state::PyState;
use crate::whole::whole_or_none;

/// A game that could go on for ever is a tie after so many plies, unless somebody says otherwise.
const DEFAULT_LONGEST: u32 = 1000;

/// What makes the catalogue.
static MAKE: OnceLock<fn() -> Catalog> = OnceLock::new();

/// Says which games there are. The first call counts: a process loads one such module.
pub(crate) fn set_catalog(make: fn() -> Catalog) {
    MAKE.get_or_init(|| make);
}

/// All games.
pub(crate) fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG
        .get_or_init(|| MAKE.get().map_or_else(Catalog::new, |make| make()).with::<PythonFamily>())
}

/// A game with what is often asked of it.
pub(crate) struct GameHandle {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) text: String,
    pub(crate) seats: usize,
    pub(crate) actions: usize,
    pub(crate) shape: [usize; 3],
    /// After so many plies a game is a tie.
    pub(crate) longest: u32,
    /// The rules, if they are written in Python.
    pub(crate) python: Option<Arc<PythonRules>>,
    /// Python's objects for the action numbers.
    numbers: PyOnceLock<Vec<Py<PyInt>>>,
}

/// Games with more action numbers than these have no objects made beforehand.
pub(crate) const MOST_CACHED: usize = 4096;

impl GameHandle {
    pub(crate) fn new(text: &str, longest: Option<u32>) -> PyResult<Self> {
        Self::of(catalog().game(text).map_err(raised)?, longest)
    }

    pub(crate) fn of(game: Box<dyn AnyGame>, longest: Option<u32>) -> PyResult<Self> {
        if longest == Some(0) {
            return Err(PyValueError::new_err("max_game_length is at least 1, not 0"));
        }
        let python = match game.card().name == <PythonFamily as GameFamily>::CARD.name {
            true => game.spec().options().find_map(|(_, name)| registered(name?)),
            false => None,
        };
        let longest = longest.or(game.longest_game()).unwrap_or(DEFAULT_LONGEST);
        Ok(Self {
            text: game.spec().to_string(),
            seats: game.seats(),
            actions: game.start().action_count(),
            shape: game.plane_shape(),
            longest,
            python,
            numbers: PyOnceLock::new(),
            game,
        })
    }

    /// After how many plies it is a tie, if that is not what it would be anyway.
    pub(crate) fn chosen_longest(&self) -> Option<u32> {
        let usual = self.game.longest_game().unwrap_or(DEFAULT_LONGEST);
        Some(self.longest).filter(|longest| *longest != usual)
    }

    /// The objects for the action numbers, made once: lists of legal actions share them. None if there are too many.
    pub(crate) fn numbers(&self, py: Python<'_>) -> PyResult<Option<&[Py<PyInt>]>> {
        if let Some(numbers) = self.numbers.get(py) {
            return Ok(Some(numbers));
        }
        if self.actions > MOST_CACHED {
            return Ok(None);
        }
        let made = self.numbers.get_or_try_init(py, || {
            (0..self.actions).map(|action| Ok(action.into_pyobject(py)?.unbind())).collect()
        });
        made.map(|numbers| Some(numbers.as_slice()))
    }

    /// The exception that the code of a game of Python raised, if it did: what came after it means nothing.
    pub(crate) fn check_rules(&self) -> PyResult<()> {
        match self.python.as_ref().and_then(|rules| rules.take_raised()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The seat with this index.
    pub(crate) fn seat(&self, player: i64) -> PyResult<Seat> {
        match usize::try_from(player) {
            Ok(player) if player < self.seats => Ok(Seat::new(player)),
            _ => Err(PyValueError::new_err(format!(
                "there is no player {player}: players are 0 to {}",
                self.seats - 1
            ))),
        }
    }
}

/// The rules of a game with its options fixed. Made by `load_game`.
#[pyclass(frozen, module = "bellwether", name = "Game")]
pub(crate) struct PyGame {
    pub(crate) handle: Arc<GameHandle>,
}

/// The names of all games, those of Python aside.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    let own = <PythonFamily as GameFamily>::CARD.name;
    catalog().cards().map(|card| card.name).filter(|name| *name != own).collect()
}

/// The game of this name, or text of the form `name:option=value,…`, with these options; or a Game with these besides its
/// own.
///
/// `max_game_length` makes a game a tie after so many moves; by default a game ends by its rules, but those that could go
/// on for ever are a tie after 1000 moves.
#[pyfunction]
#[pyo3(signature = (game, /, *, max_game_length=None, **options))]
pub(crate) fn load_game(
    game: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole_or_none)] max_game_length: Option<u32>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyGame> {
    let (text, longest) = match game.cast::<PyGame>() {
        Ok(known) => (known.get().handle.text.clone(), known.get().handle.chosen_longest()),
        Err(_) => (text_of(game)?, None),
    };
    let mut spec = Spec::parse(&text).map_err(unread)?;
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        spec = spec.with(&name, &option_text(&value)?);
    }
    let handle = Arc::new(GameHandle::new(&spec.to_string(), max_game_length.or(longest))?);
    Ok(PyGame { handle })
}

/// The text of an option's value.
fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "on" } else { "off" }.to_owned());
    }
    let text = value.str()?.to_string();
    // numpy has a bool of its own.
    Ok(match text.as_str() {
        "True" => "on".to_owned(),
        "False" => "off".to_owned(),
        _ => text,
    })
}

/// The text that says which game a person means.
fn text_of(game: &Bound<'_, PyAny>) -> PyResult<String> {
    game.extract::<String>()
        .map_err(|_| PyTypeError::new_err("a game is a Game, or its text such as 'breakthrough'"))
}

/// A game from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_game")]
pub(crate) fn restore_game(text: &str, max_game_length: u32) -> PyResult<PyGame> {
    Ok(PyGame { handle: Arc::new(GameHandle::new(text, Some(max_game_length))?) })
}

/// The game that a person means: a `Game`, or its text.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<Arc<GameHandle>> {
    if let Ok(game) = game.cast::<PyGame>() {
        return Ok(Arc::clone(&game.get().handle));
    }
    Ok(Arc::new(GameHandle::new(&text_of(game)?, None)?))
}

#[pymethods]
impl PyGame {
    /// The position that a game starts from; or the one of this text.
    #[pyo3(signature = (position=None))]
    fn new_initial_state(&self, position: Option<&str>) -> PyResult<PyState> {
        PyState::from_text(&self.handle, position)
    }

    /// The state that `State.serialize` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<PyState> {
        PyState::deserialize(&self.handle, text)
    }

    /// How many players there are.
    fn num_players(&self) -> usize {
        self.handle.seats
    }

    /// How many action numbers there are: actions are 0 up to this, without it.
    fn num_distinct_actions(&self) -> usize {
        self.handle.actions
    }

    /// No game here rolls dice: zero.
    fn max_chance_outcomes(&self) -> usize {
        0
    }

    /// A number of moves that no game exceeds.
    fn max_game_length(&self) -> u32 {
        self.handle.longest
    }

    /// The shape of an observation: planes, rows, columns. docs/python.md says what the planes are.
    fn observation_tensor_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.handle.shape)
    }

    /// How many numbers an observation has.
    fn observation_tensor_size(&self) -> usize {
        self.handle.shape.iter().product()
    }

    /// The least that a player can get.
    fn min_utility(&self) -> f64 {
        if self.is_zero_sum() { -1.0 } else { 0.0 }
    }

    /// The most that a player can get.
    fn max_utility(&self) -> f64 {
        if self.is_zero_sum() { 1.0 } else { 5.0 }
    }

    /// What all players get together, if that is always the same.
    fn utility_sum(&self) -> f64 {
        self.handle
            .game
            .tied()
            .as_slice(self.handle.seats)
            .iter()
            .map(|payoff| f64::from(*payoff))
            .sum()
    }

    /// Whether players see less than everything.
    fn is_hidden(&self) -> bool {
        self.handle.game.is_hidden()
    }

    /// The options that were given, as text.
    fn get_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        for (name, value) in self.handle.game.spec().options() {
            parameters.set_item(name, value.unwrap_or("on"))?;
        }
        Ok(parameters)
    }

    /// What the players are called.
    fn player_names(&self) -> Vec<String> {
        self.handle.game.seat_names()
    }

    /// The players that win and lose together, side by side.
    fn teams(&self) -> Vec<Vec<usize>> {
        self.handle.game.sides()
    }

    /// The agents that play this game: a dictionary for each, with its name, summary and options.
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let agents = PyList::empty(py);
        for info in self.handle.game.agents() {
            let agent = PyDict::new(py);
            agent.set_item("name", info.name)?;
            agent.set_item("summary", info.summary)?;
            let options: Vec<&str> = info.options.iter().map(|option| option.name).collect();
            agent.set_item("options", options)?;
            agents.append(agent)?;
        }
        Ok(agents)
    }

    /// The name of the game, without its options.
    #[getter]
    fn name(&self) -> &'static str {
        self.handle.game.card().name
    }

    /// The name of the game as people write it.
    #[getter]
    fn title(&self) -> &'static str {
        self.handle.game.card().title
    }

    /// The rules, as Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        self.handle.game.card().rules
    }

    fn __str__(&self) -> &str {
        &self.handle.text
    }

    fn __repr__(&self) -> String {
        let length = self.handle.chosen_longest();
        let length = length.map(|plies| format!(", max_game_length={plies}")).unwrap_or_default();
        format!("bellwether.load_game('{}'{length})", self.handle.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let (this, other) = (&self.handle, &other.get().handle);
            // The same rules may be written in several ways.
            let is_same = this.game.start().is_same(other.game.start().as_ref());
            is_same && other.longest == this.longest
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.handle.game.start().fingerprint(), self.handle.longest).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u32))> {
        let restore = py.import("bellwether._native")?.getattr("_restore_game")?;
        Ok((restore, (self.handle.text.clone(), self.handle.longest)))
    }
}

impl PyGame {
    /// Two seats that pay 1, 0 and −1; Battle Sheep pays points.
    fn is_zero_sum(&self) -> bool {
        self.handle.game.tied().as_slice(self.handle.seats).iter().all(|payoff| *payoff == 0.0)
    }
}
