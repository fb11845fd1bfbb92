//! `solve`: a game's table is made, or found complete.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_catalog::{AnyGame, AnyOracle, Catalog, solver, tables_folder};
use bellwether_core::numbering::TableIndex;
use bellwether_core::picture::Picture;
use bellwether_core::{Error, ErrorKind, Seat};
use bellwether_fairness::{Fairest, ReportSource};
use bellwether_report::{grouped, value_text};
use bellwether_solve::run::{SolveError, SolvePlan, SolveProgress, size_text};
use bellwether_solve::table::{SideCounts, SolvedTable, partial_name};
use indicatif::ProgressBar;
use serde_json::{Value as Json, json};

use super::{SolveArguments, progress_bar, prove, report, thread_pool};
use crate::board;
use crate::interrupt::Interrupt;

pub(crate) fn solve(
    catalog: &Catalog,
    arguments: &SolveArguments,
    as_json: bool,
) -> anyhow::Result<String> {
    let game = catalog.game(&arguments.game)?;
    if let Some(prover) = game.provable() {
        if arguments.report.is_some() || arguments.fairest {
            let name = game.card().name;
            let message = format!("--report and --fairest need a table, and {name} has none");
            return Err(Error::invalid(message).into());
        }
        return prove::prove(game.as_ref(), prover.as_ref(), arguments, as_json);
    }
    if arguments.cluster.address.is_some() {
        let name = game.card().name;
        let message =
            format!("--cluster is for games that are proven by search, and {name} has a table");
        return Err(Error::invalid(message).into());
    }
    let solver = solver(game.as_ref())?;
    let folder = arguments.out.clone().unwrap_or_else(tables_folder);
    let files = arguments.report.as_deref().map(report::files).transpose()?;
    if arguments.fairest {
        Fairest::size(game.as_ref())?;
    }
    let plan = solver.plan(&folder).map_err(Error::from)?;
    let was_complete = plan.path.exists();
    let interrupt = Interrupt::listen()?;
    let bar = if was_complete {
        ProgressBar::hidden()
    } else {
        announce(&plan, &game.spec().to_string())
    };
    let began = Instant::now();
    let progress = |progress: SolveProgress| {
        bar.set_position(progress.done);
        bar.set_message(progress.name);
    };
    let memory = arguments.memory.unwrap_or_else(bellwether_catalog::solving_memory);
    let pool = thread_pool(arguments.threads)?;
    let solved = pool.install(|| solver.solve(&folder, memory, interrupt.flag(), &progress));
    bar.finish_and_clear();
    let table = match solved {
        Err(SolveError::Stopped) => {
            let partial = partial_name(&plan.path);
            let message = format!(
                "stopped; what is finished is in {}: the same command goes on from there",
                partial.display()
            );
            return Err(Error::new(ErrorKind::Stopped, message).into());
        }
        Err(error @ SolveError::Memory { .. }) => {
            return Err(Error::invalid(format!("{error}, or raise --memory")).into());
        }
        solved => solved.map_err(Error::from)?,
    };
    let time = (!was_complete).then(|| began.elapsed());
    let oracle = solver.open_file(table.path()).context("the table just written cannot be read")?;
    let (game, oracle) = (game.as_ref(), oracle.as_ref());
    if let Some(files) = &files {
        let draw = |picture: &Picture| board::plain(game, picture, &[]);
        let source = ReportSource { game, table: &table, oracle, folder: &folder, draw: &draw };
        pool.install(|| report::write(files, &source))?;
    }
    let summary = Summary { game, table: &table, oracle, time };
    let fairest = if arguments.fairest { Some(Fairest::find(game, &folder)?) } else { None };
    if as_json {
        let mut value = fairest.map_or_else(|| summary.json(), |fairest| Ok(fairest.json()))?;
        if let Some(files) = files {
            value["report"] = json!(files);
        }
        return Ok(format!("{value}\n"));
    }
    let mut text = fairest.map_or_else(|| summary.text(), |fairest| Ok(fairest.text()))?;
    if let Some([markdown, html]) = files {
        let _ = writeln!(text, "\nwrote {} and {}", markdown.display(), html.display());
    }
    Ok(text)
}

