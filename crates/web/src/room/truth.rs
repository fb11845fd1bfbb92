//! What is known to be true of a game: the value of every move, the curve so far, and what was thrown away.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{AnyOracle, AnyPosition, GameHistory, TableAnswer};
use bellwether_core::{Error, ErrorKind, Seat, Status, Value};

use super::Room;
use crate::message::{GameTruth, Mistake, MoveValueJson, ServerMessage, ValueJson};

/// Known values of the positions so far. An undo keeps those that are still valid.
#[derive(Debug, Default)]
pub(super) struct KnownValues {
    /// The moves that led to each position after the first, and what is known of it.
    moves: Vec<String>,
    answers: Vec<Option<TableAnswer>>,
}

impl Room {
    /// What is known, with the moves at this ply; or at the end, if none is given.
    pub(super) async fn truth(
        &self,
        ply: Option<usize>,
        stop: Arc<AtomicBool>,
    ) -> Result<ServerMessage, Error> {
        let history = self.consult(|table| {
            // The values are those of the true position.
            (!table.game.is_hidden()).then(|| GameHistory::clone(table))
        });
        let Some(history) = history.await else {
            return Ok(ServerMessage::Truth(GameTruth::default()));
        };
        let ply = ply.unwrap_or(usize::MAX).min(history.ply());
        let game = history.game.spec().to_string();
        let Some(oracle) = self.services.oracles.find(&game, stop).await else {
            let is_too_large = !history.game.solvable().is_some_and(|one| one.can_be_solved());
            let unknown = GameTruth { ply, is_too_large, ..GameTruth::default() };
            return Ok(ServerMessage::Truth(unknown));
        };
        let mut known = self.truths.lock().await;
        let before = std::mem::take(&mut *known);
        let told = tokio::task::spawn_blocking(move || {
            let known = before.brought_up_to(&history, oracle.as_ref());
            let truth = summed_up(&history, &known, oracle.as_ref(), ply);
            (known, truth)
        });
        let (brought, truth) = told
            .await
            .map_err(|_| Error::new(ErrorKind::Stopped, "the table could not be read"))?;
        *known = brought;
        Ok(ServerMessage::Truth(truth))
    }
}

impl KnownValues {
    fn brought_up_to(mut self, history: &GameHistory, oracle: &dyn AnyOracle) -> Self {
        let both = self.moves.iter().zip(history.moves());
        let same = both.take_while(|(known, made)| **known == made.text).count();
        self.answers.truncate(same + 1);
        for ply in self.answers.len()..=history.ply() {
            self.answers.push(oracle.answer(history.at(ply)).ok().flatten());
        }
        self.moves = history.moves().iter().map(|made| made.text.clone()).collect();
        self
    }
}

fn summed_up(
    history: &GameHistory,
    known: &KnownValues,
    oracle: &dyn AnyOracle,
    ply: usize,
) -> GameTruth {
    let here = known.answers[ply].as_ref();
    let moves = here.into_iter().flat_map(|answer| &answer.moves);
    let values = known.answers.iter().enumerate();
    let mistakes = history.moves().iter().enumerate().filter_map(|(index, made)| {
        let answer = known.answers[index].as_ref()?;
        let value = answer.moves.iter().find(|known| known.text == made.text)?.value;
        let is_mistake = !value.is_same_result(answer.value);
        let seat = made.mover.index();
        is_mistake.then(|| Mistake { index, seat, best: answer.value.into(), made: value.into() })
    });
    GameTruth {
        is_too_large: false,
        ply,
        source: Some(oracle.origin().name()),
        seat: here.map(|answer| answer.mover.index()),
        value: here.map(|answer| answer.value.into()),
        moves: moves
            .map(|known| MoveValueJson { text: known.text.clone(), value: known.value.into() })
            .collect(),
        curve: values.map(|(ply, answer)| for_first(history.at(ply), answer.as_ref())).collect(),
        mistakes: mistakes.collect(),
    }
}

/// A position's value for the first seat.
fn for_first(position: &dyn AnyPosition, answer: Option<&TableAnswer>) -> Option<ValueJson> {
    let value = match position.status() {
        Status::Over(payoffs) => Value::of_result(&payoffs, Seat::FIRST),
        Status::ToMove(Seat::FIRST) => answer?.value,
        Status::ToMove(_) => answer?.value.for_other(),
    };
    Some(value.into())
}
