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

/// How a game is solved.
#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// The game: `name` or `name:option=value,…`.
    game: String,
    /// Memory limit, like 8G or 500M; by default most of what is free.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    /// Threads; by default all cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder for the table; by default the user's data folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write a report, as FILE.md and as a page FILE.html with plots.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
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

/// A number of bytes: `500M`, `8G`, `1.5GB`.
fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let body = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let units = [('K', 1e3), ('M', 1e6), ('G', 1e9), ('T', 1e12)];
    let scaled = units.iter().find_map(|(unit, bytes)| Some((body.strip_suffix(*unit)?, *bytes)));
    let (digits, unit) = scaled.unwrap_or((body, 1.0));
    let most = if unit == 1.0 { 1e15 } else { 1e6 };
    match digits.trim().parse::<f64>() {
        Ok(number) if (0.0..most).contains(&number) => Ok((number * unit) as u64),
        _ => Err("it takes a size like 500M or 8G".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read() {
        let sizes = ["8G", "500M", "1.5gb", "64KiB", "1000"].map(|text| size(text).unwrap());
        assert_eq!(sizes, [8_000_000_000, 500_000_000, 1_500_000_000, 64_000, 1000]);
        for text in ["", "G", "-1G", "eight", "8GG", "1e99", "NaN"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
