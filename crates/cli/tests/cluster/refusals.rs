//! What cannot work is said in a sentence, and the rest goes on.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bellwether_cluster::{ClusterAddress, ClusterConnection, Lane, WorkerOptions, work};

use crate::processes::{
    Running, Server, bellwether, folder, free_port, games, skip, until, worker,
};
use crate::timeless::timeless;

const SMALL: &str = "breakthrough:rows=5,columns=5";

#[test]
fn a_wrong_address_token_or_server_is_named() {
    let folder = folder("tokens");
    let server =
        Server::with(&folder, &folder.join("server"), "authorization { token: \"s3cret\" }", None);
    let refused = |address: &str| {
        let output = bellwether(&["worker", "--cluster", address]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = refused(&format!("nats://wr0ng@127.0.0.1:{}", server.port));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("refuses the token") && !said.contains("wr0ng"), "{said}");
    let (code, said) = refused("nats://127.0.0.1:1");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot reach a server at nats://127.0.0.1:1"), "{said}");
    // With the right one, from the address or from the environment.
    let address = format!("nats://s3cret@127.0.0.1:{}", server.port);
    let worker = worker(&folder, "right", &address, &[]);
    until("the worker", || worker.said().contains("plays 1 at once"));
    assert!(!worker.said().contains("s3cret"));
    let output = bellwether(&["match", SMALL, "--agent", "greedy", "--agent", "random"])
        .args(["--games", "4", "--no-records", "--quiet", "--cluster", &server.address()])
        .env("BELLWETHER_CLUSTER_TOKEN", "s3cret")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // A server that stores nothing.
    let plain = folder.join("plain");
    fs::create_dir_all(&plain).unwrap();
    let mut plain_server = crate::processes::in_network(None, "nats-server");
    let port = free_port();
    plain_server.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
    let _plain_server = Running::start(&mut plain_server, &plain.join("server.txt"));
    until("the plain server", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    let (_, said) = refused(&format!("nats://127.0.0.1:{port}"));
    assert!(said.contains("stores nothing: start it with JetStream"), "{said}");
}

#[test]
fn a_worker_of_another_version_does_not_take_part() {
    let folder = folder("versions");
    let server = Server::start(&folder);
    let record = folder.join("record.jsonl");
    let mut command = bellwether(&["match", SMALL, "--agent", "greedy", "--agent", "random"]);
    command.args(["--games", "40", "--quiet", "--cluster", &server.address(), "--records"]);
    let mut master = Running::start(command.arg(&record), &folder.join("master.txt"));
    until("the record", || record.exists());
    let catalog = bellwether_standard::standard();
    let address = ClusterAddress::parse(&server.address()).unwrap();
    let connection = ClusterConnection::open(&address, "an old worker").unwrap();
    let options = WorkerOptions {
        version: "0.0.9".to_owned(),
        slots: 1,
        lanes: vec![Lane::Games, Lane::Proofs],
        memory: 1 << 20,
        tables: folder.clone(),
        files: folder.clone(),
        uncaged: false,
        idle: Some(Duration::from_secs(10)),
    };
    let stop = AtomicBool::new(false);
    let refused = work(&catalog, &connection, &options, &stop, &|_| {}).unwrap_err().to_string();
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        refused.contains(&format!("by version {version} and this is version 0.0.9")),
        "{refused}"
    );
    let _worker = worker(&folder, "new", &server.address(), &[]);
    assert_eq!(master.end(), Some(0), "{}", master.said());
    assert_eq!(games(&record), 40);
}

/// A bot that plays, and in some games ends the worker that plays it.
const POISON: &str = r#"
import json, os, signal, sys
for line in sys.stdin:
    question = json.loads(line)
    if "moves" in question:
        print(question["moves"][0], flush=True)
        os.kill(os.getppid(), signal.SIGKILL)
"#;

#[test]
fn a_bot_that_ends_workers_is_given_up_and_the_others_play_on() {
    let folder = folder("poison");
    let server = Server::start(&folder);
    let bot = folder.join("bot");
    fs::create_dir_all(&bot).unwrap();
    fs::write(bot.join("poison.py"), POISON).unwrap();
    let agent = format!("poison=bot:cmd=python3 {},cage=off", bot.join("poison.py").display());
    let record = folder.join("record.jsonl");
    let mut command = bellwether(&["match", SMALL, "--agent", "greedy", "--agent", "random"]);
    command.args(["--agent", &agent, "--games", "2", "--quiet", "--job-deadline", "1"]);
    command.args(["--cluster", &server.address(), "--records"]);
    let mut master = Running::start(command.arg(&record), &folder.join("master.txt"));
    // Without leave nobody runs it.
    until("the record", || record.exists());
    let mut careful = worker(&folder, "careful", &server.address(), &[]);
    assert_eq!(careful.end(), Some(2));
    assert!(careful.said().contains("runs without a cage"), "{}", careful.said());
    let start =
        |at: usize| worker(&folder, &at.to_string(), &server.address(), &["--uncaged-bots"]);
    let mut workers: Vec<Running> = (0..3).map(start).collect();
    let (mut started, mut ended) = (3, 0);
    until("the end of the match", || {
        for worker in &mut workers {
            if worker.is_over() {
                ended += 1;
                *worker = start(started);
                started += 1;
            }
        }
        master.is_over()
    });
    let said = master.said();
    assert_eq!(master.end(), Some(1), "{said}");
    assert!(ended >= 5, "the bot did end workers: {ended}");
    assert!(said.contains("not every game could be played"), "{said}");
    assert!(said.contains("workers took it and none finished it"), "{said}");
    assert!(said.contains("go on with `bellwether match --resume"), "{said}");
    // Of the three pairings one is without the bot.
    assert_eq!(games(&record), 2, "{said}");
}

#[test]
fn bots_travel_in_their_cage() {
    let folder = folder("bots");
    let server = Server::start(&folder);
    let bot = folder.join("bot");
    fs::create_dir_all(bot.join("part")).unwrap();
    fs::write(bot.join("part/choose.py"), "def choose(moves):\n    return moves[-1]\n").unwrap();
    let text = "import json, sys\nfrom part.choose import choose\nfor line in sys.stdin:\n    \
                question = json.loads(line)\n    print(choose(question['moves']), flush=True)\n";
    fs::write(bot.join("last.py"), text).unwrap();
    let agent = format!("bot:cmd=python3 {}", bot.join("last.py").display());
    let run = |record: &Path, more: &[&str]| {
        let mut command = bellwether(&["match", SMALL, "--agent", &agent, "--agent", "greedy"]);
        command.args(["--games", "4", "--openings", "random", "--quiet", "--records"]);
        let output = command.arg(record).args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let (here, there) = (folder.join("here.jsonl"), folder.join("there.jsonl"));
    run(&here, &[]);
    let _worker = worker(&folder, "0", &server.address(), &[]);
    run(&there, &["--cluster", &server.address()]);
    assert!(timeless(&here) == timeless(&there), "the records differ");
    let text = fs::read_to_string(&there).unwrap();
    assert!(!text.contains("crash") && !text.contains("\"faults\""), "{text}");
    assert!(folder.join("files/bots").read_dir().unwrap().count() == 1);
}

#[test]
fn long_games_pass_a_server_that_takes_short_messages() {
    let folder = folder("short");
    let server = Server::with(&folder, &folder.join("server"), "max_payload: 4096", None);
    let _worker = worker(&folder, "0", &server.address(), &[]);
    let run = |record: &Path, more: &[&str]| {
        // Random moves with all their data do not pack into four kilobytes.
        let mut command = bellwether(&["match", "breakthrough", "--agent", "random", "--agent"]);
        command.args(["mcts:simulations=30", "--games", "200", "--quiet", "--records"]);
        let output = command.arg(record).args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let (here, there) = (folder.join("here.jsonl"), folder.join("there.jsonl"));
    run(&here, &[]);
    run(&there, &["--cluster", &server.address()]);
    assert!(timeless(&here) == timeless(&there), "the records differ");
}

#[test]
fn a_full_disk_is_named_and_room_lets_it_go_on() {
    let folder = folder("full");
    let store = folder.join("store");
    fs::create_dir_all(&store).unwrap();
    let mount = |words: &[&str]| {
        let status = Command::new(words[0]).args(&words[1..]).arg(&store).output();
        status.is_ok_and(|output| output.status.success())
    };
    if !mount(&["mount", "-t", "tmpfs", "-o", "size=24m", "none"]) {
        skip("only root can make a small disk");
        return;
    }
    struct Unmount<'a>(&'a Path);
    impl Drop for Unmount<'_> {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(self.0).status();
        }
    }
    let _unmount = Unmount(&store);
    let mut server = Server::with(&folder, &store, "", None);
    let (here, there) = (folder.join("here.jsonl"), folder.join("there.jsonl"));
    let plan = |record: &Path| {
        let mut command = bellwether(&["match", SMALL, "--agent", "random", "--agent", "greedy"]);
        command.args(["--games", "2000", "--quiet", "--job-deadline", "2", "--records"]);
        command.arg(record);
        command
    };
    assert!(plan(&here).output().unwrap().status.success());
    let mut command = plan(&there);
    let mut master =
        Running::start(command.args(["--cluster", &server.address()]), &folder.join("master.txt"));
    until("the record", || there.exists());
    // Somebody else fills the disk.
    let filler = store.join("filler");
    let _ = fs::write(&filler, vec![1; 64 << 20]);
    let _worker = worker(&folder, "0", &server.address(), &[]);
    let full = "the server cannot store a message";
    until("a sentence", || master.said().contains(full) || master.is_over());
    assert!(!master.is_over(), "{}", master.said());
    // Room is made, and the server started again: it may have given up storing.
    fs::remove_file(&filler).unwrap();
    server.kill();
    server.restart();
    assert_eq!(master.end(), Some(0), "{}", master.said());
    assert!(timeless(&here) == timeless(&there), "the records differ");
}

#[cfg(feature = "tls")]
#[test]
fn games_travel_over_tls() {
    let folder = folder("tls");
    let (key, certificate) = (folder.join("key.pem"), folder.join("certificate.pem"));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=cluster",
        ])
        .args([
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
        ])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    if !made.is_ok_and(|output| output.status.success()) {
        skip("there is no openssl to make a certificate");
        return;
    }
    let config = format!(
        "tls {{ cert_file: \"{}\", key_file: \"{}\" }}",
        certificate.display(),
        key.display()
    );
    let server = Server::with(&folder, &folder.join("server"), &config, None);
    let address = format!("tls://127.0.0.1:{}", server.port);
    let ca = certificate.to_str().unwrap();
    let _worker = worker(&folder, "0", &address, &["--cluster-ca", ca]);
    let game = ["match", SMALL, "--agent", "greedy", "--agent", "random", "--games", "4"];
    let more = ["--no-records", "--quiet", "--cluster", &address];
    let output = bellwether(&game).args(more).args(["--cluster-ca", ca]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Who does not know the certificate does not talk to the server.
    let output = bellwether(&game).args(more).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("cannot reach a server"), "{said}");
}
