//! A look back at a game: what each position was worth, which moves were best, and what the others threw away.
//!
//! With a table, or in a game small enough to be solved on the spot, these are exact values; else the judge looks at
//! every position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_catalog::{
    AnyOracle, BotPermission, GameHistory, Limits, Score, TableAnswer, calibration, chance, judge,
};
use bellwether_core::{Error, Seat, Status, Value};

use super::view::names;
use super::{Asker, Room};
use crate::message::{Review, ReviewValue, ReviewedMove, ServerMessage, ValueJson};
use crate::pool::Throttle;

/// How much longer the judge thinks at each position than for its first answer.
const EFFORT: u64 = 3;
/// A move that costs less than this chance is as good as the best: two searches differ by as much.
const AS_GOOD: f64 = 0.05;
/// The shortest interval between progress messages.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

impl Room {
    /// Looks at every position so far. In a hidden game that waits for the end.
    pub(super) async fn review(
        &self,
        asker: Asker,
        stop: Arc<AtomicBool>,
        on_progress: impl Fn(ServerMessage) + Send + Sync + 'static,
    ) -> Result<ServerMessage, Error> {
        let history = self.consult_at(asker, |table| {
            let is_secret = table.game.is_hidden() && table.mover().is_some();
            (!is_secret).then(|| GameHistory::clone(table))
        });
        let Some(history) = history.await.flatten() else {
            return Ok(ServerMessage::Review(Review::default()));
        };
        let game = Arc::clone(&history.game);
        let oracle = match game.is_hidden() {
            true => None,
            false => self.services.oracles.find(&game.spec().to_string(), Arc::clone(&stop)).await,
        };
        let judge = judge(game.as_ref(), EFFORT);
        let is_judged = game.seats() == 2 && calibration(game.as_ref(), &judge).is_some();
        let source = match &oracle {
            Some(oracle) if oracle.table().is_some() => Some("table"),
            Some(_) => Some("here"),
            None => is_judged.then_some("judge"),
        };
        let search = move |stop: &AtomicBool| -> Result<Review, Error> {
            let mut look = LookBack { history, oracle, judge, source, seen: Vec::new() };
            if source.is_none() {
                return Ok(look.review());
            }
            let throttle = Throttle::new(REPORT_INTERVAL);
            for ply in 0..=look.history.ply() {
                let seen = look.at(ply, stop)?;
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                look.seen.push(seen);
                if throttle.is_open() {
                    on_progress(ServerMessage::Review(look.review()));
                }
            }
            Ok(look.review())
        };
        let review = self.services.pool.run("", stop, search).await;
        review.unwrap_or_else(|| Ok(Review::default())).map(ServerMessage::Review)
    }
}

/// A game, and what is known of its positions so far.
struct LookBack {
    history: GameHistory,
    oracle: Option<Arc<dyn AnyOracle>>,
    judge: String,
    source: Option<&'static str>,
    seen: Vec<SeenPosition>,
}

/// What is known of one position.
struct SeenPosition {
    /// The seat to move and the position's value for it; at the end, the result for the first seat.
    seat: Seat,
    value: ReviewValue,
    best: Option<String>,
    /// The table's answer, if there is one.
    answer: Option<TableAnswer>,
}

impl LookBack {
    fn at(&self, ply: usize, stop: &AtomicBool) -> Result<SeenPosition, Error> {
        let position = self.history.at(ply);
        let seat = match position.status() {
            Status::Over(payoffs) => {
                let value = exact(Value::of_result(&payoffs, Seat::FIRST));
                return Ok(SeenPosition { seat: Seat::FIRST, value, best: None, answer: None });
            }
            Status::ToMove(seat) => seat,
        };
        if let Some(oracle) = &self.oracle {
            let answer = oracle.answer(position).ok().flatten();
            let value =
                answer.as_ref().map_or_else(ReviewValue::default, |known| exact(known.value));
            let best = answer.as_ref().and_then(|known| Some(known.moves.first()?.text.clone()));
            return Ok(SeenPosition { seat, value, best, answer });
        }
        let game = self.history.game.as_ref();
        let mut agent = game.agent(&self.judge, 1, BotPermission::Refused)?;
        let chosen = agent.choose(position, Limits::default(), stop)?;
        let value = chosen.score.map_or_else(ReviewValue::default, |score| ReviewValue {
            chance: chance(game, &self.judge, score, seat),
            value: proven(score),
        });
        Ok(SeenPosition { seat, value, best: Some(chosen.text), answer: None })
    }

