//! What a game from outside gets: the commands, matches, caged bots, tables.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const SMALL: &str = "domineering:rows=4,columns=4";

/// A folder for what the tests make.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program with the game in it; what it prints, if it succeeds.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_your-bellwether"))
        .args(arguments)
        .env("BELLWETHER_TABLES", folder.join("tables"))
        .env("BELLWETHER_MATCHES", folder.join("matches"))
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&run(folder, &[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn the_commands_know_it() {
    let folder = folder("commands");
    assert!(run(&folder, &["games"]).contains("Domineering"));
    let board = run(&folder, &["show", SMALL, "--moves", "b2b3 c1d1"]);
    assert!(board.contains("Vertical to move"), "{board}");
    assert!(board.contains("4/1V2/1V2/2HH v"), "{board}");
    // An upright domino begins on any of three ranks.
    assert_eq!(json(&folder, &["perft", SMALL, "--depth", "1"])["count"], 12);
    let best = json(&folder, &["best", SMALL, "--agent", "pvs:depth=6"]);
    assert!(best["move"].is_string(), "{best}");
    // The standard games are still there.
    assert!(run(&folder, &["show", "breakthrough"]).contains("White to move"));
}

#[test]
fn agents_and_caged_bots_play_matches() {
    let folder = folder("matches");
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/python/bot.py");
    let bot = format!("bot:cmd=python3 {bot}");
    let arguments =
        ["match", SMALL, "--agent", &bot, "--agent", "alphabeta:depth=2", "--games", "4"];
    let result = json(&folder, &arguments);
    assert_eq!(result["games"], 4, "{result}");
    let faults = result["players"].as_array().unwrap().iter().map(|player| &player["faults"]);
    assert!(faults.clone().all(|faults| faults.as_u64().unwrap_or(0) == 0), "{result}");
    let record = std::fs::read_dir(folder.join("matches")).unwrap().next().unwrap().unwrap().path();
    let replayed = run(&folder, &["replay", record.to_str().unwrap(), "--game", "1", "--ply", "0"]);
    assert!(replayed.contains("Vertical"), "{replayed}");
}

#[test]
fn it_is_solved_by_the_generic_solver() {
    let folder = folder("solved");
    run(&folder, &["solve", SMALL]);
    let table = std::fs::read_dir(folder.join("tables")).unwrap().next().unwrap().unwrap().path();
    assert!(run(&folder, &["check-table", table.to_str().unwrap()]).starts_with("right: all"));
    // The first player wins on 4 × 4, as has been known since the game was named.
    let answer = json(&folder, &["query", SMALL]);
    assert_eq!(answer["positionValue"], "win", "{answer}");
    let arguments =
        ["match", SMALL, "--agent", "perfect", "--agent", "pvs:depth=4", "--games", "2"];
    let result = json(&folder, &arguments);
    assert_eq!(result["games"], 2, "{result}");
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let output = Command::new(env!("CARGO_BIN_EXE_your-bellwether"))
        .args(["show", "domineering:rows=18,columns=18"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("may have 36 squares"), "{said}");
}
