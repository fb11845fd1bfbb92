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
use bellwether_core::card::Card;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{Options, Spec};
use bellwether_core::{Error, Playable, bail};
use bellwether_search::Limits;

use super::AnyAgent;
use super::asked_bot::AskedBot;
use super::entry::{AgentInfo, limits};
use super::options::built_in;

/// Whether programs may be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotPermission {
    /// No: the agent's name comes from an untrusted source.
    Refused,
    /// Yes: the user runs this program anyway.
    Allowed,
}

/// The kinds of programs that can play a game.
pub(crate) fn list(card: &Card) -> Vec<AgentInfo> {
    let uci = card.uci_variant.map(|_| "uci");
    ["bot", "ugi"].into_iter().chain(uci).map(built_in).collect()
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
pub fn bot_agent(kind: &str, words: &[String]) -> Result<Spec, Error> {
    let cmd = shlex::try_join(words.iter().map(String::as_str))
        .map_err(|error| Error::invalid(format!("the command cannot be passed on: {error}")))?;
    Ok(Spec::parse(kind)?.with("cmd", &cmd))
}

/// The same bot for another machine, where `folder` is somewhere else: paths of its command begin at its folder. Those
/// of `agent` begin at `base`.
///
/// # Errors
/// If it is no bot, or names a file outside of its folder by a path that means nothing elsewhere.
pub fn portable_bot(agent: &str, base: &Path, folder: &Path) -> Result<String, Error> {
    let spec = Spec::parse(agent)?;
    let cmd = spec.options().find(|(name, _)| *name == "cmd").and_then(|(_, cmd)| cmd);
    let words = cmd.and_then(shlex::split);
    let words = words.ok_or_else(|| Error::invalid(format!("'{}' is no bot", excerpt(agent))))?;
    let portable = |(at, word): (usize, &String)| {
        let path = std::path::absolute(base.join(word)).unwrap_or_default();
        match path.strip_prefix(folder) {
            _ if !path.is_file() || at == 0 && !word.contains('/') => Ok(word.clone()),
            Ok(inside) if at == 0 => Ok(format!("./{}", inside.display())),
            Ok(inside) => Ok(inside.display().to_string()),
            Err(_) if Path::new(word).is_absolute() => Ok(word.clone()),
            Err(_) => Err(Error::invalid(format!(
                "the file '{}' is not in the bot's folder {}, which alone goes to other machines",
                excerpt(word),
                folder.display()
            ))),
        }
    };
    let words: Vec<String> =
        words.iter().enumerate().map(portable).collect::<Result<_, Error>>()?;
    let cmd = bot_agent(spec.name(), &words)?;
    Ok(cmd.with("dir", ".").over(&spec).to_string())
}

/// Whether an agent is a bot that runs in a cage.
#[must_use]
pub fn is_caged_bot(agent: &str) -> bool {
    let spec = Spec::parse(agent).ok();
    let is_open = |spec: &Spec| spec.options().any(|option| option == ("cage", Some("off")));
    bot_name(agent).is_some() && spec.is_some_and(|spec| !is_open(&spec))
}

/// How a program is made a player.
pub(crate) struct BotSpec {
    words: Vec<String>,
    folder: Option<PathBuf>,
    /// Where relative paths begin.
    pub(crate) base: PathBuf,
    language: BotProtocol,
    limits: Limits,
    start: Duration,
    /// Its cage, without the folder.
    cage: Option<Cage>,
}

impl BotSpec {
    /// Reads `bot:…`, `ugi:…` or `uci:…`; none if it is another agent. Nothing is looked up or started.
    pub(crate) fn parse(card: &Card, spec: &Spec) -> Result<Option<Self>, Error> {
        let Some(info) = list(card).into_iter().find(|info| info.name == spec.name()) else {
            return Ok(None);
        };
        let options = Options::new(spec, &info.options)?;
        let Some(cmd) = options.text("cmd")? else {
            let name = info.name;
            bail!("{name} needs the command that starts it: {name}:cmd=python3 bot.py");
        };
        let words = shlex::split(cmd).ok_or_else(|| {
            Error::invalid(format!("a quotation mark is missing in cmd='{}'", excerpt(cmd)))
        })?;
        let mut settings = settings(&options)?;
        let language = match info.name {
            "bot" => BotProtocol::Simple,
            "ugi" => {
                BotProtocol::Engine(EngineSettings { dialect: Dialect::Ugi, options: settings })
            }
            _ => {
                let variant = options.text("variant")?.or(card.uci_variant).unwrap_or_default();
                settings.insert(0, ("UCI_Variant".to_owned(), variant.to_owned()));
                BotProtocol::Engine(EngineSettings { dialect: Dialect::Uci, options: settings })
            }
        };
        let start = options.number("start", 0.1..=3_600.0)?.unwrap_or(10.0);
        let mut cage = Cage { writable: options.flag("write")?, ..Cage::new(Path::new("")) };
        if let Some(mebibytes) = options.number("memory", 16..=1_u64 << 20)? {
            cage.memory = mebibytes << 20;
        }
        if let Some(mebibytes) = options.number("file-size", 1..=1_u64 << 20)? {
            cage.file_size = mebibytes << 20;
        }
        cage.processes = options.number("processes", 1..=10_000)?.unwrap_or(cage.processes);
        cage.open_files = options.number("open-files", 8..=1_000_000)?.unwrap_or(cage.open_files);
        cage.cpu = options.number("cpu", 1..=1_000_000)?.map_or(cage.cpu, Duration::from_secs);
        let paths = options.text("read")?.map(std::env::split_paths);
        cage.readable = paths.into_iter().flatten().collect();
        let is_caged = options.choice("cage", &[("on", true), ("off", false)])?.unwrap_or(true);
        Ok(Some(Self {
            words,
            folder: options.text("dir")?.map(PathBuf::from),
            base: PathBuf::from("."),
            language,
            limits: limits(&options)?,
            start: Duration::from_secs_f64(start),
            cage: is_caged.then_some(cage),
        }))
    }

    /// How its program is started.
    pub(crate) fn launch(&self, bots: BotPermission) -> Result<Launch, Error> {
        if bots == BotPermission::Refused {
            bail!(
                "a bot is a program: it is started only from the command line, by match, play, best, grade or engine, or by serve under a name that --bot gives it"
            );
        }
        let launch = Launch::new(&self.words, self.folder.as_deref(), &self.base)?;
        let Some(cage) = &self.cage else { return Ok(launch) };
        let cage = Cage { folder: launch.folder().to_owned(), ..cage.clone() };
        cage.check_folder()
            .map_err(|why| Error::invalid(format!("{why} (cage=off lets it stay)")))?;
        Ok(launch.wrapped(Arc::new(CagedCommand(cage))))
    }

    fn settings(&self, bots: BotPermission) -> Result<BotSettings, Error> {
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
    ) -> Result<Box<dyn Player<G>>, Error> {
        Ok(Box::new(bot(self.settings(bots)?, instance)))
    }

    pub(crate) fn agent<G: Playable>(
        &self,
        instance: &GameInstance<G>,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, Error> {
        Ok(Box::new(AskedBot::new(self.settings(bots)?, instance)))
    }
}

/// A bot that is shown what its seat sees.
pub(super) fn bot<G: Playable>(settings: BotSettings, instance: &GameInstance<G>) -> Bot<G> {
    Bot::new(settings, instance, G::OBSERVATION)
}

/// The engine's options: `NAME:VALUE;NAME:VALUE`.
fn settings(options: &Options<'_>) -> Result<Vec<(String, String)>, Error> {
    let Some(text) = options.text("set")? else { return Ok(Vec::new()) };
    let pair = |part: &str| {
        let (name, value) = part.split_once(':').ok_or_else(|| {
            Error::invalid(format!("set takes NAME:VALUE;NAME:VALUE, not '{}'", excerpt(part)))
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    text.split(';').filter(|part| !part.trim().is_empty()).map(pair).collect()
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

    fn explain_words(&self, words: &str) -> Option<String> {
        self.0.refusal(words).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_finds_its_files_elsewhere() {
        // Tests run in the crate's folder.
        let base = std::env::current_dir().unwrap();
        let folder = base.join("src");
        let portable = |agent: &str| portable_bot(agent, &base, &folder).unwrap();
        let agent = portable("bot:cmd=python3 src/lib.rs {game},memory=64");
        let spec = Spec::parse(&agent).unwrap();
        let option = |name: &str| spec.options().find(|option| option.0 == name).unwrap().1;
        let words = option("cmd").and_then(shlex::split).unwrap();
        assert_eq!(words, ["python3", "lib.rs", "{game}"], "{agent}");
        assert_eq!((option("dir"), option("memory")), (Some("."), Some("64")), "{agent}");
        assert!(portable("bot:cmd=src/lib.rs").contains("./lib.rs"));
        assert!(portable("bot:cmd=/bin/sh -c true").contains("/bin/sh -c true"));
        let outside = portable_bot("bot:cmd=sh Cargo.toml", &base, &folder).unwrap_err();
        assert!(outside.to_string().contains("'Cargo.toml' is not in the bot's folder"));
        assert!(portable_bot("greedy", &base, &folder).is_err());
        assert!(is_caged_bot("bot:cmd=sh x") && !is_caged_bot("greedy"));
        assert!(!is_caged_bot("bot:cmd=sh x,cage=off"));
    }
}
