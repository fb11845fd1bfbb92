//! The steps of `cargo xtask test`: each is a command that must succeed.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::tools;

/// Where the tests of the page are, with what they need from npm: `npm` and `node` run there, `cargo` at the root.
const BROWSER: &str = "crates/web/tests/browser";

/// Where the Python package is tested: a virtual environment and a wheel.
const PYTHON_FOLDER: &str = "target/python";

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

/// Built as the tests build it: `cargo build` would compile everything again, with the features that only tests want
/// left out.
const PROGRAM: TestStep = (
    "program",
    "the program that the browser visits and that the wheel brings",
    "cargo test --workspace --all-features --locked --test cli --test drive --no-run",
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
    PROGRAM,
    (
        "browser",
        "a real browser plays, draws, watches and asks",
        // Two files at a time: much of a test is waiting for an agent's move.
        "node --test --test-concurrency=2 --test-reporter=spec",
    ),
];

/// What concerns the Python package: its wheel is built and installed like that of a user.
const PYTHON: &[TestStep] = &[
    ("python venv", "a virtual environment of its own", "python3 -m venv target/python/venv"),
    (
        "python tools",
        "what the package's tests need, as their list says",
        "target/python/venv/bin/pip install --quiet --disable-pip-version-check -r \
         crates/python/tests/requirements.txt",
    ),
    PROGRAM,
    (
        "wheel",
        "the package is built as pip builds it",
        "target/python/venv/bin/pip wheel . --disable-pip-version-check --no-deps --no-build-isolation \
         --wheel-dir target/python/wheels",
    ),
    (
        "python install",
        "the wheel is installed",
        "target/python/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps \
         --no-index --find-links target/python/wheels bellwether",
    ),
    (
        "outside wheel",
        "so is the package with a game from outside",
        "target/python/venv/bin/pip wheel examples/your-game/python --disable-pip-version-check --no-deps \
         --no-build-isolation --wheel-dir target/python/outside",
    ),
    (
        "python tests",
        "the package against PettingZoo, OpenSpiel, mypy and the command line",
        "target/python/venv/bin/python -m pytest --quiet crates/python/tests",
    ),
];

/// Everything CI checks.
pub(crate) fn test() -> ExitCode {
    run(&[&[FORMAT, LINTS, TESTS, DOCUMENTATION][..], PAGE, PYTHON].concat(), &[])
}

/// What concerns the Python package only.
pub(crate) fn python() -> ExitCode {
    run(PYTHON, &[])
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
    let began = Stopwatch::start();
    let mut results: Vec<(&TestStep, bool, String)> = Vec::new();
    for step @ (name, why, command) in steps {
        println!("\n== {name}: {why}");
        let step_began = Stopwatch::start();
        let passed = start(command, environment);
        results.push((step, passed, step_began.read()));
    }
    println!("\n== summary");
    for ((name, ..), passed, times) in &results {
        let verdict = if *passed { "passed" } else { "FAILED" };
        println!("   {name:<14} {verdict}  {times}");
    }
    let failed = results.iter().filter(|(_, passed, _)| !passed).count();
    println!("   {:<14} {:<6}  {}", "all", "", began.read());
    println!("{} passed, {failed} failed", results.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What a step takes: the time until its end, and the processor's, which does not depend on other work of the machine.
struct Stopwatch {
    began: Instant,
    processor: Option<f64>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { began: Instant::now(), processor: processor_seconds() }
    }

    fn read(&self) -> String {
        let processor = self.processor.zip(processor_seconds());
        let processor = processor.map_or(String::new(), |(before, now)| {
            format!(", {:>5.0} s of processors", now - before)
        });
        format!("{:>5.0} s{processor}", self.began.elapsed().as_secs_f64())
    }
}

/// The processor time of all programs that were started here and have ended, on Linux.
fn processor_seconds() -> Option<f64> {
    /// The unit of these numbers is the same on every Linux: a hundredth of a second.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in brackets and may hold anything, the 14th and 15th are those of the ended children.
    let mut numbers = text.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut ticks = || numbers.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS)
}

/// Fuzzes all parsers or one for `seconds` each.
pub(crate) fn fuzz(seconds: &str, target: Option<&str>) -> ExitCode {
    let target = target.unwrap_or_default();
    cargo(&format!("run --locked --release --package bellwether-fuzz -- {seconds} {target}"))
}

/// Sends random messages to hidden games for `seconds`: the tests of the gate do so for some seconds.
pub(crate) fn secrets(seconds: &str, seed: Option<&str>) -> ExitCode {
    let mut environment = vec![("BELLWETHER_SECRETS", seconds)];
    environment.extend(seed.map(|seed| ("BELLWETHER_SEED", seed)));
    // The test would silently take its own number for what is none.
    if let Some((_, wrong)) = environment.iter().find(|(_, text)| text.parse::<u64>().is_err()) {
        eprintln!("{wrong} is no number");
        return ExitCode::from(2);
    }
    cargo_with(
        "test --workspace --all-features --locked --test web -- --nocapture \
         secrets::no_message_gives_a_hidden_hand_away",
        &environment,
    )
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
    cargo_with(words, &[])
}

fn cargo_with(words: &str, environment: &[(&str, &str)]) -> ExitCode {
    let is_done = start(&format!("cargo {words}"), environment);
    if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a command to its end; whether it succeeded.
fn start(command: &str, environment: &[(&str, &str)]) -> bool {
    println!("   {command}");
    let mut words = command.split_whitespace();
    let name = words.next().unwrap_or_default();
    // `cargo xtask` may be called from any folder of the repository.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut process = match name {
        // The toolchain that runs this task.
        "cargo" => Command::new(std::env::var_os("CARGO").unwrap_or_else(|| name.into())),
        "npm" | "node" => {
            let mut process = Command::new(name);
            process.current_dir(root.join(BROWSER));
            process
        }
        _ => python_process(&root, name),
    };
    process.args(words).env("RUSTDOCFLAGS", "-D warnings").envs(environment.iter().copied());
    if std::env::var_os("CI").is_some() {
        // Nothing is built a second time there.
        process.env("CARGO_INCREMENTAL", "0");
    }
    match process.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{name} does not start: {error}");
            false
        }
    }
}

/// A program of the virtual environment, or Python itself, at the root.
fn python_process(root: &Path, name: &str) -> Command {
    let tools = root.join(PYTHON_FOLDER).join("venv/bin");
    let mut process =
        if name.contains('/') { Command::new(root.join(name)) } else { Command::new(name) };
    process.current_dir(root);
    if name.contains('/') {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(tools).chain(std::env::split_paths(&path));
        if let Ok(path) = std::env::join_paths(folders) {
            process.env("PATH", path);
        }
        // The tests' own profile and program: a release would be compiled for minutes.
        process.env("BELLWETHER_PROFILE", "dev");
        process.env("BELLWETHER_COMMAND", target(root).join("debug/bellwether"));
        process.env("BELLWETHER_FEATURES", "tested");
        // The same for the wheel from outside, which maturin builds without our lines around it.
        process.env("MATURIN_PEP517_ARGS", "--profile dev --features tested");
    }
    process
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}
