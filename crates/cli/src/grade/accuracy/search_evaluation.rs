//! Our own search's evaluation of the bot's moves, where there is no table: an estimate, not the truth.

use bellwether_arena::record::GameRecord;
use bellwether_catalog::{AnyPosition, BotPermission, Catalog, Limits, Score};
use bellwether_core::{ParseError, Seat, Status};
use rayon::prelude::*;

use super::super::bot_games::{self, ReplayedGame};
use super::super::contest::GradeRunner;
use super::super::graded_bot::GradedBot;
use super::{EvaluatedAs, GradedMove};

/// The search's agent specification.
pub(super) fn agent(nodes: u64) -> String {
    // A small hash table: it is new for every move, so that the evaluations are independent.
    format!("pvs:nodes={nodes},hash=4")
}

/// A move to be evaluated, and the positions around it.
struct Case {
    graded: GradedMove,
    seat: Seat,
    before: Box<dyn AnyPosition>,
    after: Box<dyn AnyPosition>,
}

/// Evaluates every move of the bot.
pub(super) fn grade_moves(
    bot: &GradedBot,
    arena: &GradeRunner,
    records: &[GameRecord],
    agent: &str,
) -> Result<Vec<GradedMove>, ParseError> {
    let mut cases = Vec::new();
    for record in records {
        collect(bot.game.catalog(), record, &mut cases)?;
    }
    let bar = arena.bar("accuracy: moves", cases.len() as u64);
    let graded = cases.into_par_iter().map(|case| {
        let graded = opinion(bot, arena, agent, case);
        bar.inc(1);
        graded
    });
    let graded: Result<Vec<Option<GradedMove>>, ParseError> = graded.collect();
    bar.finish_and_clear();
    Ok(graded?.into_iter().flatten().collect())
}

fn collect(
    catalog: &Catalog,
    record: &GameRecord,
    cases: &mut Vec<Case>,
) -> Result<(), ParseError> {
    let mut again = ReplayedGame::new(catalog, record)?;
    let own: Vec<usize> = bot_games::moves(record).map(|(at, _)| at).collect();
    let Some(seat) = bot_games::seat(record) else { return Ok(()) };
    for (at, text) in record.moves.iter().enumerate() {
        let before = again.position.duplicate();
        again.play(text)?;
        if !own.contains(&at) {
            continue;
        }
        let graded = GradedMove {
            number: record.number,
            ply: record.opening.len() + at + 1,
            plies: record.opening.len() + record.moves.len(),
            seat: seat.number(),
            moved: text.to_owned(),
            better: None,
            best: EvaluatedAs::Thought(Score::Draw),
            made: EvaluatedAs::Thought(Score::Draw),
        };
        cases.push(Case { graded, seat, before, after: again.position.duplicate() });
    }
    Ok(())
}

/// The search's evaluation; none if it was stopped.
fn opinion(
    bot: &GradedBot,
    arena: &GradeRunner,
    agent: &str,
    case: Case,
) -> Result<Option<GradedMove>, ParseError> {
    let stop = arena.interrupt.flag();
    let think = |position: &dyn AnyPosition| {
        let mut search = bot.game.agent(agent, bot.seed, BotPermission::Refused)?;
        search.choose(position, Limits::default(), stop)
    };
    if arena.interrupt.is_set() {
        return Ok(None);
    }
    let Case { mut graded, seat, before, after } = case;
    let chosen = think(before.as_ref())?;
    let Some(best) = chosen.score else { return Ok(None) };
    let made = if chosen.text == graded.moved {
        best
    } else {
        match after.status() {
            Status::Over(payoffs) => {
                let (own, other) = (payoffs.of(seat), payoffs.of(seat.other()));
                if own > other {
                    Score::WinIn(1)
                } else if own < other {
                    Score::LossIn(1)
                } else {
                    Score::Draw
                }
            }
            Status::ToMove(mover) => {
                let Some(score) = think(after.as_ref())?.score else { return Ok(None) };
                earlier(if mover == seat { score } else { turned(score) })
            }
        }
    };
    if arena.interrupt.is_set() {
        return Ok(None);
    }
    graded.best = EvaluatedAs::Thought(best);
    graded.made = EvaluatedAs::Thought(made);
    graded.better = Some(chosen.text);
    // Two searches of different depth may disagree on the same line; that does not make the choice worse.
    if graded.made.result() > graded.best.result() {
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
