//! The arguments of `match`, and the record header made from them.

use std::path::{Path, PathBuf};

use bellwether_arena::clock::TimeControl;
use bellwether_arena::entries::{EnterError, enter};
use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::run::Tournament;
use bellwether_arena::settings::{
    DrawRule, Logging, MoveLimits, Openings, PairingFormat, RefereeRules, ResignRule,
    TournamentSettings,
};
use bellwether_arena::stats::sprt::Sprt;
use bellwether_catalog::{AnyGame, Catalog, bot_name};
use bellwether_core::outside::{LONGEST_NAME, is_hidden, read_text};
use bellwether_core::spec::Spec;
use bellwether_core::{Error, bail};
use clap::Args;

use crate::args::{SearchLimitArgs, milliseconds, within};
use crate::cluster::ClusterArguments;
use crate::report::Outputs;

/// Arguments of `match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArguments {
    /// The game: `name` or `name:option=value,…` (`bellwether games` lists them).
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// A player: an agent, or NAME=AGENT to rename it. Give it once for each player.
    /// A program of yours is `bot:cmd=…`, `ugi:cmd=…` or `uci:cmd=…`.
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<String>,
    /// Run bots without a cage: `cage=off` for all of them.
    #[arg(long)]
    no_cage: bool,
    /// The pairing format: round-robin, gauntlet (the first against the others), knockout or swiss.
    #[arg(long, value_name = "FORM", default_value = "round-robin")]
    tournament: String,
    /// Games between the same players in a round; by default one for each seat.
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Rounds; in a knockout, how many times as long each match is.
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u32,
    /// Do not play every opening from every seat: the first agent keeps the first seat.
    #[arg(long)]
    noswap: bool,
    /// Games that run at once; by default the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "address")]
    pub(super) concurrency: Option<u16>,
    #[command(flatten)]
    pub(super) cluster: ClusterArguments,
    /// Where games begin: `start`, `random`, `anywhere`, `balanced` or `only-move` (these two ask the solved table),
    /// or a file with `[POSITION] [moves M1 M2 …]` on each line. By default `start`, or `random` if players that always
    /// play the same would meet again.
    #[arg(long, value_name = "KIND|FILE")]
    openings: Option<String>,
    /// Random moves of an opening.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(Openings::MOST_PLIES)))]
    opening_plies: u32,
    /// Take a file's openings in random order.
    #[arg(long)]
    opening_shuffle: bool,
    /// The first of a file's openings, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    opening_start: u32,
    #[command(flatten)]
    move_limits: SearchLimitArgs,
    /// A clock for each seat: moves/time+increment in seconds, like 40/60+0.5.
    #[arg(long, value_name = "CONTROL")]
    tc: Option<String>,
    /// Seconds after which a player without a time limit loses on time.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = patience)]
    patience: f64,
    /// After so many moves a game is a draw.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: Option<u32>,
    /// After so many repetitions of a position a game is a draw; 0 for never.
    #[arg(long, value_name = "N", default_value_t = 3)]
    repetition: u32,
    /// After so many moves the solved table adjudicates the game.
    #[arg(long, value_name = "MOVES")]
    tb: Option<u32>,
    /// Call a game drawn: `movenumber=N,movecount=N,score=POINTS`.
    #[arg(long, value_name = "RULE")]
    draw: Option<String>,
    /// Call a player beaten: `movecount=N,score=POINTS[,twosided]`.
    #[arg(long, value_name = "RULE")]
    resign: Option<String>,
    /// End a match of two as soon as it is decided: `elo0=E,elo1=E[,alpha=A][,beta=B][,model=M]`.
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Do not compare moves with the solved table, even if there is one.
    #[arg(long)]
    no_truth: bool,
    /// Record the moves only, without each search's data.
    #[arg(long)]
    no_log: bool,
    #[command(flatten)]
    pub(super) run: RunArguments,
    /// With --resume: go on although a bot's files have changed since the record was begun.
    #[arg(long, requires = "resume")]
    pub(super) changed_bots: bool,
    /// Print the score after so many games.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) ratinginterval: u32,
    /// The folder of solved tables for the truth, openings and --tb; agents find theirs in BELLWETHER_TABLES.
    #[arg(long, value_name = "FOLDER")]
    pub(super) tables: Option<PathBuf>,
}

fn patience(text: &str) -> Result<f64, String> {
    within(text, "seconds", 0.01..=86_400.0)
}

