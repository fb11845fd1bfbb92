//! A look back at a game: what each position was worth, which moves were best, and what the others threw away.
//!
//! With a table, or in a game small enough to be solved on the spot, these are exact values; else the judge looks at
//! every position. A win at once that was missed, or not stopped, is told in any case: the rules alone know it. A guide
//! asks for single moves, by the same rule.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_catalog::{
    AnyOracle, GameHistory, JudgedPosition, Score, TableAnswer, Threats, calibration, judge,
    move_cost,
};
use bellwether_core::{Error, Seat, Status, Value};

use super::judge_cache::{AT_REST, JudgeCache};
use super::view::names;
use super::{Asker, Room};
use crate::message::{Review, ReviewValue, ReviewedMove, ServerMessage, ValueJson};
use crate::pool::Throttle;

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
        let Some(mut look) = self.look_back(asker, &stop).await else {
            return Ok(ServerMessage::Review(Review::default()));
        };
        let search = move |stop: &AtomicBool| -> Result<Review, Error> {
            if look.source.is_none() {
                // The rules know what was missed at once.
                let nothing = SeenPosition::unknown(Seat::FIRST);
                look.moves = (0..look.history.ply())
                    .filter_map(|index| look.judged(index, &nothing, &nothing, stop).transpose())
                    .collect::<Result<_, _>>()?;
                return Ok(look.review());
            }
            let throttle = Throttle::new(REPORT_INTERVAL);
            for ply in 0..=look.history.ply() {
                let seen = look.at(ply, stop)?;
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let before = look.seen.last();
                let moved = before.map(|before| look.judged(ply - 1, before, &seen, stop));
                look.moves.extend(moved.transpose()?.flatten());
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

    /// What one of the moves was worth; none if nobody can say.
    pub(super) async fn verdict(
        &self,
        asker: Asker,
        index: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<ServerMessage>, Error> {
        let Some(look) = self.look_back(asker, &stop).await else { return Ok(None) };
        if look.source.is_none() || index >= look.history.ply() {
            return Ok(None);
        }
        let search = move |stop: &AtomicBool| -> Result<Option<ReviewedMove>, Error> {
            let (before, after) = (look.at(index, stop)?, look.at(index + 1, stop)?);
            // Half of a search is no verdict: the page asks again.
            let verdict = look.judged(index, &before, &after, stop)?;
            Ok(verdict.filter(|_| !stop.load(Ordering::Relaxed)))
        };
        let verdict = self.services.pool.run("", stop, search).await.transpose()?.flatten();
        Ok(verdict.map(ServerMessage::Verdict))
    }

    /// The game so far and who can judge it; none in a hidden game that goes on.
    async fn look_back(&self, asker: Asker, stop: &Arc<AtomicBool>) -> Option<LookBack> {
        let history = self.consult_at(asker, |table| {
            let is_secret = table.game.is_hidden() && table.mover().is_some();
            (!is_secret).then(|| GameHistory::clone(table))
        });
        let history = history.await.flatten()?;
        let game = history.game.as_ref();
        let oracle = match game.is_hidden() {
            true => None,
            false => self.services.oracles.find(&game.spec().to_string(), Arc::clone(stop)).await,
        };
        let is_judged = game.seats() == 2 && calibration(game, &judge(game, AT_REST)).is_some();
        let source = match &oracle {
            Some(oracle) if oracle.table().is_some() => Some("table"),
            Some(_) => Some("here"),
            None => is_judged.then_some("judge"),
        };
        let judge_cache = Arc::clone(&self.judge_cache);
        let (seen, moves) = (Vec::new(), Vec::new());
        Some(LookBack { history, oracle, judge_cache, source, seen, moves })
    }
}

/// A game, and what is known of its positions so far.
struct LookBack {
    history: GameHistory,
    oracle: Option<Arc<dyn AnyOracle>>,
    judge_cache: Arc<JudgeCache>,
    source: Option<&'static str>,
    seen: Vec<SeenPosition>,
    moves: Vec<ReviewedMove>,
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
        let found = self.judge_cache.judged(game, position, AT_REST, stop)?;
        let (value, best) = match found {
            Some(JudgedPosition { text, score, chance }) => {
                (ReviewValue { chance, value: proven(score) }, Some(text))
            }
            None => (ReviewValue::default(), None),
        };
        Ok(SeenPosition { seat, value, best, answer: None })
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
            moves: self.moves.clone(),
            scores: scores.collect(),
        }
    }

    /// What a move was worth, from the positions before and after it.
    fn judged(
        &self,
        index: usize,
        before: &SeenPosition,
        after: &SeenPosition,
        stop: &AtomicBool,
    ) -> Result<Option<ReviewedMove>, Error> {
        let made = &self.history.moves()[index];
        let text = made.text.as_str();
        let threats = Threats::of(self.history.at(index)).unwrap_or_default();
        let missed = threats.missed_by(text).map(str::to_owned);
        let allowed = threats.let_through_by(text).map(str::to_owned);
        let (value, mattered, kept) = match self.compared(index, before, after, stop)? {
            Some(compared) => compared,
            None if missed.is_none() && allowed.is_none() => return Ok(None),
            None => (ReviewValue::default(), true, false),
        };
        let best = better(&threats, before.best.as_deref());
        let reply = allowed.clone().or_else(|| after.best.clone());
        let next = self.history.at(index + 1);
        Ok(Some(ReviewedMove {
            index,
            seat: made.mover.index(),
            before: before.value,
            after: value,
            squares: best.as_deref().map(|text| self.squares(index, text)).unwrap_or_default(),
            best,
            reply_squares: reply
                .as_deref()
                .map(|text| self.squares(index + 1, text))
                .unwrap_or_default(),
            reply,
            replier: next.status().mover().map(Seat::index),
            mattered: mattered || threats.can_win() || threats.can_stop(),
            kept: kept && missed.is_none() && allowed.is_none(),
            missed,
            allowed,
        }))
    }

    /// What a move is worth, whether there was a choice that mattered, and whether the move is as good as the best.
    fn compared(
        &self,
        index: usize,
        before: &SeenPosition,
        after: &SeenPosition,
        stop: &AtomicBool,
    ) -> Result<Option<(ReviewValue, bool, bool)>, Error> {
        let made = &self.history.moves()[index];
        let text = made.text.as_str();
        if let Some(answer) = &before.answer {
            let known = answer.moves.iter().find(|known| known.text == text);
            let is_as_good = |known: Value| known.is_same_result(answer.value);
            let mattered = !answer.moves.iter().all(|known| is_as_good(known.value));
            return Ok(known.map(|known| (exact(known.value), mattered, is_as_good(known.value))));
        }
        let mut value = after.for_seat(made.mover).a_ply_before();
        let (Some(known), Some(own)) = (before.value.chance, value.chance) else {
            return Ok(None);
        };
        let is_best = before.best.as_deref() == Some(text);
        let mut loss = known - own;
        // Two searches differ by more than a quiet move costs: before a move is called a mistake, one search compares it.
        if !is_best && loss >= AS_GOOD && before.value.value.is_none() && value.value.is_none() {
            let game = self.history.game.as_ref();
            if let Some(cost) = move_cost(game, self.history.at(index), text, stop)? {
                loss = cost;
                value.chance = Some((known - cost).max(0.0));
            }
        }
        let mattered = self.history.at(index).moves().len() > 1;
        Ok(Some((value, mattered, is_best || loss < AS_GOOD)))
    }

    fn squares(&self, ply: usize, text: &str) -> Vec<String> {
        let played = self.history.at(ply).duplicate().play(text);
        played.map(|played| names(&played.squares)).unwrap_or_default()
    }
}

/// A move that is best, and does what can be done at once: it wins, or stops who could win.
fn better(threats: &Threats, best: Option<&str>) -> Option<String> {
    let is_best = |text: &String| Some(text.as_str()) == best;
    let all = if threats.wins.is_empty() { &threats.safe } else { &threats.wins };
    match all.first() {
        Some(first) if !all.iter().any(is_best) => Some(first.clone()),
        _ => best.map(str::to_owned),
    }
}

impl SeenPosition {
    fn unknown(seat: Seat) -> Self {
        Self { seat, value: ReviewValue::default(), best: None, answer: None }
    }

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

impl ReviewValue {
    /// The value of a move, counted from before it, from that of the position after it.
    fn a_ply_before(mut self) -> Self {
        if let Some(ValueJson { remoteness: Some(plies), .. }) = &mut self.value {
            *plies = plies.saturating_add(1);
        }
        self
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
