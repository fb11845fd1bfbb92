//! Every listed variant of every game, through the built binary: text and JSON agree, positions can be
//! given back, and perft counts the same on one thread and on several.

use std::process::Command;

use serde_json::Value;

fn run(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bellwether")).args(arguments).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let text = run(&[arguments, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

fn variants() -> Vec<String> {
    let list = json(&["games"]);
    let games = list["games"].as_array().expect("games");
    let variants = games.iter().flat_map(|game| game["variants"].as_array().expect("variants"));
    variants.map(|variant| variant["game"].as_str().expect("a spec").to_owned()).collect()
}

#[test]
fn all_games_are_listed() {
    let list = json(&["games"]);
    let names: Vec<&str> =
        list["games"].as_array().unwrap().iter().filter_map(|game| game["name"].as_str()).collect();
    assert_eq!(
        names,
        ["breakthrough", "wolf-and-sheep", "wolves-eat-sheep", "battle-sheep", "connect-four"]
    );
}

#[test]
fn show_and_moves_agree_for_every_variant_and_position() {
    for game in variants() {
        let start = json(&["show", &game]);
        let mut position = start["position"].as_str().unwrap().to_owned();
        // The start, then two plies on: positions are fed back as text each time.
        for _ in 0..3 {
            let shown = json(&["show", &game, "--position", &position]);
            assert_eq!(shown["position"], position.as_str(), "{game}");
            assert!(run(&["show", &game, "--position", &position]).contains(&position), "{game}");
            let listed = json(&["moves", &game, "--position", &position]);
            let moves: Vec<String> = listed["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|m| m.as_str().unwrap().to_owned())
                .collect();
            assert_eq!(run(&["moves", &game, "--position", &position]), moves.join("\n") + "\n");
            let last = moves.last().expect("a move");
            let next = json(&["show", &game, "--position", &position, "--moves", last]);
            position = next["position"].as_str().unwrap().to_owned();
        }
    }
}

#[test]
fn perft_agrees_on_one_thread_and_several() {
    for game in variants() {
        let one = json(&["perft", &game, "--depth", "3", "--threads", "1"]);
        let two = json(&["perft", &game, "--depth", "3", "--threads", "2"]);
        let divided = json(&["perft", &game, "--depth", "3", "--divide"]);
        assert_eq!(one["count"], two["count"], "{game}");
        assert_eq!(one["count"], divided["count"], "{game}");
        let sum: u64 = divided["divide"]
            .as_array()
            .unwrap()
            .iter()
            .map(|d| d["count"].as_u64().unwrap())
            .sum();
        assert_eq!(one["count"], sum, "{game}");
        let text = run(&["perft", &game, "--depth", "3", "--divide"]);
        assert_eq!(text.lines().last().unwrap(), sum.to_string(), "{game}");
    }
}

#[test]
fn the_standard_breakthrough_counts() {
    for (depth, count) in [("0", "1"), ("1", "22"), ("2", "484"), ("3", "11132"), ("4", "256036")] {
        assert_eq!(run(&["perft", "breakthrough", "--depth", depth]), format!("{count}\n"));
    }
    let five = run(&["perft", "breakthrough", "--depth", "5", "--divide"]);
    assert_eq!(five.lines().last(), Some("6182818"));
}

#[test]
fn agents_are_listed_for_every_game() {
    for game in variants() {
        let list = json(&["agents", &game]);
        let names: Vec<&str> =
            list["agents"].as_array().unwrap().iter().filter_map(|a| a["name"].as_str()).collect();
        assert!(names.contains(&"random") && names.contains(&"greedy"), "{game}: {names:?}");
        assert!(!list["heuristics"].as_array().unwrap().is_empty(), "{game}");
    }
}
