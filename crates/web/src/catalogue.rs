//! `GET /api/catalogue`: the games and their agents.

use std::sync::{Arc, OnceLock};

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bellwether_catalog::{AnyGame, AnyPosition, BotPermission, Catalog, Limits};
use bellwether_core::card::Card;
use bellwether_core::picture::{Count, PictureCell, PieceStyle};
use bellwether_core::spec::OptionInfo;
use bellwether_core::{ParseError, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::AppState;
use crate::board_json::BoardJson;
use crate::games::refuse;

/// The longest picture of a board.
const LONGEST: usize = 256 << 10;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/variant", get(variant))
        .route("/api/arrange", post(arrange).layer(DefaultBodyLimit::max(LONGEST)))
}

/// The answer, which never changes while the server runs: it is made at the first request.
#[derive(Debug, Default)]
pub(crate) struct Catalogue(OnceLock<String>);

async fn catalogue(State(app): State<Arc<AppState>>) -> Response {
    let made = app.catalogue.0.get_or_init(|| {
        let catalog = app.hub.services().roster.catalog();
        let games: Vec<Value> =
            catalog.cards().filter_map(|card| entry(catalog, card).ok()).collect();
        // Their names only: the commands behind them are private.
        let bots = app.hub.services().roster.names();
        json!({ "games": games, "levels": bellwether_catalog::LEVELS, "bots": bots }).to_string()
    });
    as_json(made.clone())
}

fn as_json(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

#[derive(Serialize)]
struct OptionShown {
    kind: &'static str,
    name: &'static str,
    takes: &'static str,
    default: &'static str,
    help: &'static str,
}

fn options(options: &[OptionInfo]) -> Vec<OptionShown> {
    let shown = |&OptionInfo { kind, name, takes, default, help }: &OptionInfo| OptionShown {
        kind: kind.name(),
        name,
        takes,
        default,
        help,
    };
    options.iter().map(shown).collect()
}

fn entry(catalog: &Catalog, info: &Card) -> Result<Value, ParseError> {
    let game = catalog.game(info.name)?;
    let variants: Vec<Value> = info
        .variants
        .iter()
        .map(|(spec, summary)| json!({ "game": spec, "summary": summary }))
        .collect();
    let agents: Vec<Value> = game
        .agents()
        .iter()
        .map(|agent| json!({ "name": agent.name, "summary": agent.summary, "options": options(&agent.options) }))
        .collect();
    let heuristics: Vec<Value> = game
        .evals()
        .iter()
        .map(|info| json!({ "name": info.name, "summary": info.summary }))
        .collect();
    let levels: Vec<Value> =
        game.levels().iter().map(|(name, agent)| json!({ "name": name, "agent": agent })).collect();
    Ok(json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "options": options(info.options),
        "variants": variants,
        "seats": seat_names(game.as_ref()),
        "pieces": info.pieces.iter().map(piece).collect::<Vec<Value>>(),
        "rules": info.rules,
        "agents": agents,
        "heuristics": heuristics,
        "levels": levels,
        "picture": BoardJson::new(&scene(game.as_ref())?.picture(None)),
    }))
}

/// A piece's texts, besides its drawing.
fn piece(style: &PieceStyle) -> Value {
    json!({ "shape": style.id, "seat": style.seat.index(), "label": style.label })
}

fn seat_names(game: &dyn AnyGame) -> Vec<String> {
    Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect()
}

/// A position worth a picture: the start, or a few moves later if not every seat has a piece there yet.
fn scene(game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, ParseError> {
    let mut position = game.start();
    let pieces = position.picture(None);
    let has_piece = |seat: Seat| {
        pieces.cells.iter().filter_map(|cell| cell.piece).any(|piece| piece.seat() == seat)
    };
    if Seat::all(game.seats()).all(has_piece) {
        return Ok(position);
    }
    let mut agent = game.agent("greedy", 1, BotPermission::Refused)?;
    let never = std::sync::atomic::AtomicBool::new(false);
    for _ in 0..5 * game.seats() {
        if position.status().is_over() {
            break;
        }
        let chosen = agent.choose(position.as_ref(), Limits::default(), &never)?;
        position.play(&chosen.text)?;
    }
    Ok(position)
}

/// A game with its options, before it is set up: what it looks like, and what its seats are called.
#[derive(Deserialize)]
struct GameQuery {
    game: String,
    position: Option<String>,
}

async fn variant(State(app): State<Arc<AppState>>, Query(request): Query<GameQuery>) -> Response {
    answer(|| {
        let game = app.hub.services().roster.game(&request.game)?;
        let position = match request.position.as_deref().filter(|text| !text.trim().is_empty()) {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        described(game.as_ref(), position.as_ref())
    })
}

/// A position put together by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrangeRequest {
    game: String,
    picture: BoardJson,
    turn: usize,
}

async fn arrange(
    State(app): State<Arc<AppState>>,
    arranged: Result<Json<ArrangeRequest>, JsonRejection>,
) -> Response {
    let ArrangeRequest { game, picture, turn } = match arranged {
        Ok(Json(arranged)) => arranged,
        Err(rejection) => return refuse(rejection.status(), &rejection.body_text()),
    };
    answer(|| {
        let game = app.hub.services().roster.game(&game)?;
        let seat = Seat::all(game.seats()).nth(turn);
        let seat = seat.ok_or_else(|| ParseError::new("there is no such seat"))?;
        let picture = picture.read(&game.start().picture(None), game.card().pieces)?;
        described(game.as_ref(), game.position_from_board(&picture, seat)?.as_ref())
    })
}

fn described(game: &dyn AnyGame, position: &dyn AnyPosition) -> Result<Value, ParseError> {
    let mut pieces: Vec<&str> = Vec::new();
    let picture = scene(game)?.picture(None);
    for piece in picture.cells.iter().filter_map(|cell| cell.piece) {
        if !pieces.contains(&piece.style.id) {
            pieces.push(piece.style.id);
        }
    }
    pieces.sort_unstable();
    let is_counted =
        |cell: &PictureCell| cell.piece.is_some_and(|piece| piece.count != Count::None);
    Ok(json!({
        "game": game.spec().to_string(),
        "seats": seat_names(game),
        "teams": game.sides(),
        "hidden": game.is_hidden(),
        "position": position.text(None),
        "turn": position.status().mover().map(Seat::index),
        "pieces": pieces,
        "counted": picture.cells.iter().any(is_counted),
        "picture": BoardJson::new(&position.picture(None)),
    }))
}

fn answer(made: impl FnOnce() -> Result<Value, ParseError>) -> Response {
    match made() {
        Ok(value) => as_json(value.to_string()),
        Err(error) => refuse(StatusCode::BAD_REQUEST, &error),
    }
}
