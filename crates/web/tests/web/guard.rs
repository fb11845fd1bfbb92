//! What the server refuses: foreign sites, foreign names, files, floods.

use std::time::Duration;

use crate::common::Host;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

#[tokio::test]
async fn a_foreign_host_is_refused_everywhere() {
    let host = Host::start().await;
    for path in ["/", "/api/catalogue", "/assets/main.js", "/api/games"] {
        for name in
            ["evil.example", "evil.example:80", &format!("evil.example:{}", host.address.port())]
        {
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
            let reply = host.raw(request.as_bytes()).await;
            assert_eq!(reply.status, 421, "{path} of {name}: {}", reply.body);
        }
    }
    let reply = host.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await;
    assert!(reply.status == 400 || reply.status == 421, "no Host at all: {}", reply.status);
}

#[tokio::test]
async fn other_sites_can_neither_read_nor_write_nor_connect() {
    let host = Host::start().await;
    let id = host.open(json!({ "game": "breakthrough" })).await;
    for headers in
        ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"]
    {
        assert_eq!(host.ask("GET", "/api/games", headers, "").await.status, 403, "{headers}");
        let typed = format!("{headers}Content-Type: application/json\r\n");
        let reply = host.ask("POST", "/api/games", &typed, r#"{"game":"breakthrough"}"#).await;
        assert_eq!(reply.status, 403, "{headers}");
    }
    for origin in ["http://evil.example", "https://evil.example", "null", "http://127.0.0.1:1"] {
        assert!(host.connect(&id, origin).await.is_err(), "{origin}");
    }
    assert!(host.connect(&id, &format!("http://{}", host.address)).await.is_ok());
    // A form of another site can send text without asking first; it is not JSON by its own words.
    let reply = host
        .ask("POST", "/api/games", "Content-Type: text/plain\r\n", r#"{"game":"breakthrough"}"#)
        .await;
    assert_eq!(reply.status, 415);
}

#[tokio::test]
async fn no_path_leads_out_of_the_assets() {
    let host = Host::start().await;
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/lib/../../Cargo.toml",
        "/assets//etc/passwd",
        "/assets/..\\Cargo.toml",
        "/assets/tsconfig.json",
        "/../../etc/passwd",
        "/assets/",
        "/assets",
    ] {
        let reply = host.get(path).await;
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
        assert!(!reply.body.contains("[package]") && !reply.body.contains("root:"), "{path}");
    }
}

#[tokio::test]
async fn every_answer_says_what_the_browser_must_not_do() {
    let host = Host::start().await;
    for path in ["/", "/nowhere", "/assets/main.js", "/api/catalogue", "/api/nothing"] {
        let head = host.get(path).await.head;
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}: {head}"
        );
        for wanted in [
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
            "cache-control: no-",
        ] {
            assert!(head.contains(wanted), "{path}: {wanted} is not in {head}");
        }
    }
    let page = host.get("/").await.body;
    assert!(!page.contains("style=") && !page.contains("<script>"), "nothing inline");
}

#[tokio::test]
async fn files_are_compressed_and_not_sent_twice() {
    let host = Host::start().await;
    let whole = host.get("/assets/style.css").await;
    assert!(whole.head.contains("content-type: text/css"));
    let small = host.ask("GET", "/assets/style.css", "Accept-Encoding: gzip\r\n", "").await;
    assert!(small.head.contains("content-encoding: gzip") && small.body.len() < whole.body.len());
    let tag = whole.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let reply =
        host.ask("GET", "/assets/style.css", &format!("If-None-Match: {tag}\r\n"), "").await;
    assert_eq!((reply.status, reply.body.as_str()), (304, ""));
}

#[tokio::test]
async fn elsewhere_a_token_is_asked_for() {
    let host = Host::start_with(|config| {
        config.bind = [0, 0, 0, 0].into();
        config.token = Some("a-secret-token".to_owned());
    })
    .await;
    // The host is asked under a loopback address, which is as good as any other of its addresses.
    let port = host.address.port();
    let ask = |path: &'static str, headers: &'static str| {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{headers}\r\n"
        );
        let host = &host;
        async move { host.raw(request.as_bytes()).await }
    };
    assert_eq!(ask("/", "").await.status, 401);
    assert_eq!(ask("/api/games", "Cookie: bellwether=a-wrong-token\r\n").await.status, 401);
    assert_eq!(ask("/?token=wrong", "").await.status, 401);
    let welcome = ask("/play/breakthrough?token=a-secret-token", "").await;
    assert_eq!(welcome.status, 303);
    assert!(welcome.head.contains("location: /play/breakthrough\r\n"), "{}", welcome.head);
    assert!(
        welcome
            .head
            .contains("set-cookie: bellwether=a-secret-token; path=/; httponly; samesite=lax")
    );
    assert_eq!(ask("/", "Cookie: bellwether=a-secret-token\r\n").await.status, 200);
    assert_eq!(ask("/api/games", "Authorization: Bearer a-secret-token\r\n").await.status, 200);
}

