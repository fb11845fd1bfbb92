//! Games over real sockets: moves, agents, undo, truth, secrets, restarts.

use crate::common::Host;
use serde_json::{Value, json};

fn texts(state: &Value) -> Vec<&str> {
    state["moves"].as_array().unwrap().iter().map(|made| made["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_person_plays_an_agent_and_takes_it_back() {
    let host = Host::start().await;
    let id = host
        .open(json!({ "game": "breakthrough:rows=6,columns=6", "seats": ["person", "greedy"] }))
        .await;
    let mut page = host.enter(&id).await;
    let state = page.state(|_| true).await;
    assert_eq!((&state["turn"], &state["ply"]), (&json!(0), &json!(0)));
    let legal = state["legal"].as_array().unwrap();
    assert_eq!(legal.len(), 16, "six straight, ten aslant");
    assert_eq!(legal[0]["squares"].as_array().unwrap().len(), 2);
    assert_eq!(state["picture"]["cells"].as_array().unwrap().len(), 36);

    page.play("a2a3", 0).await;
    let state = page.state(|state| state["ply"] == 2).await;
    assert_eq!((texts(&state)[0], &state["turn"]), ("a2a3", &json!(0)));
    assert_eq!(state["can"], json!({ "undo": true, "redo": false, "resign": true }));

    page.play("a3a4", 0).await;
    assert!(page.error().await.contains("moved on"), "a late click does no harm");
    page.play("a1a8", 2).await;
    assert!(page.error().await.contains("a8"));

    page.send(json!({ "type": "undo" })).await;
    let state = page.state(|state| state["ply"] == 0).await;
    assert_eq!(state["can"]["redo"], true);
    page.send(json!({ "type": "redo" })).await;
    page.state(|state| state["ply"] == 2).await;
    page.send(json!({ "type": "frame", "ply": 1 })).await;
    let frame = page.wait("frame", |_| true).await;
    assert_eq!(frame["last"], json!(["a2", "a3"]));
    page.send(json!({ "type": "resign" })).await;
    let state = page.state(|state| !state["over"].is_null()).await;
    assert_eq!(state["over"]["winners"], json!([1]));
    page.send(json!({ "type": "undo" })).await;
    page.state(|state| state["over"].is_null()).await;
}

#[tokio::test]
async fn agents_play_each_other_only_while_somebody_watches() {
    let host = Host::start().await;
    let wanted = json!({ "game": "wolf-and-sheep:size=6", "seats": ["random", "random"] });
    let id = host.open(wanted).await;
    let path = format!("/api/games/{id}");
    assert_eq!(host.get(&path).await.json()["ply"], 0, "nobody watches");
    let mut page = host.enter(&id).await;
    page.send(json!({ "type": "pace", "seconds": 0 })).await;
    page.state(|state| state["ply"].as_u64() >= Some(3)).await;
    page.send(json!({ "type": "pause" })).await;
    let ply = page.state(|state| state["paused"] == true).await["ply"].clone();
    assert_eq!(host.get(&path).await.json()["ply"], ply);
    page.send(json!({ "type": "resume" })).await;
    page.state(|state| !state["over"].is_null()).await;
}

#[tokio::test]
async fn a_thinking_agent_tells_what_it_sees_and_can_be_hurried() {
    let host = Host::start().await;
    let id = host.open(json!({ "game": "breakthrough", "seats": ["person", "pvs:time=60"] })).await;
    let mut page = host.enter(&id).await;
    page.play("a2a3", 0).await;
    let told = page.wait("thinking", |told| told["depth"].as_u64() >= Some(2)).await;
    assert_eq!((&told["seat"], &told["ply"]), (&json!(1), &json!(1)));
    assert!(told["nodes"].as_u64() > Some(0) && !told["line"].as_array().unwrap().is_empty());
    page.send(json!({ "type": "hurry" })).await;
    page.state(|state| state["ply"] == 2).await;

    // An undo while it thinks ends the search and takes the person's move back.
    page.play("b2b3", 2).await;
    page.state(|state| state["thinking"] == 1).await;
    page.send(json!({ "type": "undo" })).await;
    let state = page.state(|state| state["ply"] == 2).await;
    assert_eq!((&state["thinking"], &state["turn"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn hidden_sizes_never_reach_the_page() {
    let host = Host::start().await;
    let wanted =
        json!({ "game": "battle-sheep:hidden,seats=3", "seats": ["person", "person", "greedy"] });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.send(json!({ "type": "pace", "seconds": 0 })).await;
    let mut state = page.state(|state| !state["curtain"].is_null()).await;
    let mut seen = std::collections::HashSet::new();
    while state["ply"].as_u64() < Some(9) {
        if !state["curtain"].is_null() {
            let (sizes, _) = sizes(&state);
            assert!(sizes.is_empty(), "behind the curtain nothing is seen: {sizes:?}");
            assert!(state["legal"].as_array().unwrap().is_empty() && state["position"].is_null());
            page.send(json!({ "type": "reveal" })).await;
            state = page.state(|state| state["curtain"].is_null()).await;
            continue;
        }
        let eyes = state["eyes"].as_u64().unwrap();
        let (sizes, shapes) = sizes(&state);
        let own = format!("flock-{eyes}");
        assert!(
            shapes.iter().all(|shape| *shape == own),
            "seat {eyes} sees {sizes:?} of {shapes:?}"
        );
        for made in state["moves"].as_array().unwrap() {
            let text = made["text"].as_str().unwrap();
            let is_whole = text.contains(':');
            assert!(!is_whole || made["seat"].as_u64() == Some(eyes), "seat {eyes} sees {made}");
        }
        if state["turn"].as_u64() == Some(eyes) {
            seen.insert(eyes);
            let offer = state["legal"][0]["moves"][0]["text"].as_str().unwrap().to_owned();
            page.play(&offer, usize::try_from(state["ply"].as_u64().unwrap()).unwrap()).await;
        }
        let ply = state["ply"].clone();
        state = page.state(|next| next["ply"] != ply || !next["curtain"].is_null()).await;
    }
    assert_eq!(seen.len(), 2, "both people had their turns");
    // What the game itself would say is refused, too.
    let reply = host.get(&format!("/api/games/{id}/record")).await;
    assert_eq!(reply.status, 409, "{}", reply.body);
}

/// The sizes that a state shows, and of which flocks.
fn sizes(state: &Value) -> (Vec<String>, Vec<String>) {
    let cells = state["picture"]["cells"].as_array().unwrap().iter();
    let flocks = cells.filter_map(|cell| Some((cell.get(1)?.as_str()?, cell.get(2)?.as_str()?)));
    flocks
        .filter(|(_, size)| *size != "?")
        .map(|(shape, size)| (size.to_owned(), shape.to_owned()))
        .unzip()
}

#[tokio::test]
async fn a_small_game_is_solved_on_the_spot() {
    let host = Host::start().await;
    let wanted =
        json!({ "game": "wolf-and-sheep:size=6", "seats": ["person", "person"], "moves": "@a1" });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.send(json!({ "type": "truth", "on": true })).await;
    let truth = page.wait("truth", |_| true).await;
    assert_eq!(truth["source"], "here");
    let moves = truth["moves"].as_array().unwrap();
    assert!(!moves.is_empty());
    assert_eq!(truth["curve"].as_array().unwrap().len(), 2);
    let rank = |worth: &Value| match worth["value"].as_str().unwrap() {
        "win" => 0,
        "draw" => 1,
        _ => 2,
    };
    let ranks: Vec<i32> = moves.iter().map(|judged| rank(&judged["worth"])).collect();
    assert!(ranks.is_sorted(), "best first");
    // It is told again after every move.
    page.play(moves[0]["text"].as_str().unwrap(), 1).await;
    let truth = page.wait("truth", |truth| truth["ply"] == 2).await;
    assert!(truth["slips"].as_array().unwrap().iter().all(|slip| slip["index"] != 1));
    page.send(json!({ "type": "hint" })).await;
    let hint = page.wait("hint", |_| true).await;
    assert_eq!(hint["worth"], truth["worth"]);
}

#[tokio::test]
async fn an_analysis_has_lines_and_ends_when_told() {
    let host = Host::start().await;
    let id = host.open(json!({ "game": "breakthrough", "seats": ["person", "person"] })).await;
    let mut page = host.enter(&id).await;
    page.send(json!({ "type": "analyse", "on": true, "lines": 3 })).await;
    let told = page.wait("analysis", |told| told["depth"].as_u64() >= Some(3)).await;
    assert_eq!(told["lines"].as_array().unwrap().len(), 3);
    page.send(json!({ "type": "analyse", "on": false })).await;
    let told = page.wait("analysis", |told| told["done"] == true).await;
    assert!(told["seconds"].as_f64() < Some(29.0), "it ended before its time");
}

#[tokio::test]
async fn a_record_goes_out_and_comes_back() {
    let host = Host::start().await;
    let wanted = json!({ "game": "breakthrough:rows=4,columns=4", "seats": ["person", "person"], "moves": "a2b3 c3d2 b3a4" });
    let id = host.open(wanted).await;
    for form in ["jsonl", "pgn"] {
        let reply = host.get(&format!("/api/games/{id}/record?form={form}")).await;
        assert_eq!(reply.status, 200);
        let reply = host.post("/api/import", &json!({ "text": reply.body })).await;
        assert_eq!(reply.status, 201, "{form}: {}", reply.body);
        let again = reply.json()["id"].as_str().unwrap().to_owned();
        let state = host.get(&format!("/api/games/{again}")).await.json();
        assert_eq!(texts(&state), ["a2b3", "c3d2", "b3a4"], "{form}");
    }
    let reply = host.post("/api/import", &json!({ "text": "1. e4 e5" })).await;
    assert_eq!(reply.status, 400);
}

#[tokio::test]
async fn nonsense_gets_an_error_and_floods_an_end() {
    let host = Host::start().await;
    let id = host.open(json!({ "game": "breakthrough" })).await;
    let mut page = host.enter(&id).await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"type\":\"fly\"}",
        "{\"type\":\"move\"}",
        "{\"type\":\"move\",\"text\":7,\"ply\":0}",
        "{\"type\":\"move\",\"text\":\"a2a3\",\"ply\":-1}",
        "{\"type\":\"pace\",\"seconds\":1e300}",
        "{\"type\":\"pace\",\"seconds\":-1}",
        "{\"type\":\"seats\",\"seats\":[]}",
        "{\"type\":\"seats\",\"seats\":[\"person\",\"bot:cmd=ls\"]}",
        "{\"type\":\"undo\",\"extra\":1}",
        "\u{0}\u{fffd}",
    ] {
        page.send_text(text).await;
        assert!(!page.error().await.is_empty(), "{text}");
    }
    page.send_text("{\"type\":\"frame\",\"ply\":18446744073709551615}").await;
    assert_eq!(page.wait("frame", |_| true).await["ply"], 0);
    page.send_text("{\"type\":\"truth\",\"on\":true,\"ply\":99}").await;
    assert_eq!(
        page.wait("truth", |_| true).await["source"],
        Value::Null,
        "it is too large to solve here"
    );

    let mut giant = host.enter(&id).await;
    giant.state(|_| true).await;
    giant.send_text(&"x".repeat(1 << 20)).await;
    assert_eq!(giant.next().await, None, "a giant message ends the socket");

    for _ in 0..400 {
        page.send_text("{\"type\":\"undo\"}").await;
    }
    while page.next().await.is_some() {}
    assert_eq!(host.get(&format!("/api/games/{id}")).await.status, 200);
}

#[tokio::test]
async fn games_outlive_the_server() {
    let host = Host::start().await;
    let id = host.open(json!({ "game": "breakthrough", "seats": ["person", "random"] })).await;
    let mut page = host.enter(&id).await;
    page.play("a2a3", 0).await;
    let before = page.state(|state| state["ply"] == 2).await;
    drop(page);
    let folder = host.stop().await;
    let host = Host::start_in(folder, |_| {}).await;
    let games = host.get("/api/games").await.json();
    assert_eq!(games["games"][0]["id"], json!(id));
    let mut page = host.enter(&id).await;
    let after = page.state(|_| true).await;
    assert_eq!((&after["moves"], &after["picture"]), (&before["moves"], &before["picture"]));
    page.play("a3a4", 2).await;
    page.state(|state| state["ply"] == 4).await;
}

#[tokio::test]
async fn a_damaged_stored_game_is_an_error_and_no_more() {
    let host = Host::start().await;
    let id = host.open(json!({ "game": "breakthrough", "seats": ["person", "random"] })).await;
    let folder = host.stop().await;
    let file = rusqlite::Connection::open(folder.0.join("games.db")).unwrap();
    let kept: String = file.query_row("SELECT kept FROM games", [], |row| row.get(0)).unwrap();
    let fault = r#""faults":[{"seat":77,"ply":0,"who":"x","reason":"timeout","detail":""}]"#;
    let ids = ["a", "b", "c"];
    for (id, kept) in ids.into_iter().zip([
        kept.replace(r#""faults":[]"#, fault),
        kept.replace(r#""resigned":null"#, r#""resigned":77"#),
        kept.replace("breakthrough", "battle-sheep")
            .replace(r#""resigned":null"#, r#""resigned":0"#),
    ]) {
        assert!(kept.contains("77") || kept.contains("battle"), "{kept}");
        file.execute("INSERT INTO games VALUES (?1, 0, 0, ?2)", [id, &kept]).unwrap();
    }
    drop(file);
    let host = Host::start_in(folder, |_| {}).await;
    for id in ids {
        let reply = host.get(&format!("/api/games/{id}")).await;
        assert_eq!(reply.status, 500, "{id}: {}", reply.body);
        assert!(reply.json()["error"].is_string());
    }
    assert_eq!(host.get(&format!("/api/games/{id}")).await.status, 200);
}

#[tokio::test]
async fn bar_hint_and_analysis_are_one_judges() {
    let host = Host::start().await;
    let moves = "b2b3 g7g6 c2d3 d7d6";
    let wanted = json!({ "game": "breakthrough", "seats": ["person", "ram"], "moves": moves });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    let state = page.state(|_| true).await;
    assert_eq!(state["judged"], true);
    page.send(json!({ "type": "judge", "on": true, "ply": null })).await;
    let bar = page.wait("judgement", |told| told["ply"] == 4).await;
    assert_eq!(bar["seat"], 0);
    let chance = |score: &Value| score["chance"].as_f64().unwrap_or_else(|| panic!("{score}"));
    let at_start = chance(&bar["score"]);
    assert!((0.1..0.9).contains(&at_start), "{bar}");
    page.send(json!({ "type": "hint" })).await;
    let hint = page.wait("hint", |_| true).await;
    assert!((chance(&hint["score"]) - at_start).abs() < 0.2, "{hint} {bar}");
    page.send(json!({ "type": "analyse", "on": true, "ply": null })).await;
    let analysis = page.wait("analysis", |told| told["depth"].as_u64() >= Some(6)).await;
    let lines = analysis["lines"].as_array().unwrap();
    assert!((chance(&lines[0]["score"]) - at_start).abs() < 0.2, "{analysis} {bar}");
    assert!(lines.len() > 1, "{analysis}");
    page.send(json!({ "type": "analyse", "on": false, "ply": null })).await;

    // The opponent's own points are its own business; the judge speaks after every move.
    page.play("b3b4", 4).await;
    let told = page.wait("thinking", |told| told["ply"] == 5).await;
    assert_eq!(
        (&told["score"]["kind"], &told["score"]["chance"]),
        (&json!("points"), &Value::Null)
    );
    page.wait("judgement", |told| told["ply"] == 6).await;
    page.send(json!({ "type": "judge", "on": true, "ply": 1 })).await;
    let earlier = page.wait("judgement", |told| told["ply"] == 1).await;
    assert_eq!(earlier["seat"], 1);
}

#[tokio::test]
async fn the_bar_contradicts_no_exact_value() {
    // The wolf wins most games of such players, and the sheep win this one.
    let host = Host::start().await;
    let wanted = json!({ "game": "wolf-and-sheep", "seats": ["person", "person"], "moves": "@a1" });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "truth", "on": true })).await;
    let truth = page.wait("truth", |_| true).await;
    let value = |score: &Value| (score["kind"].clone(), score["number"].as_f64());
    let expected = (truth["worth"]["value"].clone(), truth["worth"]["remoteness"].as_f64());
    page.send(json!({ "type": "judge", "on": true, "ply": null })).await;
    let bar = page.wait("judgement", |told| told["ply"] == 1).await;
    assert_eq!(value(&bar["score"]), expected, "{bar} {truth}");
    assert_eq!(bar["score"]["chance"], if expected.0 == "win" { 1.0 } else { 0.0 });
    page.send(json!({ "type": "analyse", "on": true, "ply": null })).await;
    let analysis = page.wait("analysis", |_| true).await;
    assert_eq!(value(&analysis["lines"][0]["score"]), expected, "{analysis} {truth}");
}

#[tokio::test]
async fn the_judge_knows_no_more_than_the_seat_that_asks() {
    let host = Host::start().await;
    let game = "battle-sheep:hidden,seats=2,cells=12,size=4,sheep=4";
    let id = host.open(json!({ "game": game, "seats": ["person", "person"] })).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "judge", "on": true, "ply": null })).await;
    // Behind the curtain there is no answer; the one to the hint says that both were read.
    page.send(json!({ "type": "hint" })).await;
    assert!(page.error().await.contains("only the seat to move"));
    // What was asked for another screen is forgotten with it.
    page.send(json!({ "type": "reveal" })).await;
    page.state(|state| state["curtain"].is_null()).await;
    page.send(json!({ "type": "judge", "on": true, "ply": null })).await;
    let bar = page.wait("judgement", |_| true).await;
    assert_eq!((&bar["seat"], bar["score"]["chance"].is_f64()), (&json!(0), true), "{bar}");
}

#[tokio::test]
async fn who_resigns_among_four_is_named_and_may_come_back() {
    let host = Host::start().await;
    let wanted = json!({
        "game": "battle-sheep:cells=24,size=6,sheep=4",
        "seats": ["person", "person", "random", "random"],
    });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "resign" })).await;
    let state = page.state(|state| state["ply"] == 1).await;
    assert_eq!(state["seats"][0]["who"], "greedy");
    let fault = json!({ "seat": 0, "who": "person", "reason": "resignation", "detail": "" });
    assert_eq!(state["faults"], json!([fault]));
    page.send(json!({ "type": "undo" })).await;
    let state = page.state(|state| state["ply"] == 0).await;
    assert_eq!((&state["seats"][0]["who"], &state["faults"]), (&json!("person"), &Value::Null));

    // In a hidden game everything was shown since.
    let wanted = json!({
        "game": "battle-sheep:hidden,seats=3,cells=24,size=6,sheep=4",
        "seats": ["person", "random", "random"],
    });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "pause" })).await;
    page.send(json!({ "type": "resign" })).await;
    page.state(|state| state["seats"][0]["who"] == "greedy").await;
    page.send(json!({ "type": "undo" })).await;
    assert_eq!(host.get(&format!("/api/games/{id}")).await.json()["seats"][0]["who"], "greedy");
}

