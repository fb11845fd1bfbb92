//! `/api/puzzles`: Flow Free puzzles generated, read, checked, solved, with hints.
//!
//! Nothing is stored between two requests: the page sends the puzzle's text and what is drawn each time. Every answer is
//! computed on the pool and cancelled when the page disconnects or after a time limit.

mod answer;
mod message;

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use bellwether_core::{Error, ErrorKind};
use bellwether_flow::generate::Difficulty;
use bellwether_flow::samples::SAMPLES;
use bellwether_flow::text::write_puzzle;
use bellwether_flow::{SolverLimits, samples};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::AppState;
use crate::pool::CancelGuard;
use crate::request::Refusal;

/// The longest request: a large board with everything drawn on it.
const LONGEST: usize = 64 << 10;

/// How long one answer may take.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

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
        "difficulties": Difficulty::ALL,
        "largestMade": answer::LARGEST_MADE,
        "largestRead": answer::LARGEST_READ,
    })
}

/// Makes a handler of a function that may take its time: it runs on the pool, cancelled when the page disconnects.
fn reply<Request, Answer>(
    work: fn(&Request, &SolverLimits<'_>) -> Result<Answer, Refusal>,
) -> impl Fn(State<Arc<AppState>>, Result<Json<Request>, JsonRejection>) -> PendingReply<Answer> + Clone
where
    Request: DeserializeOwned + Send + 'static,
    Answer: Serialize + Send + 'static,
{
    move |State(app), request| {
        Box::pin(async move {
            let Json(request) = request?;
            // When the page goes away this is dropped, and the search ends.
            let (_cancel, stop) = CancelGuard::new();
            let search = move |stop: &AtomicBool| {
                let deadline = Instant::now() + LONGEST_WAIT;
                let stop = || stop.load(Ordering::Relaxed) || Instant::now() > deadline;
                work(&request, &SolverLimits { stop: &stop, memory: MEMORY, ..SolverLimits::NONE })
            };
            let failed = || Error::new(ErrorKind::Io, "this could not be worked out");
            app.hub.services().pool.run("", stop, search).await.ok_or_else(failed)?.map(Json)
        })
    }
}

/// An answer in the making.
type PendingReply<T> = Pin<Box<dyn Future<Output = Result<Json<T>, Refusal>> + Send>>;
