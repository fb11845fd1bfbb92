//! One run of a method on a puzzle after the other; what was run before is read from a file.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_flow::{Method, Puzzle, SolverLimits, text};
use serde_json::{Value as Json, json};

use super::{INPUTS, METHODS, OWN, RANDOM_RUNS, Reported};
use crate::runner::{ExperimentRunner, ExperimentScale, Interrupted};

/// One run of a method on a puzzle.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) input: usize,
    pub(super) method: usize,
    /// What chance depends on, for the random method.
    seed: u64,
    limit: Duration,
}

/// How it went.
#[derive(Clone, Copy)]
pub(super) struct Result {
    pub(super) attempts: u64,
    pub(super) seconds: f64,
    pub(super) solved: bool,
}

impl Run {
    pub(super) fn all(effort: ExperimentScale, seed: u64) -> Vec<Self> {
        let mut runs = Vec::new();
        for (input, puzzle) in INPUTS.iter().enumerate() {
            for method in 0..METHODS.len() {
                let is_known =
                    method == OWN || matches!(puzzle.reported[method], Reported::Solved(..));
                let limit = if is_known { 600 } else { effort.choose(2, 60) };
                let times = if is_known && method == 0 { RANDOM_RUNS } else { 1 };
                let limit = Duration::from_secs(limit);
                runs.extend((0..times).map(|run| Self { input, method, seed: seed + run, limit }));
            }
        }
        runs
    }

    fn method(&self) -> Method {
        match self.method {
            0 => Method::Dumb(self.seed),
            1 => Method::Smart,
            2 => Method::Forward,
            3 => Method::Scan,
            _ => Method::Sweep,
        }
    }

    /// What tells it from the others.
    pub(super) fn key(&self) -> String {
        let limit = self.limit.as_secs();
        format!("{} {} {} {limit}", INPUTS[self.input].name, METHODS[self.method], self.seed)
    }

    fn solve(&self, puzzle: &Puzzle, runner: &ExperimentRunner) -> anyhow::Result<Result> {
        let deadline = Instant::now().checked_add(self.limit);
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let stop = || runner.stop.load(Ordering::Relaxed) || is_late();
        let limits = SolverLimits { stop: &stop, ..SolverLimits::NONE };
        // Ours proves that there is no second solution; the course report's stop at the first.
        let most = if self.method == OWN { 2 } else { 1 };
        let began = Instant::now();
        let report = self.method().solve(puzzle, most, &limits);
        anyhow::ensure!(!runner.stop.load(Ordering::Relaxed), Interrupted);
        Ok(Result {
            attempts: report.attempts,
            seconds: began.elapsed().as_secs_f64(),
            solved: !report.solutions.is_empty(),
        })
    }
}

impl Result {
    fn of(value: &Json) -> Option<Self> {
        Some(Self {
            attempts: value["attempts"].as_u64()?,
            seconds: value["seconds"].as_f64()?,
            solved: value["solved"].as_bool()?,
        })
    }
}

/// Every run, those of an earlier time read from their file.
pub(super) fn solve_all(runner: &ExperimentRunner) -> anyhow::Result<Vec<(Run, Result)>> {
    let path = runner.file("E")?;
    let mut known = read(&path)?;
    let runs = Run::all(runner.effort, runner.seed);
    runner.begin("E", runs.len() as u64, "runs");
    let failed = || format!("cannot write to {}", path.display());
    let mut file = OpenOptions::new().create(true).append(true).open(&path).with_context(failed)?;
    let mut results = Vec::new();
    for run in runs {
        let key = run.key();
        let result = match known.remove(&key) {
            Some(result) => result,
            None => {
                let puzzle = text::parse(INPUTS[run.input].text)
                    .ok()
                    .and_then(|puzzles| puzzles.into_iter().next())
                    .context("a puzzle of ours cannot be read")?;
                let result = run.solve(&puzzle, runner)?;
                let Result { attempts, seconds, solved } = result;
                let line = json!({ "run": key, "attempts": attempts, "seconds": seconds, "solved": solved });
                writeln!(file, "{line}").with_context(failed)?;
                result
            }
        };
        runner.bar.inc(1);
        results.push((run, result));
    }
    Ok(results)
}

/// The runs in a file; a torn last line is no run.
fn read(path: &Path) -> anyhow::Result<HashMap<String, Result>> {
    if !path.exists() {
        return Ok(HashMap::new());
    }
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let line = |line: &str| {
        let value: Json = serde_json::from_str(line).ok()?;
        Some((value["run"].as_str()?.to_owned(), Result::of(&value)?))
    };
    Ok(text.lines().filter_map(line).collect())
}