#[tokio::test]
async fn moves_of_an_address_are_checked_and_shown() {
    let host = Host::start().await;
    let of = |moves: &str| format!("/api/variant?game=breakthrough:rows=6,columns=6&moves={moves}");
    let shown = host.get(&of("b2b3+c5c4+b3c4")).await.json();
    assert_eq!(
        (&shown["turn"], shown["position"].as_str().unwrap().contains('/')),
        (&json!(1), true)
    );
    let (status, told) = host.get(&of("zz")).await.parts();
    assert!(status >= 400 && told["error"].as_str().unwrap().starts_with("move 1: "), "{told}");
}

#[tokio::test]
async fn what_is_wrong_with_an_agent_is_said_before_a_game() {
    let host = Host::start().await;
    let told = async |agent: &str| {
        host.get(&format!("/api/agent?game=breakthrough&agent={agent}")).await.parts()
    };
    for right in ["ram", "random", "pvs:time=0.1,hash=16"] {
        assert_eq!(told(right).await.0, 200, "{right}");
    }
    for (wrong, why) in [
        ("shepherd", "shepherd"),
        ("pvs:tme=1", "did you mean 'time'?"),
        ("pvs:hash=lots", "hash"),
        ("pvs:hash=100000", "at most 256"),
        ("perfect", "table"),
        ("bot:cmd=ls", "may not ask"),
    ] {
        let (status, told) = told(wrong).await;
        assert!(status >= 400 && told["error"].as_str().unwrap().contains(why), "{wrong}: {told}");
    }
}