/// What `match` and `host` have in common.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    /// The random seed.
    #[arg(long, visible_alias = "srand", default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Milliseconds beyond a time limit that are forgiven.
    #[arg(long, value_name = "MS", default_value_t = 100.0, value_parser = milliseconds)]
    margin: f64,
    /// The record's file, or the folder for it; by default the folder of matches.
    #[arg(long, visible_alias = "out", value_name = "FILE", conflicts_with_all = ["no_records", "resume"])]
    pub(crate) records: Option<PathBuf>,
    /// Write no record.
    #[arg(long, conflicts_with_all = ["resume", "html", "pgn", "sqlite"])]
    no_records: bool,
    /// Resume the tournament of this record; game, players and settings are in it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "agents"])]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) outputs: Outputs,
    /// Do not print a line for every game.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl RunArguments {
    /// The tournament of the record that is to be resumed, or a new one.
    pub(crate) fn open(
        &self,
        header: impl FnOnce() -> Result<RecordHeader, Error>,
    ) -> Result<Tournament, Error> {
        self.outputs.check(self.resume.as_slice())?;
        match &self.resume {
            Some(path) => Ok(Tournament::resume(path)?),
            None => Ok(Tournament::new(header()?)),
        }
    }

    /// Begins the record, once everything else is in order: what is no tournament leaves no file behind.
    pub(super) fn begin_record(&self, tournament: &mut Tournament) -> Result<(), Error> {
        if self.no_records || tournament.journal.is_some() {
            return Ok(());
        }
        match &self.records {
            Some(folder) if folder.is_dir() => tournament.record_in(folder)?,
            Some(path) => tournament.record_to(path)?,
            None => tournament.record_in(&bellwether_catalog::matches_folder())?,
        }
        Ok(())
    }

    /// The referee's rules, with these limits of a move.
    pub(crate) fn rules(&self, move_limits: MoveLimits) -> RefereeRules {
        RefereeRules { move_limits, margin: self.margin / 1000.0, ..RefereeRules::default() }
    }
}

impl MatchArguments {
    /// The header for these arguments.
    pub(super) fn header(&self, catalog: &Catalog) -> Result<RecordHeader, Error> {
        let game = catalog.game(self.game.as_deref().unwrap_or_default())?;
        let (mut players, entries) = entered(&self.agents, game.seats())?;
        for player in &mut players {
            if self.no_cage {
                player.agent = uncaged(&player.agent);
            }
            let named = |error: Error| error.at(&player.name);
            game.validate(&player.agent).map_err(named)?;
        }
        let mut settings = self.settings(game.as_ref())?;
        if self.openings.is_none() {
            let plies = self.opening_plies;
            settings.openings = game.usual_openings(&players, &entries, &settings, plies);
            if settings.openings != Openings::Start {
                anstream::eprintln!(
                    "Games begin after {plies} random moves: from the start these players would play the same game again \
                     (--openings start does so)."
                );
            }
        }
        Ok(game.header(players, entries, self.run.seed, settings))
    }

    fn settings(&self, game: &dyn AnyGame) -> Result<TournamentSettings, Error> {
        let rules = RefereeRules {
            clock: self.tc.as_deref().map(TimeControl::parse).transpose()?,
            patience: self.patience,
            max_moves: self.maxmoves,
            repetition: Some(self.repetition).filter(|count| *count > 0),
            table_after: self.tb,
            draw: self.draw.as_deref().map(DrawRule::parse).transpose()?,
            resign: self.resign.as_deref().map(ResignRule::parse).transpose()?,
            truth: !self.no_truth,
            ..self.run.rules(self.move_limits.move_limits())
        };
        if let Some(test) = &self.sprt {
            Sprt::of_match(test, game.seats(), self.agents.len())?;
        }
        Ok(TournamentSettings {
            pairing: PairingFormat::parse(&self.tournament)?,
            games: self.games.unwrap_or(game.seats() as u32),
            rounds: self.rounds,
            swap: !self.noswap,
            openings: self.openings()?,
            rules,
            sprt: self.sprt.clone(),
            log: if self.no_log { Logging::None } else { Logging::Moves },
        })
    }

    fn openings(&self) -> Result<Openings, Error> {
        let kind = self.openings.as_deref().unwrap_or("start");
        match Openings::of_kind(kind, self.opening_plies) {
            Some(openings) => Ok(openings),
            None => listed(Path::new(kind), self.opening_start as usize, self.opening_shuffle),
        }
    }
}

