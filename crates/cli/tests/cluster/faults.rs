//! Workers, the network, the server and the master fail; the record is that of a quiet local run.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::processes::{
    Networks, Running, Server, bellwether, fault_games, folder, games, skip, until, worker,
};
use crate::timeless::timeless;

/// Seconds after which a silent worker's games go to another.
const DEADLINE: u64 = 3;

#[test]
fn every_game_is_there_once_whatever_fails() {
    let count = fault_games() as usize;
    let Some(networks) = Networks::new(5) else {
        skip("only root can make network namespaces");
        return;
    };
    let folder = folder("faults");
    let (here, there) = (folder.join("here.jsonl"), folder.join("there.jsonl"));
    let plan = |record: &Path| {
        let number = count.to_string();
        let words = [
            "breakthrough:rows=6,columns=6",
            "--agent",
            "pvs:nodes=3000",
            "--agent",
            "mcts:simulations=300",
            "--openings",
            "random",
            "--quiet",
            "--seed",
            "11",
            "--games",
            &number,
            "--records",
            record.to_str().unwrap(),
        ];
        words.map(str::to_owned)
    };
    let local = bellwether(&["match"]).args(plan(&here)).output().unwrap();
    assert!(local.status.success(), "{}", String::from_utf8_lossy(&local.stderr));

    let mut server = Server::with(&folder, &folder.join("server"), "", Some(&networks.hub));
    let port = server.port;
    let mut workers: Vec<Running> = (0..4).map(|at| networks.worker(&folder, at, port)).collect();
    let deadline = DEADLINE.to_string();
    let words = plan(&there);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--job-deadline", &deadline]);
    let mut master = networks.master(&folder, port, &words);
    let reached = |share: usize| {
        let wanted = count * share / 100;
        until(&format!("game {wanted}"), || games(&there) >= wanted);
    };
    reached(5);
    workers[0].kill();
    reached(10);
    workers[1].signal("-STOP");
    let frozen = Instant::now();
    reached(15);
    networks.cut(2, true);
    reached(20);
    server.kill();
    std::thread::sleep(Duration::from_millis(500));
    server.restart();
    reached(30);
    master.kill();
    workers[3].kill();
    let resumed = ["--resume", there.to_str().unwrap(), "--quiet", "--job-deadline", &deadline];
    let mut master = networks.master(&folder, port, &resumed);
    workers.push(networks.worker(&folder, 4, port));
    reached(50);
    // Past its deadline: its games are played, or being played, by others.
    std::thread::sleep(Duration::from_secs(DEADLINE + 1).saturating_sub(frozen.elapsed()));
    workers[1].signal("-CONT");
    networks.cut(2, false);
    assert_eq!(master.end(), Some(0), "{}", master.said());
    assert_eq!(games(&there), count, "{}", master.said());
    assert!(timeless(&here) == timeless(&there), "the records differ");
}

/// While a master comes back, the server has the run's notice and no queue.
#[test]
fn a_worker_waits_for_the_queue_of_a_master_that_comes_back() {
    let folder = folder("back");
    let server = Server::start(&folder);
    let record = folder.join("record.jsonl");
    let path = record.to_str().unwrap();
    let address = server.address();
    let game = ["breakthrough:rows=5,columns=5", "--agent", "greedy", "--agent", "random"];
    let mut begun = bellwether(&["match"]);
    begun.args(game).args(["--games", "10", "--quiet", "--records", path, "--cluster", &address]);
    let mut master = Running::start(&mut begun, &folder.join("begun.txt"));
    let mut run = String::new();
    until("the run's queue", || {
        let queues = server.ask("$JS.API.CONSUMER.NAMES.BELLWETHER_JOBS");
        let queues: serde_json::Value = serde_json::from_str(&queues).unwrap_or_default();
        run = queues["consumers"][0].as_str().unwrap_or_default().to_owned();
        let notice = server.ask("$JS.API.STREAM.INFO.BELLWETHER_RUNS");
        let notice: serde_json::Value = serde_json::from_str(&notice).unwrap_or_default();
        !run.is_empty() && notice["state"]["messages"] == 1
    });
    master.kill();
    let deleted = server.ask(&format!("$JS.API.CONSUMER.DELETE.BELLWETHER_JOBS.{run}"));
    assert!(deleted.contains("\"success\":true"), "{deleted}");
    let mut worker = worker(&folder, "early", &address, &[]);
    until("the worker's word", || worker.said().contains(&format!("run {run} is waited for")));
    let mut resumed = bellwether(&["match", "--resume", path, "--quiet", "--cluster", &address]);
    let mut master = Running::start(&mut resumed, &folder.join("resumed.txt"));
    assert_eq!(master.end(), Some(0), "{}", master.said());
    assert_eq!(games(&record), 10);
    assert!(!worker.is_over());
    assert_eq!(worker.said().matches("is waited for").count(), 1, "{}", worker.said());
}
