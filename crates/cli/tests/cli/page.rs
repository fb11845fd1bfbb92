//! `bellwether serve` as a process of its own, and just enough of a browser to ask it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// Nothing takes this long unless something is wrong, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, with matches and tables in a folder.
pub(crate) fn bellwether(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(arguments).env("NO_COLOR", "1");
    command.env("BELLWETHER_MATCHES", folder.join("matches"));
    command.env("BELLWETHER_TABLES", folder.join("tables"));
    command
}

/// A server, killed when it goes.
pub(crate) struct Served {
    pub(crate) child: Child,
    address: String,
}

impl Served {
    pub(crate) fn begin(folder: &Path, options: &[&str]) -> Self {
        Self::begin_as(folder, options, |_| ())
    }

    /// The same, with a command that is changed before it is run.
    pub(crate) fn begin_as(
        folder: &Path,
        options: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let mut command = bellwether(folder, &["--json", "serve", "--port", "0", "--no-open"]);
        command.arg("--store").arg(folder.join("games.db")).args(options);
        change(&mut command);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output: Value = serde_json::from_str(&line).unwrap();
        let url = output["url"].as_str().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The body of an answer, as it came.
    pub(crate) fn text(&self, method: &str, path: &str, body: &str) -> String {
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
        let (_, body) = reply.split_once("\r\n\r\n").unwrap();
        body.to_owned()
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        serde_json::from_str(&self.text(method, path, body)).unwrap_or(Value::Null)
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        self.ask("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", path, &body.to_string())
    }

    /// Sets a game up and sits down at it.
    pub(crate) fn open(&self, game: &str, seats: &[&str]) -> (String, Page) {
        let answer = self.post("/api/games", &json!({ "game": game, "seats": seats }));
        let id = answer["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
        let page = self.enter(&id);
        (id, page)
    }

    pub(crate) fn enter(&self, id: &str) -> Page {
        let url = format!("ws://{}/api/games/{id}/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.address);
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let (socket, _) = tungstenite::connect(request).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        Page(socket)
    }

    /// The state of a tournament, once it is as it should be.
    pub(crate) fn until(&self, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let state = self.get(&format!("/api/tournaments/{id}"));
            if is_so(&state) {
                return state;
            }
            assert!(began.elapsed() < PATIENCE, "not within a minute: {state}");
            thread::sleep(Duration::from_millis(25));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // SIGKILL: it gets no chance to tidy up.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page that watches a game.
pub(crate) struct Page(WebSocket<MaybeTlsStream<TcpStream>>);

impl Page {
    pub(crate) fn send(&mut self, asked: &Value) {
        self.0.send(Message::text(asked.to_string())).unwrap();
    }

    pub(crate) fn play(&mut self, text: &str, ply: u64) {
        self.send(&json!({ "type": "move", "text": text, "ply": ply }));
    }

    /// The next message of this type for which `is_right` holds.
    pub(crate) fn wait(&mut self, kind: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = match self.0.read() {
                // A signal may interrupt a read that has a time limit; it was seen when processes end meanwhile.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => continue,
                message => message.unwrap(),
            };
            if let Message::Text(text) = message {
                let output: Value = serde_json::from_str(&text).unwrap();
                if output["type"] == kind && is_right(&output) {
                    return output;
                }
            }
        }
    }

    pub(crate) fn state_at(&mut self, ply: u64) -> Value {
        self.wait("state", |state| state["ply"] == ply)
    }

    /// The state when a person is to move, or the game is over.
    pub(crate) fn turn(&mut self) -> Value {
        self.wait("state", |state| state["legal"] != json!([]) || !state["over"].is_null())
    }

    /// Makes the first legal move of a state, and waits for the next turn.
    pub(crate) fn any_move(&mut self, state: &Value) -> Value {
        let text = state["legal"][0]["moves"][0]["text"].as_str().unwrap();
        let ply = state["ply"].as_u64().unwrap();
        self.play(text, ply);
        self.turn_after(ply)
    }

    /// The state when, after more plies than these, a person is to move or the game is over.
    pub(crate) fn turn_after(&mut self, ply: u64) -> Value {
        self.wait("state", |state| {
            let is_turn = state["legal"] != json!([]) || !state["over"].is_null();
            state["ply"].as_u64() > Some(ply) && is_turn
        })
    }
}
