//! `check-table`: every value of a table worked out again by the naive rules.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

use bellwether_catalog::{Catalog, solver};
use bellwether_core::outside::open_file;
use bellwether_core::{Error, ErrorKind};
use bellwether_report::grouped;
use bellwether_solve::SolvedTable;
use bellwether_solve::check::CheckError;
use bellwether_solve::proof::ProofControl;
use serde_json::json;

use super::{progress_bar, prove, spinner, thread_pool};
use crate::interrupt::Interrupt;

pub(crate) fn check(
    catalog: &Catalog,
    path: &Path,
    threads: Option<u16>,
    as_json: bool,
) -> anyhow::Result<String> {
    let file = open_file(path).map_err(|error| Error::from(error).at(path.display()))?;
    if is_strategy(file) {
        return check_strategy(catalog, path, as_json);
    }
    let table = SolvedTable::open(path)?;
    let game = catalog.game_of_table(table.subject())?;
    let solver = solver(game.as_ref())?;
    let numbers: u64 = table.subject().tiers.iter().map(|(_, len)| len).sum();
    let bar = progress_bar(numbers);
    bar.set_message("checking");
    let interrupt = Interrupt::listen()?;
    let began = Instant::now();
    let check = || solver.check(&table, interrupt.flag(), &|done| bar.inc(done));
    let report = thread_pool(threads)?.install(check);
    bar.finish_and_clear();
    let report = match report {
        Err(error @ CheckError::Stopped) => return Err(Error::from(error).into()),
        report => report?,
    };
    let seconds = began.elapsed().as_secs_f64();
    Ok(if as_json {
        let value = json!({
            "table": path,
            "of": table.subject().title(),
            "right": true,
            "positions": report.positions,
            "numbersWithoutPosition": report.holes,
            "seconds": seconds,
        });
        format!("{value}\n")
    } else {
        format!(
            "right: all {} values of {} follow from their successors by the naive rules ({seconds:.1} s)\n",
            grouped(report.positions),
            table.subject().title(),
        )
    })
}

/// Whether the file begins like a strategy.
fn is_strategy(mut file: File) -> bool {
    let mut start = [0; 19];
    file.read_exact(&mut start).is_ok() && start == *b"bellwether strategy"
}

/// Every reply of the loser is answered, by the naive rules.
fn check_strategy(catalog: &Catalog, path: &Path, as_json: bool) -> anyhow::Result<String> {
    let strategy = prove::read(path)?;
    let game = catalog.game(&strategy.game)?;
    let prover = game.provable().ok_or_else(|| {
        Error::not_found(format!(
            "{}: there is no prover for {} here",
            path.display(),
            strategy.game
        ))
    })?;
    let interrupt = Interrupt::listen()?;
    let bar = spinner();
    bar.set_message("walking through the strategy against every reply");
    let began = Instant::now();
    let watch = ProofControl { stop: interrupt.flag(), progress: &|_| {} };
    let report = prover.check(&strategy, watch);
    bar.finish_and_clear();
    if interrupt.is_set() && report.is_err() {
        return Err(Error::new(ErrorKind::Stopped, "stopped; nothing is known of the rest").into());
    }
    let report = report.map_err(|line| anyhow::anyhow!("{}: refuted: {line}", path.display()))?;
    let seconds = began.elapsed().as_secs_f64();
    let winner = game.seat_name(strategy.winner);
    Ok(if as_json {
        let value = json!({
            "strategy": path,
            "of": strategy.game,
            "right": true,
            "winner": { "seat": strategy.winner.number(), "name": winner },
            "positions": report.positions,
            "replies": report.replies,
            "ends": report.ends,
            "seconds": seconds,
        });
        format!("{value}\n")
    } else {
        format!(
            "right: {winner} wins {}: {} replies at {} positions all have an answer, by the naive rules ({seconds:.1} s)\n",
            strategy.game,
            grouped(report.replies),
            grouped(report.positions),
        )
    })
}
