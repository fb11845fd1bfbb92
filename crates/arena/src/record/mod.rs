//! What is written down of a tournament: a header, then one line of JSON for each game.
//!
//! A record holds all it takes to play a game again: the specifications of the game and the agents, the seeds,
//! the budgets, the opening. Only times depend on the machine; such fields are called
//! `seconds` or `began`, and nothing else is.
//!
//! | module | what it does |
//! |---|---|
//! | here | the fields |
//! | [`reason`] | why games end |
//! | `examples` | made-up records for tests (feature `examples`) |
//! | [`journal`] | the file: appended game by game, read back, continued |

#[cfg(any(test, feature = "examples"))]
pub mod examples;
pub mod journal;
mod moves;
pub mod reason;

use std::hash::{Hash, Hasher};
use std::path::Path;

use bellwether_core::{Error, Score, Value};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use crate::schedule::Schedule;
use crate::settings::TournamentSettings;
pub use moves::Moves;
pub use reason::Reason;

/// The format mark in a record's first line.
pub const FORMAT: &str = "bellwether match 1";

/// The first line: which tournament this is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordHeader {
    /// [`FORMAT`].
    pub format: String,
    /// The version of the program that wrote it.
    pub version: String,
    /// The game's specification.
    pub game: String,
    /// What the seats are called, in order.
    pub seats: Vec<String>,
    /// The entrants.
    pub players: Vec<Entrant>,
    /// The seats at a table that each pairing fills, as indices of `players`: a player may be entered more
    /// than once.
    pub entries: Vec<usize>,
    /// The random seed of everything.
    pub seed: u64,
    /// How the tournament goes.
    pub settings: TournamentSettings,
    /// When it began, in UTC.
    pub began: String,
    /// The command that started the network clients, if the host did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spawn: Option<String>,
    /// The programs among the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<RecordedBot>,
}

/// A program that plays, as it was when the tournament began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedBot {
    /// Which of the players.
    pub player: usize,
    /// Where the paths of its command begin.
    pub folder: String,
    /// A number that changes with its files; see [`Launch::digest`](crate::bots::launch::Launch::digest).
    pub digest: String,
}

impl RecordHeader {
    /// The folder in which a player's command was given, if that is still there.
    #[must_use]
    pub fn folder_of(&self, player: usize) -> Option<&Path> {
        let bot = self.bots.iter().find(|bot| bot.player == player)?;
        Some(Path::new(&bot.folder)).filter(|folder| folder.is_dir())
    }

    /// The games that are played.
    ///
    /// # Errors
    /// If the settings make no tournament.
    pub fn schedule(&self) -> Result<Schedule, Error> {
        Schedule::new(&self.settings, &self.entries, self.seats.len())
    }

    /// Whether this is the same tournament, begun at another time or by another version.
    #[must_use]
    pub fn is_same_plan(&self, other: &Self) -> bool {
        let Self { began, version, .. } = other.clone();
        Self { began, version, ..self.clone() } == *other
    }

    /// The players' names.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Whether a game has as many of everything as this tournament, and names only its players and seats.
    #[must_use]
    pub fn fits(&self, record: &GameRecord) -> bool {
        let seats = self.seats.len();
        record.players.len() == seats
            && record.seeds.len() == seats
            && record.payoffs.len() == seats
            && record.players.iter().all(|player| *player < self.players.len())
            && record.scores.as_ref().is_none_or(|scores| scores.len() == seats)
            && record.log.iter().all(|log| (1..=seats).contains(&log.seat))
            && (record.log.is_empty() || record.log.len() == record.moves.len())
    }
}

