//! Who plays a tournament's games: [`Workers`], and the games that they finish.
//!
//! [`LocalWorkers`] are threads of this process. Processes on other machines are workers as well (crate `cluster`):
//! [`RemoteWorkers`] gives them to those who know no cluster, like the page.

mod local;
mod remote;

use std::collections::VecDeque;

use bellwether_core::Error;

use crate::record::GameRecord;
use crate::schedule::Fixture;

pub use local::{LocalWorkers, THREAD_NAME};
pub use remote::{RemoteJob, RemoteRun, RemoteStatus, RemoteWorker, RemoteWorkers};

/// Play games, one after the other or many at once.
pub trait Workers {
    /// Takes the games of a round, to be begun in this order.
    ///
    /// # Errors
    /// If they cannot be begun.
    fn start(&mut self, fixtures: VecDeque<Fixture>) -> Result<(), Error>;

    /// Waits for games, some milliseconds at most, and adds those that have ended.
    ///
    /// # Errors
    /// If the others cannot be played.
    fn collect(&mut self, finished: &mut FinishedGames) -> Result<(), Error>;

    /// Ends the games under way, and adds those that have ended meanwhile.
    ///
    /// # Errors
    /// If that fails.
    fn stop(&mut self, finished: &mut FinishedGames) -> Result<(), Error>;
}

/// A game that was played, or why it could not be.
#[derive(Debug)]
pub struct PlayedGame {
    /// Its place in the plan.
    pub fixture: Fixture,
    /// Its record.
    pub record: Result<Box<GameRecord>, Error>,
    /// How long its line in the journal is.
    pub length: usize,
}

/// Games that were finished, and their lines one after the other: a piece of memory for each would be made on one
/// thread and dropped on another.
#[derive(Debug, Default)]
pub struct FinishedGames {
    /// The games.
    pub games: Vec<PlayedGame>,
    /// Their lines in the journal, of those that have a record.
    pub lines: Vec<u8>,
}

impl FinishedGames {
    /// Adds a game.
    pub fn add(&mut self, fixture: Fixture, record: Result<GameRecord, Error>) {
        let before = self.lines.len();
        if let Ok(record) = &record {
            match serde_json::to_writer(&mut self.lines, record) {
                Ok(()) => self.lines.push(b'\n'),
                Err(_) => self.lines.truncate(before),
            }
        }
        let length = self.lines.len() - before;
        self.games.push(PlayedGame { fixture, record: record.map(Box::new), length });
    }

    /// Adds a game that has its line already, the end of line aside.
    pub fn add_line(&mut self, fixture: Fixture, record: GameRecord, line: &[u8]) {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        self.games.push(PlayedGame {
            fixture,
            record: Ok(Box::new(record)),
            length: line.len() + 1,
        });
    }

    /// Takes everything from another, which retains its allocation.
    pub fn join(&mut self, other: &mut Self) {
        self.games.append(&mut other.games);
        self.lines.append(&mut other.lines);
    }
}
