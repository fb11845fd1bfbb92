//! `/api/tournaments`: the routes of tournaments.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use bellwether_arena::pgn;
use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::workers::RemoteStatus;
use bellwether_catalog::Catalog;
use bellwether_core::{Error, Seat};
use serde_json::{Value, json};

use super::message::{HeadToHeadJson, LiveUpdate, OpeningList, RatingHistory};
use super::openings::{OpeningFilter, OpeningPage};
use super::queue::TournamentPlace;
use super::record_index::unreadable;
use super::request::{MOST_GAMES, MOST_PLAYERS, TournamentRequest, cores, usual_concurrency};
use super::summary::GameFilter;
use super::{TournamentService, ratings, replay};
use crate::games::refuse;
use crate::request::Refusal;
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
        .route("/api/tournaments/{id}/live", any(live))
        .route("/api/tournaments/{id}/pairs/{one}/{other}", get(pair))
        .route("/api/tournaments/{id}/openings", get(openings))
        .route("/api/tournaments/{id}/ratings", get(tournament_ratings))
        .route("/api/ratings", get(game_ratings))
        .route("/api/tournaments/{id}/download/{form}", get(download))
        .route("/api/workers", get(workers))
}

/// What is wrong with a request that does not say what it should.
fn not_understood(rejection: impl Into<Refusal>) -> Response {
    rejection.into().into_response()
}

/// Reads off the threads that answer.
async fn read<T: Send + 'static>(
    app: &Arc<AppState>,
    work: impl FnOnce(&TournamentService) -> Result<T, Error> + Send + 'static,
) -> Result<T, Response> {
    let readers = &app.tournaments.readers;
    blocking::read(app, readers, "the record could not be read", |app| work(&app.tournaments)).await
}

async fn list(State(app): State<Arc<AppState>>) -> Result<Json<Value>, Response> {
    let listed = read(&app, |tournaments| {
        let mut list = tournaments.index.list();
        for listing in &mut list {
            match tournaments.players.find(&listing.id) {
                TournamentPlace::Running(_) => listing.status = "running",
                TournamentPlace::Waiting(_) => listing.status = "queued",
                TournamentPlace::Recorded => {}
            }
        }
        Ok(json!({
            "tournaments": list,
            "cores": cores(),
            "concurrency": usual_concurrency(),
            "mostPlayers": MOST_PLAYERS,
            "mostGames": MOST_GAMES,
            "hasCluster": tournaments.players.remote.is_some(),
        }))
    });
    listed.await.map(Json)
}

