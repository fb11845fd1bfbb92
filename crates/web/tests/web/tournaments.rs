//! Tournaments over a real server: started, watched, stopped, gone on with on another server, and read.

use crate::common::{Folder, Host, until};
use serde_json::{Value, json};

fn wanted(games: u32) -> Value {
    json!({
        "game": "breakthrough:rows=5,columns=5",
        "players": [
            { "name": "searcher", "agent": "pvs" },
            { "agent": "greedy" },
            { "agent": "random" },
        ],
        "games": games,
        "nodes": 400,
        "openings": "random",
        "openingPlies": 2,
        "seed": 7,
        "concurrency": 1,
    })
}

async fn finished(server: &Host, id: &str) -> Value {
    until("the end of the tournament", || async {
        let (status, state) = server.get(&format!("/api/tournaments/{id}")).await.parts();
        assert_eq!(status, 200, "{state}");
        assert!(state["problem"].is_null(), "{state}");
        (state["status"] == "finished").then_some(state)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_watched_to_its_end_and_every_game_replayed() {
    let server = Host::start().await;
    let (status, begun) = server.post("/api/tournaments", &wanted(4)).await.parts();
    assert_eq!(status, 201, "{begun}");
    let id = begun["id"].as_str().unwrap().to_owned();
    let mut socket = server.socket(&format!("/api/tournaments/{id}/socket")).await;
    let mut last = Value::Null;
    while let Some(told) = socket.next().await {
        assert_eq!(told["type"], "state");
        last = told;
    }
    assert_eq!(last["status"], "finished", "the end is told before the socket closes");
    assert_eq!((&last["games"], &last["total"]), (&json!(12), &json!(12)));
    let state = finished(&server, &id).await;
    // Seconds are added up in the order in which games end.
    let players = |state: &Value| {
        let mut players = state["digest"]["players"].clone();
        for player in players.as_array_mut().unwrap() {
            player.as_object_mut().unwrap().remove("seconds");
        }
        players
    };
    assert_eq!(players(&state), players(&last));
    assert_eq!(state["digest"]["players"].as_array().unwrap().len(), 3);

    let list = server.get("/api/tournaments").await.json();
    assert_eq!(list["tournaments"][0]["id"], id.as_str());
    assert_eq!(list["tournaments"][0]["status"], "finished");

    let games = server.get(&format!("/api/tournaments/{id}/games?player=0")).await.json();
    assert_eq!(games["count"], 8);
    for number in 1..=12 {
        let (status, game) =
            server.get(&format!("/api/tournaments/{id}/games/{number}")).await.parts();
        assert_eq!(status, 200, "{game}");
        let moves = game["moves"].as_array().unwrap().len();
        assert_eq!(game["frames"]["changes"].as_array().unwrap().len(), moves);
        assert_eq!(game["positions"].as_array().unwrap().len(), moves + 1);
        assert_eq!(game["opening"], 2);
    }
    for (form, begins) in
        [("page", "<!doctype html>"), ("record", "{\"format\":"), ("pgn", "[Event ")]
    {
        let reply = server.get(&format!("/api/tournaments/{id}/download/{form}")).await;
        assert_eq!(reply.status, 200);
        let named = "content-disposition: attachment; filename=\"breakthrough-";
        assert!(reply.head.contains(named), "{}", reply.head);
        assert!(reply.body.starts_with(begins), "{form}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_stopped_goes_on_with_another_server() {
    let server = Host::start().await;
    let begun = server.post("/api/tournaments", &wanted(60)).await.json();
    let id = begun["id"].as_str().unwrap().to_owned();
    until("a few games", || async {
        let state = server.get(&format!("/api/tournaments/{id}")).await.json();
        (state["games"].as_u64()? >= 3).then_some(())
    })
    .await;
    let (status, _) =
        server.post(&format!("/api/tournaments/{id}/stop"), &Value::Null).await.parts();
    assert_eq!(status, 204);
    let stopped = until("the stop", || async {
        let state = server.get(&format!("/api/tournaments/{id}")).await.json();
        (state["status"] != "running").then_some(state)
    })
    .await;
    assert_eq!(stopped["status"], "unfinished");
    assert!(stopped["games"].as_u64().unwrap() < 180, "it was stopped in the middle");
    let folder = server.stop().await;

    let server = Host::start_in(folder, |_| {}).await;
    let list = server.get("/api/tournaments").await.json();
    assert_eq!(list["tournaments"][0]["status"], "unfinished");
    let (status, resumed) =
        server.post(&format!("/api/tournaments/{id}/resume"), &Value::Null).await.parts();
    assert_eq!((status, &resumed["id"]), (200, &json!(id)), "{resumed}");
    let state = finished(&server, &id).await;
    assert_eq!(state["games"], 180);
    let again = server.get(&format!("/api/tournaments/{id}/games?page=3")).await.json();
    assert_eq!(
        (&again["page"], &again["pages"], &again["count"]),
        (&json!(3), &json!(4), &json!(180))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_names_bots_and_nonsense_are_refused() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.0.join("matches")).unwrap();
    std::fs::write(folder.0.join("secret.jsonl"), "secret").unwrap();
    std::fs::write(folder.0.join("matches/notes.txt"), "secret").unwrap();
    let server = Host::start_in(folder, |_| {}).await;
    for id in [
        "..%2Fsecret.jsonl",
        "..%2f..%2fetc%2fpasswd",
        "secret",
        "notes.txt",
        "%00",
        "0000000000000000",
    ] {
        for path in ["", "/games", "/games/1", "/download/record"] {
            let reply = server.get(&format!("/api/tournaments/{id}{path}")).await;
            assert_eq!(reply.status, 404, "{id}{path}");
            assert!(!reply.body.contains("secret"), "{id}{path}");
        }
        for act in ["stop", "resume"] {
            let (status, _) =
                server.post(&format!("/api/tournaments/{id}/{act}"), &Value::Null).await.parts();
            assert!((400..500).contains(&status), "{id} {act}: {status}");
        }
    }
    let mut bot = wanted(2);
    bot["players"][0]["agent"] = json!("bot:cmd=touch /tmp/never");
    let mut field = wanted(2);
    field["game"] = json!("battle-sheep:field=/etc/passwd");
    let mut strange = wanted(2);
    strange["file"] = json!("/tmp/x");
    for (wrong, words) in
        [(bot, "bot"), (field, "reads a file"), (strange, "there is no field 'file'")]
    {
        let (status, answer) = server.post("/api/tournaments", &wrong).await.parts();
        assert!((400..500).contains(&status), "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{answer}");
    }
    let (status, _) =
        server.post("/api/tournaments", &json!({ "game": "x".repeat(100_000) })).await.parts();
    assert_eq!(status, 413);
    let (status, answer) = server.get("/api/workers").await.parts();
    assert_eq!(status, 404, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("no games to a cluster"), "{answer}");
    assert!(
        std::fs::read_dir(server.folder.0.join("matches")).unwrap().count() == 1,
        "nothing was written"
    );
    server.stop().await;
}

/// A record that names a program from outside is shown, and never run.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_with_a_bot_is_read_but_not_gone_on_with() {
    let server = Host::start().await;
    let begun = server.post("/api/tournaments", &wanted(2)).await.json();
    let id = begun["id"].as_str().unwrap().to_owned();
    finished(&server, &id).await;
    let file =
        std::fs::read_dir(server.folder.0.join("matches")).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let header = lines[0].replacen("\"greedy\"}", "\"bot:cmd=touch /tmp/never\"}", 1);
    assert_ne!(header, lines[0]);
    lines.truncate(4);
    lines[0] = &header;
    std::fs::write(&file, lines.join("\n") + "\n").unwrap();
    let (status, state) = server.get(&format!("/api/tournaments/{id}")).await.parts();
    assert_eq!((status, &state["status"], &state["games"]), (200, &json!("unfinished"), &json!(3)));
    let (status, answer) =
        server.post(&format!("/api/tournaments/{id}/resume"), &Value::Null).await.parts();
    assert_eq!(status, 400);
    assert!(answer["error"].as_str().unwrap().contains("bot"), "{answer}");
    server.stop().await;
}
