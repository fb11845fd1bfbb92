//! The steps of `cargo xtask test`: each is a command that must succeed.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::tools;

/// How long each parser is fuzzed in the gate; `cargo xtask fuzz` takes longer.
const FUZZ_SECONDS: &str = "5";

struct Step {
    name: &'static str,
    why: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const STEPS: &[Step] = &[
    Step {
        name: "format",
        why: "the code is formatted",
        arguments: &["fmt", "--all", "--check"],
        environment: &[],
    },
    Step {
        name: "lints",
        why: "clippy finds nothing, warnings count",
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
    Step {
        name: "tests",
        why: "unit, property, documentation and command-line tests",
        arguments: &["test", "--workspace", "--all-features", "--locked", "--no-fail-fast"],
        environment: &[],
    },
    Step {
        name: "documentation",
        why: "the API documentation builds without warnings",
        arguments: &["doc", "--workspace", "--all-features", "--no-deps", "--locked"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    Step {
        name: "fuzzing",
        why: "no parser panics on mutated text",
        arguments: &["run", "--locked", "--package", "bellwether-fuzz", "--", FUZZ_SECONDS],
        environment: &[],
    },
];

/// Runs every step, even after a failure, so that one run tells all; the first failure decides.
pub(crate) fn test() -> ExitCode {
    let began = Instant::now();
    println!("\n== tools: what the tests need is installed");
    if !tools::install() {
        return ExitCode::FAILURE;
    }
    let mut results: Vec<(&Step, bool, Duration)> = Vec::new();
    for step in STEPS {
        println!("\n== {}: {}", step.name, step.why);
        println!("   cargo {}", step.arguments.join(" "));
        let step_began = Instant::now();
        let passed = cargo(step.arguments, step.environment);
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
    if cargo(&arguments, &[]) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs cargo with the toolchain that runs this task.
fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> bool {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program).args(arguments).envs(environment.iter().copied()).status();
    match status {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cargo does not start: {error}");
            false
        }
    }
}
