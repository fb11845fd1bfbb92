//! `reproduce` from the command line: an experiment that takes a moment, its report, and its second run.

use std::path::{Path, PathBuf};
use std::process::Command;

fn reproduce(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .args(arguments)
        .output()
        .expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("it is text")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn an_experiment_is_run_reported_and_read_again() {
    let folder = folder("reproduce");
    let arguments = ["reproduce", "a13", "--quick", "--out", "again"];
    let first = reproduce(&folder, &arguments);
    assert!(first.contains("A13     White's wins"), "{first}");
    assert!(first.ends_with("wrote again.md and again.html\n"), "{first}");
    let report = std::fs::read_to_string(folder.join("again.md")).expect("a report");
    for part in [
        "## All verdicts",
        "68 of 100 (58.3 to 76.3 %)",
        "## A13.",
        "bellwether match breakthrough --agent greedy:heuristic=offensive2",
        "## Errors in the course reports, corrected",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(
        std::fs::read_to_string(folder.join("again.html")).expect("a page").contains("</html>")
    );

    let journal = folder.join("again.d/A13.quick.jsonl");
    let written = std::fs::read(&journal).expect("a journal");
    assert_eq!(reproduce(&folder, &arguments), first);
    assert_eq!(std::fs::read(&journal).expect("a journal"), written, "nothing was played again");

    let figures = reproduce(&folder, &["--json", "reproduce", "A13", "--quick", "--out", "again"]);
    assert!(figures.contains(r#""id":"A13""#) && figures.contains(r#""verdict":"#), "{figures}");
}
