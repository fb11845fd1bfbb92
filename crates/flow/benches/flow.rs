//! Benchmarks of the solvers, the counter and the generator: `cargo bench -p bellwether-flow`.

use bellwether_flow::count::count;
use bellwether_flow::generate::{Difficulty, GenerateRequest, generate};
use bellwether_flow::samples::SAMPLES;
use bellwether_flow::{Method, Puzzle, SolverLimits, text};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The samples but for the first, which is not the report's.
fn nine() -> Vec<Puzzle> {
    SAMPLES[1..].iter().flat_map(|(_, text)| text::parse(text).expect("well-formed")).collect()
}

fn generated(side: usize, seed: u64) -> Puzzle {
    let request = GenerateRequest {
        width: side,
        height: side,
        colors: None,
        difficulty: None,
        allow_trivial: false,
        seed,
    };
    generate(&request, &|| false).expect("found").puzzle
}

/// The nine inputs of the student report together, proofs of uniqueness included.
#[divan::bench(args = [Method::Sweep, Method::Sat])]
fn nine_with_proofs(bencher: Bencher<'_, '_>, method: Method) {
    let puzzles = nine();
    bencher.bench_local(|| {
        for puzzle in &puzzles {
            black_box(method.solve(puzzle, 2, &SolverLimits::NONE));
        }
    });
}

#[divan::bench(sample_count = 10)]
fn count_14x14(bencher: Bencher<'_, '_>) {
    let puzzle = nine().pop().expect("nine");
    bencher.bench_local(|| count(&puzzle, &SolverLimits::NONE));
}

/// Twenty generated puzzles of a size, proofs included.
#[divan::bench(args = [8, 14, 20, 30], sample_count = 20)]
fn twenty_with_proofs(bencher: Bencher<'_, '_>, side: usize) {
    let puzzles: Vec<Puzzle> = (0..20).map(|seed| generated(side, seed)).collect();
    bencher.bench_local(|| {
        for puzzle in &puzzles {
            black_box(Method::Sweep.solve(puzzle, 2, &SolverLimits::NONE));
        }
    });
}

/// Twenty hard 14x14 puzzles, made and proven.
#[divan::bench(sample_count = 5)]
fn generate_twenty_hard_14x14() {
    for seed in 0..20 {
        let difficulty = Some(Difficulty::Hard);
        let request = GenerateRequest {
            width: 14,
            height: 14,
            colors: None,
            difficulty,
            allow_trivial: false,
            seed,
        };
        black_box(generate(&request, &|| false).expect("found"));
    }
}
