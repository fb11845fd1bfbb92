//! `POST /api/trace`: a search written down, for the page that steps through it.
//!
//! The answer is compact, since it may hold twenty thousand nodes: lists instead of objects, in the order
//! that `assets/learn/trace.js` reads them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use bellwether_catalog::{
    AnyGame, AnyOracle, Bound, DepthNode, GameHistory, LeafReason, SearchTrace, ShownNode,
    Simulation, TraceData, TraceEvent, TraceScope, calibration, move_texts,
};
use bellwether_core::{Error, ErrorKind, Score, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::board_json::{BoardJson, drawn};
use crate::pool::CancelGuard;
use crate::request::Refusal;
use crate::{AppState, permissions};

/// The longest question.
const LONGEST: usize = 64 << 10;
/// The limits of a trace: steps to show, and work for one request.
const SCOPE: TraceScope = TraceScope { nodes: 20_000, visits: 3_000_000, truths: 20_000 };

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/trace", post(trace)).layer(DefaultBodyLimit::max(LONGEST))
}

/// Which search, and from where.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceRequest {
    game: String,
    /// The start, if empty.
    #[serde(default)]
    position: String,
    /// Moves to make first, separated by blanks or commas.
    #[serde(default)]
    moves: String,
    /// The agent's specification.
    agent: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TraceResponse<'a> {
    game: String,
    title: &'static str,
    agent: &'a str,
    /// Whose values these are.
    seat: usize,
    seats: Vec<String>,
    position: &'a str,
    hidden: bool,
    picture: BoardJson,
    /// Where the truth comes from: `table` or `here`.
    source: Option<&'static str>,
    /// Whether all of the search was written down.
    whole: bool,
    /// What turns a value into the seat's chance to win.
    chances: Option<ChancesJson>,
    chosen: Option<serde_json::Value>,
    nodes: Vec<NodeJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<DepthJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    simulated: Option<SimulationsJson<'a>>,
}

/// The chance is the logistic function of slope · asinh((value − centre) / unit) + odds.
#[derive(Serialize)]
struct ChancesJson {
    centre: f64,
    unit: f64,
    slope: f64,
    odds: f64,
}

/// Parent, move, who is to move, its squares, what it changed on the board, truth, whether the search errs.
type NodeJson<'a> = (
    Option<u32>,
    Option<&'a str>,
    Option<usize>,
    Vec<String>,
    Vec<(usize, Vec<String>)>,
    Option<String>,
    bool,
);

#[derive(Serialize)]
struct DepthJson {
    visited: Vec<VisitJson>,
    /// Entering node n is n + 1, leaving it −(n + 1).
    events: Vec<i64>,
    visits: u64,
    full: Option<u64>,
}

/// Alpha, beta, leaf (1 evaluated, 2 over), value, the same in words, moves not visited, and what the value
/// means (0 exact, −1 upper bound, 1 lower bound).
type VisitJson = (Option<i32>, Option<i32>, u8, Option<i32>, Option<String>, u32, i8);

#[derive(Serialize)]
struct SimulationsJson<'a> {
    exploration: f64,
    games: Vec<SimulationJson<'a>>,
    /// How many games the search simulated, those not written down included.
    all: u64,
}

/// The path below the root, the first and the end of the new nodes, random moves, what each seat got.
type SimulationJson<'a> = (&'a [u32], u32, u32, u32, &'a [f32]);

