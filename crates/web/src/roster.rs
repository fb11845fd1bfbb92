//! Registered bots: the only programs that a page can have started.
//!
//! They are named when the server is started; a page uses the name, and the command behind it never leaves the
//! server. This is the one place of the crate that allows bots.

use std::time::Duration;

use bellwether_arena::bots::NETWORK_CLIENT;
use bellwether_arena::record::RecordHeader;
use bellwether_catalog::{AnyGame, BotPermission, Catalog, LEVELS, PERSON};
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{Spec, suggest};
use bellwether_core::{Error, bail};

use crate::permissions;

/// The default time for a program's move.
pub const BOT_TIME: Duration = Duration::from_secs(10);

/// The longest name of a bot.
const LONGEST: usize = 24;

/// The bots of a server, by name.
#[derive(Clone, Debug)]
pub struct BotRoster {
    catalog: Catalog,
    bots: Vec<Registered>,
}

/// An agent under a name of its own.
#[derive(Clone, Debug)]
struct Registered {
    name: String,
    agent: String,
    is_program: bool,
}

/// The player behind a name that a page uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedAgent<'a> {
    pub(crate) agent: &'a str,
    pub(crate) bots: BotPermission,
    /// Whether it is an outside program.
    pub(crate) is_program: bool,
}

impl BotRoster {
    /// No bots yet, for the games of a catalogue.
    #[must_use]
    pub fn new(catalog: &Catalog) -> Self {
        Self { catalog: catalog.clone(), bots: Vec::new() }
    }

    /// The games that can be played.
    pub(crate) const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The game that a page requests.
    ///
    /// # Errors
    /// If there is none, or it would read a file.
    pub(crate) fn game(&self, text: &str) -> Result<Box<dyn AnyGame>, Error> {
        permissions::game(&self.catalog, text)
    }

    /// Registers an agent, most likely a program (`bot:cmd=…`), which then may take this `time` for a move unless it
    /// says otherwise. Nothing is started.
    ///
    /// # Errors
    /// If the name is none or taken, or there is no such agent, option or program.
    pub fn register(&mut self, name: &str, agent: &str, time: Duration) -> Result<(), Error> {
        self.check_name(name)?;
        let named = |error: Error| error.at(name);
        let mut spec = Spec::parse(agent).map_err(|error| named(error.into()))?;
        let games = self.games()?;
        let is_program = kinds(&games).any(|kind| kind == spec.name());
        if is_program && !spec.options().any(|(option, _)| option == "time") {
            spec = spec.with("time", &time.as_secs_f64().to_string());
        }
        let agent = spec.to_string();
        check_agent(&games, &spec, &agent).map_err(named)?;
        self.bots.push(Registered { name: name.to_owned(), agent, is_program });
        Ok(())
    }

    fn games(&self) -> Result<Vec<Box<dyn AnyGame>>, Error> {
        self.catalog.cards().map(|card| self.catalog.game(card.name)).collect()
    }

    fn check_name(&self, name: &str) -> Result<(), Error> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if name.is_empty() || name.len() > LONGEST || !name.bytes().all(is_plain) {
            bail!(
                "'{}' is no name for a bot: it has up to {LONGEST} letters, digits, - or _",
                excerpt(name)
            );
        }
        let games = self.games()?;
        let ours = games.iter().flat_map(|game| game.agents()).map(|agent| agent.name);
        let others = LEVELS.into_iter().chain([PERSON, NETWORK_CLIENT]).chain(kinds(&games));
        let is_name = |taken: &str| taken.eq_ignore_ascii_case(name);
        if { ours }.chain(others).any(is_name) {
            bail!("an agent is called '{name}' already: give the bot another name");
        }
        if self.bots.iter().any(|bot| is_name(&bot.name)) {
            bail!("two bots are called '{name}': give one another name");
        }
        Ok(())
    }

    /// What the bots are called.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.bots.iter().map(|bot| bot.name.as_str()).collect()
    }

    fn find(&self, name: &str) -> Option<&Registered> {
        self.bots.iter().find(|bot| bot.name == name)
    }

    /// Checks an agent, or registered bot, that somebody at a page asks for.
    ///
    /// # Errors
    /// If a page may not have it, there is none of this name, or an option has no effect in this game.
    pub(crate) fn check(&self, game: &dyn AnyGame, who: &str) -> Result<(), Error> {
        self.permit(game, who)?;
        game.validate(self.resolve(who).agent)
    }

    /// Checks that a page may have this agent, or registered bot, in this game.
    fn permit(&self, game: &dyn AnyGame, who: &str) -> Result<(), Error> {
        if let Some(bot) = self.find(who) {
            return match game.is_deterministic(&bot.agent) {
                Ok(_) => Ok(()),
                Err(_) => {
                    let title = game.card().title;
                    Err(Error::invalid(format!("{who} does not play {title}")))
                }
            };
        }
        if let Some((name, _)) = who.split_once(':')
            && self.find(name).is_some()
        {
            bail!("{name} takes no options here: they are given when the server is started");
        }
        permissions::agent(game, who)
    }

    /// The player behind a name that a page uses.
    pub(crate) fn resolve<'a>(&'a self, who: &'a str) -> ResolvedAgent<'a> {
        match self.find(who) {
            Some(bot) => ResolvedAgent {
                agent: &bot.agent,
                bots: BotPermission::Allowed,
                is_program: bot.is_program,
            },
            None => ResolvedAgent { agent: who, bots: BotPermission::Refused, is_program: false },
        }
    }

    /// The header of a tournament with the agents behind the names, and whether bots are among them. The record
    /// keeps the names.
    ///
    /// # Errors
    /// If a page may not have one of the players.
    pub(crate) fn resolve_header(
        &self,
        game: &dyn AnyGame,
        header: &RecordHeader,
    ) -> Result<(RecordHeader, BotPermission), Error> {
        let (mut resolved, mut bots) = (header.clone(), BotPermission::Refused);
        for player in &mut resolved.players {
            let named = |error: Error| error.at(&player.name);
            self.permit(game, &player.agent).map_err(named)?;
            let found = self.resolve(&player.agent);
            if found.bots == BotPermission::Allowed {
                bots = BotPermission::Allowed;
            }
            player.agent = found.agent.to_owned();
        }
        Ok((resolved, bots))
    }
}

