//! Proofs by workers: the same winner as here, a strategy that holds, whatever fails on the way.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::processes::{Running, Server, bellwether, folder, until, worker};

/// Takes some seconds, so that there is time to fail.
const GAME: &str = "breakthrough:rows=5,columns=5";

fn solve(folder: &Path, game: &str, more: &[&str]) -> Output {
    bellwether(&["--json", "solve", game, "--out"]).arg(folder).args(more).output().unwrap()
}

fn winner(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["winner"].clone()
}

fn check(strategy: &Path) {
    let checked = bellwether(&["check-table"]).arg(strategy).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn a_proof_goes_on_when_workers_and_master_end() {
    let folder = folder("proofs");
    let (here, there) = (folder.join("here"), folder.join("there"));
    let local = winner(&solve(&here, GAME, &[]));
    let server = Server::start(&folder);
    let address = server.address();
    let more = ["--memory", "200M"];
    let mut workers: Vec<Running> =
        (0..2).map(|at| worker(&folder, &at.to_string(), &address, &more)).collect();
    let master = |name: &str| {
        let mut command = bellwether(&["solve", GAME, "--cluster", &address, "--out"]);
        command.arg(&there).args(["--job-deadline", "2"]);
        Running::start(&mut command, &folder.join(format!("{name}.txt")))
    };
    let mut stopped = master("stopped");
    until("two workers", || {
        workers.iter().all(|worker| worker.said().contains("run ")) || there_is(&there, "strategy")
    });
    workers[0].kill();
    stopped.signal("-INT");
    assert_eq!(stopped.end(), Some(130), "{}", stopped.said());
    assert!(stopped.said().contains("the same command goes on from here"), "{}", stopped.said());
    assert!(there_is(&there, "tree.json"));
    // The rest: killed once more, and then to the end, with a worker that comes late.
    let mut killed = master("killed");
    std::thread::sleep(std::time::Duration::from_millis(300));
    killed.kill();
    workers.push(worker(&folder, "late", &address, &more));
    let mut last = master("last");
    assert_eq!(last.end(), Some(0), "{}", last.said());
    assert!(!there_is(&there, "tree.json"));
    let proven = winner(&solve(&there, GAME, &[]));
    assert_eq!(proven, local);
    let files = std::fs::read_dir(&there).unwrap().map(|file| file.unwrap().path());
    for strategy in files {
        check(&strategy);
    }
}

/// Whether a file with this ending is in a folder.
fn there_is(folder: &Path, ending: &str) -> bool {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|file| file.file_name()).any(|name| name.to_string_lossy().ends_with(ending))
}

#[test]
fn only_proofs_are_given_to_workers_and_only_to_those_that_take_them() {
    let folder = folder("lanes");
    let server = Server::start(&folder);
    let address = server.address();
    let table = solve(&folder, "wolf-and-sheep", &["--cluster", &address]);
    let said = String::from_utf8_lossy(&table.stderr);
    assert_eq!(table.status.code(), Some(2), "{said}");
    assert!(said.contains("--cluster is for games that are proven by search"), "{said}");
    let players = worker(&folder, "games", &address, &["--lanes", "games"]);
    let mut command = bellwether(&["solve", "breakthrough:rows=5,columns=3"]);
    command.args(["--cluster", &address, "--out"]).arg(&folder);
    let mut master = Running::start(&mut command, &folder.join("master.txt"));
    until("a word of the worker's", || master.said().contains("is there, 1 at once"));
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(!players.said().contains("run ") && !master.is_over(), "{}", master.said());
    let prover = worker(&folder, "proofs", &address, &["--lanes", "proofs"]);
    assert_eq!(master.end(), Some(0), "{}{}", master.said(), prover.said());
    assert!(master.said().contains("wins breakthrough"), "{}", master.said());
}
