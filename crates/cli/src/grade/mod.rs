//! `grade`: a report on a bot, for its author and for teachers.
//!
//! | module | what it does |
//! |---|---|
//! | [`graded_bot`] | the bot that is graded |
//! | [`protocol`] | does it start, answer, and end? |
//! | [`legality`] | is every answer a legal move? |
//! | [`games`] | how it fares against reference agents |
//! | [`accuracy`] | its moves compared with the solved table or our search |
//! | [`verdict`] | the result in one line |
//! | [`report`], [`json`] | the output: text and page, JSON |

mod accuracy;
mod bot_games;
mod contest;
mod games;
mod graded_bot;
mod json;
mod legality;
mod protocol;
mod report;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use bellwether_catalog::Catalog;
use bellwether_core::Error;
use bellwether_core::outside::replace_file;
use bellwether_report::{html, text};

use crate::args::seconds;
use crate::cage::CageOptions;
use crate::interrupt::Interrupt;
use crate::solve::TableFolder;
use crate::tournament::silence_player_panics;
use contest::GradeRunner;
use graded_bot::{GradedBot, Protocol};
use verdict::Grade;

/// Arguments of `grade`.
#[derive(clap::Args, Debug)]
pub(crate) struct GradeArguments {
    /// The game: `name` or `name:option=value,…`.
    game: String,
    /// The bot's protocol.
    #[arg(long, value_enum, default_value_t = Protocol::Simple)]
    protocol: Protocol,
    /// Seconds for a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Positions in which its answers are checked; by default 200, or what 20 seconds allow.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: Option<u32>,
    /// An opponent: an agent, or NAME=AGENT; give it for each. By default lamb, ewe and ram.
    #[arg(long, value_name = "AGENT")]
    against: Vec<String>,
    /// Games with each of them, by default six; with more seats by default eight.
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Positions that our own search visits to evaluate a move, where there is no table.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
    /// Fail if fewer of its moves keep the result, from 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_accuracy: Option<f64>,
    /// Fail if it scores less, from 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_score: Option<f64>,
    /// Write the games to this record.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write it as one page, with boards and plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Run the bot without a cage.
    #[arg(long)]
    no_cage: bool,
    /// Its working folder; by default that of its file.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,
    #[command(flatten)]
    cage: CageOptions,
    /// Games that run at once; by default the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// The random seed of everything but the bot.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    tables: TableFolder,
    /// The command that starts the bot, after `--`.
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it takes a share from 0 to 1, like 0.8".to_owned()),
    }
}

/// Grades a bot; what is to be printed, and whether it is sound.
pub(crate) fn run(
    catalog: &Catalog,
    arguments: &GradeArguments,
    as_json: bool,
) -> anyhow::Result<(String, ExitCode)> {
    anyhow::ensure!(arguments.time > 0.0, Error::invalid("--time takes more than 0 seconds"));
    let grade = examine(catalog, arguments)?;
    let code = match (grade.is_passed(), grade.is_stopped) {
        (false, _) => ExitCode::FAILURE,
        // Interrupted, as shells know it.
        (true, true) => ExitCode::from(130),
        (true, false) => ExitCode::SUCCESS,
    };
    let report = report::build(&grade);
    if let Some(file) = &arguments.html {
        replace_file(file, html::render(&report).as_bytes())
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    if as_json {
        return Ok((format!("{}\n", json::write(&grade)), code));
    }
    let sign = if grade.is_passed() { '✓' } else { '✗' };
    let (name, game) = (&grade.bot.name, grade.bot.game.spec());
    let text = text::plain(&report.sections);
    Ok((format!("{name} · {game}\n{sign} {}\n{text}", grade.verdict()), code))
}

fn examine(catalog: &Catalog, arguments: &GradeArguments) -> anyhow::Result<Grade> {
    let bot = GradedBot::new(catalog, arguments)?;
    let out = arguments.out.as_deref();
    let header = games::header(arguments, &bot)?;
    if let Some(out) = out.filter(|out| out.exists()) {
        anyhow::bail!(Error::invalid(format!("{} is there already", out.display())));
    }
    if let Some(html) = &arguments.html {
        let folder = html.parent().filter(|folder| !folder.as_os_str().is_empty());
        if html.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
            anyhow::bail!(Error::invalid(format!("{} cannot be a page there", html.display())));
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let arena = GradeRunner {
        concurrency: arguments.concurrency.map_or(cores, usize::from),
        tables: arguments.tables.folder(),
        interrupt: Interrupt::listen()?,
    };
    silence_player_panics();
    let mut checks = protocol::examine(&bot, &arena.interrupt)?;
    if arena.interrupt.is_set() {
        // A check that was interrupted has not failed.
        checks.iter_mut().for_each(|check| check.passed = None);
    }
    // A bot that cannot answer once would only cause waiting.
    let answers = checks.iter().take(2).all(|check| check.passed == Some(true));
    let mut grade = Grade {
        bot,
        checks,
        legality: None,
        games: None,
        accuracy: None,
        min_accuracy: arguments.min_accuracy,
        min_score: arguments.min_score,
        is_stopped: false,
        record: None,
    };
    let is_set = || arena.interrupt.is_set();
    if answers && !is_set() {
        grade.legality = Some(legality::examine(&grade.bot, &arena, arguments.positions)?);
    }
    if answers && !is_set() {
        let games = games::play(arguments, &grade.bot, &arena, header)?;
        if !is_set() {
            let (bot, nodes) = (&grade.bot, arguments.judge_nodes);
            let accuracy = accuracy::examine(bot, &arena, &games, nodes)?;
            grade.accuracy = Some(accuracy);
        }
        grade.games = Some(games);
        grade.record.clone_from(&arguments.out);
    }
    grade.is_stopped = is_set();
    Ok(grade)
}