/// What programs from outside are called.
fn kinds(games: &[Box<dyn AnyGame>]) -> impl Iterator<Item = &'static str> {
    games.iter().flat_map(|game| game.bots()).map(|kind| kind.name)
}

/// Some game must have this agent, with these options; a program must be there.
fn check_agent(games: &[Box<dyn AnyGame>], spec: &Spec, agent: &str) -> Result<(), Error> {
    let names = |game: &dyn AnyGame| {
        let agents = game.agents().into_iter().chain(game.bots());
        agents.map(|agent| agent.name).chain(LEVELS).collect::<Vec<_>>()
    };
    let mut first = None;
    for game in games.iter().filter(|game| names(game.as_ref()).contains(&spec.name())) {
        match game.agent(agent, 1, BotPermission::Allowed) {
            Ok(_) => return Ok(()),
            Err(error) => first = first.or(Some(error)),
        }
    }
    let mut all: Vec<&str> = games.iter().flat_map(|game| names(game.as_ref())).collect();
    all.sort_unstable();
    all.dedup();
    Err(first.unwrap_or_else(|| {
        Error::invalid(format!(
            "there is no agent '{}': {}",
            excerpt(spec.name()),
            suggest(spec.name(), all, "")
        ))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registered(name: &str, agent: &str) -> Result<BotRoster, String> {
        let mut roster = BotRoster::new(&bellwether_standard::standard());
        let done = roster.register(name, agent, BOT_TIME).map_err(|error| error.to_string());
        done.map(|()| roster)
    }

    #[test]
    fn what_is_no_bot_is_refused_with_a_sentence() {
        let why = |name: &str, agent: &str| registered(name, agent).unwrap_err();
        for name in ["", "a b", "me:time", "ä", "bot/../x", &"x".repeat(25)] {
            assert!(why(name, "bot:cmd=sh").contains("is no name for a bot"), "{name}");
        }
        for name in ["ram", "pvs", "Person", "bot", "uci", "client"] {
            assert!(why(name, "bot:cmd=sh").contains("another name"), "{name}");
        }
        assert_eq!(why("me", "bott:cmd=sh"), "me: there is no agent 'bott': did you mean 'bot'?");
        assert!(why("me", "bot").starts_with("me: bot needs the command"));
        assert!(why("me", "bot:cmd=no-such-program").contains("there is no program"));
        assert!(why("me", "bot:cmd=sh,colour=red").starts_with("me: "));
        assert!(why("me", "pvs:depth=x").starts_with("me: "));
        let mut roster = registered("me", "bot:cmd=sh").unwrap();
        let again = roster.register("Me", "random", BOT_TIME).unwrap_err().to_string();
        assert!(again.contains("two bots are called 'Me'"));
    }

    #[test]
    fn a_page_asks_by_name_alone() {
        let roster = registered("me", "uci:cmd=sh").unwrap();
        let game = bellwether_standard::game("breakthrough").unwrap();
        let check = |who| roster.check(game.as_ref(), who).map_err(|error| error.to_string());
        assert_eq!(check("me"), Ok(()));
        assert_eq!(check("ram"), Ok(()));
        assert!(check("me:time=60").unwrap_err().contains("takes no options here"));
        assert!(check("uci:cmd=sh").unwrap_err().contains("a page may not ask"));
        assert!(check("you").unwrap_err().contains("there is no agent 'you'"));
        let other = bellwether_standard::game("wolf-and-sheep").unwrap();
        let refused = roster.check(other.as_ref(), "me").unwrap_err().to_string();
        assert_eq!(refused, "me does not play Wolf and Sheep");
    }

    #[test]
    fn options_without_effect_are_refused_but_old_records_may_hold_them() {
        let roster = BotRoster::new(&bellwether_standard::standard());
        let game = bellwether_standard::game("battle-sheep:hidden").unwrap();
        for agent in ["mcts:threads=2", "paranoid:ties=shallow"] {
            let refused = roster.check(game.as_ref(), agent).unwrap_err().to_string();
            assert!(refused.contains("has no effect"), "{refused}");
            assert_eq!(roster.permit(game.as_ref(), agent), Ok(()));
        }
    }

    #[test]
    fn only_names_lead_to_programs() {
        let roster = registered("me", "bot:cmd=sh").unwrap();
        let player = roster.resolve("me");
        assert_eq!((player.agent, player.bots), ("bot:cmd=sh,time=10", BotPermission::Allowed));
        assert_eq!(roster.resolve("bot:cmd=sh,time=10").bots, BotPermission::Refused);
        let own = registered("me", "bot:cmd=sh,time=2").unwrap();
        assert_eq!(own.resolve("me").agent, "bot:cmd=sh,time=2");
        let plain = registered("fast", "pvs:depth=2").unwrap();
        assert!(!plain.resolve("fast").is_program && plain.resolve("fast").agent == "pvs:depth=2");
    }
}
