//! `solve`, `query`, `check-table`: games proven, and open to questions.

mod check;
mod prove;
mod query;
mod report;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use bellwether_catalog::tables_folder;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

pub(crate) use check::check;
pub(crate) use query::query;
pub(crate) use table::solve;

use crate::cluster::ClusterArguments;

/// How a game is solved.
#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// The game: `name` or `name:option=value,…`.
    game: String,
    /// Memory limit, like 8G or 500M; by default most of what is free.
    #[arg(long, value_name = "SIZE", value_parser = crate::args::size, conflicts_with = "address")]
    memory: Option<u64>,
    /// Threads; by default all cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "address")]
    threads: Option<u16>,
    /// The folder for the table; by default the user's data folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write a report, as FILE.md and as a page FILE.html with plots.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    cluster: ClusterArguments,
    /// Compare the natural starts of Wolves Eat Sheep: which one is fair, or closest to it?
    #[arg(long)]
    fairest: bool,
}

/// Where tables are looked for.
#[derive(Args, Debug)]
pub(crate) struct TableFolder {
    /// The folder with the tables; by default the user's data folder.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TableFolder {
    pub(crate) fn folder(&self) -> PathBuf {
        self.tables.clone().unwrap_or_else(tables_folder)
    }
}

/// A bar that shows how many of so many numbers are done, and the time that is left.
fn progress_bar(numbers: u64) -> ProgressBar {
    let template = "{msg:>14} {wide_bar} {percent:>3} %  {per_sec:>14}  {eta_precise} left";
    styled(ProgressBar::new(numbers), template)
}

/// A message, and the time that has gone by.
fn spinner() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner} {elapsed_precise}  {msg}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// So many threads; by default all cores.
fn thread_pool(threads: Option<u16>) -> anyhow::Result<rayon::ThreadPool> {
    let threads = threads.map_or(0, usize::from);
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
}
