//! `flow count`: how many solutions there are.

use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use bellwether_flow::SolverLimits;
use bellwether_flow::count::{SolutionCount as Counted, count};
use serde_json::json;

use super::FlowExit;
use super::batch;
use super::input::{Files, FoundPuzzle};
use super::solve::readable;
use crate::interrupt::Interrupt;

/// Count the solutions exactly, without listing them.
#[derive(Debug, clap::Args)]
pub(crate) struct CountArguments {
    #[command(flatten)]
    files: Files,
    /// Give a puzzle up after this many seconds
    #[arg(long, value_name = "S", value_parser = batch::seconds)]
    time_limit: Option<Duration>,
    /// Memory for one puzzle, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
    /// Puzzles to count at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

impl CountArguments {
    pub(super) fn run(&self, json: bool) -> anyhow::Result<FlowExit> {
        let (puzzles, mut outcome) = self.files.read();
        let interrupt = Interrupt::listen()?;
        let mut out = BufWriter::new(anstream::stdout().lock());
        let work = |found: &FoundPuzzle| {
            let start = Instant::now();
            let stop = interrupt.or_after(self.time_limit);
            let memory = self.memory.saturating_mul(1 << 20);
            let counted =
                count(&found.puzzle, &SolverLimits { memory, stop: &stop, ..SolverLimits::NONE });
            (counted, start.elapsed())
        };
        batch::work_through(
            &puzzles,
            self.threads,
            &interrupt,
            work,
            &mut out,
            |out, found, (counted, time)| {
                outcome = outcome.max(match &counted.solutions {
                    Ok(number) if number.bits() == 0 => FlowExit::Unsolvable,
                    Ok(_) => FlowExit::Fine,
                    Err(_) => FlowExit::GaveUp,
                });
                if json {
                    writeln!(out, "{}", to_json(found, &counted, time))?;
                } else {
                    let answer = match &counted.solutions {
                        Ok(number) if number.bits() == 1 => "1 solution".to_owned(),
                        Ok(number) => format!("{number} solutions"),
                        Err(reason) => format!("gave up ({reason})"),
                    };
                    let Counted { frontiers, .. } = counted;
                    writeln!(
                        out,
                        "{}: {answer}  ({frontiers} frontiers in {})",
                        found.name(),
                        readable(time)
                    )?;
                }
                Ok(())
            },
        )?;
        Ok(if interrupt.is_set() { FlowExit::Interrupted } else { outcome })
    }
}

fn to_json(found: &FoundPuzzle, counted: &Counted, time: Duration) -> serde_json::Value {
    json!({
        "file": found.file,
        "puzzle": found.number,
        // A string: the number may be larger than JSON readers can hold.
        "solutions": counted.solutions.as_ref().ok().map(ToString::to_string),
        "gaveUp": counted.solutions.as_ref().err().map(ToString::to_string),
        "frontiers": counted.frontiers,
        "widest": counted.widest,
        "seconds": time.as_secs_f64(),
    })
}
