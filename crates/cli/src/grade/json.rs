//! A grade for machines.

use serde_json::{Value, json};

use super::accuracy::{
    Accuracy, Blunder, EvaluatedAs, EvaluationSource, GradedMove, KeptCount, PHASES,
};
use super::bot_games::{FoundFault, GradeBoard};
use super::games::GauntletResult;
use super::protocol::CheckOutcome;
use super::verdict::Grade;

/// Everything.
pub(super) fn write(grade: &Grade) -> Value {
    let bot = &grade.bot;
    let (faults, shortfalls) = (grade.faults(), grade.shortfalls());
    let checks = grade.checks.iter().map(|check| {
        let passed = match check.outcome {
            CheckOutcome::Passed => Some(true),
            CheckOutcome::Failed => Some(false),
            CheckOutcome::Untried => None,
        };
        json!({ "name": check.name, "passed": passed, "detail": check.detail })
    });
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
        "checks": checks.collect::<Vec<Value>>(),
        "legality": grade.legality.as_ref().map(|legality| json!({
            "asked": legality.asked,
            "wanted": legality.planned,
            "cut": legality.cut,
            "offences": legality.offences.iter().map(offence).collect::<Vec<Value>>(),
        })),
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

fn offence(offence: &FoundFault) -> Value {
    let mut value = json!({
        "reason": offence.reason,
        "detail": offence.detail,
        "game": offence.number,
        "ply": offence.ply,
    });
    place(&mut value, offence.board.as_ref());
    value
}

fn place(value: &mut Value, board: Option<&GradeBoard>) {
    if let Some(board) = board {
        value["spec"] = board.game.as_str().into();
        value["seat"] = board.seat.number().into();
        value["position"] = board.position.as_str().into();
    }
}

fn played(grade: &Grade, games: &GauntletResult) -> Value {
    let timing = &games.timing;
    let late = grade.count(bellwether_arena::record::Reason::Timeout);
    let rating = games.standing().map(|standing| standing.rating);
    json!({
        "finished": games.records.len(),
        "score": games.score(),
        "rating": rating.map(|rating| rating.value),
        "ratingMargin": rating.map(|rating| rating.margin),
        "resignations": games.resignations,
        "offences": games.offences.iter().map(offence).collect::<Vec<Value>>(),
        "timing": {
            "moves": timing.moves,
            "median": timing.median,
            "p95": timing.p95,
            "longest": timing.longest,
            "longestFirst": timing.longest_first,
            "limit": grade.bot.seconds,
            "late": late,
        },
        "tournament": games.digest.json(),
    })
}

fn graded(accuracy: &Accuracy) -> Value {
    let (by, agent) = match &accuracy.source {
        EvaluationSource::Table => ("table", None),
        EvaluationSource::Solved => ("solved", None),
        EvaluationSource::Opinion(agent) => ("opinion", Some(agent)),
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
        "remark": accuracy.remark,
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
        "best": value_json(graded.best),
        "made": value_json(graded.made),
        "kept": graded.is_kept(),
    })
}

fn value_json(value: EvaluatedAs) -> Value {
    json!({ "value": value.name(), "remoteness": value.remoteness(), "points": value.points() })
}

fn blunder(blunder: &Blunder) -> Value {
    let mut value = made(&blunder.graded);
    place(&mut value, Some(&blunder.board));
    value
}
