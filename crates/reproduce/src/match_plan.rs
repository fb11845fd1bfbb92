//! One match of an experiment: who plays what how often, as a plan and as a command to type.

use bellwether_arena::bots::launch::shell_word;
use bellwether_arena::entries::enter;
use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::settings::{Logging, RefereeRules, TournamentSettings};
use bellwether_core::Error;

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchPlan {
    /// What its journal is called; a slash makes a folder.
    pub(super) journal: String,
    pub(super) game: String,
    /// Who plays, in the order of the seats.
    pub(super) agents: Vec<String>,
    pub(super) games: u32,
    /// Whether the players go round the table.
    pub(super) swap: bool,
    /// Whether what the search saw is written down of each move.
    pub(super) log: bool,
}

impl MatchPlan {
    /// A match of two whose searches are logged, with fixed sides.
    pub(super) fn of_two(journal: &str, game: &str, agents: [&str; 2], games: u32) -> Self {
        Self {
            journal: journal.to_owned(),
            game: game.to_owned(),
            agents: agents.map(str::to_owned).to_vec(),
            games,
            swap: false,
            log: true,
        }
    }

    /// The header of its journal.
    ///
    /// # Errors
    /// If there is no such game, or the agents are not as many as its seats.
    pub(super) fn header(&self, seed: u64) -> Result<RecordHeader, Error> {
        let game = bellwether_standard::game(&self.game)?;
        let entrants = { self.agents.iter() }
            .map(|agent| Entrant { name: agent.clone(), agent: agent.clone() });
        let (players, entries) = enter(entrants, game.seats())?;
        let settings = TournamentSettings {
            games: self.games,
            swap: self.swap,
            rules: RefereeRules { truth: false, ..RefereeRules::default() },
            log: if self.log { Logging::Moves } else { Logging::None },
            ..TournamentSettings::default()
        };
        Ok(game.header(players, entries, seed, settings))
    }

    /// The same match as a reader could type it.
    pub(super) fn command(&self, seed: u64) -> String {
        let mut words = vec!["bellwether match".to_owned(), shell_word(&self.game)];
        words.extend(self.agents.iter().map(|agent| format!("--agent {}", shell_word(agent))));
        words.push(format!("--games {} --seed {seed}", self.games));
        if !self.swap {
            words.push("--noswap".to_owned());
        }
        words.push("--no-truth".to_owned());
        if !self.log {
            words.push("--no-log".to_owned());
        }
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_has_its_command() {
        let agents = ["alphabeta:depth=3", "greedy"];
        let plan =
            MatchPlan { log: false, ..MatchPlan::of_two("x", "breakthrough:workers=3", agents, 7) };
        assert_eq!(
            plan.command(5),
            "bellwether match breakthrough:workers=3 --agent alphabeta:depth=3 --agent greedy \
             --games 7 --seed 5 --noswap --no-truth --no-log"
        );
    }
}
