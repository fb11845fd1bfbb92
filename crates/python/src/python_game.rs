//! Games written in Python: objects with OpenSpiel's methods, which our agents play and match.
//!
//! A position holds the object of Python and what a search asks of it, which is read once. Every move takes the
//! interpreter's lock, so such games are slow: some ten thousand moves a second.
//!
//! A search cannot fail, but code of Python can. The first exception is kept, the position after it is a finished game,
//! and whoever asked for the search gets the exception.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bellwether_core::card::{Card, EvalInfo};
use bellwether_core::notation::{excerpt, parse_by_listing};
use bellwether_core::picture::{Picture, PictureCell, SquareKind};
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::square::Square;
use bellwether_core::{
    Actions, Capabilities, Eval, Game, GameFamily, GameReceiver, MAX_SEATS, Notation, ParseError,
    Payoffs, Playable, Refereed, Render, Seat, Status, Uniform, ZeroSum2, bail,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::state::TERMINAL;

/// What is said of games of Python.
static CARD: Card = Card {
    name: "python",
    title: "a game of Python",
    summary: "a game that was registered by bellwether.register_game",
    options: &[OptionInfo::text("name", "a name", "", "the name it was registered by")],
    variants: &[],
    seats: &[],
    pieces: &[],
    evals: &[EvalInfo { name: "none", summary: "knows nothing: all positions are alike" }],
    levels: [
        "random",
        "mcts:simulations=20",
        "mcts:simulations=100",
        "mcts:time=0.3",
        "mcts:time=2",
    ],
    ratings: "",
    uci_variant: None,
    rules: "",
};

static REGISTERED: LazyLock<Mutex<HashMap<String, Arc<PythonRules>>>> =
    LazyLock::new(Mutex::default);

/// A game of Python that was registered.
pub(crate) fn registered(name: &str) -> Option<Arc<PythonRules>> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
}

/// Registers a game that is written in Python, and returns the text that `load_game` takes: 'python:name=…'.
///
/// `game` has OpenSpiel's methods `num_players`, `num_distinct_actions` and `new_initial_state`, or is a class of such
/// objects; its states have `current_player`, `is_terminal`, `legal_actions`, `apply_action` and `returns`, and may have
/// `clone` and `action_to_string`. A game of OpenSpiel will do. Two players whose returns add up to zero can be searched
/// by minimax and alphabeta; `utility_sum` says so, and is 0 unless the game has it. There are no dice.
#[pyfunction]
pub(crate) fn register_game(name: &str, game: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_letter =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_letter) {
        let message = format!("'{}' is not a name: it has letters, digits, - and _", excerpt(name));
        return Err(PyValueError::new_err(message));
    }
    let game = crate::agent::instance(game)?;
    let rules = PythonRules::new(name, &game)?;
    let mut all = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(name.to_owned(), Arc::new(rules));
    Ok(format!("{}:name={name}", CARD.name))
}

/// The rules, as Python tells them.
pub(crate) struct PythonRules {
    name: String,
    seats: usize,
    actions: usize,
    longest: Option<u32>,
    is_zero_sum: bool,
    start: PythonState,
    raised: Mutex<Option<PyErr>>,
}

impl PythonRules {
    fn new(name: &str, game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = |method: &str| -> PyResult<usize> { game.call_method0(method)?.extract() };
        let (seats, actions) = (number("num_players")?, number("num_distinct_actions")?);
        if !(2..=MAX_SEATS).contains(&seats) {
            let message = format!("a game has 2 to {MAX_SEATS} players, not {seats}");
            return Err(PyValueError::new_err(message));
        }
        let longest = match game.hasattr("max_game_length")? {
            true => Some(number("max_game_length")? as u32),
            false => None,
        };
        let sum: Option<f64> = match game.hasattr("utility_sum")? {
            true => game.call_method0("utility_sum")?.extract()?,
            false => Some(0.0),
        };
        let is_zero_sum = seats == 2 && sum == Some(0.0);
        let start = game.call_method0("new_initial_state")?;
        let start = PythonState::new(&start, Vec::new(), seats, actions)?;
        let name = name.to_owned();
        Ok(Self { name, seats, actions, longest, is_zero_sum, start, raised: Mutex::default() })
    }

