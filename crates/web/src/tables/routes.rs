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
use bellwether_core::Error;
use bellwether_report::html;
use serde::Deserialize;
use serde_json::Value;

use super::{TableService, shown};
use crate::request::Refusal;
use crate::{AppState, blocking, feed};

/// The longest request to solve a game.
const LONGEST: usize = 4 << 10;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/tables", get(list).post(solve).layer(DefaultBodyLimit::max(LONGEST)))
        .route("/api/tables/plan", get(planned))
        .route("/api/tables/plans", get(plans))
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
    work: impl FnOnce(&TableService) -> Result<T, Error> + Send + 'static,
) -> Result<T, Refusal> {
    let readers = &app.tables.readers;
    let work = |app: &AppState| work(&app.tables);
    Ok(blocking::read(app, readers, "the table could not be read", work).await?)
}

async fn list(State(app): State<Arc<AppState>>) -> Result<Json<Value>, Refusal> {
    read(&app, |tables| Ok(Json(tables.list()))).await
}

async fn plans(State(app): State<Arc<AppState>>) -> Result<Json<Value>, Refusal> {
    read(&app, |tables| Ok(Json(tables.plans()))).await
}

async fn planned(
    State(app): State<Arc<AppState>>,
    request: Result<Query<SolveRequest>, QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    let request = request?;
    read(&app, move |tables| tables.plan(&request.game).map(Json)).await
}

async fn solve(
    State(app): State<Arc<AppState>>,
    request: Result<Json<SolveRequest>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let request = request?;
    read(&app, move |tables| tables.solve(&request.game)).await.map(|()| StatusCode::ACCEPTED)
}

async fn check(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    read(&app, move |tables| tables.check(&id)).await.map(|()| StatusCode::ACCEPTED)
}

async fn stop(State(app): State<Arc<AppState>>) -> StatusCode {
    app.tables.stop();
    StatusCode::NO_CONTENT
}

async fn socket(
    State(app): State<Arc<AppState>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    feed::open(&app, upgrade, app.tables.updates.subscribe())
}

async fn report(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    let report = move |tables: &TableService| {
        let (found, report) = tables.report(&id)?;
        Ok(Json(shown(&found, &report)))
    };
    read(&app, report).await
}

/// The report as a self-contained page.
async fn page(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let page = move |tables: &TableService| {
        let (found, report) = tables.report(&id)?;
        let name = found.game.card().name;
        let place = format!("attachment; filename=\"{name}-solved.html\"");
        let kind = "text/html; charset=utf-8".to_owned();
        Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, place)], html::render(&report)))
    };
    read(&app, page).await
}

/// The style sheet of reports, for pages that embed one.
async fn style() -> impl IntoResponse {
    let style = format!(".report {{\n{}\n}}\n", html::STYLE);
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, style)
}
