//! `/api/tables`: the routes of solved tables.

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
    app: &Arc<AppState>,
    work: impl FnOnce(&TableService) -> Result<T, ParseError> + Send + 'static,
) -> Result<T, Response> {
    let readers = &app.tables.readers;
    blocking::read(app, readers, "the table could not be read", |app| work(&app.tables)).await
}

async fn list(State(app): State<Arc<AppState>>) -> Response {
    let listed = read(&app, |tables| Ok(tables.list()));
    listed.await.map_or_else(|refused| refused, |list| Json(list).into_response())
}

async fn planned(
    State(app): State<Arc<AppState>>,
    request: Result<Query<SolveRequest>, QueryRejection>,
) -> Response {
    let Query(SolveRequest { game }) = match request {
        Ok(request) => request,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    let plan = read(&app, move |tables| tables.plan(&game));
    plan.await.map_or_else(|refused| refused, |plan| Json(plan).into_response())
}

async fn solve(
    State(app): State<Arc<AppState>>,
    request: Result<Json<SolveRequest>, JsonRejection>,
) -> Response {
    let Json(SolveRequest { game }) = match request {
        Ok(request) => request,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    match read(&app, move |tables| tables.solve(&game)).await {
        Ok(()) => StatusCode::ACCEPTED.into_response(),
        Err(refused) => refused,
    }
}

async fn check(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    match read(&app, move |tables| tables.check(&id)).await {
        Ok(()) => StatusCode::ACCEPTED.into_response(),
        Err(refused) => refused,
    }
}

async fn stop(State(app): State<Arc<AppState>>) -> Response {
    app.tables.stop();
    StatusCode::NO_CONTENT.into_response()
}

async fn socket(State(app): State<Arc<AppState>>, upgrade: WebSocketUpgrade) -> Response {
    feed::open(&app, upgrade, app.tables.updates.subscribe())
}

async fn report(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    let made = read(&app, move |tables| {
        let (found, report) = tables.report(&id)?;
        Ok(shown(&found, &report))
    });
    made.await.map_or_else(|refused| refused, |report| Json(report).into_response())
}

/// The report as a self-contained page.
async fn page(State(app): State<Arc<AppState>>, Path(id): Path<String>) -> Response {
    let made = read(&app, move |tables| {
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

/// The style sheet of reports, for pages that embed one.
async fn style() -> Response {
    let style = format!(".report {{\n{}\n}}\n", html::STYLE);
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, style).into_response()
}
