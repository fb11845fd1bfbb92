//! `GET /api/rules`: a game's rules for people, and the boards that explain them.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use bellwether_catalog::{Catalog, GameHistory};
use bellwether_core::card::{RulesPart, ShownMoves};
use bellwether_core::{Error, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AppState;
use crate::board_json::BoardJson;
use crate::pool::blocking;
use crate::request::Refusal;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/rules", get(rules))
}

/// The game, with or without its options.
#[derive(Deserialize)]
struct RulesQuery {
    game: String,
}

async fn rules(
    State(app): State<Arc<AppState>>,
    Query(RulesQuery { game }): Query<RulesQuery>,
) -> Result<Json<Value>, Refusal> {
    let roster = Arc::clone(&app.hub.services().roster);
    let told = blocking(move || {
        let card = roster.game(&game)?.card();
        let parts = card.rules_parts().into_iter().map(|part| match part {
            RulesPart::Text(text) => Ok(json!({ "text": text })),
            RulesPart::Moves(shown) => board(roster.catalog(), shown),
        });
        let parts = parts.collect::<Result<Value, Error>>()?;
        Ok(json!({ "title": card.title, "parts": parts }))
    });
    Ok(Json(told.await?))
}

/// Moves as pictures, one after each of them.
fn board(catalog: &Catalog, shown: ShownMoves<'_>) -> Result<Value, Error> {
    let history = GameHistory::new(catalog.game(shown.game)?, shown.from, shown.moves)?;
    let names = |ply| -> Vec<String> {
        history
            .move_to(ply)
            .map(|made| made.squares.iter().map(ToString::to_string).collect())
            .unwrap_or_default()
    };
    let frames = (0..=history.ply()).map(|ply| {
        let position = history.at(ply);
        json!({
            "picture": BoardJson::new(&position.picture(None)),
            "last": names(ply),
            "seat": history.move_to(ply).map(|made| made.mover.index()),
            "text": history.move_to(ply).map(|made| made.text.as_str()),
        })
    });
    let seats: Vec<String> =
        Seat::all(history.game.seats()).map(|seat| history.game.seat_name(seat)).collect();
    Ok(
        json!({ "frames": frames.collect::<Value>(), "seats": seats, "why": history.position().ending_reason() }),
    )
}
