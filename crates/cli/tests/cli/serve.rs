//! `serve` as a real process: it says where it is, plays, and goes on after being killed.

use std::process::Command;

use crate::page::Served;

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
