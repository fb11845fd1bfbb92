//! [`Player`]: is asked for a move, and may fail to make one.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_core::{Game, Seat};
use bellwether_search::{Choice, Limits};

use crate::clock::Clock;
use crate::record::{OutputMark, Reason};

/// A player at a table of `G`. It is dropped when its game is over, or when it is out of it.
pub trait Player<G: Game>: Send {
    /// Prepares for the game: called once before the first move, while no clock runs.
    ///
    /// A player that may take long bounds that time itself, and looks at `stop` meanwhile.
    ///
    /// # Errors
    /// If the player cannot play.
    fn get_ready(&mut self, _stop: &AtomicBool) -> Result<(), Fault> {
        Ok(())
    }

    /// How much longer than its limit the next answer may take.
    fn grace(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether it thinks in this process, so that it has no time while this process does not run.
    fn thinks_here(&self) -> bool {
        true
    }

    /// Chooses a move.
    ///
    /// The referee checks it: an illegal one is the player's own loss. A panic costs the player its game,
    /// too, and nothing else.
    ///
    /// # Errors
    /// If the player has broken down, or gives up.
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault>;

    /// Ends the player, which is not asked again; what it wrote for its author, if it is a program, and how much of it
    /// when.
    fn close(&mut self) -> Option<(String, Vec<OutputMark>)> {
        None
    }
}

/// A question to a player.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The whole position. Players in hidden games must use the seat's view of it.
    pub state: &'a G::State,
    /// Whose turn it is.
    pub seat: Seat,
    /// What the move may take.
    pub limits: Limits,
    /// Every seat's clock, if there are clocks.
    pub clocks: Option<&'a [Clock]>,
    /// When the question was put.
    pub asked: Instant,
    /// When it is too late to answer: stop then if possible.
    pub deadline: Instant,
    /// What is forgiven beyond a time limit; the deadline has it already.
    pub margin: Duration,
    /// Set when the answer is not needed any more.
    pub stop: &'a AtomicBool,
    /// Where the moves began.
    pub start: &'a G::State,
    /// The moves that were made from there, the opening's included.
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

impl Fault {
    /// A fault of this kind.
    #[must_use]
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

/// A player that could not be made, or is out of the game.
pub(crate) struct MissingPlayer(pub(crate) String);

impl<G: Game> Player<G> for MissingPlayer {
    fn choose(&mut self, _: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        Err(Fault::new(Reason::Crash, self.0.as_str()))
    }
}
