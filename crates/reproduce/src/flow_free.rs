//! E: nine puzzles, the course report's four methods and our own solver: time and attempted assignments.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_arena::record::GameRecord;
use bellwether_core::outside::read_text;
use bellwether_flow::{Method, SolverLimits, samples};
use bellwether_report::{Format, ReportBlock, TableCell, TextTable, grouped};
use serde::{Deserialize, Serialize};

use super::claim::{Claim, ClaimVerdict, Figure, FigureScale};
use super::experiment::{Experiment, ExperimentTexts, Findings, filled};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale, Interrupted, PerScale};
use Reported::{Solved, Unsolved};

/// The course report.
pub(super) const DATA: &str = include_str!("../data/flow_free.json");

const METHODS: [&str; 5] = ["dumb", "smart", "forward", "scan", "sweep"];
/// Ours, the last of the methods.
const OWN: usize = 4;
/// The random method is run so often where it finishes; the course report ran it five times.
const RANDOM_RUNS: u64 = 20;
/// Seconds for a method where the course report gives no figure.
const LIMIT: PerScale<u64> = PerScale { quick: 2, full: 60 };
/// The course report's attempts a second.
const REPORTED_PACE: f64 = 15_000.0;

/// The whole table.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Puzzles {
    #[serde(flatten)]
    texts: ExperimentTexts,
    /// What is said about a puzzle that the course report gave up.
    solved_reason: String,
    /// What is said below the table of times.
    time_note: String,
    inputs: Vec<PuzzleInput>,
}

#[derive(Deserialize)]
struct PuzzleInput {
    name: String,
    /// What the course report says of dumb, smart, forward and scan; perhaps nothing.
    reported: [Option<Reported>; 4],
}

/// What the course report says of a method on a puzzle.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Reported {
    /// Seconds and attempted assignments.
    Solved(f64, u64),
    /// It was not solved in reasonable time.
    Unsolved,
}

impl PuzzleInput {
    /// What the course report says of a method.
    fn reported(&self, method: usize) -> Option<Reported> {
        self.reported.get(method).copied().flatten()
    }

    /// The puzzle's name among the samples.
    fn sample(&self) -> String {
        self.name.replace('×', "x")
    }
}

/// One run of a method on a puzzle.
struct MethodRun<'a> {
    input: &'a PuzzleInput,
    method: usize,
    /// What chance depends on, for the random method.
    seed: u64,
    limit: Duration,
}

/// How it went: a line of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RunResult {
    /// The key of the run.
    run: String,
    attempts: u64,
    seconds: f64,
    solved: bool,
}

/// The runs of each method on a puzzle.
type MethodResults = [Vec<RunResult>; METHODS.len()];

impl MethodRun<'_> {
    /// What tells it from the others.
    fn key(&self) -> String {
        let limit = self.limit.as_secs();
        format!("{} {} {} {limit}", self.input.name, METHODS[self.method], self.seed)
    }

    fn solve(&self, runner: &ExperimentRunner) -> anyhow::Result<RunResult> {
        let puzzle =
            samples::puzzle(&self.input.sample()).context("a puzzle of ours cannot be read")?;
        let method = match self.method {
            0 => Method::Dumb(self.seed),
            1 => Method::Smart,
            2 => Method::Forward,
            3 => Method::Scan,
            _ => Method::Sweep,
        };
        let began = Instant::now();
        let is_stopped = || runner.stop.load(Ordering::Relaxed);
        let stop = || is_stopped() || began.elapsed() >= self.limit;
        let limits = SolverLimits { stop: &stop, ..SolverLimits::NONE };
        // Ours proves that there is no second solution; the course report's stop at the first.
        let most = if self.method == OWN { 2 } else { 1 };
        let report = method.solve(&puzzle, most, &limits);
        anyhow::ensure!(!is_stopped(), Interrupted);
        Ok(RunResult {
            run: self.key(),
            attempts: report.attempts,
            seconds: began.elapsed().as_secs_f64(),
            solved: !report.solutions.is_empty(),
        })
    }
}

