//! `/api/puzzles`: Flow Free puzzles made, read, judged, solved, and helped with.
//!
//! Nothing is kept between two questions: the page sends the puzzle's text and what is drawn each time. Every answer is
//! worked out on the pool and given up when the page goes away or patience ends.

mod answer;
mod message;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bellwether_flow::generate::Difficulty;
use bellwether_flow::samples::SAMPLES;
use bellwether_flow::text::write_puzzle;
use bellwether_flow::{SolverLimits, samples};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::AppState;
use crate::games::refuse;
use crate::pool::CancelGuard;
use answer::Refusal;

/// The longest request: a large board with everything drawn on it.
const LONGEST: usize = 64 << 10;

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What one answer may remember, in bytes.
const MEMORY: usize = 128 << 20;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/puzzles", get(|| async { Json(offered()) }))
        .route("/api/puzzles/generate", post(reply(answer::generate)))
        .route("/api/puzzles/read", post(reply(answer::read)))
        .route("/api/puzzles/check", post(reply(answer::check)))
        .route("/api/puzzles/hint", post(reply(answer::hint)))
        .route("/api/puzzles/solve", post(reply(answer::solve)))
        .route("/api/puzzles/trace", post(reply(answer::trace)))
        .layer(DefaultBodyLimit::max(LONGEST))
}

/// What there is to choose from.
fn offered() -> Value {
    let texts = SAMPLES.iter().filter_map(|(name, _)| Some((name, samples::puzzle(name)?)));
    let samples: Vec<Value> = texts
        .map(|(name, puzzle)| json!({ "name": name, "text": write_puzzle(&puzzle) }))
        .collect();
    json!({
        "samples": samples,
        "difficulties": Difficulty::ALL.map(Difficulty::name),
        "largestMade": answer::LARGEST_MADE,
        "largestRead": answer::LARGEST_READ,
    })
}

/// Makes a handler of a function that may take its time: it runs on the pool, and stops when nobody waits.
fn reply<Asked, Answer>(
    work: fn(&Asked, &SolverLimits<'_>) -> Result<Answer, Refusal>,
) -> impl Fn(State<Arc<AppState>>, Result<Json<Asked>, JsonRejection>) -> PendingReply + Clone
where
    Asked: DeserializeOwned + Send + 'static,
    Answer: Serialize + Send + 'static,
{
    move |State(house), asked| {
        Box::pin(async move {
            let Json(asked) = match asked {
                Ok(asked) => asked,
                Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
            };
            let (leash, stop) = CancelGuard::new();
            let search = move |stop: &AtomicBool| {
                let deadline = Instant::now() + PATIENCE;
                let stop = || stop.load(Ordering::Relaxed) || Instant::now() > deadline;
                work(&asked, &SolverLimits { stop: &stop, memory: MEMORY, ..SolverLimits::NONE })
            };
            let done = house.pool.run(stop, search).await;
            // Until here: if the page goes away, this future is dropped, and the search ends with its leash.
            drop(leash);
            match done {
                Some(Ok(answer)) => Json(answer).into_response(),
                Some(Err(refusal)) => (StatusCode::BAD_REQUEST, Json(refusal)).into_response(),
                None => refuse(StatusCode::INTERNAL_SERVER_ERROR, "this could not be worked out"),
            }
        })
    }
}

/// An answer in the making.
type PendingReply = std::pin::Pin<Box<dyn Future<Output = Response> + Send>>;
