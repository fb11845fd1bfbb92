//! E: nine puzzles, the course report's four methods and our own solver: time and attempted assignments.

mod runs;

use bellwether_report::{Format, ReportBlock, TableCell, TextTable, grouped};

use super::claim::{Claim, ClaimVerdict, Figure, FigureScale};
use super::experiment::{Experiment, Findings};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale};
use runs::{Result, solve_all};

/// The whole table.
pub(super) struct Puzzles;

/// What the course report says of a method on a puzzle.
#[derive(Clone, Copy)]
enum Reported {
    /// Seconds and attempted assignments.
    Solved(f64, u64),
    /// It was not solved in reasonable time.
    Unsolved,
    /// Nothing.
    Silent,
}

use Reported::{Silent, Solved, Unsolved};

struct Input {
    name: &'static str,
    file: &'static str,
    text: &'static str,
    /// What the course report says of dumb, smart, forward and scan.
    reported: [Reported; 4],
}

macro_rules! input {
    ($name:literal, $file:literal, $reported:expr) => {
        Input {
            name: $name,
            file: concat!("crates/flow/puzzles/", $file, ".txt"),
            text: include_str!(concat!("../../../flow/puzzles/", $file, ".txt")),
            reported: $reported,
        }
    };
}

const INPUTS: [Input; 9] = [
    input!("6×6", "06x06", [Solved(2.5, 74_443), Solved(0.004, 56), Silent, Silent]),
    input!("7×7", "07x07", [Unsolved, Solved(0.02, 440), Silent, Silent]),
    input!("8×8", "08x08", [Unsolved, Solved(0.9, 18_387), Silent, Silent]),
    input!("9×9", "09x09", [Unsolved, Solved(3.2, 47_662), Silent, Silent]),
    input!(
        "10×10 (1)",
        "10x10-1",
        [Unsolved, Unsolved, Solved(90.0, 103_628), Solved(1.8, 44_360)]
    ),
    input!("10×10 (2)", "10x10-2", [Unsolved, Unsolved, Solved(1.4, 1_542), Solved(0.9, 25_265)]),
    input!("12×12", "12x12", [Unsolved, Unsolved, Solved(1500.0, 915_225), Solved(20.0, 294_590)]),
    input!("12×14", "12x14", [Unsolved, Unsolved, Solved(0.8, 437), Solved(1080.0, 10_633_109)]),
    input!("14×14", "14x14", [Unsolved, Unsolved, Unsolved, Solved(2400.0, 30_682_633)]),
];

const METHODS: [&str; 5] = ["dumb", "smart", "forward", "scan", "sweep"];
/// Ours, the last of the methods.
const OWN: usize = 4;
/// The random method is run so often where it finishes; the course report ran it five times.
const RANDOM_RUNS: u64 = 20;

impl Experiment for Puzzles {
    fn id(&self) -> &'static str {
        "E"
    }

    fn title(&self) -> String {
        "Flow Free: four methods and ours".to_owned()
    }

    fn summary(&self) -> String {
        "nine Flow Free puzzles by the course report's four methods, and by our own solver"
            .to_owned()
    }

    fn contests(&self, _: ExperimentScale) -> Vec<MatchPlan> {
        Vec::new()
    }

    fn run(&self, runner: &ExperimentRunner) -> anyhow::Result<Findings> {
        let results = solve_all(runner)?;
        let of = |input: usize, method: usize| -> Vec<Result> {
            let found =
                results.iter().filter(|(run, _)| (run.input, run.method) == (input, method));
            found.map(|(_, result)| *result).collect()
        };
        let limit = runner.effort.choose(2, 60);
        let mut claims = Vec::new();
        let (mut equal, mut given_up) = ([0, 0], [0, 0]);
        for (index, input) in INPUTS.iter().enumerate() {
            for (method, reported) in input.reported.iter().enumerate() {
                let runs = of(index, method);
                let what = format!("{} on {}", METHODS[method], input.name);
                let Some(claim) = claim(&what, *reported, &runs, limit) else { continue };
                let agrees = usize::from(claim.verdict == ClaimVerdict::Agrees);
                match reported {
                    Solved(..) if method > 0 => equal = [equal[0] + 1, equal[1] + agrees],
                    Unsolved => given_up = [given_up[0] + 1, given_up[1] + agrees],
                    _ => {}
                }
                claims.push(claim);
            }
        }
        let count = |[all, like]: [usize; 2], words: [&str; 2]| {
            [
                Figure::stated(all as f64).said(format!("{all} {}", words[0])),
                Figure::stated(like as f64).said(format!("{like} {}", words[1])),
            ]
        };
        let [reported, ours] = count(equal, ["figures", "equal"]);
        let assigned =
            Claim::new("attempts, but for dumb", Some(reported), Some(ours), FigureScale::Amount);
        let [reported, ours] = count(given_up, ["not solved", "not solved"]);
        let unsolved =
            Claim::new("puzzles beyond a method", Some(reported), Some(ours), FigureScale::Amount);
        claims.splice(0..0, [assigned, unsolved]);
        let dumb = claims.iter_mut().find(|claim| claim.what == "dumb on 6×6");
        if let Some(dumb) = dumb {
            dumb.headline = true;
        }
        Ok(Findings {
            reported: "Four ways to fill a board, from random order to forward checking, in Python: seconds and attempted \
                   assignments for nine inputs; the random one is a mean of five runs."
                .to_owned(),
            ours: format!(
                "The same four methods, and our own solver, which also proves that there is no second solution. A method is \
                 given up after {limit} seconds where the course report gives no figure; the random one is run {RANDOM_RUNS} times \
                 where it finishes.",
            ),
            commands: vec![
                format!("bellwether flow solve {} --method smart --assume-unique", INPUTS[3].file),
                format!("bellwether flow solve {}", INPUTS[8].file),
            ],
            claims,
            reasons: reasons(&of),
            blocks: vec![
                ReportBlock::Heading("Time".to_owned()),
                ReportBlock::Table(times(&of)),
                ReportBlock::Text("The course report’s seconds → ours; – where a method does not finish. Ours includes the proof.".to_owned()),
                ReportBlock::Heading("Attempts".to_owned()),
                ReportBlock::Table(attempts(&of)),
            ],
        })
    }
}

