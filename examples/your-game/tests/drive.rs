//! What a game and an agent from outside get: the commands, matches, caged bots, tables.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

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

fn json_of(folder: &Path, arguments: &[&str]) -> Value {
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
    assert_eq!(json_of(&folder, &["perft", SMALL, "--depth", "1"])["count"], 12);
    let best = json_of(&folder, &["best", SMALL, "--agent", "pvs:depth=6"]);
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
    let result = json_of(&folder, &arguments);
    assert_eq!(result["games"], 4, "{result}");
    let mut faults = result["players"].as_array().unwrap().iter().map(|player| &player["faults"]);
    assert!(faults.all(|faults| *faults == json!({})), "{result}");
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
    let answer = json_of(&folder, &["query", SMALL]);
    assert_eq!(answer["positionValue"], "win", "{answer}");
    let arguments =
        ["match", SMALL, "--agent", "perfect", "--agent", "pvs:depth=4", "--games", "2"];
    let result = json_of(&folder, &arguments);
    assert_eq!(result["games"], 2, "{result}");
}

#[test]
fn an_agent_from_outside_is_used_like_the_others() {
    let folder = folder("agent");
    // It plays every game: with a type of its own, with virtual calls, with four seats, with hidden information.
    for game in [SMALL, "breakthrough:rows=5,columns=4", "battle-sheep", "battle-sheep:hidden"] {
        let agents = json_of(&folder, &["agents", game]);
        let is_listed = |agent: &Value| agent["name"] == "flat";
        assert!(agents["agents"].as_array().unwrap().iter().any(is_listed), "{agents}");
        let best = json_of(&folder, &["best", game, "--agent", "flat:games=2", "--multipv", "2"]);
        assert!(best["move"].is_string() && best["simulations"].as_u64() >= Some(2), "{best}");
    }
    // It wins, nobody forfeits, and the record repeats: the same seed gives the same moves.
    let record = folder.join("record.jsonl");
    let result = json_of(
        &folder,
        &[
            "match",
            "breakthrough:rows=5,columns=4",
            "--agent",
            "flat",
            "--agent",
            "random",
            "--games",
            "8",
            "--records",
            record.to_str().unwrap(),
        ],
    );
    let players = result["players"].as_array().unwrap();
    assert!(players.iter().all(|player| player["faults"] == json!({})), "{result}");
    let flat = players.iter().find(|player| player["name"] == "flat").unwrap();
    assert!(flat["points"].as_f64() > Some(5.0), "{result}");
    let verified = json_of(&folder, &["replay", record.to_str().unwrap(), "--verify"]);
    assert_eq!(verified["same"], 8, "{verified}");
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let cases = [
        (["show", "domineering:rows=18,columns=18", "", ""], "may have 36 squares"),
        (
            ["best", SMALL, "--agent", "flat:gams=3"],
            "flat has no option 'gams': did you mean 'games'?",
        ),
        (
            ["best", "breakthrough", "--agent", "flat:games=0"],
            "option 'games' takes a number from 1 to 100000, not '0'",
        ),
        (["best", "breakthrough", "--agent", "flatt"], "did you mean 'flat'?"),
    ];
    for (arguments, wanted) in cases {
        let output = Command::new(env!("CARGO_BIN_EXE_your-bellwether"))
            .args(arguments.iter().filter(|argument| !argument.is_empty()))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
}
