//! Looking back at a game, going to another line, and the rules, over real sockets.

use crate::common::Host;
use serde_json::{Value, json};

/// The answer to a review that has looked at everything.
fn is_done(review: &Value) -> bool {
    review["done"] == review["positions"] || review["source"].is_null()
}

#[tokio::test]
async fn a_review_knows_what_each_move_kept() {
    let host = Host::start().await;
    let game = json!({
        "game": "wolf-and-sheep:size=4", "seats": ["person", "person"], "moves": "@a1 a1b2 d4c3",
    });
    let id = host.open(game).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "review" })).await;
    let review = page.wait("review", is_done).await;
    assert_eq!((&review["source"], &review["positions"]), (&json!("here"), &json!(4)));
    let (curve, moves) = (review["curve"].as_array().unwrap(), review["moves"].as_array().unwrap());
    assert_eq!((curve.len(), moves.len()), (4, 3));
    for (ply, made) in moves.iter().enumerate() {
        let is_first = made["seat"] == 0;
        let chance = |value: &Value| value["chance"].as_f64().unwrap();
        let own = |value: f64| if is_first { value } else { 1.0 - value };
        // What a move is worth is what the position after it is worth to the one who made it.
        assert!((own(chance(&curve[ply + 1])) - chance(&made["after"])).abs() < 1e-9, "{made}");
        let has_kept = made["before"]["worth"]["value"] == made["after"]["worth"]["value"];
        assert_eq!(made["kept"], has_kept, "{made}");
    }
}

#[tokio::test]
async fn a_win_at_once_that_is_missed_or_not_stopped_is_always_told() {
    let host = Host::start().await;
    // Yellow has three in column b from the sixth ply on. Red looks on, Yellow plays elsewhere, and wins at last.
    let moves = "a b a b c b g f g f e b";
    let wanted = json!({ "game": "connect-four", "seats": ["person", "person"], "moves": moves });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "review" })).await;
    let review = page.wait("review", is_done).await;
    let moves = review["moves"].as_array().unwrap();
    let marked = |field: &str| {
        let has = moves.iter().filter(|made| made[field] == "b");
        has.map(|made| made["index"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(marked("missed"), [7, 9], "{review}");
    assert_eq!(marked("allowed"), [6, 8, 10], "{review}");
    for made in moves.iter().filter(|made| !made["missed"].is_null() || !made["allowed"].is_null())
    {
        assert_eq!(
            (&made["kept"], &made["mattered"], &made["best"]),
            (&json!(false), &json!(true), &json!("b"))
        );
    }
    assert_eq!(moves[6]["reply"], "b");
    assert_eq!(moves[6]["replier"], 1);
    assert!(moves[11]["kept"] == true && moves[11]["missed"].is_null());
}

#[tokio::test]
async fn a_win_at_once_counts_though_all_is_won() {
    let host = Host::start().await;
    // White wins with a4a5, and two plies later in any case: Black is too far away.
    let wanted = json!({
        "game": "breakthrough:rows=5,columns=3", "seats": ["person", "person"],
        "position": "3/P2/2p/3/1P1 w", "moves": "b1b2 c3c2 a4a5",
    });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "review" })).await;
    let review = page.wait("review", is_done).await;
    let [first, second, third] = [0, 1, 2].map(|index| &review["moves"][index]);
    assert_eq!((&first["missed"], &first["kept"]), (&json!("a4a5"), &json!(false)), "{review}");
    assert_eq!(
        (&first["best"], &first["after"]["worth"]["value"]),
        (&json!("a4a5"), &json!("win"))
    );
    assert_eq!((&second["allowed"], &second["kept"]), (&Value::Null, &json!(true)), "{review}");
    assert_eq!((&third["missed"], &third["kept"]), (&Value::Null, &json!(true)), "{review}");
    // Both are counted from before the move: a win in one ply, or in three.
    let far = |value: &Value| value["worth"]["remoteness"].as_u64();
    assert_eq!((far(&first["before"]), far(&first["after"])), (Some(1), Some(3)), "{review}");
}

#[tokio::test]
async fn who_can_win_at_once_is_told_before_the_move() {
    let host = Host::start().await;
    for (moves, win, danger) in [
        ("a b", false, json!(null)),
        ("a b a b a", false, json!(0)),
        ("a b a b a c", true, json!(null)),
        // Nothing stops three in a row that are open on both sides.
        ("c c d d e", false, json!(null)),
    ] {
        let wanted =
            json!({ "game": "connect-four", "seats": ["person", "person"], "moves": moves });
        let id = host.open(wanted).await;
        let mut page = host.enter(&id).await;
        page.state(|_| true).await;
        page.send(json!({ "type": "threats" })).await;
        let told = page.wait("threats", |_| true).await;
        assert_eq!((&told["win"], &told["danger"]), (&json!(win), &danger), "{moves}: {told}");
    }
}

