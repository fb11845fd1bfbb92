//! `query`: what a table knows of a position.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{AnsweredMove, AnyGame, AnyPosition, Catalog, TableAnswer, oracle};
use bellwether_core::{Error, Value};
use bellwether_fairness::{is_endless, longest_line};
use bellwether_report::{counted, value_text};
use serde_json::json;

use super::TableFolder;
use crate::args::PositionArgs;
use crate::board;

pub(crate) fn query(
    catalog: &Catalog,
    at: &PositionArgs,
    tables: &TableFolder,
    line: bool,
    as_json: bool,
) -> Result<String, Error> {
    let found = at.find(catalog)?;
    let (game, position) = (found.game.as_ref(), found.position());
    let oracle = oracle(game, &tables.folder(), &AtomicBool::new(false))?;
    let answer = oracle.answer(position)?;
    let line = match &answer {
        Some(answer) if line => oracle.line(position, longest_line(game, answer.value))?,
        _ => Vec::new(),
    };
    if as_json {
        return Ok(answer_json(game, position, answer.as_ref(), &line));
    }
    let mut text = board::draw(game, &position.picture(None), found.last_squares());
    let Some(answer) = answer else {
        let status = board::status_line(game, position);
        let missing = if position.status().is_over() { "" } else { "; its value is not known" };
        let _ = writeln!(text, "{status}{missing}");
        return Ok(text);
    };
    let seat = game.seat_name(answer.mover);
    let _ = writeln!(text, "{seat} to move: {}", value_text(answer.value));
    let width = answer.moves.iter().map(|m| m.text.len()).max().unwrap_or(0);
    for m in &answer.moves {
        let _ = writeln!(text, "  {:<width$}  {}", m.text, value_text(m.value));
    }
    let unknown = position.moves().len() - answer.moves.len();
    if unknown > 0 {
        let _ = writeln!(
            text,
            "  the strategy does not tell of {}",
            counted(unknown as u64, "other move")
        );
    }
    if !line.is_empty() {
        let moves: Vec<&str> = line.iter().map(|m| m.text.as_str()).collect();
        let open = if is_endless(game, answer.value) { " …" } else { "" };
        let _ = writeln!(text, "line: {}{open}", moves.join(" "));
    }
    Ok(text)
}

fn answer_json(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    answer: Option<&TableAnswer>,
    line: &[AnsweredMove],
) -> String {
    let mut value = json!({
        "game": game.spec().to_string(),
        "position": position.text(None),
        "positionValue": answer.map(|answer| answer.value.name()),
        "remoteness": answer.and_then(|answer| answer.value.remoteness()),
    });
    if let Some(answer) = answer {
        let name = game.seat_name(answer.mover);
        value["mover"] = json!({ "seat": answer.mover.number(), "name": name });
        let moves = answer.moves.iter().map(|m| {
            json!({
                "move": m.text,
                "moveValue": m.value.name(),
                "remoteness": m.value.remoteness(),
                "deltaRemoteness": delta(m.value, answer),
            })
        });
        value["moves"] = moves.collect();
    }
    if !line.is_empty() {
        value["line"] = line.iter().map(|m| m.text.as_str()).collect();
    }
    format!("{value}\n")
}

/// How many plies the move differs from the best one with the same result.
fn delta(value: Value, answer: &TableAnswer) -> Option<u16> {
    let best = answer.moves.iter().find(|m| m.value.is_same_result(value))?;
    Some(value.remoteness()?.abs_diff(best.value.remoteness()?))
}
