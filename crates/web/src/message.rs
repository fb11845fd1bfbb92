//! Everything the page and the server say to each other: the contract.
//!
//! Over a game's socket the server sends [`Told`] and the page [`Asked`], each as one JSON object with
//! its `type`. On every change the whole [`Snapshot`] is sent: it is small, and nothing can get out of
//! step. Seats and plies are counted from 0, squares have names such as `c4`.

use serde::{Deserialize, Serialize};

use crate::picture::Drawn;

/// What the page asks of a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Asked {
    /// Make this move. `ply` says how many moves the page has seen, so that a late click does no harm.
    Move { text: String, ply: usize },
    /// Go back to a person's previous turn.
    Undo,
    /// Make the moves again that were taken back last.
    Redo,
    /// The person to move gives up.
    Resign,
    /// The agent that thinks shall answer now, with what it has.
    Hurry,
    /// Agents stop thinking until told otherwise.
    Pause,
    /// Agents go on.
    Resume,
    /// How long an agent's move stays on the board at least, in seconds.
    Pace { seconds: f64 },
    /// The person to move looks at the screen: show its hand.
    Reveal,
    /// Others sit down: `person` or an agent for each seat.
    Seats { seats: Vec<String> },
    /// Show the board as it was after so many moves.
    Frame { ply: usize },
}

/// What the server tells.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Told {
    /// The game as it stands.
    State(Box<Snapshot>),
    /// An agent has begun to think.
    Thinking(Thought),
    /// The board at an earlier ply.
    Frame(Frame),
    /// Something could not be done; one sentence that says why.
    Error { text: String },
}

impl Told {
    pub(crate) fn error(text: impl ToString) -> Self {
        Self::Error { text: text.to_string() }
    }

    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Snapshot {
    pub(crate) id: String,
    /// The game with its options, as it is asked for.
    pub(crate) game: String,
    /// Its name alone, and in print.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) seats: Vec<SeatState>,
    /// Seats that win and lose together, if any do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) teams: Vec<Vec<usize>>,
    /// How many moves were made.
    pub(crate) ply: usize,
    pub(crate) moves: Vec<MoveMade>,
    /// The position's text as the viewer may know it; none behind the curtain.
    pub(crate) position: Option<String>,
    /// The position it began from, if that is not the game's own start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    pub(crate) picture: Drawn,
    /// What the person to move may do; empty if it is nobody's turn here.
    pub(crate) legal: Vec<OfferedMove>,
    /// Whose turn it is; none when the game is over.
    pub(crate) turn: Option<usize>,
    pub(crate) over: Option<Ending>,
    /// The squares of the last move.
    pub(crate) last: Vec<String>,
    /// Whether seats see less than everything, and through whose eyes this is seen.
    pub(crate) hidden: bool,
    pub(crate) eyes: Option<usize>,
    /// The seat that has to take the screen first, in a hidden game of several people.
    pub(crate) curtain: Option<usize>,
    pub(crate) can: Can,
    pub(crate) paused: bool,
    pub(crate) pace: f64,
    /// The seat whose agent is thinking.
    pub(crate) thinking: Option<usize>,
}

/// Who sits on a seat, and how it fares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SeatState {
    /// What the game calls the seat.
    pub(crate) name: String,
    /// `person`, or the agent as it is asked for.
    pub(crate) who: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<f64>,
}

/// A move that was made, as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MoveMade {
    pub(crate) text: String,
    pub(crate) seat: usize,
    pub(crate) squares: Vec<String>,
}

/// Legal moves between the same squares; there are several where they differ by an amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct OfferedMove {
    /// The square it leaves and the one it enters; a placement has one.
    pub(crate) squares: Vec<String>,
    pub(crate) moves: Vec<Amount>,
}

/// A move's text, and how many pieces go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Amount {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) amount: Option<u32>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Ending {
    /// The seats that won; all of them in a draw.
    pub(crate) winners: Vec<usize>,
    pub(crate) payoffs: Vec<f32>,
    /// The seat that gave up, if one did.
    pub(crate) resigned: Option<usize>,
}

/// What can be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Can {
    pub(crate) undo: bool,
    pub(crate) redo: bool,
    pub(crate) resign: bool,
}

/// What an agent that thinks has found so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Thought {
    pub(crate) seat: usize,
}

/// The board after so many moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Frame {
    pub(crate) ply: usize,
    pub(crate) picture: Drawn,
    pub(crate) last: Vec<String>,
    pub(crate) position: Option<String>,
    pub(crate) scores: Option<Vec<f64>>,
    pub(crate) turn: Option<usize>,
}

/// `POST /api/games`: a game to be set up.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The game with its options.
    pub(crate) game: String,
    /// `person` or an agent for each seat; you against the middle level if not given.
    #[serde(default)]
    pub(crate) seats: Vec<String>,
    /// A position to begin from.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// Moves to make first, separated by blanks or commas.
    #[serde(default)]
    pub(crate) moves: Option<String>,
    /// What all chance depends on; drawn if not given.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
}
