//! [`GradedBot`]: the program, its game and its protocol.

use bellwether_arena::bots::launch::Launch;
use bellwether_arena::bots::ugi::Dialect;
use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::settings::TournamentSettings;
use bellwether_catalog::{AnyGame, BotPermission, Catalog, bot_agent, bot_name};
use bellwether_core::Error;

use super::GradeArguments;
use crate::tournament::entered;

/// A program's protocol.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// One line of JSON in, one move out.
    Simple,
    Ugi,
    Uci,
}

impl Protocol {
    /// The kind of agent that speaks it.
    const fn kind(self) -> &'static str {
        if matches!(self, Self::Simple) { "bot" } else { self.name() }
    }

    /// Which of the engines' two it is, if it is one.
    pub(super) const fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Simple => None,
            Self::Ugi => Some(Dialect::Ugi),
            Self::Uci => Some(Dialect::Uci),
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self.dialect() {
            None => "simple",
            Some(dialect) => dialect.name(),
        }
    }
}

/// The player that is graded, in every contest of a grade.
pub(super) const BOT: usize = 0;

/// A program to be graded.
pub(super) struct GradedBot {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) name: String,
    /// Its agent specification, with its time limit: the limit is the bot's alone, so that a busy machine does not
    /// cost its rivals the game.
    pub(super) agent: String,
    pub(super) launch: Launch,
    pub(super) protocol: Protocol,
    /// Seconds for a move.
    pub(super) seconds: f64,
    pub(super) seed: u64,
}

impl GradedBot {
    /// Reads the arguments; nothing is started yet.
    pub(super) fn new(catalog: &Catalog, arguments: &GradeArguments) -> Result<Self, Error> {
        let game = catalog.game(&arguments.game)?;
        let kind = arguments.protocol.kind();
        let mut spec =
            bot_agent(kind, &arguments.command)?.with("time", &arguments.time.to_string());
        if let Some(folder) = &arguments.dir {
            spec = spec.with("dir", folder);
        }
        spec = arguments.cage.add_to(spec)?;
        if arguments.no_cage {
            spec = spec.with("cage", "off");
        }
        let agent = spec.to_string();
        let is_spoken = game.bots().iter().any(|bot| bot.name == kind);
        let launch =
            if is_spoken { game.launch(&agent, None, BotPermission::Allowed)? } else { None };
        let launch = launch.ok_or_else(|| {
            let (title, protocol) = (game.card().title, arguments.protocol.name());
            Error::invalid(format!("no {protocol} engine plays {title}: try --protocol simple"))
        })?;
        let name = bot_name(&agent).unwrap_or_else(|| "the bot".to_owned());
        Ok(Self {
            game,
            name,
            agent,
            launch,
            protocol: arguments.protocol,
            seconds: arguments.time,
            seed: arguments.seed,
        })
    }

    /// The header of a contest of the bot with these rivals, which are cycled until the table is full.
    pub(super) fn header(
        &self,
        rivals: &[String],
        settings: TournamentSettings,
    ) -> Result<RecordHeader, Error> {
        let seats = self.game.seats();
        let full = rivals.len().max(seats - 1);
        let rivals: Vec<String> = rivals.iter().cycle().take(full).cloned().collect();
        let (others, entries) = entered(&rivals, seats)?;
        for other in &others {
            let named = |error: Error| error.at(&other.name);
            self.game.validate(&other.agent).map_err(named)?;
        }
        let is_taken = others.iter().any(|other| other.name == self.name);
        let name = if is_taken { format!("{} (graded)", self.name) } else { self.name.clone() };
        let mut players = vec![Entrant { name, agent: self.agent.clone() }];
        players.extend(others);
        let entries = std::iter::once(BOT).chain(entries.into_iter().map(|entry| entry + 1));
        Ok(self.game.header(players, entries.collect(), self.seed, settings))
    }
}
