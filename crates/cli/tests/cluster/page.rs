//! The page's tournaments on a cluster: played by workers, and shown with them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::processes::{Running, Server, bellwether, folder, games, until, worker};
use crate::served::Served;
use crate::timeless::timeless;

/// The workers that the page shows, by name.
fn workers(page: &Served) -> Vec<Value> {
    page.get("/api/workers")["workers"].as_array().cloned().unwrap_or_default()
}

/// How many workers the page shows at a run.
fn busy(page: &Served, run: &Value) -> usize {
    let is_at_it = |worker: &Value| {
        let jobs = worker["jobs"].as_array().unwrap();
        jobs.iter().any(|job| job["run"] == *run)
    };
    workers(page).iter().filter(|worker| is_at_it(worker)).count()
}

/// So many that both workers are seen to be busy, also on a quick machine.
const GAMES: u32 = 160;

#[test]
fn workers_play_the_pages_tournament_and_are_shown() {
    let folder = folder("page");
    let server = Server::start(&folder);
    let address = server.address();
    let page = Served::begin(&folder, &["--cluster", &address]);
    assert_eq!(page.get("/api/workers"), json!({ "problem": null, "runs": [], "workers": [] }));
    assert_eq!(page.get("/api/tournaments")["hasCluster"], true);
    let mut ours: Vec<Running> =
        (0..2).map(|at| worker(&folder, &at.to_string(), &address, &[])).collect();
    until("both workers", || workers(&page).len() == 2);
    let players = [("a", "pvs:nodes=4000"), ("b", "mcts:simulations=300")];
    let mut request = json!({
        "game": "breakthrough:rows=6,columns=6",
        "players": players.map(|(name, agent)| json!({ "name": name, "agent": agent })),
        "games": GAMES,
        "openings": "random",
        "openingPlies": 2,
        "seed": 11,
        "concurrency": 2,
    });
    let refused = page.post("/api/tournaments", &request).to_string();
    assert!(refused.contains("workers say how many games are played at once"), "{refused}");
    request.as_object_mut().unwrap().remove("concurrency");
    let begun = page.post("/api/tournaments", &request);
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let state = page.until(&id, |state| state["run"].is_string());
    assert_eq!(state["concurrency"], Value::Null);
    let run = state["run"].clone();
    until("both to be busy", || busy(&page, &run) == 2);
    until("the tournament to be listed", || {
        let runs = page.get("/api/workers")["runs"].clone();
        runs.as_array().unwrap().iter().any(|known| known["run"] == run)
    });
    // One goes, another comes: the page shows both.
    let names = workers(&page).iter().map(|worker| worker["name"].clone()).collect::<Vec<_>>();
    ours[0].kill();
    ours.push(worker(&folder, "late", &address, &[]));
    until("who is left and who has come", || {
        let now = workers(&page);
        let known = now.iter().filter(|worker| names.contains(&worker["name"])).count();
        now.len() == 2 && known == 1
    });
    // Stopped and gone on with, like any tournament.
    let path = format!("/api/tournaments/{id}");
    page.ask("POST", &format!("{path}/stop"), "");
    let stopped = page.until(&id, |state| state["status"] != "running");
    if stopped["status"] == "unfinished" {
        assert_eq!(page.ask("POST", &format!("{path}/resume"), "")["id"], id.as_str());
    }
    let state = page.until(&id, |state| state["status"] == "finished");
    assert_eq!((&state["games"], &state["run"]), (&json!(GAMES), &Value::Null));
    let matches = fs::read_dir(folder.join("matches")).unwrap();
    let files: Vec<_> = matches.map(|file| file.unwrap().path()).collect();
    let here = folder.join("here.jsonl");
    let words = ["match", "breakthrough:rows=6,columns=6", "--seed", "11", "--games"];
    let mut command = bellwether(&words);
    command.arg(GAMES.to_string());
    for (name, agent) in players {
        command.args(["--agent", &format!("{name}={agent}")]);
    }
    command.args(["--openings", "random", "--opening-plies", "2", "--quiet", "--records"]);
    assert!(command.arg(&here).output().unwrap().status.success());
    let record = |path: &Path| timeless(path).split_off(1);
    assert_eq!(files.len(), 1);
    assert!(record(&files[0]) == record(&here), "the records differ");
}

#[test]
fn a_tournament_of_the_terminal_is_seen_on_the_page() {
    let folder = folder("page-terminal");
    let server = Server::start(&folder);
    let address = server.address();
    let page = Served::begin(&folder, &["--cluster", &address]);
    let _worker = worker(&folder, "0", &address, &[]);
    let record = folder.join("there.jsonl");
    let mut command = bellwether(&["match", "breakthrough:rows=6,columns=6", "--quiet"]);
    command.args(["--agent", "pvs:nodes=2000", "--agent", "greedy", "--games", "10000"]);
    command.args(["--cluster", &address, "--records"]).arg(&record);
    let mut master = Running::start(&mut command, &folder.join("master.txt"));
    until("its games and its worker", || {
        let status = page.get("/api/workers");
        let run = &status["runs"][0];
        let is_counted = run["done"].as_u64() > Some(0) && run["left"].as_u64() > Some(0);
        let is_quick = status["workers"][0]["rate"].as_f64() > Some(0.0);
        is_counted && is_quick && busy(&page, &run["run"]) == 1
    });
    assert_eq!(page.get("/api/workers")["runs"][0]["game"], "breakthrough:rows=6,columns=6");
    assert!(games(&record) > 0);
    master.signal("-INT");
    assert_eq!(master.end(), Some(130));
    until("its end", || page.get("/api/workers")["runs"] == json!([]));
}

#[test]
fn a_page_without_its_cluster_says_so() {
    let folder = folder("page-lost");
    let mut server = Server::start(&folder);
    let address = server.address();
    let page = Served::begin(&folder, &["--cluster", &address]);
    let _worker = worker(&folder, "0", &address, &[]);
    until("the worker", || workers(&page).len() == 1);
    server.kill();
    until("a sentence", || page.get("/api/workers")["problem"].is_string());
    assert_eq!(workers(&page).len(), 1, "a worker that cannot be heard may be there");
    let request = json!({
        "game": "breakthrough",
        "players": [{ "agent": "greedy" }, { "agent": "random" }],
    });
    let refused = page.post("/api/tournaments", &request).to_string();
    assert!(refused.contains("server"), "{refused}");
    assert!(!folder.join("matches").exists(), "nothing was begun");
    server.restart();
    until("the server", || page.get("/api/workers")["problem"].is_null());
    let begun = page.post("/api/tournaments", &request);
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    page.until(&id, |state| state["status"] == "finished");
    drop(page);
    server.kill();
    let output = bellwether(&["serve", "--no-open", "--port", "0", "--cluster", &address])
        .arg("--store")
        .arg(folder.join("other.db"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("cannot reach a server"), "{said}");
}