#[tokio::test]
async fn a_position_that_comes_about_for_the_third_time_is_a_draw() {
    let host = Host::start().await;
    let layout = "wolves-eat-sheep:layout=SSSS/SSSS/4/1W2";
    let id = host.open(json!({ "game": layout, "seats": ["person", "person"] })).await;
    let mut page = host.enter(&id).await;
    let round = ["b1a1", "c3c2", "a1b1", "c2c3"];
    for (ply, text) in round.into_iter().cycle().take(2 * round.len()).enumerate() {
        let state = page.state(|state| state["ply"] == ply).await;
        assert_eq!(state["over"], Value::Null, "after {ply} moves");
        page.play(text, ply).await;
    }
    let state = page.state(|state| state["ply"] == 8).await;
    assert_eq!(state["over"]["winners"], json!([0, 1]), "{}", state["over"]);
    assert!(state["over"]["why"].as_str().unwrap().contains("three times"));
    assert_eq!((&state["turn"], &state["legal"]), (&Value::Null, &json!([])));
    page.play("b1a1", 8).await;
    page.error().await;

    page.send(json!({ "type": "undo" })).await;
    let state = page.state(|state| state["ply"] == 7).await;
    assert_eq!((&state["over"], &state["turn"]), (&Value::Null, &json!(1)), "it goes on");
}
