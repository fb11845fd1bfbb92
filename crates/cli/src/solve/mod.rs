//! `solve`, `query`, `check-table`: games proven, and open to questions.

mod check;
mod prove;
mod query;
mod report;
mod table;

use std::path::PathBuf;

use bellwether_catalog::tables_folder;
use clap::Args;

pub(crate) use check::check;
pub(crate) use query::{oracle, query};
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

/// A number of bytes: `500M`, `8G`, `1.5GB`.
fn size(text: &str) -> Result<u64, String> {
    let fail = || "it takes a size like 500M or 8G".to_owned();
    let upper = text.to_ascii_uppercase();
    let body = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let (digits, unit) = match body.chars().last() {
        Some('K') => (&body[..body.len() - 1], 1e3),
        Some('M') => (&body[..body.len() - 1], 1e6),
        Some('G') => (&body[..body.len() - 1], 1e9),
        Some('T') => (&body[..body.len() - 1], 1e12),
        _ => (body, 1.0),
    };
    let number: f64 = digits.trim().parse().map_err(|_| fail())?;
    if (0.0..1e6).contains(&number) || unit == 1.0 && (0.0..1e15).contains(&number) {
        Ok((number * unit) as u64)
    } else {
        Err(fail())
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
