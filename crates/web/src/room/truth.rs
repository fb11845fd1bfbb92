//! What is known to be true of a game: the value of every move, the curve so far, and what was thrown away.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{AnyOracle, AnyPosition, TableAnswer};
use bellwether_core::{Seat, Status, Value};

use super::Room;
use crate::message::{GameTruth, Mistake, MoveValueJson, ServerMessage, ValueJson};

/// Known values of the positions so far. An undo keeps those that are still valid.
#[derive(Debug, Default)]
pub(super) struct KnownValues {
    /// The moves that led to each position after the first, and what is known of it.
    moves: Vec<String>,
    answers: Vec<Option<TableAnswer>>,
}

/// The positions of a game and the moves between them.
struct PositionHistory {
    game: String,
    moves: Vec<(Seat, String)>,
    positions: Vec<Box<dyn AnyPosition>>,
    seats: usize,
}

impl Room {
    /// What is known, with the moves at this ply; or at the end, if none is given.
    pub(crate) async fn truth(&self, ply: Option<usize>, stop: Arc<AtomicBool>) -> ServerMessage {
        let history = self.consult(|table| PositionHistory {
            game: table.saved.game.clone(),
            moves: table.played.iter().map(|played| (played.mover, played.text.clone())).collect(),
            positions: (0..=table.ply()).map(|ply| table.at(ply).duplicate()).collect(),
            seats: table.game.seats(),
        });
        let history = history.await;
        let ply = ply.unwrap_or(usize::MAX).min(history.moves.len());
        let Some(oracle) = self.services.oracles.find(&history.game, stop).await else {
            return ServerMessage::Truth(GameTruth {
                ply,
                source: None,
                seat: None,
                value: None,
                moves: Vec::new(),
                curve: Vec::new(),
                mistakes: Vec::new(),
            });
        };
        let mut known = self.truths.lock().await;
        let before = std::mem::take(&mut *known);
        let told = tokio::task::spawn_blocking(move || {
            let known = before.brought_up_to(&history, oracle.as_ref());
            let truth = summed_up(&history, &known, oracle.as_ref(), ply);
            (known, truth)
        });
        match told.await {
            Ok((brought, truth)) => {
                *known = brought;
                ServerMessage::Truth(truth)
            }
            Err(_) => ServerMessage::error("the table could not be read"),
        }
    }
}

impl KnownValues {
    fn brought_up_to(mut self, history: &PositionHistory, oracle: &dyn AnyOracle) -> Self {
        let same = self.moves.iter().zip(&history.moves).take_while(|(a, (_, b))| *a == b).count();
        self.moves.truncate(same);
        self.answers.truncate(same + 1);
        for position in &history.positions[self.answers.len()..] {
            self.answers.push(oracle.answer(position.as_ref()).ok().flatten());
        }
        self.moves = history.moves.iter().map(|(_, text)| text.clone()).collect();
        self
    }
}

fn summed_up(
    history: &PositionHistory,
    known: &KnownValues,
    oracle: &dyn AnyOracle,
    ply: usize,
) -> GameTruth {
    let here = known.answers[ply].as_ref();
    let values = history.positions.iter().zip(&known.answers);
    let mistakes = history.moves.iter().enumerate().filter_map(|(index, (seat, text))| {
        let answer = known.answers[index].as_ref()?;
        let made = answer.moves.iter().find(|move_values| move_values.text == *text)?.value;
        let is_mistake = !made.is_same_result(answer.value);
        let seat = seat.index();
        is_mistake.then(|| Mistake { index, seat, best: answer.value.into(), made: made.into() })
    });
    GameTruth {
        ply,
        source: Some(if oracle.table().is_some() { "table" } else { "here" }),
        seat: here.map(|answer| answer.mover.index()),
        value: here.map(|answer| answer.value.into()),
        moves: here.map(move_values).unwrap_or_default(),
        curve: values
            .map(|(position, answer)| to_first(position.as_ref(), answer.as_ref(), history.seats))
            .collect(),
        mistakes: mistakes.collect(),
    }
}

fn move_values(answer: &TableAnswer) -> Vec<MoveValueJson> {
    let move_values = answer.moves.iter();
    move_values.map(|m| MoveValueJson { text: m.text.clone(), value: m.value.into() }).collect()
}

/// A position's value for the first seat.
fn to_first(
    position: &dyn AnyPosition,
    answer: Option<&TableAnswer>,
    seats: usize,
) -> Option<ValueJson> {
    let value = match (position.status(), answer) {
        (Status::Over(payoffs), _) => match payoffs.winner(seats) {
            None => Value::Draw,
            Some(Seat::FIRST) => Value::Win(0),
            Some(_) => Value::Lose(0),
        },
        (Status::ToMove(Seat::FIRST), Some(answer)) => answer.value,
        (Status::ToMove(_), Some(answer)) => match answer.value {
            Value::Win(plies) => Value::Lose(plies),
            Value::Draw => Value::Draw,
            Value::Lose(plies) => Value::Win(plies),
        },
        (Status::ToMove(_), None) => return None,
    };
    Some(value.into())
}
