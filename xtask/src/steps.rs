//! The steps of `cargo xtask test`: each is a command that must succeed.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::tools;

/// Where the tests of the page are, with what they need from npm: `npm` and `node` run there, `cargo` at the root.
const BROWSER: &str = "crates/web/tests/browser";

/// A command that must succeed: its name, what it shows, and its words.
type TestStep = (&'static str, &'static str, &'static str);

const FORMAT: TestStep = ("format", "the code is formatted", "cargo fmt --all --check");

const LINTS: TestStep = (
    "lints",
    "clippy finds nothing, warnings count",
    "cargo clippy --workspace --all-targets --all-features --locked -- -D warnings",
);

// All of them name the same crates and features, so that nothing is compiled twice.
const TESTS: TestStep = (
    "tests",
    "unit, property, documentation and command-line tests; every parser is fuzzed",
    "cargo test --workspace --all-features --locked --no-fail-fast",
);

const QUICK: [TestStep; 2] = [
    (
        "unit tests",
        "each module's own, and the catalogue's promises",
        "cargo test --workspace --all-features --locked --no-fail-fast --lib --bins --test standard \
         --test contract",
    ),
    (
        "program",
        "what old binaries wrote, and the documents' examples",
        "cargo test --workspace --all-features --locked --no-fail-fast --test cli -- compatibility:: \
         documents::",
    ),
];

const DOCUMENTATION: TestStep = (
    "documentation",
    "the API documentation builds without warnings",
    "cargo doc --workspace --all-features --no-deps --locked",
);

/// What concerns the page, in a real browser.
const PAGE: &[TestStep] = &[
    ("page tools", "what the page's tests need, as its lock file says", "npm ci"),
    (
        "page types",
        "the page's modules are typed without a contradiction",
        "node node_modules/typescript/bin/tsc --noEmit -p ../../assets",
    ),
    ("test types", "so are their tests", "node node_modules/typescript/bin/tsc --noEmit -p ."),
    (
        "program",
        "the program that the browser visits",
        "cargo test --workspace --all-features --locked --test cli --test drive --no-run",
    ),
    (
        "browser",
        "a real browser plays, draws, watches and asks",
        "node --test --test-concurrency=1 --test-reporter=spec",
    ),
];

/// Everything CI checks.
pub(crate) fn test() -> ExitCode {
    run(&[&[FORMAT, LINTS, TESTS, DOCUMENTATION][..], PAGE].concat(), &[])
}

/// What a contributor wants to know at once. Nothing is installed.
pub(crate) fn quick() -> ExitCode {
    run_steps(&[&[FORMAT, LINTS][..], &QUICK].concat(), &[])
}

/// What concerns the page only; with `pictures`, those of docs/images are taken anew.
pub(crate) fn page(pictures: bool) -> ExitCode {
    let environment: &[_] = if pictures { &[("BELLWETHER_SCREENSHOTS", "1")] } else { &[] };
    run(PAGE, environment)
}

/// Runs every step, even after a failure, so that one run tells all; any failure decides.
fn run(steps: &[TestStep], environment: &[(&str, &str)]) -> ExitCode {
    println!("\n== tools: what the tests need is installed");
    if tools::install() { run_steps(steps, environment) } else { ExitCode::FAILURE }
}

fn run_steps(steps: &[TestStep], environment: &[(&str, &str)]) -> ExitCode {
    let began = Instant::now();
    let mut results: Vec<(&TestStep, bool, Duration)> = Vec::new();
    for step @ (name, why, command) in steps {
        println!("\n== {name}: {why}");
        let step_began = Instant::now();
        let passed = start(command, environment);
        results.push((step, passed, step_began.elapsed()));
    }
    println!("\n== summary");
    for ((name, ..), passed, time) in &results {
        let verdict = if *passed { "passed" } else { "FAILED" };
        println!("   {name:<14} {verdict}  {:>5.0} s", time.as_secs_f64());
    }
    let failed = results.iter().filter(|(_, passed, _)| !passed).count();
    println!("   in {:.0} s", began.elapsed().as_secs_f64());
    println!("{} passed, {failed} failed", results.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Fuzzes all parsers or one for `seconds` each.
pub(crate) fn fuzz(seconds: &str, target: Option<&str>) -> ExitCode {
    let target = target.unwrap_or_default();
    cargo(&format!("run --locked --release --package bellwether-fuzz -- {seconds} {target}"))
}

/// Tries the cage at length: the tests of the gate do so in short.
pub(crate) fn attack() -> ExitCode {
    cargo(
        "test --workspace --all-features --locked --test cage -- --ignored --nocapture attack_at_length",
    )
}

/// Tries the cluster at length: the tests of the gate do so in short.
pub(crate) fn cluster() -> ExitCode {
    const STEPS: [TestStep; 2] = [
        (
            "faults",
            "2,000 games, while workers, network, server and master fail",
            "cargo test --workspace --all-features --locked --test cluster -- --nocapture \
             every_game_is_there_once",
        ),
        (
            "scale",
            "500 workers and a queue of 1,000,000 games",
            "cargo test --release --package bellwether-cluster --locked --lib -- --ignored --nocapture \
             five_hundred_workers",
        ),
    ];
    run(&STEPS, &[("BELLWETHER_CLUSTER_GAMES", "2000")])
}

/// Trains the rollout policy of Battle Sheep and writes its weights into the source.
pub(crate) fn train() -> ExitCode {
    cargo(
        "run --locked --release --package bellwether-games --features train --example train_rollout",
    )
}

fn cargo(words: &str) -> ExitCode {
    let is_done = start(&format!("cargo {words}"), &[]);
    if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a command to its end; whether it succeeded.
fn start(command: &str, environment: &[(&str, &str)]) -> bool {
    println!("   {command}");
    let mut words = command.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut process = if name == "cargo" {
        // The toolchain that runs this task.
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| name.into()))
    } else {
        let mut process = Command::new(name);
        // `cargo xtask` may be called from any folder of the repository.
        process.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(BROWSER));
        process
    };
    process.args(words).env("RUSTDOCFLAGS", "-D warnings").envs(environment.iter().copied());
    match process.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{name} does not start: {error}");
            false
        }
    }
}
