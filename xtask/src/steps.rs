//! The steps of `cargo xtask test`: each is a command that must succeed.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::tools;

/// How long each parser is fuzzed in the gate; `cargo xtask fuzz` takes longer.
const FUZZ_SECONDS: &str = "5";

/// Where the tests of the page are, with what they need from npm.
const BROWSER: &str = "crates/web/tests/browser";

/// The compiler of the page's types, as npm installs it.
const TYPES: &str = "node_modules/typescript/bin/tsc";

#[derive(Clone, Copy)]
struct TestStep {
    name: &'static str,
    why: &'static str,
    program: StepProgram,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

/// What runs, and where.
#[derive(Clone, Copy)]
enum StepProgram {
    /// The toolchain that runs this task, at the repository's root.
    Cargo,
    /// A program beside the tests of the page.
    Browser(&'static str),
}

/// What concerns the whole workspace.
const WORKSPACE: &[TestStep] = &[
    TestStep {
        name: "format",
        why: "the code is formatted",
        program: StepProgram::Cargo,
        arguments: &["fmt", "--all", "--check"],
        environment: &[],
    },
    TestStep {
        name: "lints",
        why: "clippy finds nothing, warnings count",
        program: StepProgram::Cargo,
        arguments: &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        environment: &[],
    },
    TestStep {
        name: "tests",
        why: "unit, property, documentation and command-line tests",
        program: StepProgram::Cargo,
        arguments: &["test", "--workspace", "--all-features", "--locked", "--no-fail-fast"],
        environment: &[],
    },
    TestStep {
        name: "documentation",
        why: "the API documentation builds without warnings",
        program: StepProgram::Cargo,
        arguments: &["doc", "--workspace", "--all-features", "--no-deps", "--locked"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    TestStep {
        name: "fuzzing",
        why: "no parser panics on mutated text",
        program: StepProgram::Cargo,
        arguments: &["run", "--locked", "--package", "bellwether-fuzz", "--", FUZZ_SECONDS],
        environment: &[],
    },
];

/// In place of all tests, for an answer within minutes.
const QUICK: TestStep = TestStep {
    name: "quick tests",
    why: "unit tests, the catalogue's promises, the example game, and what old binaries wrote",
    program: StepProgram::Cargo,
    // The same crates and features as for all tests, so that nothing is compiled twice.
    arguments: &[
        "test",
        "--workspace",
        "--all-features",
        "--locked",
        "--no-fail-fast",
        "--lib",
        "--bins",
        "--test",
        "catalog",
        "--test",
        "compatibility",
        "--test",
        "contract",
        "--test",
        "documents",
    ],
    environment: &[],
};

/// What concerns the page, in a real browser.
const PAGE: &[TestStep] = &[
    TestStep {
        name: "page tools",
        why: "what the page's tests need, as its lock file says",
        program: StepProgram::Browser("npm"),
        arguments: &["ci"],
        environment: &[],
    },
    TestStep {
        name: "page types",
        why: "the page's modules are typed without a contradiction",
        program: StepProgram::Browser("node"),
        arguments: &[TYPES, "--noEmit", "-p", "../../assets"],
        environment: &[],
    },
    TestStep {
        name: "test types",
        why: "so are their tests",
        program: StepProgram::Browser("node"),
        arguments: &[TYPES, "--noEmit", "-p", "."],
        environment: &[],
    },
    TestStep {
        name: "program",
        why: "the program that the browser visits",
        program: StepProgram::Cargo,
        // As the tests build it: `cargo build` chooses other features and would begin anew.
        arguments: &[
            "test",
            "--workspace",
            "--all-features",
            "--locked",
            "--test",
            "serve",
            "--test",
            "drive",
            "--no-run",
        ],
        environment: &[],
    },
    TestStep {
        name: "browser",
        why: "a real browser plays, draws, watches and asks",
        program: StepProgram::Browser("node"),
        arguments: &["--test", "--test-concurrency=1", "--test-reporter=spec"],
        environment: &[],
    },
];

/// Everything CI checks.
pub(crate) fn test() -> ExitCode {
    run(&[WORKSPACE, PAGE].concat(), &[])
}

/// What a contributor wants to know at once. Nothing is installed.
pub(crate) fn quick() -> ExitCode {
    run_steps(&[WORKSPACE[0], WORKSPACE[1], QUICK], &[])
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
    for step in steps {
        println!("\n== {}: {}", step.name, step.why);
        let step_began = Instant::now();
        let passed = start(step.program, step.arguments, &[step.environment, environment].concat());
        results.push((step, passed, step_began.elapsed()));
    }
    println!("\n== summary");
    for (step, passed, time) in &results {
        let verdict = if *passed { "passed" } else { "FAILED" };
        println!("   {:<14} {verdict}  {:>5.0} s", step.name, time.as_secs_f64());
    }
    let failed = results.iter().filter(|(_, passed, _)| !passed).count();
    println!("   in {:.0} s", began.elapsed().as_secs_f64());
    println!("{} passed, {failed} failed", results.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Fuzzes all parsers or one for `seconds` each.
pub(crate) fn fuzz(seconds: &str, target: Option<&str>) -> ExitCode {
    let mut arguments =
        vec!["run", "--locked", "--release", "--package", "bellwether-fuzz", "--", seconds];
    arguments.extend(target);
    cargo(&arguments)
}

/// Trains the rollout policy of Battle Sheep and writes its weights into the source.
pub(crate) fn train() -> ExitCode {
    let package = ["run", "--locked", "--release", "--package", "bellwether-games"];
    cargo(&[&package[..], &["--features", "train", "--example", "train_rollout"]].concat())
}

fn cargo(arguments: &[&str]) -> ExitCode {
    if start(StepProgram::Cargo, arguments, &[]) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a command to its end; whether it succeeded.
fn start(program: StepProgram, arguments: &[&str], environment: &[(&str, &str)]) -> bool {
    let mut command = match program {
        StepProgram::Cargo => {
            Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        }
        StepProgram::Browser(name) => {
            let mut command = Command::new(name);
            // `cargo xtask` may be called from any folder of the repository.
            command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(BROWSER));
            command
        }
    };
    command.args(arguments).envs(environment.iter().copied());
    let name = command.get_program().to_string_lossy().into_owned();
    println!("   {} {}", name.rsplit('/').next().unwrap_or_default(), arguments.join(" "));
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{name} does not start: {error}");
            false
        }
    }
}
