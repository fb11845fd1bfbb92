//! Functions and objects of Python at the arena's tables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bellwether_catalog::{AgentEntry, DynGame, DynState};
use bellwether_core::Game;
use bellwether_search::{Agent, Budget, Choice};
use pyo3::prelude::*;

use crate::agent::{ask, instance};
use crate::game::GameHandle;
use crate::state::PyState;

/// The first exception that a player raised: it ends the match.
#[derive(Default)]
pub(crate) struct RaisedError {
    error: Mutex<Option<PyErr>>,
    pub(crate) stop: AtomicBool,
}

impl RaisedError {
    fn keep(&self, error: PyErr) {
        let mut kept = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The exception, if there was one.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The catalogue's names of Python's players. A catalogue wants names that live for ever, so there is one for each player
/// that a match can have.
const NAMES: [&str; 64] = {
    macro_rules! names {
        ($($number:literal)*) => { [$(concat!("python-", $number)),*] };
    }
    names!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64)
};

/// Which of a match's players has this name in the catalogue, if it is one of Python.
pub(crate) fn number(agent: &str) -> Option<usize> {
    NAMES.iter().position(|name| *name == agent)
}

/// The agent number `index` of a match: its name in the catalogue, and how it is made.
pub(crate) fn entry(
    index: usize,
    object: Py<PyAny>,
    handle: &Arc<GameHandle>,
    raised: &Arc<RaisedError>,
) -> Option<(&'static str, AgentEntry<DynGame>)> {
    let name = NAMES.get(index)?;
    let (handle, raised) = (Arc::clone(handle), Arc::clone(raised));
    let entry = AgentEntry::new(name, "a function or an object of Python", &[], move |_| {
        let player = Python::attach(|py| instance(object.bind(py)).map(Bound::unbind));
        let player = player.map_err(|error| raised.keep(error)).ok();
        Ok(Box::new(PythonAgent {
            player,
            handle: Arc::clone(&handle),
            raised: Arc::clone(&raised),
        }))
    });
    Some((name, entry.not_deterministic()))
}

/// A player of one game. After an exception it waits until the match is stopped: no game that it did not play to its end
/// may come into the record.
struct PythonAgent {
    /// None if it could not be made.
    player: Option<Py<PyAny>>,
    handle: Arc<GameHandle>,
    raised: Arc<RaisedError>,
}

impl Agent<DynGame> for PythonAgent {
    fn choose(&mut self, game: &DynGame, state: &DynState, budget: &Budget<'_>) -> Choice<DynGame> {
        // Any move: a game that is stopped is thrown away.
        let stopped = || {
            while !budget.is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            Choice::bare(game.nth_move(state, 0))
        };
        let Some(player) = &self.player else { return stopped() };
        if self.raised.stop.load(Ordering::Relaxed) {
            return stopped();
        }
        let shown = PyState::from_position(&self.handle, state.duplicate());
        let answer = Python::attach(|py| ask(player.bind(py), shown));
        match answer {
            Ok((action, _)) => Choice::bare(action as usize),
            Err(error) => {
                self.raised.keep(error);
                stopped()
            }
        }
    }
}
