//! `/api/games`: making, listing, fetching, exporting and importing games.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use bellwether_catalog::PERSON;
use bellwether_core::{Error, ErrorKind, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AppState;
use crate::message::{CreateRequest, CreatedGame, LinkList, SeatLink, SeatStderr, Snapshot};
use crate::pool::blocking;
use crate::qr_code::QrDrawing;
use crate::record;
use crate::request::Refusal;
use crate::room::room_game::RoomGame;

/// The longest request to set up a game.
const LONGEST: usize = 256 << 10;
/// The longest record that can be read.
const LONGEST_RECORD: usize = 4 << 20;
/// The header with the key of who asks for a game's links.
const SEAT_KEY: &str = "seat-key";
/// How many games are listed.
const RECENT: u32 = 24;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games", get(recent).merge(post(open).layer(DefaultBodyLimit::max(LONGEST))))
        .route("/api/games/{id}", get(snapshot))
        .route("/api/games/{id}/record", get(export))
        .route("/api/games/{id}/stderr", get(stderr))
        .route("/api/games/{id}/links", get(links))
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
    let key = room.consult(|table| table.links().map(|links| links.host().to_owned())).await;
    Ok((
        StatusCode::CREATED,
        Json(CreatedGame { id: room.id.clone(), key, variations: Vec::new() }),
    )
        .into_response())
}

/// The links of a game on several screens, for whoever set it up: the key is in a header, since addresses are logged.
async fn links(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<LinkList>, Refusal> {
    let room = app.hub.find(&id).await?;
    let key = headers.get(SEAT_KEY).and_then(|key| key.to_str().ok()).unwrap_or_default();
    let hosts = app.access.hosts();
    let asked = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = hosts.first().cloned().unwrap_or_else(|| format!("http://{asked}"));
    let link = |(seat, key): (Seat, &str)| {
        let path = app.access.path_with_token(&format!("/game/{}", room.id)) + "#" + key;
        let qr = QrDrawing::of(&format!("{origin}{path}"));
        SeatLink { seat: seat.index(), path, qr }
    };
    let told = |table: &RoomGame| Some(table.links()?.told_to(key)?.map(link).collect::<Vec<_>>());
    let seats = room.consult(told).await;
    let forbidden = || Error::illegal("only who has set up a game with links has them all");
    let seats = seats.ok_or_else(forbidden)?;
    Ok(Json(LinkList { hosts, origin, seats }))
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
    let read = move || {
        let roster = &reader.hub.services().roster;
        let variations = record::variations(&text, number, roster)?;
        let mut request = record::read(&text, number, roster)?;
        if !variations.is_empty() {
            // An analysis goes to any line at once, which agents would not follow.
            request.seats.fill(PERSON.to_owned());
        }
        Ok((request, variations))
    };
    let (request, variations) = blocking(read).await?;
    let id = app.hub.open(request).await?.id.clone();
    Ok((StatusCode::CREATED, Json(CreatedGame { id, key: None, variations })).into_response())
}
