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
    assert_eq!(state["over"]["why"], "a worker reached the far rank");
}
