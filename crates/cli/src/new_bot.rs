//! `new bot`: a bot that works, in a folder of its own, for its author to make clever.
//!
//! The bots are those of `examples/bots`, which the tests let play.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bellwether_arena::bots::launch::shell_word;
use bellwether_catalog::{AnyGame, Catalog, bot_agent};
use bellwether_core::Error;
use serde_json::json;

use crate::turn;

/// What can be made anew.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum NewCommand {
    /// A working bot to extend: one file, an example turn, and a page that explains how to run it.
    #[command(after_help = "Example: bellwether new bot --language python breakthrough my-bot")]
    Bot(NewBotArguments),
}

/// Arguments of `new bot`.
#[derive(clap::Args, Debug)]
pub(crate) struct NewBotArguments {
    /// The game: `name` or `name:option=value,…`.
    game: String,
    /// The folder to make; it may be there already if nothing would be overwritten.
    folder: PathBuf,
    /// The language to write it in.
    #[arg(long, value_enum, default_value_t = BotLanguage::Python)]
    language: BotLanguage,
}

/// The languages a bot can be begun in.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum BotLanguage {
    Python,
    Cpp,
    Javascript,
    Rust,
}

/// A bot to begin with.
struct Template {
    title: &'static str,
    file: &'static str,
    text: &'static str,
    /// The command that compiles it, if it is compiled; `{}` is its folder.
    build: Option<&'static [&'static str]>,
    /// The command that runs it.
    run: &'static [&'static str],
}

/// A bot of `examples/bots`.
macro_rules! template {
    ($title:literal, $folder:literal, $file:literal, $build:expr, $run:expr) => {
        Template {
            title: $title,
            file: $file,
            text: include_str!(concat!("../../../examples/bots/", $folder, "/", $file)),
            build: $build,
            run: $run,
        }
    };
}

impl BotLanguage {
    const fn template(self) -> Template {
        const CPP: &[&str] = &["g++", "-std=c++17", "-O2", "-o", "{}/bot", "{}/bot.cpp"];
        const RUST: &[&str] = &["rustc", "--edition", "2024", "-O", "-o", "{}/bot", "{}/bot.rs"];
        match self {
            Self::Python => {
                template!("Python", "python", "bot.py", None, &["python3", "{}/bot.py"])
            }
            Self::Cpp => template!("C++", "cpp", "bot.cpp", Some(CPP), &["{}/bot"]),
            Self::Javascript => {
                template!("JavaScript", "javascript", "bot.js", None, &["node", "{}/bot.js"])
            }
            Self::Rust => template!("Rust", "rust", "bot.rs", Some(RUST), &["{}/bot"]),
        }
    }
}

/// Writes the bot; what to do next, as text.
pub(crate) fn run(catalog: &Catalog, command: &NewCommand, json: bool) -> anyhow::Result<String> {
    let NewCommand::Bot(arguments) = command;
    let game = catalog.game(&arguments.game)?;
    let template = arguments.language.template();
    let folder = &arguments.folder;
    let commands = Commands::new(&template, game.as_ref(), folder)?;
    let files = [
        (folder.join(template.file), template.text.to_owned()),
        (folder.join(TURN), first_turn(game.as_ref())?),
        (folder.join("README.md"), readme(&template, game.as_ref(), &commands)),
    ];
    if let Some((file, _)) = files.iter().find(|(file, _)| file.exists()) {
        let text = format!("{} is there already: choose another folder", file.display());
        return Err(Error::invalid(text).into());
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    for (file, text) in &files {
        std::fs::write(file, text)
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    let names: Vec<String> = files.iter().map(|(file, _)| file.display().to_string()).collect();
    if json {
        let summary = json!({
            "files": names,
            "build": commands.build,
            "run": commands.run,
            "try": commands.try_out,
            "match": commands.play,
            "grade": commands.grade,
        });
        return Ok(format!("{summary}\n"));
    }
    let mut text = format!("Made {}.\n\n", names.join(", "));
    if let Some(build) = &commands.build {
        let _ = writeln!(text, "Build it:\n  {build}\n");
    }
    let _ = writeln!(text, "Try it on the first turn of a game:\n  {}\n", commands.try_out);
    let _ = writeln!(text, "Let it play:\n  {}\n", commands.play);
    let _ = writeln!(text, "Have it graded:\n  {}", commands.grade);
    Ok(text)
}

/// The file with a turn to try the bot on.
const TURN: &str = "turn.json";

/// How long a move may take in the turn that is written down, and in a grade.
const SECONDS: f64 = 1.0;

/// The first turn of the game, just as the bot will get it.
fn first_turn(game: &dyn AnyGame) -> anyhow::Result<String> {
    let game = game.instance(0)?;
    let start = game.start();
    let seat = start.status().mover().context("the game is over before it begins")?;
    let question = turn::question(game.as_ref(), start.as_ref(), seat, &[], SECONDS);
    Ok(serde_json::to_string(&question)? + "\n")
}

/// What its author will type, ready for a shell.
struct Commands {
    build: Option<String>,
    run: String,
    try_out: String,
    play: String,
    grade: String,
}

impl Commands {
    fn new(template: &Template, game: &dyn AnyGame, folder: &Path) -> Result<Self, Error> {
        let folder = folder.display().to_string();
        // A bare name would be looked for on the PATH.
        let folder = if folder.contains('/') { folder } else { format!("./{folder}") };
        let fill = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| word.replace("{}", &folder)).collect()
        };
        let typed = |words: &[String]| -> String {
            words.iter().map(|word| shell_word(word)).collect::<Vec<String>>().join(" ")
        };
        let words = fill(template.run);
        let run = typed(&words);
        let name = shell_word(&game.spec().to_string());
        let agent = shell_word(&bot_agent("bot", &words)?.to_string());
        let others = " --agent random".repeat(game.seats() - 1);
        let games = 4 * game.seats();
        Ok(Self {
            build: template.build.map(|words| typed(&fill(words))),
            try_out: format!("{run} < {}", shell_word(&format!("{folder}/{TURN}"))),
            play: format!(
                "bellwether match {name} --agent {agent}{others} --games {games} --time {SECONDS}"
            ),
            grade: format!("bellwether grade {name} -- {run}"),
            run,
        })
    }
}

/// The page beside the bot.
fn readme(template: &Template, game: &dyn AnyGame, commands: &Commands) -> String {
    let card = game.card();
    let moves = game.start().moves();
    let some: Vec<String> = moves.iter().take(4).map(|text| format!("`{text}`")).collect();
    let build = commands.build.as_ref().map(|build| format!("Build it:\n\n    {build}\n\n"));
    let values = [
        ("{title}", card.title),
        ("{language}", template.title),
        ("{file}", template.file),
        ("{build}", &build.unwrap_or_default()),
        ("{try}", &commands.try_out),
        ("{match}", &commands.play),
        ("{grade}", &commands.grade),
        ("{summary}", card.summary.trim_end_matches('.')),
        ("{some}", &some.len().to_string()),
        ("{all}", &moves.len().to_string()),
        ("{moves}", &some.join(", ")),
        ("{name}", card.name),
        ("{spec}", &game.spec().to_string()),
    ];
    let text = include_str!("new_bot.md").to_owned();
    values.iter().fold(text, |text, (name, value)| text.replace(name, value))
}
