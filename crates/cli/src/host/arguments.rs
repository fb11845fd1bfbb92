//! The arguments of `host`, and the record header made from them.

use std::net::{IpAddr, Ipv4Addr};

use bellwether_arena::record::RecordHeader;
use bellwether_arena::settings::{MoveLimits, TournamentSettings};
use bellwether_catalog::Catalog;
use bellwether_core::spec::Spec;
use bellwether_core::{Error, bail};
use bellwether_course_server::entry::ClientEntry;
use bellwether_course_server::{PORT, SECONDS, runner};
use clap::Args;

use super::roster;
use crate::args::seconds;
use crate::tournament::RunArguments;

/// Arguments of `host`.
#[derive(Args, Debug)]
pub(crate) struct HostArguments {
    /// The game: battle-sheep with its options (`bellwether games battle-sheep` lists them).
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The player of each seat, in order: `client`, `client:team=7`, or an agent; NAME=… to rename it.
    #[arg(long = "seat", value_name = "WHO")]
    agents: Vec<String>,
    /// The port where clients connect; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub(super) port: u16,
    /// The address where clients connect; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(super) bind: IpAddr,
    /// What a slip of a client costs: strict (it is out of the game), or course (its turn; see docs/course.md).
    #[arg(long, value_name = "RULES", conflicts_with = "resume")]
    rules: Option<SlipRules>,
    /// The team ids that may take a client's seat; by default any. `--teams 7,19`
    #[arg(long, value_name = "IDS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) teams: Vec<i32>,
    /// Start this command for each client's seat and each game; {port} and {team} in it are filled in.
    #[arg(long, value_name = "COMMAND")]
    pub(super) spawn: Option<String>,
    /// Seconds that clients may take to connect for a game before they lose it. For the first game there is no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(super) wait: f64,
    /// How many games. If more than one, every field is played from every seat: a multiple of the seats.
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,
    /// Do not rotate the seats from game to game.
    #[arg(long, visible_alias = "noswap")]
    fixed: bool,
    /// Seconds for a move.
    #[arg(long, value_name = "SECONDS", default_value_t = SECONDS, value_parser = seconds)]
    time: f64,
    #[command(flatten)]
    pub(super) run: RunArguments,
}

/// What an illegal or late move of a client costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SlipRules {
    /// The game.
    Strict,
    /// The turn.
    Course,
}

impl HostArguments {
    /// The game's text, with the field of the random seed and the rules.
    fn game(&self) -> Result<String, Error> {
        let game = runner::seeded_game(self.game.as_deref().unwrap_or_default(), self.run.seed)?;
        let is_lenient = runner::is_lenient(&game).unwrap_or(false);
        Ok(match self.rules {
            Some(SlipRules::Strict) if is_lenient => {
                bail!("--rules strict and the game's option 'lenient' exclude each other");
            }
            Some(SlipRules::Course) if !is_lenient => {
                Spec::parse("game:lenient")?.over(&Spec::parse(&game)?).to_string()
            }
            _ => game,
        })
    }

    /// The header for these arguments. Clients are named by their number until they connect.
    pub(super) fn header(&self, catalog: &Catalog) -> Result<RecordHeader, Error> {
        let game = runner::course_game(catalog, &self.game()?)?;
        let seats = game.seats();
        if self.agents.len() != seats {
            bail!(
                "the table has {seats} seats: give --seat {seats} times, not {}",
                self.agents.len()
            );
        }
        if self.time == 0.0 {
            bail!("--time takes more than 0 seconds");
        }
        let (players, entries) = roster::entered(&self.agents)?;
        for player in &players {
            if ClientEntry::parse(&player.agent)?.is_none() {
                let named = |error: Error| error.at(&player.name);
                game.validate(&player.agent).map_err(named)?;
            }
        }
        let rules = self.run.rules(MoveLimits { time: Some(self.time), ..MoveLimits::default() });
        let settings = TournamentSettings {
            games: self.games,
            swap: !self.fixed && self.games != 1,
            rules,
            ..TournamentSettings::default()
        };
        let header = game.header(players, entries, self.run.seed, settings);
        Ok(RecordHeader { spawn: self.spawn.clone(), ..header })
    }
}
