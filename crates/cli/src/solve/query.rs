//! `query`: what a table knows of a position.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{
    AnsweredMove, AnyGame, AnyOracle, AnyPosition, Catalog, SMALL, TableAnswer, how_to_make, solver,
};
use bellwether_core::{ParseError, Value};
use bellwether_fairness::LONGEST_DRAWN_LINE;
use bellwether_report::value_text;
use bellwether_solve::run::size_text;
use serde_json::{Value as Json, json};

use super::TableFolder;
use crate::args::{FoundPosition, PositionArgs};
use crate::board;

pub(crate) fn query(
    catalog: &Catalog,
    at: &PositionArgs,
    tables: &TableFolder,
    line: bool,
    as_json: bool,
) -> Result<String, ParseError> {
    let FoundPosition { game, position, last } = at.find(catalog)?;
    let oracle = oracle(game.as_ref(), &tables.folder())?;
    let answer = oracle.answer(position.as_ref())?;
    let line = match &answer {
        Some(answer) if line => {
            let most = answer.value.remoteness().map_or(LONGEST_DRAWN_LINE, usize::from);
            oracle.line(position.as_ref(), most)?
        }
        _ => Vec::new(),
    };
    if as_json {
        return Ok(answer_json(game.as_ref(), position.as_ref(), answer.as_ref(), &line));
    }
    let marked = last.map(|played| played.squares).unwrap_or_default();
    let mut text = board::draw(game.as_ref(), &position.picture(None), &marked);
    let Some(answer) = answer else {
        let status = board::status_line(game.as_ref(), position.as_ref());
        let missing = if position.status().is_over() {
            ""
        } else {
            "; the table does not hold this position"
        };
        let _ = writeln!(text, "{status}{missing}");
        return Ok(text);
    };
    text.push_str(&answer_text(game.as_ref(), &answer));
    if !line.is_empty() {
        let moves: Vec<&str> = line.iter().map(|m| m.text.as_str()).collect();
        let open = if answer.value == Value::Draw { " …" } else { "" };
        let _ = writeln!(text, "line: {}{open}", moves.join(" "));
    }
    Ok(text)
}

/// The table in the folder, or the game solved on the spot if it is small.
pub(crate) fn oracle(game: &dyn AnyGame, folder: &Path) -> Result<Box<dyn AnyOracle>, ParseError> {
    let solver = solver(game)?;
    let found = solver.open(folder).map_err(|error| ParseError::new(error.to_string()))?;
    if let Some(oracle) = found {
        return Ok(oracle);
    }
    let stop = AtomicBool::new(false);
    if let Ok(Some(oracle)) = solver.solve_here(SMALL, &stop) {
        return Ok(oracle);
    }
    let plan = solver.plan(folder).map_err(|error| ParseError::new(error.to_string()))?;
    Err(ParseError::new(format!(
        "there is no table of {} in {}: make it with `{}` ({} of memory)",
        game.spec(),
        folder.display(),
        how_to_make(game, folder),
        size_text(plan.memory)
    )))
}

fn answer_text(game: &dyn AnyGame, answer: &TableAnswer) -> String {
    let seat = game.seat_name(answer.mover);
    let mut text = format!("{seat} to move: {}\n", value_text(answer.value));
    let width = answer.moves.iter().map(|m| m.text.len()).max().unwrap_or(0);
    for m in &answer.moves {
        let _ = writeln!(text, "  {:<width$}  {}", m.text, value_text(m.value));
    }
    text
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
        let moves: Vec<Json> = answer
            .moves
            .iter()
            .map(|m| {
                json!({
                    "move": m.text,
                    "moveValue": m.value.name(),
                    "remoteness": m.value.remoteness(),
                    "deltaRemoteness": delta(m.value, answer),
                })
            })
            .collect();
        value["moves"] = moves.into();
    }
    if !line.is_empty() {
        value["line"] = line.iter().map(|m| m.text.clone()).collect::<Vec<String>>().into();
    }
    format!("{value}\n")
}

/// How many plies the move differs from the best one with the same result.
fn delta(value: Value, answer: &TableAnswer) -> Option<u16> {
    let best = answer.moves.iter().find(|m| m.value.is_same_result(value))?;
    Some(value.remoteness()?.abs_diff(best.value.remoteness()?))
}
