//! Programs from outside as agents: `bot:cmd=…`, `ugi:cmd=…`, `uci:cmd=…`.
//!
//! Naming one is not starting it: reading a record, or an agent's name from a page, must not run programs.
//! [`BotPermission`] says when they may run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::bots::launch::{self, CommandWrapper, Launch};
use bellwether_arena::bots::player::{Bot, BotProtocol, BotSettings, EngineSettings};
use bellwether_arena::bots::ugi::Dialect;
use bellwether_arena::player::Player;
use bellwether_arena::runner::GameInstance;
use bellwether_cage::Cage;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{OptionInfo, Options, Spec};
use bellwether_core::{ParseError, Playable};
use bellwether_search::Limits;

use super::asked_bot::AskedBot;
use super::entries::{NODES, limits};
use super::{AgentInfo, AnyAgent};

/// Whether programs may be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotPermission {
    /// No: the agent's name comes from an untrusted source.
    Refused,
    /// Yes: the user runs this program anyway.
    Allowed,
}

const CMD: OptionInfo = OptionInfo::text(
    "cmd",
    "a command",
    "none",
    "starts the program, split into words as a shell does; {game} stands for the game",
);
const DIR: OptionInfo =
    OptionInfo::file("dir", "a folder", "where the program's file is", "the folder it works in");
const TIME: OptionInfo =
    OptionInfo::number("time", "seconds", "no limit", "time for a move; longer loses");
const DEPTH: OptionInfo =
    OptionInfo::number("depth", "a number", "no limit", "plies to look ahead");
const SIMULATIONS: OptionInfo =
    OptionInfo::number("simulations", "a number", "no limit", "games to simulate for a move");
const SET: OptionInfo =
    OptionInfo::text("set", "NAME:VALUE;NAME:VALUE", "nothing", "options set before the game");
const VARIANT: OptionInfo =
    OptionInfo::text("variant", "a name", "the game's", "what the engine calls the game");
const START: OptionInfo =
    OptionInfo::text("start", "seconds", "10", "how long it may take to get ready");
const MEMORY: OptionInfo =
    OptionInfo::number("memory", "16 to 1048576", "1024", "mebibytes that it may use, in its cage");
const WRITE: OptionInfo = OptionInfo::flag("write", "off", "it may write in its own folder");
const CAGE: OptionInfo = OptionInfo::choice("cage", "on or off", "on", "run it in a cage");

const SIMPLE_OPTIONS: &[OptionInfo] = &[CMD, DIR, TIME, MEMORY, WRITE, CAGE];
const UGI_OPTIONS: &[OptionInfo] =
    &[CMD, DIR, TIME, NODES, DEPTH, SIMULATIONS, SET, START, MEMORY, WRITE, CAGE];
const UCI_OPTIONS: &[OptionInfo] =
    &[CMD, DIR, VARIANT, TIME, NODES, DEPTH, SET, START, MEMORY, WRITE, CAGE];

/// The kinds of programs that can play a game.
pub(crate) fn list<G: Playable>() -> Vec<AgentInfo> {
    let info = |name, summary, options: &[OptionInfo]| AgentInfo {
        name,
        summary,
        options: options.to_vec(),
    };
    let mut list = vec![
        info("bot", "a program: one line of JSON in, one move out", SIMPLE_OPTIONS),
        info("ugi", "a program that speaks UGI", UGI_OPTIONS),
    ];
    if G::CARD.uci_variant.is_some() {
        list.push(info("uci", "a program that speaks UCI", UCI_OPTIONS));
    }
    list
}

/// What an agent's program is called, if `agent` asks for one: its file's name.
#[must_use]
pub fn bot_name(agent: &str) -> Option<String> {
    let spec =
        Spec::parse(agent).ok().filter(|spec| ["bot", "ugi", "uci"].contains(&spec.name()))?;
    let (_, cmd) = spec.options().find(|(name, _)| *name == "cmd")?;
    launch::name(&shlex::split(cmd?)?)
}

/// The agent for a program with this command line; `kind` is `bot`, `ugi` or `uci`.
///
/// # Errors
/// If `kind` is no name, or a word holds a character that no command can have.
pub fn bot_agent(kind: &str, words: &[String]) -> Result<Spec, ParseError> {
    let cmd = shlex::try_join(words.iter().map(String::as_str))
        .map_err(|error| ParseError::new(format!("the command cannot be passed on: {error}")))?;
    Ok(Spec::parse(kind)?.with("cmd", &cmd))
}

/// How a program is made a player.
pub(crate) struct BotSpec {
    words: Vec<String>,
    folder: Option<PathBuf>,
    language: BotProtocol,
    limits: Limits,
    start: Duration,
    bounds: Option<CageBounds>,
}

