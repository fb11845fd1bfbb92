//! A tournament of the page is the tournament of `match`: the same settings and seed give the same record, also
//! when the server is killed in the middle and another one goes on.

use std::fs;
use std::path::{Path, PathBuf};

use crate::page::{Served, bellwether};
use crate::timeless::timeless;
use serde_json::json;

const GAMES: &str = "30";

/// A record's games without what depends on a clock.
fn timeless_games(path: &Path) -> Vec<String> {
    timeless(path).split_off(1)
}

fn only_file(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let file = files.next().unwrap();
    assert!(files.next().is_none());
    file
}

#[test]
fn the_page_plays_what_match_plays_even_if_it_is_killed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page-tournament");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let expected = folder.join("match.jsonl");
    let mut command = bellwether(
        &folder,
        &[
            "match",
            "wolf-and-sheep:size=6",
            "--agent",
            "deep=pvs",
            "--agent",
            "greedy",
            "--agent",
            "random",
            "--games",
            GAMES,
            "--nodes",
            "300",
            "--openings",
            "random",
            "--opening-plies",
            "2",
            "--seed",
            "11",
            "--quiet",
            "--records",
        ],
    );
    let played = command.arg(&expected).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));

    let server = Served::begin(&folder, &[]);
    let request = json!({
        "game": "wolf-and-sheep:size=6",
        "players": [{ "name": "deep", "agent": "pvs" }, { "agent": "greedy" }, { "agent": "random" }],
        "games": GAMES.parse::<u32>().unwrap(),
        "nodes": 300,
        "openings": "random",
        "openingPlies": 2,
        "seed": 11,
    });
    let begun = server.post("/api/tournaments", &request);
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    server.until(&id, |state| state["games"].as_u64().is_some_and(|games| games >= 2));
    drop(server);

    let server = Served::begin(&folder, &[]);
    let list = server.get("/api/tournaments");
    let listed = &list["tournaments"][0];
    assert_eq!(listed["id"], id.as_str());
    // A quick machine may have been done before it was killed.
    if listed["status"] == "unfinished" {
        let resumed = server.ask("POST", &format!("/api/tournaments/{id}/resume"), "");
        assert_eq!(resumed["id"], id.as_str(), "{resumed}");
    }
    let state = server.until(&id, |state| state["status"] == "finished");
    assert_eq!(state["games"], state["total"]);
    drop(server);
    assert_eq!(timeless_games(&only_file(&folder.join("matches"))), timeless_games(&expected));
    fs::remove_dir_all(folder).unwrap();
}