    /// The first exception since this was last asked.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The object that a position's text, its actions, stands for: a copy that may be changed.
    pub(crate) fn object_at<'py>(
        &self,
        py: Python<'py>,
        actions: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let object = copied(self.start.object()?.bind(py))?;
        for action in actions.split_whitespace().filter_map(|word| word.parse::<u32>().ok()) {
            object.call_method1("apply_action", (action,))?;
        }
        Ok(object)
    }

    fn keep(&self, error: PyErr) {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// A copy of a state of Python.
fn copied<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match object.hasattr("clone")? {
        true => object.call_method0("clone"),
        false => object.py().import("copy")?.call_method1("deepcopy", (object,)),
    }
}

/// A position. Two are the same if the same moves led to them.
#[derive(Clone)]
pub(crate) struct PythonState(Arc<StateParts>);

struct StateParts {
    /// None after an exception.
    object: Option<Py<PyAny>>,
    status: Status,
    legal: Vec<u32>,
    history: Vec<u32>,
}

impl PythonState {
    /// Reads what a search asks.
    fn new(
        object: &Bound<'_, PyAny>,
        history: Vec<u32>,
        seats: usize,
        actions: usize,
    ) -> PyResult<Self> {
        let player: i64 = object.call_method0("current_player")?.extract()?;
        let is_over: bool = object.call_method0("is_terminal")?.extract()?;
        let mut legal: Vec<u32> = Vec::new();
        let status = if is_over || player == TERMINAL {
            let returns: Vec<f32> = object.call_method0("returns")?.extract()?;
            if returns.len() != seats || returns.iter().any(|payoff| !payoff.is_finite()) {
                let message = format!("returns() gives a number for each of {seats} players");
                return Err(PyValueError::new_err(message));
            }
            Status::Over(Payoffs::new(&returns))
        } else {
            legal = object.call_method0("legal_actions")?.extract()?;
            legal.sort_unstable();
            legal.dedup();
            let is_wrong = |action: &u32| *action as usize >= actions;
            match usize::try_from(player) {
                Ok(player)
                    if player < seats && !legal.is_empty() && !legal.iter().any(is_wrong) =>
                {
                    Status::ToMove(Seat::new(player))
                }
                Ok(player) if player < seats => {
                    return Err(PyValueError::new_err(format!(
                        "legal_actions() gives at least one number below {actions} while a game goes on"
                    )));
                }
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "current_player() is 0 to {}, not {player}: there are no dice and no moves at once",
                        seats - 1
                    )));
                }
            }
        };
        let object = Some(object.clone().unbind());
        Ok(Self(Arc::new(StateParts { object, status, legal, history })))
    }

    fn object(&self) -> PyResult<&Py<PyAny>> {
        let gone = || PyTypeError::new_err("there is no state after an exception");
        self.0.object.as_ref().ok_or_else(gone)
    }

    /// The position after an action.
    fn after(&self, action: u32, rules: &PythonRules) -> PyResult<Self> {
        Python::attach(|py| {
            let object = self.object()?.bind(py);
            let next = copied(object)?;
            next.call_method1("apply_action", (action,))?;
            let mut history = self.0.history.clone();
            history.push(action);
            Self::new(&next, history, rules.seats, rules.actions)
        })
    }

    /// What comes after an exception: a game that is over.
    fn failed(&self) -> Self {
        let history = self.0.history.clone();
        let status = Status::Over(Payoffs::ZERO);
        Self(Arc::new(StateParts { object: None, status, legal: Vec::new(), history }))
    }

    fn action_text(&self, action: u32) -> PyResult<String> {
        Python::attach(|py| {
            let object = self.object()?.bind(py);
            if !object.hasattr("action_to_string")? {
                return Ok(action.to_string());
            }
            let player = self.0.status.mover().map_or(TERMINAL, |seat| seat.index() as i64);
            object.call_method1("action_to_string", (player, action))?.extract()
        })
    }
}

impl fmt::Debug for PythonState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PythonState").field(&self.0.history).finish()
    }
}

impl PartialEq for PythonState {
    fn eq(&self, other: &Self) -> bool {
        self.0.history == other.0.history
    }
}

impl Eq for PythonState {}

impl Hash for PythonState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.history.hash(state);
    }
}

/// A game of Python; `DUEL` if two players' returns add up to zero.
#[derive(Clone)]
pub(crate) struct PythonGame<const DUEL: bool>(Arc<PythonRules>);

impl<const DUEL: bool> PartialEq for PythonGame<DUEL> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<const DUEL: bool> Game for PythonGame<DUEL> {
    type State = PythonState;
    type Move = u32;

    fn seats(&self) -> usize {
        self.0.seats
    }