impl BotSpec {
    /// Reads `bot:…`, `ugi:…` or `uci:…`; none if it is another agent. Nothing is looked up or started.
    pub(crate) fn parse<G: Playable>(spec: &Spec) -> Result<Option<Self>, ParseError> {
        let Some(info) = list::<G>().into_iter().find(|info| info.name == spec.name()) else {
            return Ok(None);
        };
        let options = Options::new(spec, &info.options)?;
        let Some(cmd) = options.text("cmd")? else {
            let name = info.name;
            return Err(ParseError::new(format!(
                "{name} needs the command that starts it: {name}:cmd=python3 bot.py"
            )));
        };
        let words = shlex::split(cmd).ok_or_else(|| {
            ParseError::new(format!("a quotation mark is missing in cmd='{}'", excerpt(cmd)))
        })?;
        let mut settings = settings(&options)?;
        let language = match info.name {
            "bot" => BotProtocol::Simple,
            "ugi" => {
                BotProtocol::Engine(EngineSettings { dialect: Dialect::Ugi, options: settings })
            }
            _ => {
                let variant = options.text("variant")?.or(G::CARD.uci_variant).unwrap_or_default();
                settings.insert(0, ("UCI_Variant".to_owned(), variant.to_owned()));
                BotProtocol::Engine(EngineSettings { dialect: Dialect::Uci, options: settings })
            }
        };
        let start = options.number("start", 0.1..=3_600.0)?.unwrap_or(10.0);
        Ok(Some(Self {
            words,
            folder: options.text("dir")?.map(PathBuf::from),
            language,
            limits: limits(&options)?,
            start: Duration::from_secs_f64(start),
            bounds: CageBounds::read(&options)?,
        }))
    }

    /// How its program is started.
    pub(crate) fn launch(&self, bots: BotPermission) -> Result<Launch, ParseError> {
        if bots == BotPermission::Refused {
            return Err(ParseError::new(
                "a bot is a program: it is started only from the command line, by match, play, best, grade or engine, or by serve under a name that --bot gives it",
            ));
        }
        let launch = Launch::new(&self.words, self.folder.as_deref())?;
        Ok(match &self.bounds {
            Some(bounds) => {
                let cage = bounds.cage(launch.folder());
                launch.wrapped(Arc::new(CagedCommand(cage)))
            }
            None => launch,
        })
    }

    fn settings(&self, bots: BotPermission) -> Result<BotSettings, ParseError> {
        Ok(BotSettings {
            launch: self.launch(bots)?,
            language: self.language.clone(),
            limits: self.limits,
            start: self.start,
        })
    }

    pub(crate) fn player<G: Playable>(
        &self,
        instance: &GameInstance<G>,
        bots: BotPermission,
    ) -> Result<Box<dyn Player<G>>, ParseError> {
        Ok(Box::new(bot(self.settings(bots)?, instance)))
    }

    pub(crate) fn agent<G: Playable>(
        &self,
        instance: &GameInstance<G>,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, ParseError> {
        Ok(Box::new(AskedBot::new(self.settings(bots)?, instance)))
    }
}

/// A bot that is shown what its seat sees.
pub(super) fn bot<G: Playable>(settings: BotSettings, instance: &GameInstance<G>) -> Bot<G> {
    Bot::new(settings, instance, G::OBSERVATION)
}

/// The engine's options: `NAME:VALUE;NAME:VALUE`.
fn settings(options: &Options<'_>) -> Result<Vec<(String, String)>, ParseError> {
    let Some(text) = options.text("set")? else { return Ok(Vec::new()) };
    let pair = |part: &str| {
        let (name, value) = part.split_once(':').ok_or_else(|| {
            ParseError::new(format!("set takes NAME:VALUE;NAME:VALUE, not '{}'", excerpt(part)))
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    text.split(';').filter(|part| !part.trim().is_empty()).map(pair).collect()
}

/// What a bot's cage is to be like.
struct CageBounds {
    memory: Option<u64>,
    is_writable: bool,
}

impl CageBounds {
    /// None if there is to be no cage.
    fn read(options: &Options<'_>) -> Result<Option<Self>, ParseError> {
        let memory = options.number("memory", 16..=1_u64 << 20)?.map(|mebibytes| mebibytes << 20);
        let is_writable = options.flag("write")?;
        let is_caged = options.choice("cage", &[("on", true), ("off", false)])?.unwrap_or(true);
        Ok(is_caged.then_some(Self { memory, is_writable }))
    }

    fn cage(&self, folder: &Path) -> Cage {
        let usual = Cage::new(folder);
        let memory = self.memory.unwrap_or(usual.memory);
        Cage { memory, writable: self.is_writable, ..usual }
    }
}

/// A bot's command, started in its cage.
#[derive(Debug)]
struct CagedCommand(Cage);

impl CommandWrapper for CagedCommand {
    fn command(&self, words: &[OsString]) -> Command {
        self.0.command(words)
    }

    fn explain_exit(&self, status: ExitStatus) -> Option<String> {
        let exit = self.0.exit_of(status);
        // How a program ends by itself is reported by its player.
        (!exit.is_its_own()).then(|| exit.to_string())
    }
}
