//! The nine inputs of the student report that this crate began with, and the numbers it printed.

use bellwether_flow::count::count;
use bellwether_flow::samples::{self, SAMPLES};
use bellwether_flow::{Method, Puzzle, SolverLimits, Verdict, text};

/// The names of the nine; the first sample is not the report's.
fn names() -> impl Iterator<Item = &'static str> {
    SAMPLES[1..].iter().map(|(name, _)| *name)
}

fn input(name: &str) -> Puzzle {
    samples::puzzle(name).expect("a known input")
}

#[test]
fn all_nine_are_unique_and_solve_as_printed() {
    // The grids the report printed, with the slips of their transcription (rows too long or too short, and others that
    // break the rules) put right; every well-formed row is as printed.
    let printed: Vec<&str> = include_str!("seed-solutions.txt").trim_end().split("\n\n").collect();
    for (name, printed) in names().zip(printed) {
        let puzzle = input(name);
        let report = Method::Sweep.solve(&puzzle, 2, &SolverLimits::NONE);
        assert_eq!(report.verdict(), Verdict::Unique, "{name}");
        assert_eq!(report.solutions[0].check(&puzzle), Ok(()), "{name}");
        assert_eq!(
            text::write_solution(&puzzle, &report.solutions[0]).trim_end(),
            printed,
            "{name}"
        );
        assert_eq!(
            Method::Sat.solve(&puzzle, 2, &SolverLimits::NONE).solutions,
            report.solutions,
            "{name}"
        );
    }
}

#[test]
fn the_counter_finds_them_unique_too() {
    // All but 12x12, whose million frontiers take a second or two in a test build.
    for name in names().filter(|&name| name != "12x12") {
        assert_eq!(count(&input(name), &SolverLimits::NONE).solutions, Ok(1_u8.into()), "{name}");
    }
}

#[test]
fn attempted_assignments_are_the_reports() {
    // Source: the report's two tables. (14x14 by scan, 30,682,633, also agrees, and 12x14 by scan, 10,633,109; they
    // take seconds and are left to `flow solve --method scan`.)
    let reported = [
        (Method::Smart, "6x6", 56),
        (Method::Smart, "7x7", 440),
        (Method::Smart, "8x8", 18_387),
        (Method::Smart, "9x9", 47_662),
        (Method::Forward, "10x10 (1)", 103_628),
        (Method::Forward, "10x10 (2)", 1_542),
        (Method::Forward, "12x14", 437),
        (Method::Scan, "10x10 (1)", 44_360),
        (Method::Scan, "10x10 (2)", 25_265),
        (Method::Scan, "12x12", 294_590),
    ];
    for (method, name, attempts) in reported {
        let report = method.solve(&input(name), 1, &SolverLimits::NONE);
        assert_eq!(
            (report.solutions.len(), report.attempts),
            (1, attempts),
            "{method:?} on {name}"
        );
    }
}

#[test]
fn the_sweep_keeps_its_node_counts() {
    // A signature against unintended changes; the numbers are this program's own, proofs included.
    let attempts =
        names().map(|name| Method::Sweep.solve(&input(name), 2, &SolverLimits::NONE).attempts);
    assert_eq!(attempts.collect::<Vec<_>>(), [38, 69, 69, 104, 137, 172, 199, 176, 313]);
}
