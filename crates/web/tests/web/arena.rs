//! The living arena: games in progress, the queue, pairs, openings and ratings.

use crate::common::{Host, until};
use serde_json::{Value, json};

const GAME: &str = "breakthrough:rows=5,columns=5";

fn players(agents: &[&str]) -> Value {
    agents.iter().map(|agent| json!({ "agent": agent })).collect()
}

async fn begin(server: &Host, wanted: &Value) -> String {
    let (status, begun) = server.post("/api/tournaments", wanted).await.parts();
    assert_eq!(status, 201, "{begun}");
    begun["id"].as_str().unwrap().to_owned()
}

async fn found(server: &Host, path: &str) -> Value {
    let (status, found) = server.get(path).await.parts();
    assert_eq!(status, 200, "{found}");
    found
}

async fn state(server: &Host, id: &str) -> Value {
    let state = found(server, &format!("/api/tournaments/{id}")).await;
    assert!(state["problem"].is_null(), "{state}");
    state
}

async fn comes_to(server: &Host, id: &str, status: &str) -> Value {
    until(status, || async {
        let state = state(server, id).await;
        (state["status"] == status).then_some(state)
    })
    .await
}

async fn finished(server: &Host, wanted: &Value) -> String {
    let id = begin(server, wanted).await;
    comes_to(server, &id, "finished").await;
    id
}

/// A tournament that takes a while on every machine.
fn slow(agent: &str) -> Value {
    json!({ "game": GAME, "players": players(&[agent, "random"]), "games": 2000, "concurrency": 1 })
}

