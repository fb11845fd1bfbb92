//! One match of an experiment: who plays what how often, as a plan and as a command to type.

use std::time::SystemTime;

use bellwether_arena::bots::launch::shell_word;
use bellwether_arena::entries::enter;
use bellwether_arena::record::{Entrant, FORMAT, RecordHeader};
use bellwether_arena::settings::{
    Logging, Openings, PairingFormat, RefereeRules, TournamentSettings,
};
use bellwether_core::{ParseError, Seat};

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchPlan {
    /// What its journal is called; a slash makes a folder.
    pub(super) name: String,
    pub(super) game: String,
    /// Who plays, in the order of the seats.
    pub(super) agents: Vec<String>,
    pub(super) games: u32,
    /// Whether the players go round the table.
    pub(super) swap: bool,
    pub(super) notes: Notes,
}

/// How much is written down of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notes {
    /// The move alone.
    Moves,
    /// What the search saw.
    Search,
    /// That, and what the solved table says.
    Truth,
}

impl MatchPlan {
    /// The header of its journal.
    ///
    /// # Errors
    /// If there is no such game, or the agents are not as many as its seats.
    pub(super) fn header(&self, seed: u64) -> Result<RecordHeader, ParseError> {
        let game = bellwether_standard::game(&self.game)?;
        let entrants = { self.agents.iter() }
            .map(|agent| Entrant { name: agent.clone(), agent: agent.clone() });
        let (players, entries) =
            enter(entrants, game.seats()).map_err(|error| ParseError::new(error.to_string()))?;
        let settings = TournamentSettings {
            pairing: PairingFormat::RoundRobin,
            games: self.games,
            rounds: 1,
            swap: self.swap,
            openings: Openings::Start,
            rules: RefereeRules { truth: self.notes == Notes::Truth, ..RefereeRules::default() },
            sprt: None,
            log: if self.notes == Notes::Moves { Logging::None } else { Logging::Moves },
        };
        Ok(RecordHeader {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.spec().to_string(),
            seats: Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect(),
            players,
            entries,
            seed,
            settings,
            began: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        })
    }

    /// The same match as a reader could type it.
    pub(super) fn command(&self, seed: u64) -> String {
        let mut words = vec!["bellwether match".to_owned(), shell_word(&self.game)];
        words.extend(self.agents.iter().map(|agent| format!("--agent {}", shell_word(agent))));
        words.push(format!("--games {} --seed {seed}", self.games));
        if !self.swap {
            words.push("--noswap".to_owned());
        }
        match self.notes {
            Notes::Moves => words.push("--no-truth --no-log".to_owned()),
            Notes::Search => words.push("--no-truth".to_owned()),
            Notes::Truth => {}
        }
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_has_its_command() {
        let contest = MatchPlan {
            name: "x".to_owned(),
            game: "breakthrough:workers=3".to_owned(),
            agents: vec!["alphabeta:depth=3".to_owned(), "greedy".to_owned()],
            games: 7,
            swap: false,
            notes: Notes::Moves,
        };
        assert_eq!(
            contest.command(5),
            "bellwether match breakthrough:workers=3 --agent alphabeta:depth=3 --agent greedy \
             --games 7 --seed 5 --noswap --no-truth --no-log"
        );
    }
}