/// A player of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in tables.
    pub name: String,
    /// The agent's specification.
    pub agent: String,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the tournament, from 1.
    pub number: u64,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// Games of one group differ only in the seating.
    pub group: u64,
    /// The game with its options: the field is dealt anew for each group.
    pub game: String,
    /// The player of each seat: indices of the header's players.
    pub players: Vec<usize>,
    /// Each seat's random seed.
    pub seeds: Vec<u64>,
    /// The position it began from, if that is not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves made before the players were asked.
    #[serde(default, skip_serializing_if = "Moves::is_empty")]
    pub opening: Moves,
    /// The players' moves.
    pub moves: Moves,
    /// What each seat got: more is better.
    pub payoffs: Vec<f64>,
    /// Each seat's score at the end, in games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f64>>,
    /// Why it ended.
    pub reason: Reason,
    /// The same in a sentence.
    pub detail: String,
    /// Faults of seats, and what they were. Mostly the seat is out, and at a table of more than two the others play on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
    /// What bots wrote to their standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<SeatOutput>,
    /// What was seen at each of the players' moves, if it was logged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<MoveLog>,
    /// How long it took.
    pub seconds: f64,
}

impl GameRecord {
    /// A number that two games have in common only if they are the same: start, players, moves, how they ended.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let Self { game, players, position, opening, moves, reason, .. } = self;
        let mut hasher = FxHasher::default();
        (game, players, position, opening, moves, reason).hash(&mut hasher);
        hasher.finish()
    }

    /// The seat that won alone, if one did.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        let best = self.payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut first = self.payoffs.iter().enumerate().filter(|(_, payoff)| **payoff == best);
        let winner = first.next().map(|(seat, _)| seat);
        if first.next().is_some() { None } else { winner }
    }

    /// `1-0`, `0-1` or `1/2-1/2` for two seats; each seat's payoff otherwise.
    #[must_use]
    pub fn result(&self) -> String {
        if self.payoffs.len() != 2 {
            return self.payoffs.iter().map(f64::to_string).collect::<Vec<_>>().join("-");
        }
        match self.winner() {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
        .to_owned()
    }
}

/// A fault of a seat, and what it lost by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The seat, from 1.
    pub seat: usize,
    /// How many of the players' moves had been made.
    pub ply: usize,
    /// What kind of fault.
    pub reason: Reason,
    /// What happened.
    pub detail: String,
    /// Whether it cost this turn and no more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost_turn: bool,
}

/// What the program of a seat wrote to its standard error: all of it, or the beginning and the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOutput {
    /// The seat, from 1.
    pub seat: usize,
    /// The text.
    pub text: String,
    /// How much of it had been written when the program made its moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<OutputMark>,
}

/// A ply, and how long a program's text was when it made that move, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputMark(pub usize, pub usize);

impl SeatOutput {
    /// The text in pieces: what was written before the first mark, between two, and after the last. There is one piece
    /// more than marks; together they are the text.
    #[must_use]
    pub fn pieces(&self) -> Vec<&str> {
        let mut pieces = Vec::with_capacity(self.marks.len() + 1);
        let mut from = 0;
        for OutputMark(_, length) in &self.marks {
            // A record may come from anywhere.
            let to = self.text.floor_char_boundary(*length).max(from);
            pieces.push(&self.text[from..to]);
            from = to;
        }
        pieces.push(&self.text[from..]);
        pieces
    }
}

/// What was seen at one move, from the mover's point of view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveLog {
    /// The mover's seat, from 1: a seat that cannot move is skipped.
    pub seat: usize,
    /// Plies looked ahead in full.
    #[serde(default, skip_serializing_if = "is_default")]
    pub depth: u32,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nodes: u64,
    /// The same by distance from the root, if counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<u64>,
    /// Games simulated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub simulations: u64,
    /// What the mover expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// What the position was really worth, if a table knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<MoveTruth>,
    /// How long it took.
    #[serde(default)]
    pub seconds: f64,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A table's values for a move: the mover's before it and after it, the move counted as a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTruth {
    /// With the best move.
    pub best: Value,
    /// With the move that was made.
    pub made: Value,
}

impl MoveTruth {
    /// Whether the result was kept.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.best.is_same_result(self.made)
    }
}
