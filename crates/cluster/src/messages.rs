//! What masters and workers send each other, as JSON; what may be large is compressed.

use bellwether_arena::schedule::Fixture;
use bellwether_core::{Error, ErrorKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A tournament that is played, or a proof: how its workers get ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunNotice {
    /// Its name on the server.
    pub run: String,
    /// The version of the master's program.
    pub version: String,
    /// The game, for people.
    pub game: String,
    /// What the rules of the game do here; see [`rules_digest`](crate::digest::rules_digest).
    pub rules: String,
    /// What the agents do here; see [`agents_digest`](crate::digest::agents_digest).
    pub agents: String,
    /// Whether the master has exact values: workers must have them, too, or they would write other records.
    pub has_truth: bool,
    /// Seconds after which a job without a sign of life goes to another worker.
    pub deadline: f64,
    /// How often a job is tried.
    pub attempts: u32,
    /// The digest of the record's header.
    pub header: String,
    /// The bots among the players.
    pub bots: Vec<BotNotice>,
    /// The kind of work. A proof has neither players nor a header.
    #[serde(default)]
    pub lane: Lane,
}

/// A kind of work, for workers that do not do all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lane {
    /// Games of tournaments.
    #[default]
    Games,
    /// Parts of proofs.
    Proofs,
    /// Games that are played for their positions, to learn from.
    Data,
}

/// A bot that travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotNotice {
    /// Which of the players.
    pub player: usize,
    /// The digest of its folder's archive.
    pub archive: String,
    /// The agent with paths that begin at its folder.
    pub agent: String,
    /// Whether it runs in a cage.
    pub is_caged: bool,
}

/// Games for one worker, which plays them one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Its name, which is not used again.
    pub id: String,
    /// The games.
    pub games: Vec<JobGame>,
}

/// A [`Fixture`], short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobGame(u64, u32, u64, u64, Vec<usize>);

impl From<&Fixture> for JobGame {
    fn from(fixture: &Fixture) -> Self {
        let Fixture { number, round, group, opening, players } = fixture;
        Self(*number, *round, *group, *opening, players.clone())
    }
}

impl From<JobGame> for Fixture {
    fn from(JobGame(number, round, group, opening, players): JobGame) -> Self {
        Self { number, round, group, opening, players }
    }
}

impl JobGame {
    /// The game's number.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0
    }
}

/// What a worker sends back, if it is not the lines of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedGames {
    /// Their numbers.
    pub numbers: Vec<u64>,
    /// Why they could not be played.
    pub reason: String,
}

/// A part of a proof to a worker, or its answer back. A master that comes back has another name, and wants no answers to
/// the jobs of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofMessage<T> {
    /// The master's name.
    pub master: String,
    /// The job, or the answer.
    pub content: T,
}

/// A worker's sign of life.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerBeat {
    /// Its name: host, process and a random part.
    pub worker: String,
    /// The version of its program.
    pub version: String,
    /// How many games it plays at once.
    pub slots: usize,
    /// What each busy slot is at.
    pub playing: Vec<SlotBeat>,
    /// Games it has finished since it was started.
    pub games: u64,
    /// Runs that it cannot take part in, and why.
    pub refused: Vec<(String, String)>,
    /// What keeps it from sending results, if something does.
    #[serde(default)]
    pub trouble: Option<String>,
    /// Whether it goes.
    pub is_leaving: bool,
}

/// A job that is being played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotBeat {
    /// The run.
    pub run: String,
    /// The first game that it has not finished, or the number of a proof's job.
    pub game: u64,
    /// How many games it has still to play.
    pub left: usize,
}

/// A master's sign of life.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterBeat {
    /// The run.
    pub run: String,
    /// The game.
    pub game: String,
    /// Games that are written down since this master was started.
    pub done: u64,
    /// Games that it still wants, of this round.
    pub left: u64,
}

/// A message as bytes.
pub(crate) fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // None of these types has a key that is no text.
    serde_json::to_vec(message).unwrap_or_default()
}

/// Reads a message.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(bytes)
        .map_err(|error| damaged(format!("a message of the cluster cannot be read: {error}")))
}

/// Compresses, for speed rather than for size.
pub(crate) fn pack(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    zstd::bulk::compress(bytes, 1).map_err(Error::from)
}

/// What was packed, which may have at most this size.
pub(crate) fn unpack(bytes: &[u8], most: usize) -> Result<Vec<u8>, Error> {
    use std::io::Read;
    let fail = |error| damaged(format!("a message of the cluster cannot be unpacked: {error}"));
    let mut unpacked = Vec::new();
    let reader = zstd::Decoder::new(bytes).map_err(fail)?;
    reader.take(most as u64 + 1).read_to_end(&mut unpacked).map_err(fail)?;
    if unpacked.len() > most {
        return Err(damaged(format!("a message of the cluster has more than {most} bytes")));
    }
    Ok(unpacked)
}

/// Something on the server is not what it should be.
pub(crate) fn damaged(message: String) -> Error {
    Error::new(ErrorKind::Damaged, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixtures_travel_and_bombs_do_not() {
        let fixture = Fixture { number: 7, round: 2, group: 3, opening: 1, players: vec![1, 0] };
        let job = Job { id: "a-1".to_owned(), games: vec![JobGame::from(&fixture)] };
        let bytes = pack(&encode(&job)).unwrap();
        let back: Job = decode(&unpack(&bytes, 1000).unwrap()).unwrap();
        assert_eq!(Fixture::from(back.games[0].clone()), fixture);
        let bomb = pack(&vec![0; 1_000_000]).unwrap();
        assert!(unpack(&bomb, 999_999).unwrap_err().to_string().contains("more than"));
        assert!(unpack(&bomb[..bomb.len() - 2], 1_000_000).is_err());
        assert!(decode::<Job>(b"{}").is_err());
    }
}
