//! [`RemoteWorkers`]: workers of other machines, for whoever gives them tournaments and shows what they do.

use std::fmt::Debug;

use bellwether_core::Error;
use serde::Serialize;

use super::Workers;
use crate::record::RecordHeader;
use crate::runner::GameRunner;

/// Workers elsewhere that play for any tournament.
pub trait RemoteWorkers: Debug + Send + Sync {
    /// The workers for one tournament, and what it is called among them. `runner` is what would play it here.
    ///
    /// # Errors
    /// If they cannot be given this tournament.
    fn open(
        &self,
        header: &RecordHeader,
        runner: &dyn GameRunner,
    ) -> Result<(String, Box<dyn Workers + Send>), Error>;

    /// Who is there and what each does, as it was last heard.
    fn status(&self) -> RemoteStatus;
}

/// What is known of workers elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RemoteStatus {
    /// What keeps us from hearing them, if something does.
    pub problem: Option<String>,
    /// What they are given, by whoever.
    pub runs: Vec<RemoteRun>,
    /// The workers.
    pub workers: Vec<RemoteWorker>,
}

/// A tournament or a proof that workers are given.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RemoteRun {
    /// What it is called among them.
    pub run: String,
    /// The game.
    pub game: String,
    /// Games that were played, or parts that were searched.
    pub done: u64,
    /// Games that are to be played in this round.
    pub left: u64,
}

/// A worker elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RemoteWorker {
    /// Its name.
    pub name: String,
    /// How much it does at once.
    pub slots: usize,
    /// What it does now.
    pub jobs: Vec<RemoteJob>,
    /// Games it has played.
    pub games: u64,
    /// Games a second, lately.
    pub rate: Option<f64>,
    /// Seconds since its last sign of life.
    pub silent: f64,
    /// What keeps it from sending results, if something does.
    pub problem: Option<String>,
    /// The runs that it cannot take part in, and why.
    pub refused: Vec<(String, String)>,
}

/// What a worker does.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RemoteJob {
    /// For which run.
    pub run: String,
    /// The game that it is at, or the number of a proof's part.
    pub game: u64,
    /// How many games it has still to play before it asks for more.
    pub left: usize,
}