async fn begin(
    State(app): State<Arc<AppState>>,
    request: Result<Json<TournamentRequest>, JsonRejection>,
) -> Result<(StatusCode, Json<Value>), Response> {
    let Json(request) = request.map_err(not_understood)?;
    // Opening a table, or solving a small game, takes its time.
    let id = read(&app, move |tournaments| tournaments.begin(&request)).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

async fn state(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Response> {
    read(&app, move |tournaments| tournaments.state(&id)).await.map(Json)
}

async fn games(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    filter: Result<Query<GameFilter>, QueryRejection>,
) -> Result<Json<Value>, Response> {
    let Query(filter) = filter.map_err(not_understood)?;
    let listed = read(&app, move |tournaments| {
        tournaments.with_summary(&id, |games| Ok(games.list(&filter)))
    });
    listed.await.map(Json)
}

async fn pair(
    State(app): State<Arc<AppState>>,
    Path((id, one, other)): Path<(String, String, String)>,
) -> Result<Json<HeadToHeadJson>, Response> {
    let found = read(&app, move |tournaments| {
        let [one, other] = [one, other].map(|text| text.parse().unwrap_or(usize::MAX));
        tournaments.with_summary(&id, |games| games.head_to_head(one, other))
    });
    found.await.map(Json)
}

async fn openings(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    filter: Result<Query<OpeningFilter>, QueryRejection>,
) -> Result<Json<OpeningList>, Response> {
    let Query(filter) = filter.map_err(not_understood)?;
    let found = read(&app, move |tournaments| {
        let (header, page) = tournaments.with_summary(&id, |games| {
            Ok((games.header.clone(), OpeningPage::new(games, &filter)?))
        })?;
        let examples = tournaments.index.some_games(&id, &page.examples())?;
        page.to_json(tournaments.players.roster.catalog(), &header, &examples)
    });
    found.await.map(Json)
}

async fn tournament_ratings(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<RatingHistory>, Response> {
    let found = read(&app, move |tournaments| {
        let roster = &tournaments.players.roster;
        tournaments.with_summary(&id, |games| Ok(ratings::history(&[games], roster)))
    });
    found.await.map(Json)
}

/// Whose ratings are asked for.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingQuery {
    /// The game with its options.
    game: String,
}

async fn game_ratings(
    State(app): State<Arc<AppState>>,
    query: Result<Query<RatingQuery>, QueryRejection>,
) -> Result<Json<RatingHistory>, Response> {
    let Query(RatingQuery { game }) = query.map_err(not_understood)?;
    let found = read(&app, move |tournaments| {
        let TournamentService { index, players, ratings, .. } = tournaments;
        ratings.of_game(index, &players.roster, &game)
    });
    found.await.map(|found| Json(RatingHistory::clone(&found)))
}

async fn game(
    State(app): State<Arc<AppState>>,
    Path((id, number)): Path<(String, u64)>,
) -> Result<Json<Value>, Response> {
    let found = read(&app, move |tournaments| {
        let (reader, record) = tournaments.index.game(&id, number)?;
        replay::to_json(tournaments.players.roster.catalog(), reader.header(), record)
    });
    found.await.map(Json)
}

async fn stop(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    if app.tournaments.players.stop(&id) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        refuse(StatusCode::CONFLICT, "this tournament is not being played")
    }
}

async fn resume(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Response> {
    let id = read(&app, move |tournaments| tournaments.resume(&id)).await?;
    Ok(Json(json!({ "id": id })))
}

/// The state of a tournament while it is played; if it is not, as it is, and that is all.
async fn socket(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Response> {
    let updates = match app.tournaments.players.find(&id) {
        TournamentPlace::Running(running) => running.watch(),
        _ => feed::only(&read(&app, move |tournaments| tournaments.state(&id)).await?.to_string()),
    };
    Ok(feed::open(&app, upgrade, updates).into_response())
}

/// The games in progress, on small boards; none if it has just ended.
async fn live(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Response> {
    let updates = match app.tournaments.players.find(&id) {
        TournamentPlace::Running(running) => running.watch_games(),
        _ => {
            read(&app, move |tournaments| tournaments.index.reader(&id).map(drop)).await?;
            feed::only(&json!(LiveUpdate::default()).to_string())
        }
    };
    Ok(feed::open(&app, upgrade, updates).into_response())
}

/// The workers elsewhere, and what each does.
async fn workers(State(app): State<Arc<AppState>>) -> Result<Json<RemoteStatus>, Response> {
    match &app.tournaments.players.remote {
        Some(remote) => Ok(Json(remote.status())),
        None => Err(refuse(StatusCode::NOT_FOUND, "this server gives no games to a cluster")),
    }
}

/// A tournament as a file: `page` for a browser, `record` as JSON lines, `pgn`.
async fn download(
    State(app): State<Arc<AppState>>,
    Path((id, form)): Path<(String, String)>,
) -> Result<impl IntoResponse, Response> {
    let made = read(&app, move |tournaments| {
        let (bytes, name) = tournaments.index.whole(&id)?;
        let catalog = tournaments.players.roster.catalog();
        Ok(match form.as_str() {
            "record" => (bytes, "application/x-ndjson", format!("{name}.jsonl")),
            "page" => {
                (as_page(catalog, &bytes)?, "text/html; charset=utf-8", format!("{name}.html"))
            }
            "pgn" => (as_pgn(catalog, &bytes)?, "application/x-chess-pgn", format!("{name}.pgn")),
            _ => {
                return Err(Error::not_found("there is no such form: it is page, record or pgn"));
            }
        })
    });
    let (bytes, kind, name) = made.await?;
    let place = format!("attachment; filename=\"{name}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, place)], bytes))
}

fn records<'a>(
    catalog: &Catalog,
    bytes: &'a [u8],
) -> Result<(RecordReader<&'a [u8]>, Vec<GameRecord>), Error> {
    let path = std::path::Path::new("record");
    let mut reader = RecordReader::new(path, bytes).map_err(|error| unreadable(&error))?;
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().map_err(|error| unreadable(&error))? {
        permissions::game(catalog, &record.game)?;
        records.push(record);
    }
    Ok((reader, records))
}

fn as_page(catalog: &Catalog, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let (reader, records) = records(catalog, bytes)?;
    permissions::game(catalog, &reader.header().game)?;
    Ok(bellwether_catalog::record_page(catalog, reader.header(), records)?.into_bytes())
}

fn as_pgn(catalog: &Catalog, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let (reader, records) = records(catalog, bytes)?;
    if records.is_empty() {
        return Err(Error::not_found("there is no finished game to write"));
    }
    let mut text = String::new();
    for record in &records {
        let starter = bellwether_catalog::starter(catalog, record).map(Seat::index);
        text.push_str(&pgn::game(reader.header(), record, starter)?);
    }
    Ok(text.into_bytes())
}
