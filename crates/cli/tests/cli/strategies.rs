//! A strategy that `solve` wrote is asked: by `query`, by the agent `perfect`, by `--tb` and by the truth columns.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const GAME: &str = "breakthrough:rows=5,columns=3";

fn run(tables: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(arguments).env("BELLWETHER_TABLES", tables).output().expect("it starts")
}

fn said(tables: &Path, arguments: &[&str]) -> String {
    let output = run(tables, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(tables: &Path, arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&said(tables, &arguments)).expect("JSON")
}

#[test]
fn what_solve_proves_is_answered() {
    let name = format!("bellwether-strategies-{}", std::process::id());
    let tables = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&tables).expect("a folder");
    let before = run(&tables, &["query", GAME]);
    assert_eq!(before.status.code(), Some(2));
    let advice = String::from_utf8_lossy(&before.stderr).into_owned();
    assert!(advice.contains(&format!("`bellwether solve {GAME}")), "{advice}");
    // The advice is followed.
    let proof = json(&tables, &["solve", GAME]);
    let winner = proof["winner"]["seat"].as_u64().expect("a seat");
    let answer = json(&tables, &["query", GAME]);
    let expected = if winner == 1 { "win" } else { "lose" };
    assert_eq!(answer["positionValue"], expected, "{answer}");
    assert_eq!(answer["remoteness"], Value::Null, "{answer}");
    assert_eq!(answer["moves"].as_array().expect("moves").len(), 7, "{answer}");
    let text = said(&tables, &["query", GAME, "--line"]);
    assert!(!text.contains("65535") && text.contains("line: "), "{text}");
    // The winner's seat wins against anybody, and the truth columns say that it threw nothing away.
    let record = tables.join("match.jsonl");
    let file = record.to_str().expect("UTF-8");
    let agents = ["--agent", "perfect", "--agent", "alphabeta:depth=3"];
    let played = [&["match", GAME][..], &agents, &["--games", "4", "--records", file]].concat();
    let played = json(&tables, &played);
    let perfect = played["players"].as_array().expect("players").iter();
    let perfect = perfect.clone().find(|player| player["name"] == "perfect").expect("it played");
    assert_eq!(perfect["truth"]["winsThrown"], 0, "{perfect}");
    assert!(perfect["truth"]["judged"].as_u64() > Some(0), "{perfect}");
    assert_eq!(perfect["truth"]["remotenessLost"], 0, "{perfect}");
    let seat = &perfect["bySeat"][winner as usize - 1];
    assert!(seat.to_string().contains('2'), "{perfect}");
    // Its values are in the record and on the page, without plies that nobody knows.
    let replay = said(&tables, &["replay", file]);
    assert!(replay.contains("truth ▲ win") && !replay.contains("65535"), "{replay}");
    let page = tables.join("page.html");
    said(&tables, &["report", file, "--html", page.to_str().expect("UTF-8")]);
    assert!(!std::fs::read_to_string(&page).expect("a page").contains("65535"));
    // Adjudicated by the strategy at once.
    let random = ["--agent", "random", "--agent", "random", "--tb", "0", "--no-records"];
    let judged = json(&tables, &[&["match", GAME][..], &random].concat());
    assert_eq!(judged["endings"]["adjudicated"], 2, "{judged}");
    std::fs::remove_dir_all(&tables).expect("it can be removed");
}
