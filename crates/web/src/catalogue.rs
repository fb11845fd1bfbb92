//! `GET /api/catalogue`: the games and their agents.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bellwether_catalog::{
    AgentInfo, AnyGame, AnyPosition, BotPermission, Catalog, GameHistory, Limits, move_texts,
};
use bellwether_core::card::Card;
use bellwether_core::picture::{Count, Piece, PieceStyle};
use bellwether_core::{Error, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AppState;
use crate::board_json::BoardJson;
use crate::level_words::level_words;
use crate::pool::blocking;
use crate::request::Refusal;

/// The longest picture of a board.
const LONGEST: usize = 256 << 10;

pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/variant", get(variant))
        .route("/api/agent", get(agent))
        .route("/api/arrange", post(arrange).layer(DefaultBodyLimit::max(LONGEST)))
}

/// The answer, which never changes while the server runs: it is made at the first request.
#[derive(Debug, Default)]
pub(crate) struct Catalogue(OnceLock<String>);

async fn catalogue(State(app): State<Arc<AppState>>) -> Response {
    let made = app.catalogue.0.get_or_init(|| {
        let catalog = app.hub.services().roster.catalog();
        let games: Value = catalog.cards().filter_map(|card| entry(catalog, card).ok()).collect();
        // Their names only: the commands behind them are private.
        let bots = app.hub.services().roster.names();
        json!({ "games": games, "levels": bellwether_catalog::LEVELS, "bots": bots }).to_string()
    });
    ([(CONTENT_TYPE, "application/json")], made.clone()).into_response()
}

fn entry(catalog: &Catalog, card: &Card) -> Result<Value, Error> {
    let game = catalog.game(card.name)?;
    let variant = |(game, summary): &(&str, &str)| json!({ "game": game, "summary": summary });
    let ratings = card.level_ratings();
    let level = |(name, agent): (&str, &str)| {
        let rating = ratings.iter().find(|known| known.level == name).map(|known| {
            let below = known.below.map(|(level, score)| json!({ "level": level, "score": score }));
            json!({ "value": known.rating, "margin": known.margin, "below": below })
        });
        let words = level_words(agent, &game.agents());
        json!({ "name": name, "agent": agent, "words": words, "rating": rating })
    };
    let piece = |style: &PieceStyle| {
        let seat = style.seat.index();
        json!({ "shape": style.id, "seat": seat, "label": style.label })
    };
    Ok(json!({
        "name": card.name,
        "title": card.title,
        "summary": card.summary,
        "options": card.options,
        "variants": card.variants.iter().map(variant).collect::<Value>(),
        "seats": game.seat_names(),
        "pieces": card.pieces.iter().map(piece).collect::<Value>(),
        "agents": game.agents(),
        "heuristics": card.evals,
        "levels": game.levels().into_iter().map(level).collect::<Value>(),
        "picture": BoardJson::new(&scene(game.as_ref())?.picture(None)),
    }))
}

/// A position worth a picture: the start, or a few moves later if not every seat has a piece there yet.
fn scene(game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, Error> {
    let mut position = game.start();
    let cells = position.picture(None).cells;
    let has_piece = |seat| cells.iter().any(|cell| cell.piece.is_some_and(|p| p.seat() == seat));
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
    /// Moves to make first, separated by blanks or commas.
    #[serde(default)]
    moves: String,
}

async fn variant(
    State(app): State<Arc<AppState>>,
    Query(request): Query<GameQuery>,
) -> Result<Json<Value>, Refusal> {
    let game = app.hub.services().roster.game(&request.game)?;
    // A long list of moves takes a while to play.
    let described = blocking(move || {
        let position = request.position.as_deref().filter(|text| !text.trim().is_empty());
        let history = GameHistory::new(game, position, move_texts(&request.moves))?;
        described(history.game.as_ref(), history.position())
    });
    Ok(Json(described.await?))
}

/// An agent that somebody thinks of, in this game.
#[derive(Deserialize)]
struct AgentQuery {
    game: String,
    agent: String,
}

/// Says what is wrong with an agent before a game is begun.
async fn agent(
    State(app): State<Arc<AppState>>,
    Query(request): Query<AgentQuery>,
) -> Result<Json<Value>, Refusal> {
    let checked = blocking(move || {
        let roster = &app.hub.services().roster;
        let game = roster.game(&request.game)?;
        roster.check(game.as_ref(), &request.agent)?;
        let found = roster.resolve(&request.agent);
        // Only who makes an agent knows all that may be wrong with it. Programs are not started for that.
        if !found.is_program {
            game.agent(found.agent, 1, found.bots)?;
        }
        Ok(())
    });
    checked.await?;
    Ok(Json(json!({})))
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
    request: Result<Json<ArrangeRequest>, JsonRejection>,
) -> Result<Json<Value>, Refusal> {
    let Json(ArrangeRequest { game, picture, turn }) = request?;
    let game = app.hub.services().roster.game(&game)?;
    let seat = Seat::all(game.seats()).nth(turn);
    let seat = seat.ok_or_else(|| Error::invalid("there is no such seat"))?;
    let picture = picture.read(&game.start().picture(None), game.card().pieces)?;
    let position = game.position_from_board(&picture, seat)?;
    Ok(Json(described(game.as_ref(), position.as_ref())?))
}

fn described(game: &dyn AnyGame, position: &dyn AnyPosition) -> Result<Value, Error> {
    let cells = scene(game)?.picture(None).cells;
    let pieces: Vec<Piece> = cells.iter().filter_map(|cell| cell.piece).collect();
    let shapes: BTreeSet<&str> = pieces.iter().map(|piece| piece.style.id).collect();
    // Which agents cannot play depends on the variant, and on the tables that are there now.
    let agent =
        |agent: AgentInfo| json!({ "name": agent.name, "unavailable": game.lacks(agent.name) });
    Ok(json!({
        "game": game.spec().to_string(),
        "agents": game.agents().into_iter().map(agent).collect::<Value>(),
        "seats": game.seat_names(),
        "teams": game.sides(),
        "hidden": game.is_hidden(),
        "position": position.text(None),
        "turn": position.status().mover().map(Seat::index),
        "pieces": shapes,
        "counted": pieces.iter().any(|piece| piece.count != Count::None),
        "picture": BoardJson::new(&position.picture(None)),
    }))
}