impl Puzzles {
    fn runs(&self, scale: ExperimentScale, seed: u64) -> Vec<MethodRun<'_>> {
        let mut runs = Vec::new();
        for input in &self.inputs {
            for method in 0..METHODS.len() {
                let is_known = method == OWN || matches!(input.reported(method), Some(Solved(..)));
                let limit = Duration::from_secs(if is_known { 600 } else { *LIMIT.at(scale) });
                let times = if is_known && method == 0 { RANDOM_RUNS } else { 1 };
                let run = |number| MethodRun { input, method, seed: seed + number, limit };
                runs.extend((0..times).map(run));
            }
        }
        runs
    }

    /// The results of every run by puzzle; those of an earlier time are read from their file.
    fn solve_all(&self, runner: &ExperimentRunner) -> anyhow::Result<Vec<MethodResults>> {
        let path = runner.file("E")?;
        let mut known = read(&path)?;
        let runs = self.runs(runner.scale, runner.seed);
        runner.begin("E", runs.len() as u64, "runs");
        let failed = || format!("cannot write to {}", path.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&path).with_context(failed)?;
        let mut results: HashMap<&str, MethodResults> = HashMap::new();
        for run in runs {
            let result = match known.remove(&run.key()) {
                Some(result) => result,
                None => {
                    let result = run.solve(runner)?;
                    let line = serde_json::to_string(&result)?;
                    writeln!(file, "{line}").with_context(failed)?;
                    result
                }
            };
            runner.bar.inc(1);
            results.entry(&run.input.name).or_default()[run.method].push(result);
        }
        Ok(self.inputs.iter().filter_map(|input| results.remove(&*input.name)).collect())
    }
}

/// The runs in a file by key; a torn last line is no run.
fn read(path: &Path) -> anyhow::Result<HashMap<String, RunResult>> {
    /// Of all runs together; a file this long is something else.
    const LONGEST: u64 = 1 << 28;
    if !path.exists() {
        return Ok(HashMap::new());
    }
    let text =
        read_text(path, LONGEST).with_context(|| format!("cannot read {}", path.display()))?;
    let results = text.lines().filter_map(|line| serde_json::from_str(line).ok());
    Ok(results.map(|result: RunResult| (result.run.clone(), result)).collect())
}

impl Experiment for Puzzles {
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts {
        let (limit, runs) = (LIMIT.at(scale).to_string(), RANDOM_RUNS.to_string());
        self.texts.clone().filled(&[("limit", &limit), ("runs", &runs)])
    }

    fn matches(&self, _: ExperimentScale) -> Vec<MatchPlan> {
        Vec::new()
    }

    fn measure(
        &self,
        runner: &ExperimentRunner,
        _: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let results = self.solve_all(runner)?;
        let limit = *LIMIT.at(runner.scale);
        let (mut claims, mut reasons) = (Vec::new(), Vec::new());
        // How many figures there are, and how many of them agree.
        let (mut equal, mut given_up) = ([0, 0], [0, 0]);
        for (input, results) in self.inputs.iter().zip(&results) {
            for (method, runs) in results.iter().enumerate() {
                let Some(reported) = input.reported(method) else { continue };
                let what = format!("{} on {}", METHODS[method], input.name);
                let mut claim = claim(&what, reported, runs, limit);
                claim.headline = what == "dumb on 6×6";
                let agrees = usize::from(claim.verdict == ClaimVerdict::Agrees);
                match reported {
                    Solved(..) if method > 0 => equal = [equal[0] + 1, equal[1] + agrees],
                    Solved(..) => {}
                    Unsolved => given_up = [given_up[0] + 1, given_up[1] + agrees],
                }
                claims.push(claim);
                if let (Unsolved, Some(run)) = (reported, runs.iter().find(|run| run.solved)) {
                    let values = [
                        ("method", METHODS[method]),
                        ("puzzle", &input.name),
                        ("attempts", &grouped(run.attempts)),
                        ("time", &duration(run.attempts as f64 / REPORTED_PACE)),
                    ];
                    reasons.push(filled(&self.solved_reason, &values));
                }
            }
        }
        let count = |what: &str, [all, alike]: [usize; 2], words: [&str; 2]| {
            let figure = |number: usize, word: &str| {
                Figure::stated(number as f64).said(format!("{number} {word}"))
            };
            let (reported, ours) = (figure(all, words[0]), figure(alike, words[1]));
            Claim::new(what, reported, ours, FigureScale::Amount)
        };
        let assigned = count("attempts, but for dumb", equal, ["figures", "equal"]);
        let unsolved = count("puzzles beyond a method", given_up, ["not solved"; 2]);
        claims.splice(0..0, [assigned, unsolved]);
        let blocks = vec![
            ReportBlock::Heading("Time".to_owned()),
            ReportBlock::Table(self.table("", &results, time_text)),
            ReportBlock::Text(self.time_note.clone()),
            ReportBlock::Heading("Attempts".to_owned()),
            ReportBlock::Table(self.table("our attempts", &results, |_, runs| attempts_text(runs))),
        ];
        Ok(Findings { claims, reasons, blocks })
    }
}