#[tokio::test]
async fn giants_and_nonsense_get_an_answer() {
    let host = Host::start().await;
    let typed = "Content-Type: application/json\r\n";
    let giant = format!(r#"{{"game":"{}"}}"#, "x".repeat(1 << 20));
    // The server closes without reading on, which may overtake its answer.
    let status = host.ask("POST", "/api/games", typed, &giant).await.status;
    assert!(matches!(status, 413 | 0), "{status}");
    for body in [
        "",
        "{",
        "[]",
        "null",
        r#"{"game":7}"#,
        r#"{"gaem":"breakthrough"}"#,
        "{\"game\":\"\u{0}\"}",
    ] {
        let reply = host.ask("POST", "/api/games", typed, body).await;
        assert!((400..500).contains(&reply.status), "{body}: {}", reply.status);
    }
    for (wanted, why) in [
        (json!({ "game": "chess" }), "there is no game 'chess'"),
        (json!({ "game": "battle-sheep:field=/etc/passwd" }), "reads a file"),
        (json!({ "game": "breakthrough", "seats": ["person"] }), "has 2 seats: name 2, not 1"),
        (
            json!({ "game": "breakthrough", "seats": ["person", "bot:cmd=ls"] }),
            "a page may not ask for 'bot:cmd=ls'",
        ),
        (json!({ "game": "breakthrough", "seats": ["person", "pvs:hash=1000000"] }), "at most 256"),
        (json!({ "game": "breakthrough", "position": "x" }), "'x'"),
        (json!({ "game": "breakthrough", "moves": "a2a3 a2a3" }), "move 2"),
    ] {
        let reply = host.post("/api/games", &wanted).await;
        assert_eq!(reply.status, 400, "{wanted}");
        let error = reply.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(why), "{wanted}: {error}");
    }
    let header = format!("X-Long: {}\r\n", "y".repeat(1 << 20));
    let status = host.ask("GET", "/", &header, "").await.status;
    assert!(matches!(status, 431 | 0), "{status}");
    assert!(host.get(&format!("/api/games/{}", "z".repeat(5000))).await.status == 404);
    assert_eq!(host.get("/").await.status, 200, "the server is well");
}

#[tokio::test]
async fn idle_sockets_are_bounded() {
    let host = Host::start_with(|config| config.bounds.sockets = 20).await;
    let id = host.open(json!({ "game": "breakthrough", "seats": ["person", "person"] })).await;
    let origin = format!("http://{}", host.address);
    let mut open = Vec::new();
    for _ in 0..40 {
        open.extend(host.connect(&id, &origin).await.ok());
    }
    assert_eq!(open.len(), 20);
    assert_eq!(host.get(&format!("/api/games/{id}")).await.status, 200);
    open.truncate(10);
    // The places are free again as soon as the server has noticed.
    let mut again = false;
    for _ in 0..200 {
        if host.connect(&id, &origin).await.is_ok() {
            again = true;
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(again);
}

#[tokio::test]
async fn connections_that_say_nothing_are_closed() {
    let host = Host::start_with(|config| {
        config.bounds.connections = 10;
        config.bounds.patience = Duration::from_millis(500);
    })
    .await;
    let mut silent = Vec::new();
    for _ in 0..30 {
        silent.push(TcpStream::connect(host.address).await.unwrap());
    }
    // More than there is room for, and yet the next one is served once their patience is over.
    assert_eq!(host.get("/").await.status, 200);
    let mut end = Vec::new();
    let read = silent[0].read_to_end(&mut end);
    tokio::time::timeout(crate::common::PATIENCE, read).await.expect("closed").unwrap();
}

/// Ten places, and clients that may keep each of them for half a second.
async fn impatient() -> Host {
    let change = |config: &mut bellwether_web::Config| {
        config.bounds.connections = 10;
        config.bounds.patience = Duration::from_millis(500);
    };
    Host::start_with(change).await
}

#[tokio::test]
async fn bodies_that_do_not_come_are_not_waited_for() {
    let host = impatient().await;
    let mut slow = Vec::new();
    for _ in 0..30 {
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        let head = format!(
            "POST /api/games HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: 1000\r\n\r\n{{\"ga",
            host.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    // A letter now and then is no progress.
    let trickle = tokio::spawn(async move {
        loop {
            for stream in &mut slow {
                let _ = stream.write_all(b" ").await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    assert_eq!(host.get("/").await.status, 200);
    trickle.abort();
}

#[tokio::test]
async fn clients_that_do_not_read_are_not_waited_for() {
    let host = impatient().await;
    let request = format!("GET /assets/main.js HTTP/1.1\r\nHost: {}\r\n\r\n", host.address);
    let mut deaf = Vec::new();
    for _ in 0..30 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let stream = socket.connect(host.address).await.unwrap();
        let requests = request.repeat(5000);
        // The answers do not fit into any buffer of the system.
        deaf.push(tokio::spawn(async move {
            let (_unread, mut writer) = stream.into_split();
            let _ = writer.write_all(requests.as_bytes()).await;
            std::future::pending::<()>().await;
        }));
    }
    assert_eq!(host.get("/").await.status, 200);
    deaf.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn errors_do_not_say_where_files_are() {
    let host = Host::start_with(|config| {
        // A file is where their folder should be.
        let blocked = config.store.with_file_name("secret-place");
        std::fs::write(&blocked, "").unwrap();
        config.matches = blocked.join("matches");
        config.tables = blocked.join("tables");
    })
    .await;
    let players = json!([{ "agent": "random" }, { "agent": "greedy" }]);
    let wanted = json!({ "game": "breakthrough", "players": players, "games": 2 });
    let reply = host.post("/api/tournaments", &wanted).await;
    assert_eq!(reply.status, 500, "{}", reply.body);
    assert!(!reply.body.contains("secret-place"), "{}", reply.body);
    let mut feed = host.socket("/api/tables/socket").await;
    let reply = host.post("/api/tables", &json!({ "game": "wolf-and-sheep:size=4" })).await;
    if (200..300).contains(&reply.status) {
        let work = feed.wait("work", |work| work["status"] == "failed").await;
        assert!(!work["problem"].as_str().unwrap().contains("secret-place"), "{work}");
    } else {
        assert!(!reply.body.contains("secret-place"), "{}", reply.body);
    }
}