#[tokio::test]
async fn bar_guide_and_review_say_the_same_of_a_position() {
    let host = Host::start().await;
    for (game, moves) in
        [("connect-four", "d d c b e f"), ("breakthrough", "b2b3 g7g6 c2d3 d7d6 d3d4 b7b6")]
    {
        let wanted = json!({ "game": game, "seats": ["person", "person"], "moves": moves });
        let id = host.open(wanted).await;
        let mut page = host.enter(&id).await;
        page.state(|_| true).await;
        // A hint looks further than the bar: everybody follows.
        page.send(json!({ "type": "hint" })).await;
        let hint = page.wait("hint", |_| true).await;
        let mut bar = Vec::new();
        for ply in 0..=6 {
            page.send(json!({ "type": "judge", "on": true, "ply": ply })).await;
            let told = page.wait("judgement", |told| told["ply"] == ply).await;
            let chance = told["score"]["chance"].as_f64().unwrap();
            bar.push(if told["seat"] == 0 { chance } else { 1.0 - chance });
        }
        assert!((bar[6] - hint["score"]["chance"].as_f64().unwrap()).abs() < 1e-9, "{game}");
        page.send(json!({ "type": "review" })).await;
        let review = page.wait("review", is_done).await;
        for (ply, bar) in bar.iter().enumerate() {
            let curve = review["curve"][ply]["chance"].as_f64().unwrap();
            assert!((curve - bar).abs() < 1e-9, "{game}, ply {ply}: {curve} {bar}");
        }
        for index in 0..6 {
            page.send(json!({ "type": "verdict", "index": index })).await;
            let mut verdict = page.wait("verdict", |told| told["index"] == index).await;
            verdict.as_object_mut().unwrap().remove("type");
            assert_eq!(verdict, review["moves"][index], "{game}");
        }
    }
}

#[tokio::test]
async fn a_hidden_game_is_reviewed_only_when_it_is_over() {
    let host = Host::start().await;
    let game = json!({
        "game": "battle-sheep:hidden,seats=2,cells=16,size=5,sheep=6", "seats": ["person", "random"],
    });
    let id = host.open(game).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "review" })).await;
    let review = page.wait("review", |_| true).await;
    assert_eq!((&review["source"], &review["scores"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn an_analysis_goes_to_any_line_and_a_game_against_an_agent_does_not() {
    let host = Host::start().await;
    let game = "breakthrough:rows=5,columns=5";
    let id = host
        .open(json!({ "game": game, "seats": ["person", "person"], "moves": "b2b3 d4d3" }))
        .await;
    let mut page = host.enter(&id).await;
    page.state(|state| state["ply"] == 2).await;
    page.send(json!({ "type": "line", "moves": ["c2c3"] })).await;
    let state = page.state(|state| state["ply"] == 1).await;
    assert_eq!((&state["turn"], &state["moves"][0]["text"]), (&json!(1), &json!("c2c3")));
    page.send(json!({ "type": "line", "moves": ["c2c5"] })).await;
    assert!(page.error().await.contains("c5"), "and nothing has changed");
    assert_eq!(host.get(&format!("/api/games/{id}")).await.json()["ply"], 1);

    let id = host.open(json!({ "game": game, "seats": ["person", "random"] })).await;
    let mut page = host.enter(&id).await;
    page.state(|_| true).await;
    page.send(json!({ "type": "line", "moves": ["b2b3"] })).await;
    assert!(page.error().await.contains("without agents"));
}

#[tokio::test]
async fn rules_come_with_boards_and_an_ending_with_its_reason() {
    let host = Host::start().await;
    let rules = host.get("/api/rules?game=breakthrough:rows=5,columns=5").await.json();
    assert_eq!(rules["title"], "Breakthrough");
    let parts = rules["parts"].as_array().unwrap();
    let boards: Vec<&Value> = parts.iter().filter(|part| part["frames"].is_array()).collect();
    assert!(boards.len() > 1 && parts.len() > boards.len());
    assert_eq!(boards[0]["frames"][1]["last"], json!(["b2", "b3"]));

    let near = json!({
        "game": "breakthrough:rows=5,columns=5", "seats": ["person", "person"],
        "position": "5/1P2p/5/4P/5 w",
    });
    let id = host.open(near).await;
    let mut page = host.enter(&id).await;
    assert_eq!(page.state(|_| true).await["about"], "rows 5, columns 5");
    page.play("b4b5", 0).await;
    let state = page.state(|state| !state["over"].is_null()).await;
    assert_eq!(state["over"]["why"], "a worker reached the last row");
}
