//! The arguments of `host`, and the record header made from them.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use bellwether_arena::record::{FORMAT, RecordHeader};
use bellwether_arena::settings::{
    Logging, MoveLimits, Openings, PairingFormat, RefereeRules, TournamentSettings,
};
use bellwether_catalog::Catalog;
use bellwether_core::{ParseError, Seat};
use bellwether_course_server::client_command::ClientCommand;
use bellwether_course_server::entry::ClientEntry;
use bellwether_course_server::{PORT, SECONDS};
use clap::Args;

use super::roster;
use crate::args::seconds;
use crate::report::Outputs;
use crate::tournament::{self, milliseconds};

/// Arguments of `host`.
#[derive(Args, Debug)]
pub(crate) struct HostArguments {
    /// The game: battle-sheep with its options (`bellwether games battle-sheep` lists them).
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The player of each seat, in order: `client`, `client:team=7`, or an agent; NAME=… to rename it.
    #[arg(long = "seat", value_name = "WHO")]
    seats: Vec<String>,
    /// The port where clients connect; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub(super) port: u16,
    /// The address where clients connect; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(super) bind: IpAddr,
    /// Start this command for each client's seat and each game; {port} and {team} in it are filled in.
    #[arg(long, value_name = "COMMAND")]
    pub(super) spawn: Option<String>,
    /// Seconds that clients may take to connect for a game before they lose it. For the first game there is no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    wait: f64,
    /// How many games. If more than one, every field is played from every seat: a multiple of the seats.
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u32,
    /// Do not rotate the seats from game to game.
    #[arg(long, visible_alias = "noswap")]
    fixed: bool,
    /// Seconds for a move.
    #[arg(long, value_name = "SECONDS", default_value_t = SECONDS, value_parser = seconds)]
    time: f64,
    /// Milliseconds beyond it that are forgiven.
    #[arg(long, value_name = "MS", default_value_t = 100.0, value_parser = milliseconds)]
    margin: f64,
    /// The agents' random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The record's file; by default one in the folder of matches.
    #[arg(long, visible_alias = "out", value_name = "FILE", conflicts_with_all = ["no_records", "resume"])]
    pub(super) records: Option<PathBuf>,
    /// Write no record.
    #[arg(long, conflicts_with_all = ["resume", "html", "pgn", "sqlite"])]
    pub(super) no_records: bool,
    /// Resume this record; the players are in it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seats"])]
    pub(super) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) outputs: Outputs,
    /// Do not print a line for every game.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl HostArguments {
    /// How clients are started, if they are.
    pub(super) fn spawn_command(&self) -> Result<Option<ClientCommand>, ParseError> {
        self.spawn.as_deref().map(ClientCommand::parse).transpose()
    }

    /// How long clients may take to come back.
    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.wait)
    }

    /// The header for these arguments. Clients are named by their number until they connect.
    pub(super) fn header(&self, catalog: &Catalog) -> Result<RecordHeader, ParseError> {
        let game = bellwether_course_server::runner::course_game(
            catalog,
            self.game.as_deref().unwrap_or_default(),
        )?;
        let seats = game.seats();
        if self.seats.len() != seats {
            return Err(ParseError::new(format!(
                "the table has {seats} seats: give --seat {seats} times, not {}",
                self.seats.len()
            )));
        }
        if self.time == 0.0 {
            return Err(ParseError::new("--time takes more than 0 seconds"));
        }
        let (players, entries) = roster::entered(&self.seats)?;
        for player in &players {
            if ClientEntry::parse(&player.agent)?.is_none() {
                let named = |error| ParseError::new(format!("{}: {error}", player.name));
                game.validate(&player.agent).map_err(named)?;
            }
        }
        let rules = RefereeRules {
            move_limits: MoveLimits { time: Some(self.time), ..MoveLimits::default() },
            margin: self.margin / 1000.0,
            ..RefereeRules::default()
        };
        Ok(RecordHeader {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.spec().to_string(),
            seats: Seat::all(seats).map(|seat| game.seat_name(seat)).collect(),
            players,
            entries,
            seed: self.seed,
            settings: TournamentSettings {
                pairing: PairingFormat::RoundRobin,
                games: self.games,
                rounds: 1,
                swap: !self.fixed && self.games != 1,
                openings: Openings::Start,
                rules,
                sprt: None,
                log: Logging::Moves,
            },
            began: tournament::now(),
        })
    }
}