/// Prints the plan, and shows progress.
fn announce(plan: &SolvePlan, game: &str) -> ProgressBar {
    let bar = progress_bar(plan.numbers);
    let begun = if partial_name(&plan.path).exists() { "going on with" } else { "solving" };
    bar.println(format!(
        "{begun} {game}: {} positions in {} tiers, {} of memory, into {}",
        grouped(plan.numbers),
        plan.tiers,
        size_text(plan.memory),
        plan.path.display()
    ));
    bar
}

struct Summary<'a> {
    game: &'a dyn AnyGame,
    table: &'a SolvedTable,
    oracle: &'a dyn AnyOracle,
    /// How long it took; none if the table was there.
    time: Option<Duration>,
}

impl Summary<'_> {
    fn text(&self) -> anyhow::Result<String> {
        let (table, positions) = (self.table, self.table.positions());
        let mut text = match self.time {
            Some(time) => format!("solved in {:.1} s", time.as_secs_f64()),
            None => "solved before".to_owned(),
        };
        let bytes = table.size() as f64 / positions.max(1) as f64;
        let _ = writeln!(
            text,
            ": {} positions in {} ({bytes:.2} bytes each), {}",
            grouped(positions),
            size_text(table.size()),
            table.path().display()
        );
        let sides = [Seat::FIRST, Seat::SECOND].map(|seat| self.game.seat_name(seat));
        let width = 12;
        let _ = writeln!(
            text,
            "\n{:<16} {:^44}   {:^44}",
            "",
            format!("{} to move", sides[0]),
            format!("{} to move", sides[1])
        );
        let head = format!("{:>width$} {:>width$} {:>width$} {:>5}", "win", "draw", "lose", "max");
        let _ = writeln!(text, "{:<16} {head}   {head}", "tier");
        for ((name, _), counts) in table.subject().tiers.iter().zip(table.counts()) {
            let side = |side: &SideCounts| {
                format!(
                    "{:>width$} {:>width$} {:>width$} {:>5}",
                    grouped(side.wins),
                    grouped(side.draws),
                    grouped(side.losses),
                    longest(side).map_or_else(|| "–".to_owned(), |(plies, _)| plies.to_string()),
                )
            };
            let [first, second] = &counts.sides;
            let _ = writeln!(text, "{name:<16} {}   {}", side(first), side(second));
        }
        if let Some(answer) = self.oracle.answer(self.game.start().as_ref())? {
            let seat = self.game.seat_name(answer.mover);
            let _ = writeln!(text, "\nthe start, {seat} to move: {}", value_text(answer.value));
        }
        Ok(text)
    }

    fn json(&self) -> anyhow::Result<Json> {
        let (table, oracle) = (self.table, self.oracle);
        let tiers = table.subject().tiers.iter().zip(table.counts()).enumerate();
        let tiers = tiers.map(|(tier, ((name, numbers), counts))| {
            let sides = counts.sides.iter().enumerate().map(|(seat, side)| {
                let longest = longest(side).map(|(plies, index)| {
                    let position = oracle.position(TableIndex { tier, index });
                    json!({ "remoteness": plies, "position": position.map(|p| p.text(None)) })
                });
                json!({
                    "toMove": self.game.seat_name(Seat::new(seat)),
                    "win": side.wins, "draw": side.draws, "lose": side.losses,
                    "longest": longest,
                })
            });
            json!({ "name": name, "numbers": numbers, "sides": sides.collect::<Json>() })
        });
        let start = self.game.start();
        let answer = oracle.answer(start.as_ref())?;
        Ok(json!({
            "game": self.game.spec().to_string(),
            "table": table.path(),
            "bytes": table.size(),
            "positions": table.positions(),
            "seconds": self.time.map(|time| time.as_secs_f64()),
            "tiers": tiers.collect::<Json>(),
            "start": answer.map(|answer| json!({
                "position": start.text(None),
                "positionValue": answer.value.name(),
                "remoteness": answer.value.remoteness(),
            })),
        }))
    }
}

/// The longest decided game of a side to move.
fn longest(side: &SideCounts) -> Option<(u16, u64)> {
    side.longest_win.into_iter().chain(side.longest_loss).max_by_key(|(plies, _)| *plies)
}