/// The players and the entries of a tournament, from each `--agent`.
pub(crate) fn entered(
    agents: &[String],
    seats: usize,
) -> Result<(Vec<Entrant>, Vec<usize>), Error> {
    let entrants: Vec<Entrant> =
        agents.iter().map(|text| entrant(text)).collect::<Result<_, _>>()?;
    enter(entrants, seats).map_err(|error| match &error {
        EnterError::SameName { agent, .. } => {
            Error::invalid(format!("{error}: give one another name, as in --agent other={agent}"))
        }
        EnterError::TooMany => error.into(),
    })
}

/// The agent without its cage, if it is a bot.
pub(crate) fn uncaged(agent: &str) -> String {
    let outside = bot_name(agent).and_then(|_| Spec::parse(agent).ok());
    match (outside, Spec::parse("bot:cage=off")) {
        (Some(spec), Ok(open)) => open.over(&spec).to_string(),
        _ => agent.to_owned(),
    }
}

/// The parts of `NAME=AGENT`, or of just `AGENT`.
pub(crate) fn named(text: &str) -> (Option<&str>, &str) {
    let head = text.split_once(':').map_or(text, |(head, _)| head);
    match head.split_once('=') {
        Some((name, _)) => (Some(name), &text[name.len() + 1..]),
        None => (None, text),
    }
}

/// `NAME=AGENT` or just `AGENT`, which is its own name, or its file's.
pub(crate) fn entrant(text: &str) -> Result<Entrant, Error> {
    let (name, agent) = named(text);
    // A program's file says more than the command that starts it.
    let file = if name.is_none() { bot_name(agent) } else { None };
    let name = name.or(file.as_deref()).unwrap_or(text).trim();
    if name.is_empty() || name.chars().any(is_hidden) || name.chars().count() > LONGEST_NAME {
        bail!("'{}' is not an agent, or NAME=AGENT", bellwether_core::notation::excerpt(text));
    }
    Ok(Entrant { name: name.to_owned(), agent: agent.trim().to_owned() })
}

/// The openings in a file.
fn listed(file: &Path, start: usize, shuffled: bool) -> Result<Openings, Error> {
    /// Larger ones belong into several tournaments.
    const LONGEST: u64 = 4 << 20;
    let fail = |reason: String| {
        let kinds = Openings::KINDS.join(", ");
        Error::invalid(format!(
            "--openings is {kinds} or a file, and '{}' {reason}",
            file.display()
        ))
    };
    let text =
        read_text(file, LONGEST).map_err(|error| fail(format!("cannot be read: {error}")))?;
    Openings::listed(&text, start, shuffled).ok_or_else(|| fail("holds no opening".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_may_have_names_and_play_themselves() {
        let enter = |agents: &[&str], seats| {
            let agents: Vec<String> = agents.iter().map(|agent| (*agent).to_owned()).collect();
            entered(&agents, seats).map(|(players, entries)| {
                (
                    players
                        .into_iter()
                        .map(|player| (player.name, player.agent))
                        .collect::<Vec<_>>(),
                    entries,
                )
            })
        };
        let pair = |name: &str, agent: &str| (name.to_owned(), agent.to_owned());
        let (players, entries) = enter(&["a=pvs:depth=2", "random", "random"], 2).unwrap();
        assert_eq!(
            players,
            [pair("a", "pvs:depth=2"), pair("random", "random"), pair("random #2", "random")]
        );
        assert_eq!(entries, [0, 1, 2]);
        let (players, entries) = enter(&["mcts:time=1", "uct", "uct", "uct"], 4).unwrap();
        assert_eq!(players, [pair("mcts:time=1", "mcts:time=1"), pair("uct", "uct")]);
        assert_eq!(entries, [0, 1, 1, 1]);
        let bots = ["bot:cmd=python3 src/args.rs", "bot:cmd=sh src/main.rs", "me=bot:cmd=./x"];
        let (players, _) = enter(&bots, 2).unwrap();
        // Everybody's program is called main: its folder says more.
        let names: Vec<&str> = players.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["args.rs", "src", "me"]);
        assert_eq!(players[2].1, "bot:cmd=./x");
        assert_eq!(uncaged("bot:cmd=x y,cage=on"), "bot:cmd=x y,cage=off");
        assert_eq!(uncaged("random"), "random");
        assert!(enter(&["a=random", "a=greedy"], 2).is_err());
        assert!(enter(&["=random"], 2).is_err());
    }
}