/// The games in progress follow the moves; what nobody but a seat may know stays hidden until a game is over.
#[tokio::test(flavor = "multi_thread")]
async fn games_in_progress_are_shown_as_a_spectator_may_see_them() {
    let server = Host::start().await;
    let wanted = json!({
        "game": "battle-sheep:hidden",
        "players": players(&["mcts:time=0.02", "greedy", "random", "random"]),
        "games": 400,
        "concurrency": 1,
        "clock": "100+1",
    });
    let id = begin(&server, &wanted).await;
    let mut socket = server.socket(&format!("/api/tournaments/{id}/live")).await;
    let (mut plies, mut over) = (Vec::new(), 0);
    while plies.len() < 4 || over == 0 {
        let told = socket.next().await.expect("it goes on");
        let boards = told["boards"].as_array().unwrap();
        assert_eq!(boards.len(), 1, "as many as games at once");
        assert!(told["running"].as_u64().unwrap() <= 1);
        let Some(board) = boards.first().filter(|board| !board.is_null()) else { continue };
        assert_eq!(board["players"].as_array().unwrap().len(), 4);
        assert_eq!(board["clocks"].as_array().unwrap().len(), 4);
        let cells = told["cells"].as_array().unwrap();
        let squares = board["squares"].as_array().unwrap();
        assert_eq!(
            squares.len() as u64,
            board["columns"].as_u64().unwrap() * board["rows"].as_u64().unwrap()
        );
        let counts: Vec<&str> = { squares.iter() }
            .filter_map(|square| cells[square.as_u64().unwrap() as usize][2].as_str())
            .collect();
        let is_number = |count: &&str| count.parse::<u32>().is_ok();
        if board["ended"].is_null() {
            assert!(!counts.iter().any(is_number), "{counts:?}");
            let text = board["text"].as_str().unwrap_or_default();
            assert!(!text.contains(['*', '×']) || text.contains('?'), "{text}");
            plies.push((board["number"].as_u64().unwrap(), board["ply"].as_u64().unwrap()));
            plies.dedup();
        } else {
            assert!(counts.iter().any(is_number), "at the end everything is shown: {counts:?}");
            assert!(board["ended"]["detail"].as_str().is_some_and(|words| !words.is_empty()));
            over += 1;
        }
    }
    assert!(plies.is_sorted(), "games go on: {plies:?}");
    drop(socket);
    server.post(&format!("/api/tournaments/{id}/stop"), &Value::Null).await;
    comes_to(&server, &id, "unfinished").await;
    // Who comes too late is told so, and no more.
    let mut late = server.socket(&format!("/api/tournaments/{id}/live")).await;
    assert_eq!(late.next().await.unwrap()["running"], 0);
    assert_eq!(late.next().await, None);
    let mut late = server.socket(&format!("/api/tournaments/{id}/socket")).await;
    assert_eq!(late.next().await.unwrap()["status"], "unfinished");
    assert_eq!(late.next().await, None);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_third_tournament_waits_for_its_turn() {
    let server = Host::start().await;
    let first = begin(&server, &slow("uct:time=0.02")).await;
    let second = begin(&server, &slow("uct:time=0.02")).await;
    let third = begin(
        &server,
        &json!({ "game": GAME, "players": players(&["greedy", "random"]), "games": 2 }),
    )
    .await;
    let fourth = begin(&server, &slow("uct:time=0.01")).await;
    assert_eq!(state(&server, &third).await["before"], 0);
    let waiting = state(&server, &fourth).await;
    assert_eq!((&waiting["status"], &waiting["before"]), (&json!("queued"), &json!(1)));
    let list = server.get("/api/tournaments").await.json();
    let statuses: Vec<&str> = { list["tournaments"].as_array().unwrap().iter() }
        .filter_map(|one| one["status"].as_str())
        .collect();
    assert_eq!(statuses.iter().filter(|status| **status == "queued").count(), 2, "{statuses:?}");
    // One that waits can be called off, and asked for again.
    let (status, _) =
        server.post(&format!("/api/tournaments/{fourth}/stop"), &Value::Null).await.parts();
    assert_eq!(status, 204);
    assert_eq!(state(&server, &fourth).await["status"], "unfinished");
    let (status, _) =
        server.post(&format!("/api/tournaments/{fourth}/resume"), &Value::Null).await.parts();
    assert_eq!((status, &state(&server, &fourth).await["status"]), (200, &json!("queued")));
    server.post(&format!("/api/tournaments/{first}/stop"), &Value::Null).await;
    let played = comes_to(&server, &third, "finished").await;
    assert_eq!(played["games"], 2);
    comes_to(&server, &fourth, "running").await;
    assert_eq!(state(&server, &second).await["status"], "running");
    // When the server ends, what waits stays a record.
    let fifth = begin(&server, &slow("uct:time=0.01")).await;
    let folder = server.stop().await;
    let server = Host::start_in(folder, |_| {}).await;
    let left = state(&server, &fifth).await;
    assert_eq!((&left["status"], &left["games"]), (&json!("unfinished"), &json!(0)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_openings_and_ratings_add_up() {
    let server = Host::start().await;
    let wanted = json!({
        "game": GAME, "players": players(&["pvs:nodes=200", "greedy", "random"]), "games": 6,
        "openings": "listed", "openingLines": "# two of them\nmoves a2a3 b4b3\n\nmoves c2c3",
    });
    let id = finished(&server, &wanted).await;
    let state = state(&server, &id).await;
    assert_eq!((&state["planned"], &state["openings"]), (&json!([12, 12, 12]), &json!(2)));
    let (status, pair) = server.get(&format!("/api/tournaments/{id}/pairs/0/2")).await.parts();
    assert_eq!((status, &pair["games"]), (200, &json!(6)), "{pair}");
    let count = |value: &Value| {
        ["wins", "draws", "losses"].iter().map(|key| value[key].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(count(&pair["all"]), 6);
    let seats = pair["bySeat"].as_array().unwrap();
    assert_eq!(seats.iter().map(count).collect::<Vec<_>>(), [3, 3]);
    let cells = pair["pairs"].as_array().unwrap();
    assert_eq!(cells.iter().filter_map(Value::as_u64).sum::<u64>(), 3);
    let games = server.get(&format!("/api/tournaments/{id}/games?player=0&rival=2")).await.json();
    assert_eq!(games["count"], 6);
    for (path, least) in
        [("pairs/0/0", 404), ("pairs/0/9", 404), ("pairs/x/1", 404), ("openings?number=3", 404)]
    {
        let reply = server.get(&format!("/api/tournaments/{id}/{path}")).await;
        assert_eq!(reply.status, least, "{path}: {}", reply.body);
    }

    let list =
        server.get(&format!("/api/tournaments/{id}/openings?order=uneven&page=9")).await.json();
    let openings = list["openings"].as_array().unwrap();
    let mut moves: Vec<usize> =
        openings.iter().map(|one| one["moves"].as_array().unwrap().len()).collect();
    moves.sort_unstable();
    assert_eq!((&list["count"], moves), (&json!(2), vec![1, 2]));
    assert_eq!((&list["page"], &list["pages"]), (&json!(0), &json!(1)), "the last page there is");
    let mut all = 0;
    for opening in openings {
        let points = |key: &str| {
            let points = opening[key].as_array().unwrap().iter();
            points.map(|one| one["points"].as_f64().unwrap()).sum::<f64>()
        };
        let games = opening["games"].as_u64().unwrap();
        assert_eq!((points("seats"), points("players")), (games as f64, games as f64));
        let index = opening["number"].as_u64().unwrap() - 1;
        let filtered = format!("/api/tournaments/{id}/games?opening={index}");
        assert_eq!(server.get(&filtered).await.json()["count"], games);
        all += games;
    }
    assert_eq!(all, 18);

    let alone = found(&server, &format!("/api/tournaments/{id}/ratings")).await;
    let moments = alone["moments"].as_array().unwrap();
    assert_eq!((&alone["games"], &moments[moments.len() - 1]["games"]), (&json!(18), &json!(18)));
    for player in state["digest"]["players"].as_array().unwrap() {
        let mut rated = alone["players"].as_array().unwrap().iter();
        let rated = rated.find(|one| one["name"] == player["name"]).unwrap();
        let gap = rated["rating"].as_f64().unwrap() - player["rating"].as_f64().unwrap();
        assert!(gap.abs() < 0.01, "the last moment is what the standings say: {rated}");
    }
    // A match that is asked for adds to them. With other limits an agent is another player.
    let path = format!("/api/ratings?game={}", GAME.replace(':', "%3A").replace('=', "%3D"));
    assert_eq!(found(&server, &path).await["games"], 18);
    finished(
        &server,
        &json!({ "game": GAME, "players": players(&["greedy", "random"]), "games": 10 }),
    )
    .await;
    finished(
        &server,
        &json!({ "game": GAME, "players": players(&["greedy", "random"]), "nodes": 5 }),
    )
    .await;
    let all = found(&server, &path).await;
    assert_eq!((&all["games"], &all["tournaments"]), (&json!(30), &json!(3)));
    assert_eq!((&alone["connected"], &all["connected"]), (&json!(true), &json!(false)));
    let greedy: Vec<&Value> = { all["players"].as_array().unwrap().iter() }
        .filter(|player| player["agent"] == "greedy")
        .collect();
    assert_eq!(greedy.len(), 2);
    assert_eq!(server.get("/api/ratings?game=chess").await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sequential_test_ends_a_match_and_says_where_it_stands() {
    let server = Host::start().await;
    let mut wanted = json!({
        "game": GAME, "players": players(&["pvs:nodes=500", "random"]), "games": 2000,
        "openings": "random", "sprt": "elo0=0,elo1=50", "concurrency": 1,
    });
    let id = finished(&server, &wanted).await;
    let state = state(&server, &id).await;
    assert!(state["games"].as_u64().unwrap() < 2000, "it ended early");
    let sprt = &state["sprt"];
    assert_eq!((&sprt["accepted"], &sprt["elo1"]), (&json!(1), &json!(50.0)));
    assert!(sprt["llr"].as_f64().unwrap() >= sprt["high"].as_f64().unwrap());
    wanted["sprt"] = json!("elo0=0,elo1=50,alpha=2");
    let (status, refused) = server.post("/api/tournaments", &wanted).await.parts();
    assert_eq!(status, 400);
    assert!(refused["error"].as_str().unwrap().contains("alpha"), "{refused}");
    server.stop().await;
}
