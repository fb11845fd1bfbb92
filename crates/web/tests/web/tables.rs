//! Solving over a real server: planned, made with its progress told, stopped, checked, and reported.

use crate::common::{Host, until};
use serde_json::{Value, json};

const SMALL: &str = "wolf-and-sheep:size=4";
/// Large enough to be stopped in the middle.
const MEDIUM: &str = "wolves-eat-sheep:layout=SSSSS/S4/5/5/.W.W.";

/// Listens to what is told of the work until it ends.
async fn end_of_work(server: &Host) -> (Vec<Value>, Value) {
    let mut socket = server.socket("/api/tables/socket").await;
    let mut told = Vec::new();
    loop {
        let work = socket.next().await.expect("news until the end");
        assert_eq!(work["type"], "work");
        if work["status"] != "running" && work["status"] != "none" {
            return (told, work);
        }
        told.push(work);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_game_is_solved_checked_and_reported() {
    let server = Host::start().await;
    let list = server.get("/api/tables").await.json();
    assert_eq!(list["tables"], json!([]));
    let (status, plan) = server.get(&format!("/api/tables/plan?game={SMALL}")).await.parts();
    assert_eq!(
        (status, &plan["solved"], &plan["fits"]),
        (200, &json!(false), &json!(true)),
        "{plan}"
    );

    let (status, answer) = server.post("/api/tables", &json!({ "game": SMALL })).await.parts();
    assert_eq!(status, 202, "{answer}");
    let (_, done) = end_of_work(&server).await;
    assert_eq!((&done["status"], &done["kind"]), (&json!("done"), &json!("solve")), "{done}");
    assert_eq!(done["done"], done["total"]);
    let (status, answer) = server.post("/api/tables", &json!({ "game": SMALL })).await.parts();
    assert_eq!(status, 400);
    assert!(answer["error"].as_str().unwrap().contains("solved already"), "{answer}");

    let plans = server.get("/api/tables/plans").await.json();
    let listed = plans.as_array().unwrap().iter().find(|plan| plan["game"] == SMALL);
    assert_eq!(listed.map(|plan| &plan["solved"]), Some(&json!(true)), "{plans}");

    let list = server.get("/api/tables").await.json();
    let table = &list["tables"][0];
    assert_eq!(table["checked"], false);
    assert_eq!(table["positions"], plan["positions"], "what was promised");
    let start = &table["start"];
    assert!(start["winner"].is_string() && start["remoteness"].as_u64().unwrap() > 0, "{table}");
    let id = table["id"].as_str().unwrap().to_owned();

    let (status, _) = server.post(&format!("/api/tables/{id}/check"), &Value::Null).await.parts();
    assert_eq!(status, 202);
    let (_, done) = end_of_work(&server).await;
    assert_eq!((&done["status"], &done["kind"]), (&json!("done"), &json!("check")), "{done}");
    let list = server.get("/api/tables").await.json();
    assert_eq!(list["tables"][0]["checked"], true);

    let (status, report) = server.get(&format!("/api/tables/{id}/report")).await.parts();
    assert_eq!(status, 200, "{report}");
    assert_eq!(report["sections"][0]["title"], "Is it fair?");
    let verdict = report["sections"][0]["html"].as_str().unwrap();
    assert!(verdict.contains(&format!("in at most {} pl", start["remoteness"])), "{verdict}");
    assert!(!report.to_string().contains("style="), "the page's policy forbids it");
    let page = server.get(&format!("/api/tables/{id}/report.html")).await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("attachment"), "{}", page.head);
    assert!(page.body.starts_with("<!doctype html>"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_table_goes_on_and_foreign_names_lead_nowhere() {
    let server = Host::start().await;
    let (status, answer) = server.post("/api/tables", &json!({ "game": MEDIUM })).await.parts();
    assert_eq!(status, 202, "{answer}");
    let (status, answer) = server.post("/api/tables", &json!({ "game": SMALL })).await.parts();
    assert_eq!(status, 503);
    assert!(answer["error"].as_str().unwrap().contains("already"), "{answer}");
    server.post("/api/tables/stop", &Value::Null).await;
    let (_, end) = end_of_work(&server).await;
    // A quick machine may have been done before it was told.
    if end["status"] == "stopped" {
        let (status, _) = server.post("/api/tables", &json!({ "game": MEDIUM })).await.parts();
        assert_eq!(status, 202);
        let (_, end) = end_of_work(&server).await;
        assert_eq!(end["status"], "done", "{end}");
    }
    let tables = until("the table", || async {
        let list = server.get("/api/tables").await.json();
        list["tables"].as_array().filter(|tables| tables.len() == 1).cloned()
    });
    assert!(tables.await[0]["positions"].as_u64().unwrap() > 10_000);
    for id in ["..%2F..%2Fetc%2Fpasswd", "x", "0000000000000000"] {
        let (status, _) = server.get(&format!("/api/tables/{id}/report")).await.parts();
        assert_eq!(status, 404, "{id}");
        let (status, _) =
            server.post(&format!("/api/tables/{id}/check"), &Value::Null).await.parts();
        assert_eq!(status, 404, "{id}");
    }
    for (game, words) in [
        ("battle-sheep:field=/etc/passwd", "reads a file"),
        ("battle-sheep", "there is no solver"),
        ("breakthrough", "proves who wins"),
        ("nim", "there is no game"),
        ("wolf-and-sheep:size=16", "cannot be solved"),
    ] {
        let (status, answer) = server.post("/api/tables", &json!({ "game": game })).await.parts();
        assert_eq!(status, 400, "{game}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{game}: {answer}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn solving_keeps_its_promises() {
    let server = Host::start().await;
    let games =
        ["wolf-and-sheep", "connect-four:columns=4,rows=4", "wolves-eat-sheep:layout=SSS/S.S/.W."];
    for game in games {
        let plan = server.get(&format!("/api/tables/plan?game={game}")).await.json();
        let (status, answer) = server.post("/api/tables", &json!({ "game": game })).await.parts();
        assert_eq!(status, 202, "{answer}");
        let (_, done) = end_of_work(&server).await;
        assert_eq!(done["status"], "done", "{done}");
        let list = server.get("/api/tables").await.json();
        let table = list["tables"].as_array().unwrap().iter();
        let table = { table }.find(|table| table["title"] == plan["title"]).unwrap();
        assert_eq!(table["positions"], plan["positions"], "{game}");
    }
    // Measured: 216 s of two cores, a table of 1.5 GB.
    let large = server.get("/api/tables/plan?game=wolf-and-sheep:size=12").await.json();
    let cores =
        std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
    let core_seconds = large["seconds"].as_f64().unwrap() * cores as f64;
    assert!((216.0..1300.0).contains(&core_seconds), "{large}");
    assert!((0.75e9..3e9).contains(&large["bytes"].as_f64().unwrap()), "{large}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proven_strategy_is_listed_among_the_solved_games() {
    let server = Host::start().await;
    let tables = server.folder.0.join("tables");
    std::fs::create_dir_all(&tables).unwrap();
    let game = "breakthrough:rows=4,columns=4";
    let strategy = bellwether_solve::proof::Strategy {
        game: game.to_owned(),
        winner: bellwether_core::Seat::SECOND,
        tail: 3,
        positions: vec![1, 5, 9],
    };
    strategy.save(&tables.join("breakthrough-4x4.strategy")).unwrap();
    std::fs::write(tables.join("damaged.strategy"), "bellwether strategy 1\n").unwrap();
    let list = server.get("/api/tables").await.json();
    let listed = list["strategies"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{list}");
    assert_eq!((&listed[0]["game"], &listed[0]["winner"]), (&json!(game), &json!("Black")));
    assert_eq!((&listed[0]["positions"], &listed[0]["isMover"]), (&json!(3), &json!(false)));
}
