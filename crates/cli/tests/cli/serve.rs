//! `serve` as a real process: it says where it is, plays, and goes on after being killed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::page::{Served, bellwether};
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    let name = format!("bellwether-serve-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_killed_server_loses_no_answered_move() {
    let folder = std::env::temp_dir().join(format!("bellwether-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let server = Served::begin(&folder, &[]);
    let (id, mut page) = server.open("breakthrough", &["person", "person"]);
    page.play("a2a3", 0);
    page.state_at(1);
    page.play("h7h6", 1);
    let before = page.state_at(2);
    // Killed, not asked to end.
    drop(server);

    let server = Served::begin(&folder, &[]);
    let after = server.get(&format!("/api/games/{id}"));
    assert_eq!((&after["moves"], &after["position"]), (&before["moves"], &before["position"]));
    let mut page = server.enter(&id);
    page.play("a3a4", 2);
    page.state_at(3);
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bad_settings_are_refused_with_a_sentence() {
    let refused = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .args(["serve", "--no-open"])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["--token", "short"]).contains("at least 8 letters"));
    assert!(
        refused(&["--bind", "192.0.2.1", "--port", "0"]).contains("an address of this machine")
    );
    assert!(
        refused(&["--port", "0", "--store", "/dev/null/games.db"])
            .contains("--store FILE names another")
    );
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert!(refused(&["--port", &port]).contains("give another --port"));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_like_ctrl_c() {
    let folder = folder("signals");
    // Under `nohup` the server goes on after a hangup, as it should.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0);
    for signal in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let (signal, number) = signal;
        if ignored >> (number - 1) & 1 == 1 {
            continue;
        }
        let mut server = Served::begin(&folder, &[]);
        let (id, mut page) = server.open("breakthrough", &["person", "person"]);
        page.play("a2a3", 0);
        page.state_at(1);
        let process = server.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([&format!("-{signal}"), &process])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "SIG{signal}");
        let log = folder.join("games.db-wal").metadata().map_or(0, |log| log.len());
        assert_eq!(log, 0, "SIG{signal}: the store is closed");
        let again = Served::begin(&folder, &[]);
        assert_eq!(again.get(&format!("/api/games/{id}"))["ply"], 1);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A second server on the same store.
fn second(folder: &Path, store: &Path, more: &[&str]) -> Output {
    let mut command = bellwether(folder, &["--json", "serve", "--no-open", "--store"]);
    command.arg(store).args(more).output().unwrap()
}

#[test]
fn a_second_server_opens_the_first() {
    let folder = folder("twice");
    let server = Served::begin(&folder, &[]);
    let (id, mut page) = server.open("breakthrough", &["person", "person"]);
    let store = folder.join("games.db");
    #[cfg(unix)]
    let store = {
        // By whatever name.
        let link = folder.join("link.db");
        std::os::unix::fs::symlink(store, &link).unwrap();
        link
    };
    for more in [&[][..], &["--port", "0"]] {
        let output = second(&folder, &store, more);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["running"], true);
        assert!(told["url"].as_str().unwrap().contains(server.address()), "{told}");
    }
    let output = second(&folder, &store, &["--token", "another-secret"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(server.address()) && error.contains("give another --store"), "{error}");
    page.play("a2a3", 0);
    page.state_at(1);
    // Killed, it has the store no more.
    drop(server);
    let server = Served::begin(&folder, &[]);
    assert_eq!(server.get(&format!("/api/games/{id}"))["ply"], 1);
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_foreign_database_is_not_written_to() {
    let folder = folder("foreign");
    let store = folder.join("recipes.db");
    let file = rusqlite::Connection::open(&store).unwrap();
    file.execute_batch("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')")
        .unwrap();
    drop(file);
    let before = std::fs::read(&store).unwrap();
    let output = second(&folder, &store, &["--port", "0"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("a database of another program"), "{error}");
    assert!(std::fs::read(&store).unwrap() == before, "it was changed");
    let beside = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(beside, 1, "nothing is left beside it");
    std::fs::remove_dir_all(&folder).unwrap();
}
