//! One recorded game, frame by frame: what stood where at first, and which squares changed at every move.

use bellwether_arena::page::{self, Interned};
use bellwether_arena::record::{GameRecord, MoveLog, RecordHeader, SeatOutput};
use bellwether_arena::stats::text;
use bellwether_catalog::{Catalog, Replay};
use bellwether_core::Error;
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
) -> Result<Value, Error> {
    permissions::game(catalog, &record.game)?;
    let replay = Replay::new(catalog, header, record)?;
    let record = &replay.record;
    let moves: Vec<Value> = (1..=replay.ply()).map(|ply| made(&replay, ply)).collect();
    let scores: Vec<Option<Vec<f64>>> =
        (0..=replay.ply()).map(|ply| replay.at(ply).scores()).collect();
    let positions: Vec<String> = (0..=replay.ply()).map(|ply| replay.at(ply).text(None)).collect();
    Ok(json!({
        "number": record.number,
        "round": record.round,
        "game": record.game,
        "seats": header.seats,
        "players": record.players,
        "result": record.result(),
        "winner": record.winner(),
        "reason": record.reason.name(),
        "detail": text::ending(record, &header.seats),
        "stderr": record.stderr.iter().map(written).collect::<Vec<Value>>(),
        "opening": record.opening.len(),
        "seconds": record.seconds,
        "frames": frames(&replay),
        "moves": moves,
        "positions": positions,
        "scores": if scores.iter().all(Option::is_none) { Value::Null } else { json!(scores) },
    }))
}

fn made(replay: &Replay, ply: usize) -> Value {
    let Some(played) = replay.move_to(ply) else { return Value::Null };
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

/// What a bot wrote: its text in pieces, and after which ply each but the last had been written.
fn written(output: &SeatOutput) -> Value {
    let plies: Vec<usize> = output.marks.iter().map(|mark| mark.0).collect();
    json!({ "seat": output.seat, "pieces": output.pieces(), "plies": plies })
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
    let boards: Vec<BoardJson> = replay.pictures().iter().map(BoardJson::new).collect();
    let mut cells = Interned::default();
    let coded: Vec<Vec<usize>> = boards
        .iter()
        .map(|board| board.cells.iter().map(|cell| cells.number(cell)).collect())
        .collect();
    let changes: Vec<Vec<usize>> = coded.windows(2).map(page::changes).collect();
    json!({
        "columns": boards.first().map_or(0, |board| board.columns),
        "rows": boards.first().map_or(0, |board| board.rows),
        "cells": cells.things,
        "start": coded.first(),
        "changes": changes,
    })
}
