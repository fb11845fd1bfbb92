//! What sits at the table: something that is asked for a move, and may fail to make one.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_core::{Game, Seat};
use bellwether_search::{Choice, Limits};

use crate::record::Reason;

/// A player at a table of `G`.
pub trait Player<G: Game>: Send {
    /// Chooses a move.
    ///
    /// The referee checks it: an illegal one is the player's own loss. A panic costs the player its game,
    /// too, and nothing else.
    ///
    /// # Errors
    /// If the player has broken down, or gives up.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault>;
}

/// A question to a player.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The whole position. Who may not see all of it makes its own picture from the seat's view.
    pub state: &'a G::State,
    /// Whose turn it is.
    pub seat: Seat,
    /// What the move may take.
    pub limits: Limits,
    /// What is left on every seat's clock, if there are clocks.
    pub clocks: Option<&'a [Duration]>,
    /// When the question was put.
    pub asked: Instant,
    /// Set when nobody waits for the answer any more.
    pub stop: &'a AtomicBool,
    /// The moves that were made so far, the opening's included.
    pub history: &'a [G::Move],
}

/// What a player did instead of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault, or [`Reason::Resignation`].
    pub reason: Reason,
    /// What happened, for the record.
    pub detail: String,
}
