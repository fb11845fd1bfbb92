//! `/api/games`: making, listing, fetching, exporting and importing games.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use bellwether_core::{Error, ErrorKind};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AppState;
use crate::message::{CreateRequest, SeatStderr, Snapshot};
use crate::pool::blocking;
use crate::record;
use crate::request::Refusal;
use crate::room::room_game::RoomGame;

/// The longest request to set up a game.
const LONGEST: usize = 256 << 10;
/// The longest record that can be read.
const LONGEST_RECORD: usize = 4 << 20;
/// How many games are listed.
const RECENT: u32 = 24;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games", get(recent).merge(post(open).layer(DefaultBodyLimit::max(LONGEST))))
        .route("/api/games/{id}", get(snapshot))
        .route("/api/games/{id}/record", get(export))
        .route("/api/games/{id}/stderr", get(stderr))
        .route("/api/import", post(import).layer(DefaultBodyLimit::max(LONGEST_RECORD)))
}

/// What an error response says; before it leaves, [`access::check`](crate::access::check) takes folders out of it.
#[derive(Clone)]
pub(crate) struct RefusalText(pub(crate) String);

/// An error response.
pub(crate) fn refuse(status: StatusCode, why: &(impl ToString + ?Sized)) -> Response {
    let why = why.to_string();
    let answer = Json(json!({ "error": why }));
    (status, Extension(RefusalText(why)), answer).into_response()
}

/// An error as an answer: the only place where its kind becomes a status.
pub(crate) fn refused(error: &Error) -> Response {
    let status = match error.kind() {
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::IllegalMove => StatusCode::CONFLICT,
        ErrorKind::Busy | ErrorKind::Stopped => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Damaged | ErrorKind::Io => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    refuse(status, error)
}

async fn open(
    State(app): State<Arc<AppState>>,
    request: Result<Json<CreateRequest>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Json(request) = request?;
    let room = app.hub.open(request).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": room.id }))).into_response())
}

async fn recent(State(app): State<Arc<AppState>>) -> Result<Json<Value>, Refusal> {
    Ok(Json(json!({ "games": app.hub.services().store.recent(RECENT).await? })))
}

async fn snapshot(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<Snapshot>, Refusal> {
    Ok(Json(app.hub.find(&id).await?.snapshot().await))
}

/// What the programs of the seats have written to standard error.
async fn stderr(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<Vec<SeatStderr>>, Refusal> {
    let written = |table: &RoomGame| {
        let all = table.stderr();
        all.map(|(seat, text)| SeatStderr { seat: seat.index(), text: text.to_owned() }).collect()
    };
    Ok(Json(app.hub.find(&id).await?.consult(written).await))
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
) -> Result<Response, Refusal> {
    let room = app.hub.find(&id).await?;
    let (text, ending) = match form.as_str() {
        "pgn" => (room.consult(record::pgn).await, "pgn"),
        _ => (room.consult(record::lines).await, "jsonl"),
    };
    let name = format!("attachment; filename=\"bellwether-{}.{ending}\"", room.id);
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text?).into_response())
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
    request: Result<Json<ImportRequest>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Json(ImportRequest { text, number }) = request?;
    let reader = Arc::clone(&app);
    let read = move || record::read(&text, number, &reader.hub.services().roster);
    open(State(app), Ok(Json(blocking(read).await?))).await
}
