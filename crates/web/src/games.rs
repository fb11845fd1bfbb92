//! `/api/games`: making and fetching games.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use crate::House;
use crate::message::Wanted;

/// The longest request to set up a game.
const LONGEST: usize = 256 << 10;

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/games", post(open).layer(DefaultBodyLimit::max(LONGEST)))
        .route("/api/games/{id}", get(snapshot))
}

/// An answer that says what is wrong.
pub(crate) fn refuse(status: StatusCode, why: impl ToString) -> Response {
    (status, Json(json!({ "error": why.to_string() }))).into_response()
}

async fn open(
    State(house): State<Arc<House>>,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Response {
    let Json(wanted) = match wanted {
        Ok(wanted) => wanted,
        Err(rejection) => return refuse(rejection.status(), rejection.body_text()),
    };
    // Setting up may read a long list of moves.
    let opened = tokio::task::spawn_blocking(move || house.hub.open(wanted)).await;
    match opened {
        Ok(Ok(room)) => (StatusCode::CREATED, Json(json!({ "id": room.id }))).into_response(),
        Ok(Err(error)) => refuse(StatusCode::BAD_REQUEST, error),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the game could not be set up"),
    }
}

async fn snapshot(State(house): State<Arc<House>>, Path(id): Path<String>) -> Response {
    match house.hub.find(&id) {
        Some(room) => Json(room.snapshot().await).into_response(),
        None => refuse(StatusCode::NOT_FOUND, "there is no such game"),
    }
}
