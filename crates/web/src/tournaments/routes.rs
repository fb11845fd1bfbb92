//! `/api/tournaments`: the routes of tournaments.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use bellwether_arena::pgn;
use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::RecordReader;
use bellwether_catalog::Catalog;
use bellwether_core::{ParseError, Seat};
use serde_json::json;

use super::record_index::unreadable;
use super::request::{MOST_GAMES, MOST_PLAYERS, TournamentRequest, cores, usual_concurrency};
use super::summary::{GameFilter, TournamentStatus};
use super::{TournamentService, replay};
use crate::games::refuse;
use crate::{AppState, blocking, feed, permissions};

/// The longest request for a tournament.
const LONGEST: usize = 64 << 10;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/tournaments", get(list).post(begin).layer(DefaultBodyLimit::max(LONGEST)))
        .route("/api/tournaments/{id}", get(state))
        .route("/api/tournaments/{id}/games", get(games))
        .route("/api/tournaments/{id}/games/{number}", get(game))
        .route("/api/tournaments/{id}/stop", post(stop))
        .route("/api/tournaments/{id}/resume", post(resume))
        .route("/api/tournaments/{id}/socket", any(socket))
        .route("/api/tournaments/{id}/download/{form}", get(download))
}

/// Reads off the threads that answer.
async fn read<T: Send + 'static>(
    app: &Arc<AppState>,
    work: impl FnOnce(&TournamentService) -> Result<T, ParseError> + Send + 'static,
) -> Result<T, Response> {
    let readers = &app.tournaments.readers;
    blocking::read(app, readers, "the record could not be read", |app| work(&app.tournaments)).await
}

async fn list(State(app): State<Arc<AppState>>) -> Response {
    let listed = read(&app, |tournaments| {
        let mut list = tournaments.index.list();
        for listing in &mut list {
            if tournaments.find(listing.id()).is_some() {
                listing.status = "running";
            }
        }
        Ok(json!({
            "tournaments": list,
            "cores": cores(),
            "concurrency": usual_concurrency(),
            "mostPlayers": MOST_PLAYERS,
            "mostGames": MOST_GAMES,
        }))
    });
    listed.await.map_or_else(|refused| refused, |list| Json(list).into_response())
}

async fn begin(
    State(app): State<Arc<AppState>>,
    request: Result<Json<TournamentRequest>, JsonRejection>,
) -> Response {
    let Json(request) = match request {
        Ok(request) => request,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    // Opening a table, or solving a small game, takes its time.
    match read(&app, move |tournaments| tournaments.begin(&request)).await {
        Ok(id) => (StatusCode::CREATED, Json(json!({ "id": id }))).into_response(),
        Err(refused) => refused,
    }
}

async fn state(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    let found = read(&app, move |tournaments| {
        if let Some(running) = tournaments.find(&id) {
            return Ok(running.state());
        }
        let summary = tournaments.index.summary(&id)?;
        let standing = if summary.is_complete() {
            TournamentStatus::Finished
        } else {
            TournamentStatus::Unfinished { problem: None }
        };
        Ok(summary.state(&id, &standing))
    });
    found.await.map_or_else(|refused| refused, |state| Json(state).into_response())
}

async fn games(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    filter: Result<Query<GameFilter>, QueryRejection>,
) -> Response {
    let Query(filter) = match filter {
        Ok(filter) => filter,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    let listed = read(&app, move |tournaments| match tournaments.find(&id) {
        Some(running) => Ok(running.with_summary(|summary| summary.list(&filter))),
        None => Ok(tournaments.index.summary(&id)?.list(&filter)),
    });
    listed.await.map_or_else(|refused| refused, |list| Json(list).into_response())
}

async fn game(
    State(app): State<Arc<AppState>>,
    Path((id, number)): Path<(String, u64)>,
) -> Response {
    let found = read(&app, move |tournaments| {
        let (reader, record) = tournaments.index.game(&id, number)?;
        replay::to_json(tournaments.roster.catalog(), reader.header(), record)
    });
    found.await.map_or_else(|refused| refused, |game| Json(game).into_response())
}

async fn stop(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    match app.tournaments.find(&id) {
        Some(running) => {
            running.stop();
            StatusCode::NO_CONTENT.into_response()
        }
        None => refuse(StatusCode::CONFLICT, "this tournament is not being played"),
    }
}

async fn resume(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    match read(&app, move |tournaments| tournaments.resume(&id)).await {
        Ok(id) => Json(json!({ "id": id })).into_response(),
        Err(refused) => refused,
    }
}

async fn socket(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match app.tournaments.find(&id) {
        Some(running) => feed::open(&app, upgrade, running.watch()),
        None => refuse(StatusCode::NOT_FOUND, "this tournament is not being played"),
    }
}

/// A tournament as a file: `page` for a browser, `record` as JSON lines, `pgn`.
async fn download(
    State(app): State<Arc<AppState>>,
    Path((id, form)): Path<(String, String)>,
) -> Response {
    let made = read(&app, move |tournaments| {
        let (bytes, name) = tournaments.index.whole(&id)?;
        match form.as_str() {
            "record" => Ok((bytes, "application/x-ndjson", format!("{name}.jsonl"))),
            "page" => Ok((
                as_page(tournaments.roster.catalog(), &bytes)?,
                "text/html; charset=utf-8",
                format!("{name}.html"),
            )),
            "pgn" => Ok((
                as_pgn(tournaments.roster.catalog(), &bytes)?,
                "application/x-chess-pgn",
                format!("{name}.pgn"),
            )),
            _ => Err(ParseError::new("there is no such form: it is page, record or pgn")),
        }
    });
    match made.await {
        Err(refused) => refused,
        Ok((bytes, kind, name)) => {
            let place = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
                .unwrap_or(HeaderValue::from_static("attachment"));
            let kind = HeaderValue::from_static(kind);
            ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, place)], bytes).into_response()
        }
    }
}

fn records<'a>(
    catalog: &Catalog,
    bytes: &'a [u8],
) -> Result<(RecordReader<&'a [u8]>, Vec<GameRecord>), ParseError> {
    let path = std::path::Path::new("record");
    let mut reader = RecordReader::new(path, bytes).map_err(|error| unreadable(&error))?;
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().map_err(|error| unreadable(&error))? {
        permissions::game(catalog, &record.game)?;
        records.push(record);
    }
    Ok((reader, records))
}

fn as_page(catalog: &Catalog, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
    let (reader, records) = records(catalog, bytes)?;
    permissions::game(catalog, &reader.header().game)?;
    Ok(bellwether_catalog::record_page(catalog, reader.header(), records)?.into_bytes())
}

fn as_pgn(catalog: &Catalog, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
    let (reader, records) = records(catalog, bytes)?;
    if records.is_empty() {
        return Err(ParseError::new("there is no finished game to write"));
    }
    let mut text = String::new();
    for record in &records {
        let starter = bellwether_catalog::starter(catalog, record).map(Seat::index);
        text.push_str(&pgn::game(reader.header(), record, starter)?);
    }
    Ok(text.into_bytes())
}