impl Puzzles {
    /// A table of all puzzles and methods.
    fn table(
        &self,
        corner: &str,
        results: &[MethodResults],
        cell: fn(Option<Reported>, &[RunResult]) -> String,
    ) -> TextTable {
        let row = |(input, results): (&PuzzleInput, &MethodResults)| {
            let cells = results.iter().enumerate();
            let cells =
                cells.map(|(method, runs)| TableCell::measure(cell(input.reported(method), runs)));
            std::iter::once(TableCell::text(&input.name)).chain(cells).collect()
        };
        let rows = self.inputs.iter().zip(results).map(row).collect();
        TextTable::new(&[corner, "dumb", "smart", "forward", "scan", "ours (sweep)"], rows)
    }
}

/// A figure of the course report beside ours.
fn claim(what: &str, reported: Reported, runs: &[RunResult], limit: u64) -> Claim {
    let attempts: Vec<f64> = runs.iter().map(|run| run.attempts as f64).collect();
    let solved = runs.iter().any(|run| run.solved);
    match reported {
        Solved(_, reported) => {
            let ours = solved.then(|| Figure::mean(&attempts));
            Claim::new(what, Figure::stated(reported as f64), ours, FigureScale::Amount)
        }
        Unsolved => {
            let tried = grouped(runs.first().map_or(0, |run| run.attempts));
            let ours = if solved {
                Figure::stated(1.0).said(format!("solved with {tried}"))
            } else {
                Figure::stated(0.0).said(format!("not in {limit} s, {tried}"))
            };
            let reported = Figure::stated(0.0).said("not solved");
            Claim::new(what, reported, ours, FigureScale::Around(0.5))
        }
    }
}

fn time_text(reported: Option<Reported>, runs: &[RunResult]) -> String {
    let solved: Vec<f64> = runs.iter().filter(|run| run.solved).map(|run| run.seconds).collect();
    let mean = solved.iter().sum::<f64>() / (solved.len() as f64).max(1.0);
    let ours = if solved.is_empty() { "–".to_owned() } else { duration(mean) };
    match reported {
        Some(Solved(seconds, _)) => format!("{} → {ours}", duration(seconds)),
        Some(Unsolved) => format!("– → {ours}"),
        None => ours,
    }
}

fn attempts_text(runs: &[RunResult]) -> String {
    let sum: u64 = runs.iter().map(|run| run.attempts).sum();
    let mean = grouped(sum / (runs.len() as u64).max(1));
    if runs.iter().any(|run| run.solved) { mean } else { format!("– ({mean})") }
}

/// A time as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        120.0.. => format!("{:.0} min", seconds / 60.0),
        0.1.. => format!("{} s", Format::Number.text((seconds * 10.0).round() / 10.0)),
        0.001.. => {
            format!("{} ms", Format::Number.text((seconds * 1e4).round() / 10.0))
        }
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment;

    #[test]
    fn every_puzzle_is_one_and_every_run_has_its_own_key() {
        let puzzles: Puzzles = experiment::read(DATA).unwrap();
        for input in &puzzles.inputs {
            assert!(samples::puzzle(&input.sample()).is_some(), "{}", input.name);
        }
        let runs = puzzles.runs(ExperimentScale::Full, 1);
        let keys: std::collections::HashSet<String> = runs.iter().map(MethodRun::key).collect();
        assert_eq!(keys.len(), runs.len());
        assert_eq!(runs.len(), 9 * 5 + 19);
    }

    #[test]
    fn times_are_said_as_people_do() {
        let texts = [2400.0, 90.0, 3.2, 0.004, 0.000_05].map(duration);
        assert_eq!(texts, ["40 min", "90 s", "3.2 s", "4 ms", "50 µs"]);
    }
}
