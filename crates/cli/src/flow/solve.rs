//! `flow solve`: solutions, and what was proven about them.

use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bellwether_core::Error;
use bellwether_flow::draw::{Style, pipes};
use bellwether_flow::{GaveUp, Method, SearchEnd, SolveReport, SolverLimits, Verdict, text};
use serde_json::json;

use super::batch;
use super::input::{Files, FoundPuzzle};
use super::{FlowExit, animate, show};
use crate::interrupt::Interrupt;

/// Solve puzzles and prove whether the solution is the only one.
#[derive(Debug, clap::Args)]
pub(crate) struct FlowSolveArguments {
    #[command(flatten)]
    files: Files,
    /// How to solve
    #[arg(long, value_enum, default_value = "sweep")]
    method: MethodName,
    /// List every solution
    #[arg(long, conflicts_with_all = ["max", "assume_unique"])]
    all: bool,
    /// Stop at this many solutions [default: 2, which tells unique from not]
    #[arg(long, value_name = "K", conflicts_with = "assume_unique")]
    max: Option<NonZeroUsize>,
    /// Stop at the first solution and do not look for others
    #[arg(long)]
    assume_unique: bool,
    /// Give a puzzle up after this many seconds
    #[arg(long, value_name = "S", value_parser = batch::seconds)]
    time_limit: Option<Duration>,
    /// Give a puzzle up after this many attempts, as the method counts them
    #[arg(long, value_name = "N")]
    attempts: Option<u64>,
    /// Puzzles to solve at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Seed of the random method `dumb`
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write solutions as letters instead of pipes
    #[arg(long)]
    text: bool,
    /// Replay the search at the terminal
    #[arg(long)]
    animate: bool,
    /// Also draw the first solution of each puzzle to this SVG file, numbered if there are several
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
}

/// The methods' names.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum MethodName {
    /// The fast solver: diagonal sweeps with forced corners
    Sweep,
    /// Random cells and colours
    Dumb,
    /// The cell with the fewest colours first
    Smart,
    /// Fewest colours first, with forward checking
    Forward,
    /// Row by row
    Scan,
    /// A SAT solver
    Sat,
}

impl FlowSolveArguments {
    pub(super) fn run(&self, json: bool) -> anyhow::Result<FlowExit> {
        anyhow::ensure!(
            !(json && (self.text || self.animate)),
            Error::invalid("--json excludes --text and --animate")
        );
        self.svg.as_deref().map(show::check_svg).transpose()?;
        let (puzzles, mut outcome) = self.files.read();
        let interrupt = Interrupt::listen()?;
        let mut out = BufWriter::new(anstream::stdout().lock());
        let (mut done, mut delivered) = (0, 0);
        let threads = if self.animate { 1 } else { self.threads.unwrap_or_else(batch::all_cores) };
        batch::work_through(
            &puzzles,
            threads,
            &interrupt,
            |found| self.solve(found, &interrupt),
            &mut out,
            |out, found, (report, time)| {
                done += usize::from(report.end != SearchEnd::GaveUp(GaveUp::Stopped));
                delivered += 1;
                outcome = outcome.max(outcome_of(&report));
                if self.animate {
                    animate::replay(out, &found.puzzle, self.method(), self.most(), &interrupt)?;
                }
                if let (Some(path), Some(solution)) = (&self.svg, report.solutions.first()) {
                    let path = show::numbered(path, (puzzles.len() > 1).then_some(delivered));
                    show::write_svg(&path, &found.puzzle, Some(solution))?;
                }
                if json {
                    writeln!(out, "{}", self.to_json(found, &report, time))?;
                } else {
                    self.print(out, found, &report, time)?;
                }
                Ok(())
            },
        )?;
        if interrupt.is_set() {
            anstream::eprintln!(
                "bellwether: interrupted; {done} of {} puzzles were finished",
                puzzles.len()
            );
            outcome = FlowExit::Interrupted;
        }
        Ok(outcome)
    }

