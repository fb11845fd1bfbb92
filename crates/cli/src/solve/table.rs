//! `solve`: a game's table is made, or found complete.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_catalog::{AnyGame, Catalog, solver, tables_folder};
use bellwether_core::numbering::TableIndex;
use bellwether_core::picture::Picture;
use bellwether_core::{ParseError, Seat};
use bellwether_fairness::{Fairest, ReportSource};
use bellwether_report::{grouped, value_text};
use bellwether_solve::run::{SolveError, SolvePlan, SolveProgress, size_text};
use bellwether_solve::table::{SideCounts, SolvedTable, partial_name};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};

use super::report::ReportFiles;
use super::{SolveArguments, prove};
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
            return Err(ParseError::new(message).into());
        }
        return prove::prove(game.as_ref(), prover.as_ref(), arguments, as_json);
    }
    let solver = solver(game.as_ref())?;
    let folder = arguments.out.clone().unwrap_or_else(tables_folder);
    let report = arguments.report.as_deref().map(ReportFiles::parse).transpose()?;
    if arguments.fairest {
        Fairest::size(game.as_ref())?;
    }
    let plan = solver.plan(&folder).map_err(bad_input)?;
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
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let solved = pool.install(|| solver.solve(&folder, memory, interrupt.flag(), &progress));
    bar.finish_and_clear();
    let table = match solved {
        Err(SolveError::Stopped) => {
            let partial = partial_name(&plan.path);
            anyhow::bail!(
                "stopped; what is finished is in {}: the same command goes on from there",
                partial.display()
            );
        }
        solved => solved.map_err(bad_input)?,
    };
    let time = (!was_complete).then(|| began.elapsed());
    let summary = Summary { game: game.as_ref(), table: &table, time };
    if let Some(report) = &report {
        let oracle = summary.open()?;
        let (game, oracle) = (game.as_ref(), oracle.as_ref());
        let draw = |picture: &Picture| board::plain(game, picture, &[]);
        let source = ReportSource { game, table: &table, oracle, folder: &folder, draw: &draw };
        pool.install(|| report.write(&source))?;
    }
    let files = report.as_ref().map(ReportFiles::files);
    let fairest =
        if arguments.fairest { Some(Fairest::find(game.as_ref(), &folder)?) } else { None };
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
    let bar = ProgressBar::new(plan.numbers);
    let style = "{msg:>14} {wide_bar} {percent:>3} %  {per_sec:>14}  {eta_precise} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    let begun = if partial_name(&plan.path).exists() { "going on with" } else { "solving" };
    bar.println(format!(
        "{begun} {game}: {} positions in {} tiers, {} of memory, into {}",
        grouped(plan.numbers),
        plan.tiers,
        size_text(plan.memory),
        plan.path.display()
    ));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// What the user can fix is bad input, with that exit code.
fn bad_input(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::TooLarge | SolveError::Memory { .. } => {
            ParseError::new(error.to_string()).into()
        }
        error => error.into(),
    }
}

struct Summary<'a> {
    game: &'a dyn AnyGame,
    table: &'a SolvedTable,
    /// How long it took; none if the table was there.
    time: Option<Duration>,
}

impl Summary<'_> {
    fn text(&self) -> anyhow::Result<String> {
        let (table, positions) = (self.table, self.positions());
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
        let oracle = self.open()?;
        let start = self.game.start();
        if let Some(answer) = oracle.answer(start.as_ref())? {
            let seat = self.game.seat_name(answer.mover);
            let _ = writeln!(text, "\nthe start, {seat} to move: {}", value_text(answer.value));
        }
        Ok(text)
    }

    fn json(&self) -> anyhow::Result<Json> {
        let (table, oracle) = (self.table, self.open()?);
        let tiers = table.subject().tiers.iter().zip(table.counts()).enumerate();
        let tiers: Vec<Json> = tiers
            .map(|(tier, ((name, numbers), counts))| {
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
                json!({ "name": name, "numbers": numbers, "sides": sides.collect::<Vec<Json>>() })
            })
            .collect();
        let start = self.game.start();
        let answer = oracle.answer(start.as_ref())?;
        Ok(json!({
            "game": self.game.spec().to_string(),
            "table": table.path(),
            "bytes": table.size(),
            "positions": self.positions(),
            "seconds": self.time.map(|time| time.as_secs_f64()),
            "tiers": tiers,
            "start": answer.map(|answer| json!({
                "position": start.text(None),
                "positionValue": answer.value.name(),
                "remoteness": answer.value.remoteness(),
            })),
        }))
    }

    fn positions(&self) -> u64 {
        self.table.counts().flat_map(|counts| &counts.sides).map(SideCounts::positions).sum()
    }

    fn open(&self) -> anyhow::Result<Box<dyn bellwether_catalog::AnyOracle>> {
        let solver = solver(self.game)?;
        solver.open_file(self.table.path()).context("the table just written cannot be read")
    }
}

/// The longest decided game of a side to move.
fn longest(side: &SideCounts) -> Option<(u16, u64)> {
    side.longest_win.into_iter().chain(side.longest_loss).max_by_key(|(plies, _)| *plies)
}
