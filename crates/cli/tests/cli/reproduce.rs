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

/// What `best` says as JSON, or why it does not.
fn best(game: &str, agent: &str) -> Result<serde_json::Value, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["best", game, "--agent", agent, "--json"])
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).map_err(|_| said)
}

#[test]
fn what_the_report_on_battle_sheep_compares_are_options_of_its_search() {
    let small = "battle-sheep:seats=2,cells=6,size=3,sheep=8";
    let nodes = |stuck: &str| {
        let agent = format!("uct:simulations=2000,stuck={stuck}");
        best(small, &agent).expect("a move")["nodes"].as_u64().expect("a number")
    };
    assert!(nodes("stop") < nodes("skip"), "the tree does not grow beyond a stuck seat");
    let teams = "battle-sheep:teams,cells=20,size=5,sheep=5";
    let score = |teams_by: &str| {
        let agent = format!("uct:simulations=300,teams={teams_by}");
        best(teams, &agent).expect("a move")["score"].clone()
    };
    assert_ne!(score("members"), score("rank"));
    assert!(best("battle-sheep:hidden", "uct:simulations=20,guess=endless").is_ok());
    for (game, option) in [("battle-sheep", "guess=endless"), ("battle-sheep", "teams=members")] {
        let said = best(game, &format!("uct:{option}")).expect_err("it has no effect");
        assert!(said.contains("has no effect on uct in this game"), "{said}");
    }
    assert!(best("breakthrough", "uct:stuck=stop").is_err());
}
