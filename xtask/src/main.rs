//! Tasks of the repository, run as `cargo xtask TASK`.
//!
//! `cargo xtask test` is the gate: format, lints, tests, documentation, fuzzing and the page in a real
//! browser, on a machine that has only Rust and apt. It says what it is doing and ends with one summary.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to its terminal")]

mod steps;
mod tools;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  test                     everything CI checks, in order; ends with a summary
  test --quick             format, lints, unit tests and compatibility: an answer within minutes
  page [--pictures]        only what concerns the page; takes the pictures of docs/images anew
  python                   only what concerns the Python package: builds, installs and tests its wheel
  fuzz [SECONDS [TARGET]]  feed every parser (or one) with mutated text; default 60 seconds each
  secrets [SECONDS [SEED]] random messages to hidden games on the page; no byte that a seat may not know; default 60
  attack                   some 490 attempts on the cage, as root, as a user and without namespaces; a minute
  cluster                  2,000 games with everything failing, 500 workers and a million games; minutes
  train                    train Battle Sheep's rollout policy and write its weights into the source; minutes
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => steps::test(),
        ["test", "--quick"] => steps::quick(),
        ["page"] => steps::page(false),
        ["page", "--pictures"] => steps::page(true),
        ["python"] => steps::python(),
        ["fuzz"] => steps::fuzz("60", None),
        ["fuzz", seconds] => steps::fuzz(seconds, None),
        ["fuzz", seconds, target] => steps::fuzz(seconds, Some(target)),
        ["secrets"] => steps::secrets("60", None),
        ["secrets", seconds] => steps::secrets(seconds, None),
        ["secrets", seconds, seed] => steps::secrets(seconds, Some(seed)),
        ["attack"] => steps::attack(),
        ["cluster"] => steps::cluster(),
        ["train"] => steps::train(),
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
