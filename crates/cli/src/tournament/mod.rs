//! `match`: a tournament, from its arguments or from a record that was left unfinished.

mod arguments;
mod progress;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context;
use bellwether_arena::bots::launch::shell_word;
use bellwether_arena::record::journal::{self, Journal, JournalError};
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::run::{RunEnd, RunError, THREAD_NAME, Tournament};
use bellwether_arena::runner::GameRunner;
use bellwether_arena::schedule::{Finished, Fixture, Schedule};
use bellwether_catalog::{AnyGame, BotPermission, Catalog};
use bellwether_core::ParseError;

pub(crate) use arguments::{MatchArguments, entered, entrant, milliseconds, named, uncaged};
pub(crate) use bellwether_arena::tournament_stats::TournamentStats;
use progress::TournamentProgress;

use crate::interrupt::Interrupt;
use crate::report::Outputs;
use crate::{records, report};

/// Runs a tournament; what is to be printed at its end, and whether it came to one.
pub(crate) fn run(
    catalog: &Catalog,
    arguments: &MatchArguments,
    json: bool,
) -> anyhow::Result<(String, bool)> {
    arguments.outputs.check(arguments.resume.as_slice())?;
    let opened = match &arguments.resume {
        Some(path) => resume(path)?,
        None => {
            let header = arguments.header(catalog, now())?;
            OpenedTournament { header, journal: None, past: Vec::new() }
        }
    };
    let game = catalog.game(&opened.header.game)?;
    let tables = arguments.tables.clone().unwrap_or_else(bellwether_catalog::tables_folder);
    let runner = game.runner(&opened.header, &tables, BotPermission::Allowed)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = RunOptions {
        concurrency: arguments.concurrency.map_or(cores, usize::from),
        records: (!arguments.no_records).then_some(arguments.records.as_deref()),
        outputs: &arguments.outputs,
        lines: !arguments.quiet && !json,
        interval: arguments.ratinginterval as usize,
        json,
        resume: &resume_command,
    };
    hold(game.as_ref(), opened, runner, &options, &Interrupt::listen()?)
}

/// How a tournament is run and reported.
pub(crate) struct RunOptions<'a> {
    /// How many games run at once.
    pub(crate) concurrency: usize,
    /// Whether a new record is written, and where; by default in the folder of matches.
    pub(crate) records: Option<Option<&'a Path>>,
    /// What is made of the record at the end.
    pub(crate) outputs: &'a Outputs,
    /// Whether every game gets a line.
    pub(crate) lines: bool,
    /// The score is printed after so many games.
    pub(crate) interval: usize,
    /// Whether the result is printed as JSON.
    pub(crate) json: bool,
    /// The command that resumes a record.
    pub(crate) resume: &'a dyn Fn(&Path) -> String,
}

/// Runs a tournament; what is to be printed at its end, and whether it is complete.
pub(crate) fn hold(
    game: &dyn AnyGame,
    opened: OpenedTournament,
    runner: Arc<dyn GameRunner>,
    options: &RunOptions<'_>,
    interrupt: &Interrupt,
) -> anyhow::Result<(String, bool)> {
    let OpenedTournament { header, mut journal, past } = opened;
    let seats = game.seats();
    if header.seats.len() != seats {
        anyhow::bail!(ParseError::new("the record's header has other seats than its game"));
    }
    let schedule = Schedule::new(&header.settings, &header.entries, seats)?;
    if let (None, Some(path)) = (&journal, options.records) {
        journal = Some(begin(path, &header)?);
    }
    silence_player_panics();
    let digest = TournamentStats::new(&header, &game.sides());
    let mut progress = TournamentProgress::new(&header, digest, &schedule, options)?;
    let mut done = HashMap::new();
    for record in past {
        progress.resumed(&record);
        done.insert(record.number, Finished::of(Fixture::of(&record), &record));
    }
    let end = if progress.is_decided() {
        Ok(RunEnd::Decided)
    } else {
        let concurrency = options.concurrency;
        let tournament =
            Tournament { schedule: &schedule, runner, concurrency, stop: interrupt.flag() };
        tournament.run(journal.as_mut(), done, &mut |record| progress.game(record))
    };
    progress.clear();
    let end = end.map_err(|error| match error {
        RunError::Game(error) => anyhow::Error::from(error),
        error => error.into(),
    })?;
    let path = journal.as_ref().map(|journal| journal.path().to_owned());
    if let Some(journal) = journal.filter(|_| end != RunEnd::Stopped) {
        journal.finish()?;
    }
    let exports = match &path {
        Some(path) if !progress.digest.outcomes.is_empty() => {
            Some(report::export(game.catalog(), std::slice::from_ref(path), options.outputs)?)
        }
        _ => None,
    };
    let stopped = path.as_deref().filter(|_| end == RunEnd::Stopped).map(options.resume);
    let summary = progress.summary(end, path.as_deref(), stopped.as_deref(), exports.as_ref());
    Ok((summary, end != RunEnd::Stopped))
}

/// A tournament that is about to begin, or to go on.
pub(crate) struct OpenedTournament {
    pub(crate) header: RecordHeader,
    /// The record, if there is one already.
    pub(crate) journal: Option<Journal>,
    /// The games that it has.
    pub(crate) past: Vec<GameRecord>,
}

/// The time in UTC, as records have it.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Opens a record to go on with it.
pub(crate) fn resume(path: &Path) -> anyhow::Result<OpenedTournament> {
    let mut past = Vec::new();
    let (journal, header) =
        Journal::resume(path, |record| past.push(record)).map_err(|error| records::bad(&error))?;
    Ok(OpenedTournament { header, journal: Some(journal), past })
}

/// Begins the record, once everything else is in order: what is no tournament leaves no file behind.
fn begin(path: Option<&Path>, header: &RecordHeader) -> anyhow::Result<Journal> {
    let path = match path {
        Some(path) => path.to_owned(),
        None => in_folder(header)?,
    };
    Journal::create(&path, header).map_err(|error| match error {
        JournalError::Io { .. } => error.into(),
        _ => records::bad(&error).into(),
    })
}

/// A new file in the folder of matches.
fn in_folder(header: &RecordHeader) -> anyhow::Result<PathBuf> {
    let folder = bellwether_catalog::matches_folder();
    journal::free_name(&folder, header)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// A player's panic goes into the record, not to the terminal.
pub(crate) fn silence_player_panics() {
    let loud = Arc::new(std::panic::take_hook());
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name() != Some(THREAD_NAME) {
            loud(info);
        }
    }));
}

/// The command that resumes a record.
pub(crate) fn resume_command(path: &Path) -> String {
    format!("bellwether match --resume {}", shell_word(&path.display().to_string()))
}