/// A figure of the course report beside ours; none where the course report says nothing.
fn claim(what: &str, reported: Reported, runs: &[Result], limit: u64) -> Option<Claim> {
    let attempts: Vec<f64> = runs.iter().map(|run| run.attempts as f64).collect();
    let solved = runs.iter().any(|run| run.solved);
    let claim = match reported {
        Silent => return None,
        Solved(_, reported) if solved => Claim::new(
            what,
            Some(Figure::stated(reported as f64)),
            Some(Figure::mean(&attempts)),
            FigureScale::Amount,
        ),
        Solved(_, reported) => {
            Claim::new(what, Some(Figure::stated(reported as f64)), None, FigureScale::Amount)
        }
        Unsolved => {
            let tried = grouped(runs.first().map_or(0, |run| run.attempts));
            let ours = if solved {
                Figure::stated(1.0).said(format!("solved with {tried}"))
            } else {
                Figure::stated(0.0).said(format!("not in {limit} s, {tried}"))
            };
            let reported = Figure::stated(0.0).said("not solved");
            Claim::new(what, Some(reported), Some(ours), FigureScale::Around(0.5))
        }
    };
    Some(claim.in_detail())
}

fn reasons(of: &impl Fn(usize, usize) -> Vec<Result>) -> Vec<String> {
    let mut reasons = Vec::new();
    for (index, input) in INPUTS.iter().enumerate() {
        for (method, reported) in input.reported.iter().enumerate() {
            let runs = of(index, method);
            if let (Unsolved, Some(run)) = (reported, runs.iter().find(|run| run.solved)) {
                reasons.push(format!(
                    "{} solves {} with {} attempts here, where the course report gave up. At its own pace of some 15,000 attempts a \
                     second that is {}; what it took for reasonable is not said.",
                    METHODS[method],
                    input.name,
                    grouped(run.attempts),
                    duration(run.attempts as f64 / 15_000.0)
                ));
            }
        }
    }
    reasons.push(
        "Times are of an interpreted program of 2017 on one machine and a compiled one on another: they are shown, not judged."
            .to_owned(),
    );
    reasons
}

fn times(of: &impl Fn(usize, usize) -> Vec<Result>) -> TextTable {
    let rows = INPUTS.iter().enumerate().map(|(index, input)| {
        let cells = (0..METHODS.len()).map(|method| {
            let runs = of(index, method);
            let solved: Vec<f64> =
                runs.iter().filter(|run| run.solved).map(|run| run.seconds).collect();
            let mean = solved.iter().sum::<f64>() / (solved.len() as f64).max(1.0);
            let ours = if solved.is_empty() { "–".to_owned() } else { duration(mean) };
            TableCell::measure(match input.reported.get(method) {
                Some(Solved(seconds, _)) => format!("{} → {ours}", duration(*seconds)),
                Some(Unsolved) => format!("– → {ours}"),
                _ => ours,
            })
        });
        std::iter::once(TableCell::text(input.name)).chain(cells).collect()
    });
    TextTable::new(&["", "dumb", "smart", "forward", "scan", "ours (sweep)"], rows.collect())
}

fn attempts(of: &impl Fn(usize, usize) -> Vec<Result>) -> TextTable {
    let rows = INPUTS.iter().enumerate().map(|(index, input)| {
        let cells = (0..METHODS.len()).map(|method| {
            let runs = of(index, method);
            let sum: u64 = runs.iter().map(|run| run.attempts).sum();
            let mean = grouped(sum / (runs.len() as u64).max(1));
            let solved = runs.iter().any(|run| run.solved);
            TableCell::measure(if solved { mean } else { format!("– ({mean})") })
        });
        std::iter::once(TableCell::text(input.name)).chain(cells).collect()
    });
    TextTable::new(
        &["our attempts", "dumb", "smart", "forward", "scan", "ours (sweep)"],
        rows.collect(),
    )
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
    use super::runs::Run;
    use super::*;
    use bellwether_flow::text;

    #[test]
    fn every_puzzle_is_one() {
        for input in &INPUTS {
            let puzzles = text::parse(input.text).unwrap();
            assert_eq!(puzzles.len(), 1, "{}", input.name);
        }
    }

    #[test]
    fn every_run_has_its_own_key() {
        let runs = Run::all(ExperimentScale::Full, 1);
        let keys: std::collections::HashSet<String> = runs.iter().map(Run::key).collect();
        assert_eq!(keys.len(), runs.len());
        assert_eq!(runs.len(), 9 * 5 + 19);
    }

    #[test]
    fn times_are_said_as_people_do() {
        let texts = [2400.0, 90.0, 3.2, 0.004, 0.000_05].map(duration);
        assert_eq!(texts, ["40 min", "90 s", "3.2 s", "4 ms", "50 µs"]);
    }
}
