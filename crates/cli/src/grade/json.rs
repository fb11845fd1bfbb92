//! A grade for machines.

use bellwether_arena::record::Reason;
use bellwether_core::Score;
use serde_json::{Value, json};

use super::accuracy::{Accuracy, Blunder, EvaluationSource, GradedMove, KeptCount, PHASES};
use super::games::GauntletResult;
use super::verdict::Grade;

/// Everything.
pub(super) fn write(grade: &Grade) -> Value {
    let bot = &grade.bot;
    let (faults, shortfalls) = (grade.faults(), grade.shortfalls());
    json!({
        "bot": bot.name,
        "agent": bot.agent,
        "game": bot.game.spec().to_string(),
        "protocol": bot.protocol.name(),
        "verdict": grade.verdict(),
        "isSound": faults.is_empty(),
        "isPassed": grade.is_passed(),
        "faults": faults,
        "shortfalls": shortfalls,
        "isStopped": grade.is_stopped,
        "checks": grade.checks,
        "legality": grade.legality,
        "games": grade.games.as_ref().map(|games| played(grade, games)),
        "accuracy": match &grade.accuracy {
            Some(Ok(accuracy)) => graded(accuracy),
            Some(Err(why)) => json!({ "by": null, "why": why }),
            None => Value::Null,
        },
        "record": grade.record,
        "resume": grade.resume(),
    })
}

fn played(grade: &Grade, games: &GauntletResult) -> Value {
    let mut timing = json!(games.timing);
    timing["limit"] = json!(grade.bot.seconds);
    timing["late"] = json!(grade.count(Reason::Timeout));
    let rating = games.standing().map(|standing| standing.rating);
    json!({
        "finished": games.records.len(),
        "score": games.score(),
        "rating": rating.map(|rating| rating.value),
        "ratingMargin": rating.map(|rating| rating.margin),
        "resignations": games.resignations,
        "offences": games.offences,
        "timing": timing,
        "tournament": games.digest.json(),
    })
}

fn graded(accuracy: &Accuracy) -> Value {
    let (by, agent, remark) = match &accuracy.source {
        EvaluationSource::Table => ("table", None, None),
        EvaluationSource::Solved => ("solved", None, None),
        EvaluationSource::Opinion { agent, remark } => ("opinion", Some(agent), Some(remark)),
    };
    let count = |kept: KeptCount| json!({ "judged": kept.graded, "kept": kept.kept, "share": kept.share() });
    let phases: serde_json::Map<String, Value> = PHASES
        .iter()
        .zip(accuracy.by_phase())
        .map(|(name, kept)| ((*name).to_owned(), count(kept)))
        .collect();
    let kept = accuracy.kept();
    let ((wins_thrown, wins), (draws_thrown, draws)) = (accuracy.thrown(2), accuracy.thrown(1));
    json!({
        "by": by,
        "agent": agent,
        "remark": remark,
        "judged": kept.graded,
        "kept": kept.kept,
        "share": kept.share(),
        "phases": phases,
        "wins": wins,
        "winsThrown": wins_thrown,
        "draws": draws,
        "drawsThrown": draws_thrown,
        "moves": accuracy.moves.iter().map(made).collect::<Vec<Value>>(),
        "blunders": accuracy.blunders.iter().map(blunder).collect::<Vec<Value>>(),
    })
}

fn made(graded: &GradedMove) -> Value {
    json!({
        "game": graded.number,
        "ply": graded.ply,
        "phase": PHASES[graded.phase()],
        "seat": graded.seat,
        "move": graded.moved,
        "better": graded.better,
        "best": score_json(graded.best),
        "made": score_json(graded.made),
        "kept": graded.is_kept(),
    })
}

fn score_json(score: Score) -> Value {
    let (value, points) = match score {
        Score::WinIn(_) => ("win", None),
        Score::Draw => ("draw", None),
        Score::LossIn(_) => ("lose", None),
        Score::Points(points) => ("open", Some(points)),
        Score::Average(_) => ("open", None),
    };
    json!({ "value": value, "remoteness": score.remoteness(), "points": points })
}

fn blunder(blunder: &Blunder) -> Value {
    let mut value = made(&blunder.graded);
    if let (Value::Object(all), Value::Object(place)) = (&mut value, json!(blunder.board)) {
        all.extend(place);
    }
    value
}
