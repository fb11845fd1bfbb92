//! `new bot`: a bot that works, in a folder of its own, for its author to make clever.
//!
//! The bots are those of `examples/bots`, which the tests let play.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bellwether_arena::bots::launch::shell_word;
use bellwether_catalog::{AnyGame, Catalog, bot_agent};
use bellwether_core::ParseError;
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

impl BotLanguage {
    const fn template(self) -> Template {
        match self {
            Self::Python => Template {
                title: "Python",
                file: "bot.py",
                text: include_str!("../../../examples/bots/python/bot.py"),
                build: None,
                run: &["python3", "{}/bot.py"],
            },
            Self::Cpp => Template {
                title: "C++",
                file: "bot.cpp",
                text: include_str!("../../../examples/bots/cpp/bot.cpp"),
                build: Some(&["g++", "-std=c++17", "-O2", "-o", "{}/bot", "{}/bot.cpp"]),
                run: &["{}/bot"],
            },
            Self::Javascript => Template {
                title: "JavaScript",
                file: "bot.js",
                text: include_str!("../../../examples/bots/javascript/bot.js"),
                build: None,
                run: &["node", "{}/bot.js"],
            },
            Self::Rust => Template {
                title: "Rust",
                file: "bot.rs",
                text: include_str!("../../../examples/bots/rust/bot.rs"),
                build: Some(&["rustc", "--edition", "2024", "-O", "-o", "{}/bot", "{}/bot.rs"]),
                run: &["{}/bot"],
            },
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
        return Err(ParseError::new(text).into());
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
    fn new(template: &Template, game: &dyn AnyGame, folder: &Path) -> Result<Self, ParseError> {
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
    let info = game.card();
    let mut text = format!(
        "# A bot for {} in {}\n\n`{}` is a whole bot: at each of its turns one line of JSON comes in on standard input, and \
         one move goes out on standard output. Make its function `worth` clever.\n\n",
        info.title, template.title, template.file
    );
    if let Some(build) = &commands.build {
        let _ = writeln!(text, "Build it:\n\n    {build}\n");
    }
    let _ = writeln!(
        text,
        "`{TURN}` holds the first turn of a game: try it there, let it play, then have it graded:\n\n    {}\n    {}\n    {}\n",
        commands.try_out, commands.play, commands.grade
    );
    let start = game.start();
    let moves = start.moves();
    let some: Vec<String> = moves.iter().take(4).map(|text| format!("`{text}`")).collect();
    let _ = writeln!(
        text,
        "## The game\n\n{}. At the start, {} of {} legal moves are {}. `bellwether games {}` has the rules' options, \
         `bellwether show {}` draws the board.\n",
        info.summary.trim_end_matches('.'),
        some.len(),
        moves.len(),
        some.join(", "),
        info.name,
        game.spec(),
    );
    text.push_str(
        "## A turn\n\n\
         | key | what it holds |\n|---|---|\n\
         | `game` | the game and its options |\n\
         | `seat`, `seats` | who you are, from 1, and how many play |\n\
         | `ply` | how many moves were made |\n\
         | `position` | the position as text |\n\
         | `board` | the rows from the top, each a list of squares |\n\
         | `moves` | every legal move: answer with one of them, or with `resign` |\n\
         | `history` | the moves so far, as you saw them |\n\
         | `time` | seconds you have for this move, if there is a limit |\n\
         | `clocks` | seconds left for each seat, if there are clocks |\n\n\
         On the board `.` is empty and `#` is no square; `w` and `b` are the workers of seats 1 and 2, `W` is a wolf, `S` a sheep, and \
         `2:16` sixteen sheep of seat 2 (`2:?` if you cannot see how many).\n\n\
         What you write to standard error is your log. When the game is over, standard input ends.\n",
    );
    text
}
