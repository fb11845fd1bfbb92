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

/// An error response.
pub(crate) fn refuse(status: StatusCode, why: &(impl ToString + ?Sized)) -> Response {
    (status, Json(json!({ "error": why.to_string() }))).into_response()
}

/// The game of this name, or the answer that there is none.
pub(crate) async fn find(app: &AppState, id: &str) -> Result<Arc<Room>, Response> {
    match app.hub.find(id).await {
        Ok(Some(room)) => Ok(room),
        Ok(None) => Err(refuse(StatusCode::NOT_FOUND, "there is no such game")),
        Err(error) => Err(refuse(StatusCode::SERVICE_UNAVAILABLE, &error)),
    }
}

async fn open(
    State(app): State<Arc<AppState>>,
    request: Result<Json<CreateRequest>, JsonRejection>,
) -> Response {
    match request {
        Ok(Json(request)) => opened(&app, Ok(request)).await,
        Err(rejection) => refuse(rejection.status(), &rejection.body_text()),
    }
}

async fn opened(app: &AppState, request: Result<CreateRequest, ParseError>) -> Response {
    let opened = match request {
        Ok(request) => app.hub.open(request).await,
        Err(error) => Err(error),
    };
    match opened {
        Ok(room) => (StatusCode::CREATED, Json(json!({ "id": room.id }))).into_response(),
        Err(error) => refuse(StatusCode::BAD_REQUEST, &error),
    }
}

async fn recent(State(app): State<Arc<AppState>>) -> Response {
    match app.hub.recent(RECENT).await {
        Ok(games) => Json(json!({ "games": games })).into_response(),
        Err(error) => refuse(StatusCode::SERVICE_UNAVAILABLE, &error),
    }
}

async fn snapshot(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    match find(&app, &id).await {
        Ok(room) => Json(room.snapshot().await).into_response(),
        Err(refusal) => refusal,
    }
}

/// The format of an export.
#[derive(Deserialize)]
struct ExportForm {
    #[serde(default)]
    form: String,
}

async fn export(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    Query(ExportForm { form }): Query<ExportForm>,
) -> Response {
    let room = match find(&app, &id).await {
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

/// A record to import.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportRequest {
    text: String,
    /// Which game of a record, from 1.
    #[serde(default)]
    number: usize,
}

async fn import(
    State(app): State<Arc<AppState>>,
    import: Result<Json<ImportRequest>, JsonRejection>,
) -> Response {
    match import {
        Ok(Json(ImportRequest { text, number })) => {
            let reader = Arc::clone(&app);
            let read = move || record::read(&text, number, &reader.hub.services().roster);
            let read = tokio::task::spawn_blocking(read).await;
            let read = read.unwrap_or_else(|error| Err(ParseError::new(error.to_string())));
            opened(&app, read).await
        }
        Err(rejection) => refuse(rejection.status(), &rejection.body_text()),
    }
}