async fn trace(
    State(app): State<Arc<AppState>>,
    request: Result<Json<TraceRequest>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Json(request) = request?;
    let services = app.hub.services();
    let game = services.roster.game(&request.game)?;
    permissions::agent(game.as_ref(), &request.agent)?;
    game.validate(&request.agent)?;
    // When the page goes away this is dropped, and the search ends.
    let (_cancel, stop) = CancelGuard::new();
    // Not a proven strategy: it would search for each of the many positions that it does not tell of.
    let oracle = match game.solvable() {
        Some(_) => services.oracles.find(&game.spec().to_string(), Arc::clone(&stop)).await,
        None => None,
    };
    let search = move |stop: &AtomicBool| answer(game, &request, oracle.as_deref(), stop);
    let stopped = || Error::new(ErrorKind::Stopped, "the search was stopped");
    let text = services.pool.run("", stop, search).await.ok_or_else(stopped)??;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

fn answer(
    game: Box<dyn AnyGame>,
    request: &TraceRequest,
    oracle: Option<&dyn AnyOracle>,
    stop: &AtomicBool,
) -> Result<String, Error> {
    let position = Some(request.position.as_str()).filter(|text| !text.trim().is_empty());
    let history = GameHistory::new(game, position, move_texts(&request.moves))?;
    let trace = history.game.trace(history.position(), &request.agent, SCOPE, oracle, stop)?;
    let source = oracle.map(|oracle| oracle.origin().name());
    let answer = response(history.game.as_ref(), request, &trace, source);
    serde_json::to_string(&answer).map_err(Error::invalid)
}

fn response<'a>(
    game: &dyn AnyGame,
    request: &'a TraceRequest,
    trace: &'a SearchTrace,
    source: Option<&'static str>,
) -> TraceResponse<'a> {
    let seats = game.seats();
    let steps: Vec<(Option<u32>, Option<&str>)>;
    let (depth, simulated) = match &trace.data {
        TraceData::Depth { nodes, events, visits, full } => {
            steps = nodes.iter().map(|node| (node.parent, node.m.as_deref())).collect();
            let visited = nodes.iter().map(visited).collect();
            let events = events.iter().map(event).collect();
            (Some(DepthJson { visited, events, visits: *visits, full: *full }), None)
        }
        TraceData::Games { exploration, simulations, nodes } => {
            steps = nodes.iter().map(|node| (node.parent, node.m.as_deref())).collect();
            let games = simulations.iter().map(|played| game_of(played, seats)).collect();
            let written = simulations.len() as u64;
            let all = trace.chosen.as_ref().map_or(written, |chosen| chosen.simulations);
            (None, Some(SimulationsJson { exploration: *exploration, games, all }))
        }
    };
    TraceResponse {
        game: game.spec().to_string(),
        title: game.card().title,
        agent: &request.agent,
        seat: trace.seat.index(),
        seats: game.seat_names(),
        position: &trace.position,
        hidden: game.is_hidden(),
        picture: BoardJson::new(&trace.picture),
        source,
        whole: trace.is_whole,
        chances: calibration(game, &request.agent).map(|is| ChancesJson {
            centre: is.centre,
            unit: is.unit,
            slope: is.slope,
            odds: is.odds(trace.seat),
        }),
        chosen: trace.chosen.as_ref().map(|chosen| {
            let chance = chosen.score.and_then(|score| {
                bellwether_catalog::chance(game, &request.agent, score, trace.seat)
            });
            let score = chosen.score.map(|score| score.to_string());
            json!({ "text": chosen.text, "score": score, "chance": chance })
        }),
        nodes: steps.into_iter().zip(&trace.shown).map(node).collect(),
        depth,
        simulated,
    }
}

fn node<'a>(((parent, text), shown): ((Option<u32>, Option<&'a str>), &ShownNode)) -> NodeJson<'a> {
    (
        parent,
        text,
        shown.mover.map(Seat::index),
        shown.squares.iter().map(ToString::to_string).collect(),
        shown.changed.iter().map(|(square, cell)| (*square, drawn(cell))).collect(),
        shown.truth.map(|value| Score::from(value).short()),
        shown.disagrees,
    )
}

fn visited(node: &DepthNode<String>) -> VisitJson {
    let leaf = match node.leaf {
        None => 0,
        Some(LeafReason::Evaluated) => 1,
        Some(LeafReason::Over) => 2,
    };
    let bound = match node.bound() {
        Some(Bound::AtMost) => -1,
        Some(Bound::AtLeast) => 1,
        Some(Bound::Exact) | None => 0,
    };
    (
        (node.alpha > i32::MIN).then_some(node.alpha),
        (node.beta < i32::MAX).then_some(node.beta),
        leaf,
        node.value,
        node.score.map(|score| score.to_string()),
        node.pruned,
        bound,
    )
}

fn event(event: &TraceEvent) -> i64 {
    match *event {
        TraceEvent::Enter(node) => i64::from(node) + 1,
        TraceEvent::Leave(node) => -i64::from(node) - 1,
    }
}

fn game_of(played: &Simulation, seats: usize) -> SimulationJson<'_> {
    let Simulation { path, grown, plies, rewards } = played;
    (path, grown.start, grown.end, *plies, rewards.as_slice(seats))
}
