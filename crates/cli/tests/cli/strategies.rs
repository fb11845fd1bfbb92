//! A strategy that `solve` wrote is asked: by `query`, by the agent `perfect`, by `--tb`, by the truth columns and by the
//! page.

use std::path::Path;
use std::process::{Command, Output};

use crate::page::Served;
use serde_json::{Value, json};

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

fn answer(tables: &Path, arguments: &[&str]) -> Value {
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
    let proof = answer(&tables, &["solve", GAME]);
    let winner = proof["winner"]["seat"].as_u64().expect("a seat");
    let told = answer(&tables, &["query", GAME]);
    let expected = if winner == 1 { "win" } else { "lose" };
    assert_eq!(told["positionValue"], expected, "{told}");
    assert_eq!(told["remoteness"], Value::Null, "{told}");
    assert_eq!(told["moves"].as_array().expect("moves").len(), 7, "{told}");
    let text = said(&tables, &["query", GAME, "--line"]);
    assert!(!text.contains("65535") && text.contains("line: "), "{text}");
    // The winner's seat wins against anybody, and the truth columns say that it threw nothing away.
    let record = tables.join("match.jsonl");
    let file = record.to_str().expect("UTF-8");
    let agents = ["--agent", "perfect", "--agent", "alphabeta:depth=3"];
    let played = [&["match", GAME][..], &agents, &["--games", "4", "--records", file]].concat();
    let played = answer(&tables, &played);
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
    let judged = answer(&tables, &[&["match", GAME][..], &random].concat());
    assert_eq!(judged["endings"]["adjudicated"], 2, "{judged}");
    std::fs::remove_dir_all(&tables).expect("it can be removed");
}

#[test]
fn the_page_answers_from_a_strategy() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("strategy-page");
    let _ = std::fs::remove_dir_all(&folder);
    let tables = folder.join("tables");
    std::fs::create_dir_all(&tables).expect("a folder");
    let server = Served::begin(&folder, &[]);
    let (_, mut page) = server.open(GAME, &["person", "person"]);
    assert_eq!(page.turn()["solvable"], false, "nobody has proven it yet");
    said(&tables, &["solve", GAME]);
    let told = answer(&tables, &["query", GAME]);
    let (_, mut page) = server.open(GAME, &["person", "person"]);
    let state = page.turn();
    assert_eq!(state["solvable"], true);
    page.send(&json!({ "type": "truth", "on": true }));
    let truth = page.wait("truth", |_| true);
    assert_eq!(truth["source"], "strategy", "{truth}");
    assert_eq!(truth["worth"], json!({ "value": told["positionValue"], "remoteness": null }));
    let values = |moves: &Value, text: &str, value: &dyn Fn(&Value) -> Value| {
        let moves = moves.as_array().expect("moves").iter();
        let mut values: Vec<_> = moves.map(|m| (m[text].to_string(), value(m))).collect();
        values.sort_by(|one, other| one.0.cmp(&other.0));
        values
    };
    let queried = values(&told["moves"], "move", &|m| m["moveValue"].clone());
    assert_eq!(values(&truth["moves"], "text", &|m| m["worth"]["value"].clone()), queried);
    page.send(&json!({ "type": "hint" }));
    let hint = page.wait("hint", |_| true);
    assert_eq!(hint["worth"]["value"], told["positionValue"], "{hint}");
    // The curve goes on with the game.
    page.any_move(&state);
    let truth = page.wait("truth", |truth| truth["ply"] == 1);
    assert_eq!(truth["curve"].as_array().map(Vec::len), Some(2), "{truth}");
    assert!(!truth.to_string().contains("65535"), "{truth}");
    drop((page, server));
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
