//! `/api/games`: making, listing, fetching, exporting and importing games.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bellwether_core::ParseError;
use serde::Deserialize;
use serde_json::json;

use crate::AppState;
use crate::message::CreateRequest;
use crate::record;
use crate::room::Room;

/// The longest request to set up a game.
const LONGEST: usize = 256 << 10;
/// The longest record that can be read.
const LONGEST_RECORD: usize = 4 << 20;
/// How many games are listed.
const RECENT: usize = 24;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games", get(recent).merge(post(open).layer(DefaultBodyLimit::max(LONGEST))))
        .route("/api/games/{id}", get(snapshot))
        .route("/api/games/{id}/record", get(export))
        .route("/api/import", post(import).layer(DefaultBodyLimit::max(LONGEST_RECORD)))
}

/// An answer that says what is wrong.
pub(crate) fn refuse(status: StatusCode, why: &(impl ToString + ?Sized)) -> Response {
    (status, Json(json!({ "error": why.to_string() }))).into_response()
}

/// The game of this name, or the answer that there is none.
pub(crate) async fn find(house: &AppState, id: &str) -> Result<Arc<Room>, Response> {
    match house.hub.find(id).await {
        Ok(Some(room)) => Ok(room),
        Ok(None) => Err(refuse(StatusCode::NOT_FOUND, "there is no such game")),
        Err(error) => Err(refuse(StatusCode::SERVICE_UNAVAILABLE, &error)),
    }
}

async fn open(
    State(house): State<Arc<AppState>>,
    wanted: Result<Json<CreateRequest>, JsonRejection>,
) -> Response {
    match wanted {
        Ok(Json(wanted)) => opened(&house, Ok(wanted)).await,
        Err(rejection) => refuse(rejection.status(), &rejection.body_text()),
    }
}

async fn opened(house: &AppState, wanted: Result<CreateRequest, ParseError>) -> Response {
    let opened = match wanted {
        Ok(wanted) => house.hub.open(wanted).await,
        Err(error) => Err(error),
    };
    match opened {
        Ok(room) => (StatusCode::CREATED, Json(json!({ "id": room.id }))).into_response(),
        Err(error) => refuse(StatusCode::BAD_REQUEST, &error),
    }
}

async fn recent(State(house): State<Arc<AppState>>) -> Response {
    match house.hub.recent(RECENT).await {
        Ok(games) => Json(json!({ "games": games })).into_response(),
        Err(error) => refuse(StatusCode::SERVICE_UNAVAILABLE, &error),
    }
}

async fn snapshot(State(house): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    match find(&house, &id).await {
        Ok(room) => Json(room.snapshot().await).into_response(),
        Err(refusal) => refusal,
    }
}

/// In which form a game is wanted.
#[derive(Deserialize)]
struct ExportForm {
    #[serde(default)]
    form: String,
}

async fn export(
    State(house): State<Arc<AppState>>,
    Path(id): Path<String>,
    Query(ExportForm { form }): Query<ExportForm>,
) -> Response {
    let room = match find(&house, &id).await {
        Ok(room) => room,
        Err(refusal) => return refusal,
    };
    let (text, ending) = match form.as_str() {
        "pgn" => (room.consult(record::pgn).await, "pgn"),
        _ => (room.consult(record::lines).await, "jsonl"),
    };
    match text {
        Ok(text) => {
            let name = format!("attachment; filename=\"bellwether-{}.{ending}\"", room.id);
            let headers = [
                (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
                (CONTENT_DISPOSITION, name),
            ];
            (headers, text).into_response()
        }
        Err(error) => refuse(StatusCode::CONFLICT, &error),
    }
}

/// A record to look at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportRequest {
    text: String,
    /// Which game of a record, from 1.
    #[serde(default)]
    number: usize,
}

async fn import(
    State(house): State<Arc<AppState>>,
    import: Result<Json<ImportRequest>, JsonRejection>,
) -> Response {
    match import {
        Ok(Json(ImportRequest { text, number })) => {
            let reader = Arc::clone(&house);
            let read = move || record::read(&text, number, &reader.hub.services().roster);
            let read = tokio::task::spawn_blocking(read).await;
            let read = read.unwrap_or_else(|error| Err(ParseError::new(error.to_string())));
            opened(&house, read).await
        }
        Err(rejection) => refuse(rejection.status(), &rejection.body_text()),
    }
}