    fn start(&self) -> PythonState {
        self.0.start.clone()
    }

    fn status(&self, state: &PythonState) -> Status {
        state.0.status
    }

    fn try_each_move<B>(
        &self,
        state: &PythonState,
        f: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        state.0.legal.iter().copied().try_for_each(f)
    }

    fn play(&self, state: &mut PythonState, m: u32) {
        *state = state.after(m, &self.0).unwrap_or_else(|error| {
            self.0.keep(error);
            state.failed()
        });
    }

    fn count_moves(&self, state: &PythonState) -> usize {
        state.0.legal.len()
    }
}

impl ZeroSum2 for PythonGame<true> {}

impl<const DUEL: bool> Actions for PythonGame<DUEL> {
    fn action_count(&self) -> usize {
        self.0.actions
    }

    fn action(&self, m: u32) -> usize {
        m as usize
    }

    fn move_of_action(&self, state: &PythonState, action: usize) -> Option<u32> {
        let action = u32::try_from(action).ok()?;
        state.0.legal.binary_search(&action).is_ok().then_some(action)
    }
}

/// What stands for the start, which no action led to.
const START: &str = "start";

impl<const DUEL: bool> Notation for PythonGame<DUEL> {
    fn move_text(&self, state: &PythonState, m: u32) -> String {
        state.action_text(m).unwrap_or_else(|error| {
            self.0.keep(error);
            m.to_string()
        })
    }

    fn parse_move(&self, state: &PythonState, text: &str) -> Result<u32, ParseError> {
        parse_by_listing(self, state, text, "legal_moves() lists those that are")
    }

    /// The actions that led there.
    fn position_text(&self, state: &PythonState) -> String {
        if state.0.history.is_empty() {
            return START.to_owned();
        }
        let actions: Vec<String> = state.0.history.iter().map(u32::to_string).collect();
        actions.join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<PythonState, ParseError> {
        let mut state = self.start();
        for word in text.split_whitespace().filter(|word| *word != START) {
            let action = word.parse().ok().and_then(|action| self.move_of_action(&state, action));
            let Some(action) = action else {
                bail!("'{}' is not a legal action in a position of actions", excerpt(word));
            };
            self.play(&mut state, action);
        }
        Ok(state)
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat.index())
    }
}

impl<const DUEL: bool> Refereed for PythonGame<DUEL> {}

/// Python does not say what its boards look like: one square.
impl<const DUEL: bool> Render for PythonGame<DUEL> {
    fn picture(&self, _: &PythonState, _: Option<Seat>) -> Picture {
        Picture::new(1, 1, |_| PictureCell { ground: SquareKind::Light, piece: None })
    }

    fn squares_of(&self, _: u32) -> Vec<Square> {
        Vec::new()
    }

    fn position_from_board(&self, _: &Picture, _: Seat) -> String {
        START.to_owned()
    }
}

/// All positions are alike.
#[derive(Clone, Copy)]
pub(crate) struct NoEvaluation;

impl<const DUEL: bool> Eval<PythonGame<DUEL>> for NoEvaluation {
    fn eval(&self, _: &PythonGame<DUEL>, _: &PythonState, _: Seat) -> i32 {
        0
    }
}

macro_rules! playable {
    ($duel:literal, $kit:ident => $capabilities:expr) => {
        impl Playable for PythonGame<$duel> {
            const CARD: &'static Card = &CARD;
            type Eval = NoEvaluation;
            type Rollout = Uniform;

            fn eval(_: &str, _: u64) -> NoEvaluation {
                NoEvaluation
            }

            fn capabilities<K: Capabilities<Self>>($kit: K) -> K {
                $capabilities
            }

            fn longest_game(&self) -> Option<u32> {
                self.0.longest
            }
        }
    };
}

playable!(true, kit => kit.two_seats());
playable!(false, kit => kit);

/// All games of Python.
pub(crate) struct PythonFamily;

impl GameFamily for PythonFamily {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        let name = options.text("name")?.unwrap_or_default();
        let Some(rules) = registered(name) else {
            bail!(
                "there is no game of Python called '{}': bellwether.register_game makes one",
                excerpt(name)
            );
        };
        Ok(if rules.is_zero_sum {
            receiver.receive(PythonGame::<true>(rules))
        } else {
            receiver.receive(PythonGame::<false>(rules))
        })
    }
}

impl fmt::Debug for PythonRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PythonRules").field("name", &self.name).finish_non_exhaustive()
    }
}
