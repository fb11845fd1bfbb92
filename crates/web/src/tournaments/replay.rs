//! One recorded game, frame by frame: what stood where at first, and which squares changed at every move.

use std::collections::HashMap;

use bellwether_arena::record::{GameRecord, MoveLog, RecordHeader};
use bellwether_catalog::{Catalog, Replay};
use bellwether_core::ParseError;
use bellwether_core::square::Square;
use serde_json::{Value, json};

use crate::board_json::BoardJson;
use crate::permissions;

/// Everything there is to see of a game.
///
/// # Errors
/// If it cannot be played again, or reads a file.
pub(super) fn to_json(
    catalog: &Catalog,
    header: &RecordHeader,
    record: GameRecord,
) -> Result<Value, ParseError> {
    permissions::game(catalog, &record.game)?;
    let replay = Replay::new(catalog, header, record)?;
    let record = &replay.record;
    let moves: Vec<Value> = (1..=replay.plies()).map(|ply| made(&replay, ply)).collect();
    let scores: Vec<Option<Vec<f64>>> =
        (0..=replay.plies()).map(|ply| replay.position(ply).scores()).collect();
    let positions: Vec<String> =
        (0..=replay.plies()).map(|ply| replay.position(ply).text(None)).collect();
    Ok(json!({
        "number": record.number,
        "round": record.round,
        "game": record.game,
        "seats": header.seats,
        "players": record.players,
        "result": record.result(),
        "winner": record.winner(),
        "reason": record.reason.name(),
        "detail": record.detail,
        "opening": record.opening.len(),
        "seconds": record.seconds,
        "frames": frames(&replay),
        "moves": moves,
        "positions": positions,
        "scores": if scores.iter().all(Option::is_none) { Value::Null } else { json!(scores) },
    }))
}

fn made(replay: &Replay, ply: usize) -> Value {
    let Some(played) = replay.played(ply) else { return Value::Null };
    let squares: Vec<String> = played.squares.iter().map(Square::to_string).collect();
    let mut made = json!({
        "text": played.text,
        "seat": played.mover.index(),
        "squares": squares,
    });
    if let Some(log) = replay.log(ply, None) {
        made["log"] = logged(log);
    }
    made
}

fn logged(log: &MoveLog) -> Value {
    json!({
        "seconds": log.seconds,
        "depth": log.depth,
        "nodes": log.nodes,
        "simulations": log.simulations,
        "score": log.score,
        "truth": log.truth,
    })
}

/// The first board whole; of the others the squares that changed: place, cell, place, cell, …
fn frames(replay: &Replay) -> Value {
    let mut cells: Vec<Vec<String>> = Vec::new();
    let mut numbers: HashMap<Vec<String>, usize> = HashMap::new();
    let mut boards: Vec<Vec<usize>> = Vec::new();
    let (mut columns, mut rows) = (0, 0);
    for picture in replay.pictures() {
        let drawn = BoardJson::new(&picture);
        (columns, rows) = (drawn.columns, drawn.rows);
        let board = drawn.cells.into_iter().map(|cell| {
            *numbers.entry(cell).or_insert_with_key(|cell| {
                cells.push(cell.clone());
                cells.len() - 1
            })
        });
        boards.push(board.collect());
    }
    let changes: Vec<Vec<usize>> = boards
        .windows(2)
        .map(|pair| {
            let squares = pair[0].iter().zip(&pair[1]).enumerate();
            let changed = squares.filter(|(_, (before, after))| before != after);
            changed.flat_map(|(square, (_, after))| [square, *after]).collect()
        })
        .collect();
    json!({
        "columns": columns,
        "rows": rows,
        "cells": cells,
        "start": boards.first(),
        "changes": changes,
    })
}
