//! Our own search's evaluation of the bot's moves, where there is no table: an estimate, not the truth.

use std::sync::Arc;

use bellwether_catalog::{AnyPosition, BotPermission, Limits, Replay, Score};
use bellwether_core::{Error, Seat, Status, Value};
use rayon::prelude::*;

use super::super::contest::GradeRunner;
use super::super::games::GauntletResult;
use super::super::graded_bot::GradedBot;
use super::{GradedMove, own_moves, result};

/// The search's agent specification.
pub(super) fn agent(nodes: u64) -> String {
    // A small hash table: it is new for every move, so that the evaluations are independent.
    format!("pvs:nodes={nodes},hash=4")
}

/// Evaluates every move of the bot.
pub(super) fn grade_moves(
    bot: &GradedBot,
    arena: &GradeRunner,
    games: &GauntletResult,
    agent: &str,
) -> Result<Vec<GradedMove>, Error> {
    let mut cases = Vec::new();
    for record in &games.records {
        let replay = Replay::new(bot.game.catalog(), &games.header, record.clone())?;
        let replay = Arc::new(replay);
        cases.extend(own_moves(record).map(|(graded, _)| (graded, Arc::clone(&replay))));
    }
    let bar = arena.bar("accuracy: moves", cases.len() as u64);
    let graded = cases.into_par_iter().map(|(graded, replay)| {
        let graded = opinion(bot, arena, agent, graded, &replay);
        bar.inc(1);
        graded
    });
    let graded: Result<Vec<Option<GradedMove>>, Error> = graded.collect();
    bar.finish_and_clear();
    Ok(graded?.into_iter().flatten().collect())
}

/// The search's evaluation; none if it was stopped.
fn opinion(
    bot: &GradedBot,
    arena: &GradeRunner,
    agent: &str,
    mut graded: GradedMove,
    replay: &Replay,
) -> Result<Option<GradedMove>, Error> {
    let stop = arena.interrupt.flag();
    let think = |position: &dyn AnyPosition| {
        let mut search = bot.game.agent(agent, bot.seed, BotPermission::Refused)?;
        search.choose(position, Limits::default(), stop)
    };
    if arena.interrupt.is_set() {
        return Ok(None);
    }
    let seat = Seat::new(graded.seat - 1);
    let chosen = think(replay.at(graded.ply - 1))?;
    let Some(best) = chosen.score else { return Ok(None) };
    let made = if chosen.text == graded.moved {
        best
    } else {
        let after = replay.at(graded.ply);
        match after.status() {
            Status::Over(payoffs) => Value::of_result(&payoffs, seat).before_own().into(),
            Status::ToMove(mover) => {
                let Some(score) = think(after)?.score else { return Ok(None) };
                earlier(if mover == seat { score } else { turned(score) })
            }
        }
    };
    if arena.interrupt.is_set() {
        return Ok(None);
    }
    graded.best = best;
    graded.made = made;
    graded.better = Some(chosen.text);
    // Two searches of different depth may disagree on the same line; that does not make the choice worse.
    if result(graded.made) > result(graded.best) {
        graded.best = graded.made;
    }
    Ok(Some(graded))
}

/// The score as the other side sees it.
const fn turned(score: Score) -> Score {
    match score {
        Score::Points(points) => Score::Points(-points),
        Score::WinIn(plies) => Score::LossIn(plies),
        Score::LossIn(plies) => Score::WinIn(plies),
        Score::Draw => Score::Draw,
        Score::Average(average) => Score::Average(-average),
    }
}

/// The score one ply before.
const fn earlier(score: Score) -> Score {
    match score {
        Score::WinIn(plies) => Score::WinIn(plies + 1),
        Score::LossIn(plies) => Score::LossIn(plies + 1),
        other => other,
    }
}