    /// What can be said so far.
    fn review(&self) -> Review {
        let plies = 0..=self.history.ply();
        let scores = plies.map(|ply| self.history.at(ply).scores());
        let is_duel = self.history.game.seats() == 2;
        Review {
            source: self.source,
            done: self.seen.len(),
            positions: self.history.ply() + 1,
            curve: match is_duel {
                true => self.seen.iter().map(|seen| seen.for_seat(Seat::FIRST)).collect(),
                false => Vec::new(),
            },
            moves: self
                .seen
                .windows(2)
                .enumerate()
                .filter_map(|(at, pair)| self.judged(at, pair))
                .collect(),
            scores: scores.collect(),
        }
    }

    /// What a move was worth, from the positions before and after it.
    fn judged(&self, index: usize, pair: &[SeenPosition]) -> Option<ReviewedMove> {
        let [before, after] = pair else { return None };
        let made = &self.history.moves()[index];
        let best = before.best.clone();
        let (value, mattered, kept) = match &before.answer {
            Some(answer) => {
                let value = answer.moves.iter().find(|known| known.text == made.text)?.value;
                let is_as_good = |known: Value| known.is_same_result(answer.value);
                let mattered = !answer.moves.iter().all(|known| is_as_good(known.value));
                (exact(value), mattered, is_as_good(value))
            }
            None => {
                let value = after.for_seat(made.mover);
                let loss = before.value.chance? - value.chance?;
                let is_best = best.as_deref() == Some(made.text.as_str());
                let mattered = self.history.at(index).moves().len() > 1;
                (value, mattered, is_best || loss < AS_GOOD)
            }
        };
        Some(ReviewedMove {
            index,
            seat: made.mover.index(),
            before: before.value,
            after: value,
            squares: best.as_deref().map(|text| self.squares(index, text)).unwrap_or_default(),
            best,
            mattered,
            kept,
        })
    }

    fn squares(&self, ply: usize, text: &str) -> Vec<String> {
        let played = self.history.at(ply).duplicate().play(text);
        played.map(|played| names(&played.squares)).unwrap_or_default()
    }
}

impl SeenPosition {
    /// The value for one seat of two.
    fn for_seat(&self, seat: Seat) -> ReviewValue {
        if seat == self.seat {
            return self.value;
        }
        let other = |value: ValueJson| ValueJson {
            value: match value.value {
                "win" => "lose",
                "lose" => "win",
                same => same,
            },
            ..value
        };
        ReviewValue {
            chance: self.value.chance.map(|chance| 1.0 - chance),
            value: self.value.value.map(other),
        }
    }
}

/// An exact value, and the chance it is.
fn exact(value: Value) -> ReviewValue {
    let value = ValueJson::from(value);
    let chance = match value.value {
        "win" => 1.0,
        "lose" => 0.0,
        _ => 0.5,
    };
    ReviewValue { chance: Some(chance), value: Some(value) }
}

/// The exact value that a search has proven.
fn proven(score: Score) -> Option<ValueJson> {
    let (value, plies) = match score {
        Score::WinIn(plies) => ("win", Some(plies)),
        Score::LossIn(plies) => ("lose", Some(plies)),
        Score::Draw => ("draw", None),
        Score::Points(_) | Score::Average(_) => return None,
    };
    Some(ValueJson { value, remoteness: plies.and_then(|plies| u16::try_from(plies).ok()) })
}
