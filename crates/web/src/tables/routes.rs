//! `/api/tables`: what can be asked of solved tables.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use bellwether_core::ParseError;
use bellwether_report::html;
use serde::Deserialize;

use super::{TableService, shown};
use crate::games::refuse;
use crate::{AppState, blocking, feed};

/// The longest request to solve a game.
const LONGEST: usize = 4 << 10;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/tables", get(list).post(solve).layer(DefaultBodyLimit::max(LONGEST)))
        .route("/api/tables/plan", get(planned))
        .route("/api/tables/stop", post(stop))
        .route("/api/tables/socket", any(socket))
        .route("/api/tables/report.css", get(style))
        .route("/api/tables/{id}/check", post(check))
        .route("/api/tables/{id}/report", get(report))
        .route("/api/tables/{id}/report.html", get(page))
}

/// A game to be solved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    game: String,
}

/// Reads off the threads that answer.
async fn read<T: Send + 'static>(
    house: &Arc<AppState>,
    work: impl FnOnce(&TableService) -> Result<T, ParseError> + Send + 'static,
) -> Result<T, Response> {
    let readers = &house.tables.readers;
    blocking::read(house, readers, "the table could not be read", |house| work(&house.tables)).await
}

async fn list(State(house): State<Arc<AppState>>) -> Response {
    let listed = read(&house, |tables| Ok(tables.list()));
    listed.await.map_or_else(|refused| refused, |list| Json(list).into_response())
}

async fn planned(
    State(house): State<Arc<AppState>>,
    asked: Result<Query<SolveRequest>, QueryRejection>,
) -> Response {
    let Query(SolveRequest { game }) = match asked {
        Ok(asked) => asked,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    let told = read(&house, move |tables| tables.plan(&game));
    told.await.map_or_else(|refused| refused, |plan| Json(plan).into_response())
}

async fn solve(
    State(house): State<Arc<AppState>>,
    asked: Result<Json<SolveRequest>, JsonRejection>,
) -> Response {
    let Json(SolveRequest { game }) = match asked {
        Ok(asked) => asked,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    match read(&house, move |tables| tables.solve(&game)).await {
        Ok(()) => StatusCode::ACCEPTED.into_response(),
        Err(refused) => refused,
    }
}

async fn check(State(house): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    match read(&house, move |tables| tables.check(&id)).await {
        Ok(()) => StatusCode::ACCEPTED.into_response(),
        Err(refused) => refused,
    }
}

async fn stop(State(house): State<Arc<AppState>>) -> Response {
    house.tables.stop();
    StatusCode::NO_CONTENT.into_response()
}

async fn socket(State(house): State<Arc<AppState>>, upgrade: WebSocketUpgrade) -> Response {
    feed::open(&house, upgrade, house.tables.news.subscribe())
}

async fn report(State(house): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    let made = read(&house, move |tables| {
        let (found, report) = tables.report(&id)?;
        Ok(shown(&found, &report))
    });
    made.await.map_or_else(|refused| refused, |report| Json(report).into_response())
}

/// The report as a page that needs nothing else, to keep.
async fn page(State(house): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    let made = read(&house, move |tables| {
        let (found, report) = tables.report(&id)?;
        Ok((html::render(&report), found.game.card().name))
    });
    match made.await {
        Err(refused) => refused,
        Ok((page, name)) => {
            let place = format!("attachment; filename=\"{name}-solved.html\"");
            let kind = "text/html; charset=utf-8".to_owned();
            ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, place)], page).into_response()
        }
    }
}

/// How reports look, for the part of the page that holds one.
async fn style() -> Response {
    let style = format!(".report {{\n{}\n}}\n", html::STYLE);
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, style).into_response()
}
