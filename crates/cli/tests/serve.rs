//! `serve` as a real process: it says where it is, plays, and goes on after being killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A server that ends with the test.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .args(["serve", "--port", "0", "--no-open", "--json", "--store"])
            .arg(folder.join("games.db"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let url = told["url"].as_str().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        serde_json::from_str(reply.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    fn enter(&self, id: &str) -> WebSocket<MaybeTlsStream<TcpStream>> {
        let url = format!("ws://{}/api/games/{id}/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.address);
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        tungstenite::connect(request).unwrap().0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn state_at(page: &mut WebSocket<MaybeTlsStream<TcpStream>>, ply: u64) -> Value {
    loop {
        if let Message::Text(text) = page.read().unwrap() {
            let told: Value = serde_json::from_str(&text).unwrap();
            if told["type"] == "state" && told["ply"] == ply {
                return told;
            }
        }
    }
}

fn play(page: &mut WebSocket<MaybeTlsStream<TcpStream>>, text: &str, ply: u64) {
    let asked = json!({ "type": "move", "text": text, "ply": ply });
    page.send(Message::text(asked.to_string())).unwrap();
}

#[test]
fn a_killed_server_loses_no_answered_move() {
    let folder = std::env::temp_dir().join(format!("bellwether-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let server = Running::start(&folder);
    let wanted = json!({ "game": "breakthrough", "seats": ["person", "person"] });
    let id =
        server.ask("POST", "/api/games", &wanted.to_string())["id"].as_str().unwrap().to_owned();
    let mut page = server.enter(&id);
    play(&mut page, "a2a3", 0);
    state_at(&mut page, 1);
    play(&mut page, "h7h6", 1);
    let before = state_at(&mut page, 2);
    // Killed, not asked to end.
    drop(server);

    let server = Running::start(&folder);
    let after = server.ask("GET", &format!("/api/games/{id}"), "");
    assert_eq!((&after["moves"], &after["position"]), (&before["moves"], &before["position"]));
    let mut page = server.enter(&id);
    play(&mut page, "a3a4", 2);
    state_at(&mut page, 3);
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
