//! `match`: a tournament, from its arguments or from a record that was left unfinished.

mod arguments;
mod progress;

use std::path::Path;
use std::sync::Arc;

use bellwether_arena::bots::launch::shell_word;
use bellwether_arena::record::GameRecord;
use bellwether_arena::run::{RunEnd, Tournament};
use bellwether_arena::workers::{LocalWorkers, THREAD_NAME, Workers};
use bellwether_catalog::{AnyGame, BotPermission, Catalog};
use bellwether_cluster::{ClusterView, ClusterWorkers, Lane};
use bellwether_core::{Error, ErrorKind};
use bellwether_report::printable;

pub(crate) use arguments::{MatchArguments, RunArguments, entered, entrant, named, uncaged};
pub(crate) use bellwether_arena::tournament_stats::TournamentStats;
use progress::TournamentProgress;

use crate::cluster::ClusterNotes;
use crate::interrupt::Interrupt;
use crate::report;

/// Runs a tournament; what is to be printed at its end, and whether it came to one.
pub(crate) fn run(
    catalog: &Catalog,
    arguments: &MatchArguments,
    json: bool,
) -> anyhow::Result<(String, bool)> {
    let tournament = arguments.run.open(|| arguments.header(catalog))?;
    let game = catalog.game(&tournament.header.game)?;
    if let [changed, ..] = &game.changed_bots(&tournament.header)?[..]
        && !arguments.changed_bots
    {
        anyhow::bail!(Error::invalid(format!(
            "the files of {} are not those that the record's games were played with: begin a new record, or go on \
             with --changed-bots",
            printable(changed)
        )));
    }
    let tables = arguments.tables.clone().unwrap_or_else(bellwether_catalog::tables_folder);
    let runner = game.runner(&tournament.header, &tables, BotPermission::Allowed)?;
    let cluster = match &arguments.cluster.address {
        Some(_) => Some(arguments.cluster.open(
            ("match", Lane::Games),
            game.as_ref(),
            &tournament.header,
            runner.as_ref(),
        )?),
        None => None,
    };
    let view = cluster.as_ref().map(ClusterWorkers::view);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut workers: Box<dyn Workers> = match cluster {
        Some(cluster) => Box::new(cluster),
        None => {
            Box::new(LocalWorkers::new(runner, arguments.concurrency.map_or(cores, usize::from)))
        }
    };
    let options = RunOptions {
        arguments: &arguments.run,
        cluster: view,
        interval: arguments.ratinginterval as usize,
        json,
        resume: &|path| resume_command(path) + &arguments.cluster.words(),
    };
    hold(game.as_ref(), tournament, workers.as_mut(), &options, &Interrupt::listen()?)
}

/// How a tournament is run and reported.
pub(crate) struct RunOptions<'a> {
    pub(crate) arguments: &'a RunArguments,
    /// The workers elsewhere, if there are some.
    pub(crate) cluster: Option<Arc<ClusterView>>,
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
    mut tournament: Tournament,
    workers: &mut dyn Workers,
    options: &RunOptions<'_>,
    interrupt: &Interrupt,
) -> anyhow::Result<(String, bool)> {
    let total = tournament.header.schedule()?.total();
    options.arguments.begin_record(&mut tournament)?;
    silence_player_panics();
    let path = tournament.journal.as_ref().map(|journal| journal.path().to_owned());
    let mut progress = TournamentProgress::new(&tournament.header, &game.sides(), total, options)?;
    let notes = options.cluster.as_ref().map(|view| ClusterNotes::start(view, &progress.bar));
    let mut watch = |record: &GameRecord, is_new| progress.game(record, is_new);
    let end = tournament.run_on(workers, interrupt.flag(), &mut watch);
    drop(notes);
    progress.clear();
    let end = end.map_err(|error| match &path {
        Some(path) if error.kind() == ErrorKind::Io => {
            let resume = (options.resume)(path);
            Error::new(
                error.kind(),
                format!("{error}; the games so far are there: go on with `{resume}`"),
            )
        }
        _ => error,
    })?;
    let exports = match &path {
        Some(path) if !progress.digest.outcomes.is_empty() => {
            let files = std::slice::from_ref(path);
            Some(report::export(game.catalog(), files, &options.arguments.outputs)?)
        }
        _ => None,
    };
    let stopped = path.as_deref().filter(|_| end == RunEnd::Stopped).map(options.resume);
    let summary = progress.summary(end, path.as_deref(), stopped.as_deref(), exports.as_ref());
    Ok((summary, end != RunEnd::Stopped))
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
