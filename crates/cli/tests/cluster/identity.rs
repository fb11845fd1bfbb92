//! Workers elsewhere write the same record as threads here.

use std::fs;
use std::path::Path;

use crate::processes::{Server, bellwether, folder, games, until, worker};
use crate::timeless::timeless;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn four_workers_write_the_record_of_a_local_run() {
    let folder = folder("identity");
    let server = Server::start(&folder);
    let address = server.address();
    let workers: Vec<_> =
        (0..4).map(|at| worker(&folder, &at.to_string(), &address, &[])).collect();
    let tournaments: [&[&str]; 4] = [
        &[
            "breakthrough:rows=5,columns=5",
            "--agent",
            "pvs:nodes=300",
            "--agent",
            "mcts:simulations=60",
            "--agent",
            "greedy",
            "--games",
            "10",
            "--openings",
            "random",
        ],
        &[
            "battle-sheep:hidden",
            "--agent",
            "mcts:simulations=20",
            "--agent",
            "random",
            "--agent",
            "random",
            "--agent",
            "greedy",
            "--games",
            "8",
        ],
        // Each round waits for the results of the one before.
        &[
            "breakthrough:rows=5,columns=5",
            "--agent",
            "a=random",
            "--agent",
            "b=random",
            "--agent",
            "c=greedy",
            "--agent",
            "d=greedy",
            "--tournament",
            "swiss",
            "--rounds",
            "3",
        ],
        // Many quick games: jobs of hundreds.
        &[
            "breakthrough:rows=5,columns=5",
            "--agent",
            "random",
            "--agent",
            "greedy",
            "--games",
            "3000",
            "--no-log",
        ],
    ];
    for (at, tournament) in tournaments.into_iter().enumerate() {
        let (here, there) =
            (folder.join(format!("here-{at}.jsonl")), folder.join(format!("there-{at}.jsonl")));
        let run = |record: &Path, more: &[&str]| {
            let mut command = bellwether(&["match"]);
            command.args(tournament).args(["--quiet", "--seed", "7", "--records"]);
            let output = command.arg(record).args(more).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        run(&here, &["--concurrency", "2"]);
        run(&there, &["--cluster", &address]);
        assert!(timeless(&here) == timeless(&there), "{tournament:?}: the records differ");
    }
    let busy = workers.iter().filter(|worker| worker.said().contains("run ")).count();
    // Who gets a job first is not ours to say: a slow worker may find none left.
    assert!(busy > 1, "{busy} of 4 have taken part");
}

#[test]
fn tests_end_early_and_ctrl_c_goes_on_later() {
    let folder = folder("stopped");
    let server = Server::start(&folder);
    let address = server.address();
    let _workers: Vec<_> =
        (0..2).map(|at| worker(&folder, &at.to_string(), &address, &[])).collect();
    // A test that is decided long before the last game.
    let decided = folder.join("decided.jsonl");
    let output =
        bellwether(&["match", "breakthrough:rows=5,columns=5", "--agent", "pvs:nodes=200"])
            .args(["--agent", "random", "--games", "2000", "--sprt", "elo0=0,elo1=50", "--quiet"])
            .args(["--openings", "random", "--cluster", &address, "--records", text(&decided)])
            .output()
            .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("H1 accepted"), "{said}");
    assert!(games(&decided) < 2000);
    // Ctrl-C, and the command that it prints.
    let (here, there) = (folder.join("here.jsonl"), folder.join("there.jsonl"));
    let words = ["match", "breakthrough:rows=6,columns=6", "--agent", "pvs:nodes=2000"];
    let more =
        ["--agent", "mcts:simulations=200", "--games", "60", "--openings", "random", "--quiet"];
    let run = |record: &Path| {
        let mut command = bellwether(&words);
        command.args(more).args(["--records", text(record)]);
        command
    };
    assert!(run(&here).output().unwrap().status.success());
    let mut command = run(&there);
    command.args(["--cluster", &address]);
    let mut master = crate::processes::Running::start(&mut command, &folder.join("master.txt"));
    until("some games", || games(&there) >= 5);
    master.signal("-INT");
    assert_eq!(master.end(), Some(130), "{}", master.said());
    assert!(games(&there) < 60, "it was stopped in the middle");
    let said = master.said();
    let resume = said.lines().last().unwrap().trim();
    assert!(resume.contains("--resume") && resume.ends_with(&format!("--cluster {address}")));
    let words: Vec<&str> = resume.split(' ').skip(1).collect();
    assert!(bellwether(&words).arg("--quiet").output().unwrap().status.success());
    assert!(timeless(&here) == timeless(&there), "the records differ");
    assert!(fs::metadata(&there).unwrap().len() > 0);
}
