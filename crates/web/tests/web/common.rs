//! A real server on a free port, asked over real sockets.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bellwether_web::{Config, Server, ServerLimits};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// No answer takes this long unless something is wrong, however busy the machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A folder that goes when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bellwether-web-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    pub(crate) folder: Folder,
    end: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_in(Folder::new(), change).await
    }

    pub(crate) async fn start_in(folder: Folder, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            port: Some(0),
            tables: folder.0.join("tables"),
            matches: folder.0.join("matches"),
            store: folder.0.join("games.db"),
            bounds: ServerLimits::default(),
            ..Config::new(&bellwether_standard::standard())
        };
        change(&mut config);
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (end, ended) = oneshot::channel();
        let running = tokio::spawn(server.run(async {
            let _ = ended.await;
        }));
        Self { address, folder, end: Some(end), running: Some(running) }
    }

    /// Ends the server and gives back its folder.
    pub(crate) async fn stop(mut self) -> Folder {
        let _ = self.end.take().unwrap().send(());
        tokio::time::timeout(PATIENCE, self.running.take().unwrap()).await.unwrap().unwrap();
        std::mem::replace(&mut self.folder, Folder::new())
    }

    /// One request, as written, on a connection of its own.
    pub(crate) async fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that refuses early may close before it has read everything.
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        let _ = tokio::time::timeout(PATIENCE, read).await.unwrap();
        Reply::parse(&bytes)
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let address = self.address;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.raw(request.as_bytes()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", "").await
    }

    /// Posts JSON, or nothing at all.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        if body.is_null() {
            return self.ask("POST", path, "", "").await;
        }
        self.ask("POST", path, "Content-Type: application/json\r\n", &body.to_string()).await
    }

    /// Sets a game up and gives its name.
    pub(crate) async fn open(&self, wanted: Value) -> String {
        let reply = self.post("/api/games", &wanted).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn enter(&self, id: &str) -> Socket {
        self.socket(&format!("/api/games/{id}/socket")).await
    }

    /// Opens a game by the link of a seat.
    pub(crate) async fn enter_as(&self, id: &str, key: &str) -> Socket {
        let path = format!("/api/games/{id}/socket");
        let address = self.address;
        let protocol = format!("seat, {key}");
        let headers =
            [("Origin", format!("http://{address}")), ("Sec-WebSocket-Protocol", protocol)];
        self.connect_with(&path, &headers).await.unwrap()
    }

    /// Sets up a game on several screens: its name, the key of who did, and those of the seats.
    pub(crate) async fn open_linked(&self, wanted: Value) -> (String, String, Vec<Option<String>>) {
        let reply = self.post("/api/games", &wanted).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let made = reply.json();
        let [id, key] = ["id", "key"].map(|name| made[name].as_str().unwrap().to_owned());
        let keys = self.seat_keys(&id, &key).await;
        (id, key, keys)
    }

    /// The keys of the seats, as who has set the game up is told them.
    pub(crate) async fn seat_keys(&self, id: &str, key: &str) -> Vec<Option<String>> {
        let seats = self.get(&format!("/api/games/{id}")).await.json();
        let mut keys = vec![None; seats["seats"].as_array().unwrap().len()];
        let path = format!("/api/games/{id}/links");
        let told = self.ask("GET", &path, &format!("Seat-Key: {key}\r\n"), "").await.json();
        for link in told["seats"].as_array().unwrap() {
            let (_, key) = link["path"].as_str().unwrap().split_once('#').unwrap();
            keys[usize::try_from(link["seat"].as_u64().unwrap()).unwrap()] = Some(key.to_owned());
        }
        keys
    }

    pub(crate) async fn socket(&self, path: &str) -> Socket {
        let address = self.address;
        self.connect_to(path, &format!("http://{address}")).await.unwrap()
    }

    pub(crate) async fn connect(&self, id: &str, origin: &str) -> Result<Socket, Error> {
        self.connect_to(&format!("/api/games/{id}/socket"), origin).await
    }

    async fn connect_to(&self, path: &str, origin: &str) -> Result<Socket, Error> {
        self.connect_with(path, &[("Origin", origin.to_owned())]).await
    }

    async fn connect_with(
        &self,
        path: &str,
        headers: &[(&'static str, String)],
    ) -> Result<Socket, Error> {
        let address = self.address;
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket(stream))
    }
}

/// An answer to a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// The status, and the body if it is JSON.
    pub(crate) fn parts(&self) -> (u16, Value) {
        (self.status, serde_json::from_str(&self.body).unwrap_or(Value::Null))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}

/// A page's socket.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn send(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        let _ = self.0.send(Message::text(text)).await;
    }

    /// The next message; none when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.0.next()).await.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type for which `is_right` holds.
    pub(crate) async fn wait(&mut self, kind: &str, is_right: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the socket stays open");
            if message["type"] == kind && is_right(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn state(&mut self, is_right: impl Fn(&Value) -> bool) -> Value {
        self.wait("state", is_right).await
    }

    pub(crate) async fn error(&mut self) -> String {
        self.wait("error", |_| true).await["text"].as_str().unwrap().to_owned()
    }

    /// Makes a move at this ply.
    pub(crate) async fn play(&mut self, text: &str, ply: usize) {
        self.send(json!({ "type": "move", "text": text, "ply": ply })).await;
    }
}

/// Waits for something, for a generous while.
pub(crate) async fn until<T, F: Future<Output = Option<T>>>(
    what: &str,
    mut look: impl FnMut() -> F,
) -> T {
    let found = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let found = tokio::time::timeout(PATIENCE, found).await;
    found.unwrap_or_else(|_| panic!("{what} did not happen within a minute"))
}
