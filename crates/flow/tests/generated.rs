//! A thousand generated puzzles, each verified by a method that had no part in making it.

use bellwether_flow::generate::{Difficulty, GenerateRequest, generate};
use bellwether_flow::{Method, SolverLimits, Verdict, text};

#[test]
fn a_thousand_puzzles_are_unique_by_an_independent_proof() {
    let sizes =
        [(5, 5), (6, 5), (6, 6), (7, 7), (8, 6), (8, 8), (9, 9), (10, 8), (10, 10), (12, 9)];
    for seed in 0..1_000 {
        let (width, height) = sizes[seed as usize % sizes.len()];
        let difficulty =
            [None, Some(Difficulty::Easy), Some(Difficulty::Medium)][seed as usize % 3];
        let request =
            GenerateRequest { width, height, colors: None, difficulty, allow_trivial: false, seed };
        let made = generate(&request, &|| false).expect("such puzzles are plentiful");
        let report = Method::Sat.solve(&made.puzzle, 2, &SolverLimits::NONE);
        assert_eq!(
            report.verdict(),
            Verdict::Unique,
            "seed {seed}\n{}",
            text::write_puzzle(&made.puzzle)
        );
        assert_eq!(report.solutions, [made.solution]);
    }
}

#[test]
fn large_boards_come_and_solve() {
    for (side, seed) in [(20, 1), (30, 2)] {
        let request = GenerateRequest {
            width: side,
            height: side,
            colors: None,
            difficulty: None,
            allow_trivial: false,
            seed,
        };
        let made = generate(&request, &|| false).expect("found");
        assert_eq!(
            Method::Sweep.solve(&made.puzzle, 2, &SolverLimits::NONE).verdict(),
            Verdict::Unique
        );
    }
}