    fn solve(&self, found: &FoundPuzzle, interrupt: &Interrupt) -> (SolveReport, Duration) {
        let start = Instant::now();
        let stop = interrupt.or_after(self.time_limit);
        let limits = SolverLimits {
            attempts: self.attempts.unwrap_or(u64::MAX),
            stop: &stop,
            ..SolverLimits::NONE
        };
        let report = self.method().solve(&found.puzzle, self.most(), &limits);
        (report, start.elapsed())
    }

    fn method(&self) -> Method {
        match self.method {
            MethodName::Sweep => Method::Sweep,
            MethodName::Dumb => Method::Dumb(self.seed),
            MethodName::Smart => Method::Smart,
            MethodName::Forward => Method::Forward,
            MethodName::Scan => Method::Scan,
            MethodName::Sat => Method::Sat,
        }
    }

    fn most(&self) -> usize {
        match (self.all, self.assume_unique) {
            (true, _) => usize::MAX,
            (_, true) => 1,
            _ => self.max.map_or(2, NonZeroUsize::get),
        }
    }

    fn print(
        &self,
        out: &mut impl Write,
        found: &FoundPuzzle,
        report: &SolveReport,
        time: Duration,
    ) -> anyhow::Result<()> {
        let puzzle = &found.puzzle;
        let verdict = describe(report);
        writeln!(out, "# {}: {verdict}", found.heading())?;
        let unit = if report.attempts == 1 { "attempt" } else { "attempts" };
        writeln!(
            out,
            "# {} {unit} in {} by {}",
            report.attempts,
            readable(time),
            self.method().name()
        )?;
        for solution in &report.solutions {
            if self.text {
                writeln!(out, "{}", text::write_solution(puzzle, solution))?;
            } else {
                writeln!(out, "{}", pipes(puzzle, Some(solution), Style::Ansi))?;
            }
        }
        if report.solutions.is_empty() {
            writeln!(out)?;
        }
        Ok(())
    }

    fn to_json(
        &self,
        found: &FoundPuzzle,
        report: &SolveReport,
        time: Duration,
    ) -> serde_json::Value {
        let puzzle = &found.puzzle;
        let rows = |solution| {
            let text = text::write_solution(puzzle, solution);
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let gave_up = match report.end {
            SearchEnd::GaveUp(reason) => Some(reason.to_string()),
            _ => None,
        };
        json!({
            "file": found.file,
            "puzzle": found.number,
            "width": puzzle.width(),
            "height": puzzle.height(),
            "colors": puzzle.colors(),
            "method": self.method().name(),
            "verdict": report.verdict(),
            "complete": report.end == SearchEnd::Exhausted,
            "gaveUp": gave_up,
            "attempts": report.attempts,
            "seconds": time.as_secs_f64(),
            "solutions": report.solutions.iter().map(rows).collect::<Vec<_>>(),
        })
    }
}

fn describe(report: &SolveReport) -> String {
    let found = match report.verdict() {
        Verdict::Unsolvable => {
            "unsolvable (proven: no paths cover every cell without touching themselves)".to_owned()
        }
        Verdict::Unique => "exactly one solution (proven)".to_owned(),
        Verdict::Several if report.end == SearchEnd::Exhausted => {
            format!("exactly {} solutions (proven)", report.solutions.len())
        }
        Verdict::Several => format!("not unique; the first {} solutions", report.solutions.len()),
        Verdict::Solved => "solved; other solutions are possible".to_owned(),
        Verdict::Unknown => "nothing found, nothing proven".to_owned(),
    };
    match report.end {
        SearchEnd::GaveUp(reason) => format!("gave up ({reason}): {found}"),
        _ => found,
    }
}

fn outcome_of(report: &SolveReport) -> FlowExit {
    match (report.verdict(), report.end) {
        (Verdict::Unsolvable, _) => FlowExit::Unsolvable,
        (_, SearchEnd::GaveUp(_)) => FlowExit::GaveUp,
        _ => FlowExit::Fine,
    }
}

/// A duration in the unit that suits it.
pub(super) fn readable(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.2} ms", seconds * 1e3),
        seconds => format!("{:.0} µs", seconds * 1e6),
    }
}
