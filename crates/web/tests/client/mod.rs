//! A real server on a free port, and just enough of a browser to ask it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bellwether_web::{Config, Server};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;

/// A server that ends with the test.
pub(crate) struct Served {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

/// A folder of a test's own, gone when it ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Served {
    /// Begins to serve, with matches and tables in a folder.
    pub(crate) async fn begin(folder: &Folder) -> Self {
        let config = Config {
            port: Some(0),
            matches: folder.0.join("matches"),
            tables: folder.0.join("tables"),
            store: folder.0.join("games.db"),
            ..Config::default()
        };
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let (end, ended) = oneshot::channel();
        let running = tokio::spawn(server.run(async move {
            let _ = ended.await;
        }));
        Self { address, end: Some(end), running }
    }

    /// Ends it, and waits until it has.
    pub(crate) async fn end(mut self) {
        drop(self.end.take());
        self.running.await.unwrap();
    }

    /// Sends a request; the status, the head and the body.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let length = body.len();
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{kind}content-length: {length}\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let split = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let body = answer.split_off(split + 4);
        let head = String::from_utf8(answer).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head, body)
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.ask("GET", path, "").await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, _, body) = self.ask("POST", path, &body).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    pub(crate) async fn socket(&self, path: &str) -> WebSocketStream<TcpStream> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let url = format!("ws://{}{path}", self.address);
        tokio_tungstenite::client_async(url, stream).await.unwrap().0
    }
}

/// Waits for something, for a generous while.
pub(crate) async fn until<T, F: Future<Output = Option<T>>>(
    what: &str,
    mut look: impl FnMut() -> F,
) -> T {
    for _ in 0..1200 {
        if let Some(found) = look().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what} did not happen within a minute");
}
