//! How well the bot plays: each of its moves in the gauntlet, held against the solved table, or against the opinion of
//! our own search where there is none.

mod search_evaluation;

use std::fmt;
use std::path::Path;

use bellwether_arena::record::{GameRecord, RecordedValue};
use bellwether_catalog::{AnyGame, AnyOracle, Catalog, Score};
use bellwether_core::Value;
use bellwether_report::value_text;

use super::bot_games::{self, GradeBoard, ReplayedGame};
use super::contest::GradeRunner;
use super::graded_bot::GradedBot;
use crate::best::score_text;
use crate::solve::oracle;

/// A position's value for its mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EvaluatedAs {
    /// It is known.
    Known(Value),
    /// It is what a search expects.
    Thought(Score),
}

impl EvaluatedAs {
    /// 2 for a win, 1 for what is level or open, 0 for a loss.
    pub(super) const fn result(self) -> i32 {
        match self {
            Self::Known(Value::Win(_)) | Self::Thought(Score::WinIn(_)) => 2,
            Self::Known(Value::Lose(_)) | Self::Thought(Score::LossIn(_)) => 0,
            _ => 1,
        }
    }

    /// `win`, `draw`, `lose`, or `open` if a search does not know.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Known(Value::Draw) | Self::Thought(Score::Draw) => "draw",
            _ => match self.result() {
                2 => "win",
                0 => "lose",
                _ => "open",
            },
        }
    }

    /// Plies to the end, if they are known.
    pub(super) fn remoteness(self) -> Option<u32> {
        match self {
            Self::Known(value) => value.remoteness().map(u32::from),
            Self::Thought(Score::WinIn(plies) | Score::LossIn(plies)) => Some(plies),
            Self::Thought(_) => None,
        }
    }

    /// A search's points, if that is what it has.
    pub(super) const fn points(self) -> Option<i32> {
        match self {
            Self::Thought(Score::Points(points)) => Some(points),
            _ => None,
        }
    }
}

impl fmt::Display for EvaluatedAs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Known(value) => value_text(*value),
            Self::Thought(score) => score_text(*score),
        })
    }
}

/// An evaluated move of the bot.
#[derive(Clone, Debug)]
pub(super) struct GradedMove {
    /// The game's number.
    pub(super) number: u64,
    /// The ply, from 1, the opening's moves included.
    pub(super) ply: usize,
    /// How many plies the game had in all.
    pub(super) plies: usize,
    pub(super) seat: usize,
    pub(super) moved: String,
    /// A best move, where it is known.
    pub(super) better: Option<String>,
    pub(super) best: EvaluatedAs,
    pub(super) made: EvaluatedAs,
}

impl GradedMove {
    /// Whether the result was kept.
    pub(super) const fn is_kept(&self) -> bool {
        self.made.result() >= self.best.result()
    }

    /// Which third of its game the move is in.
    pub(super) fn phase(&self) -> usize {
        ((self.ply - 1) * 3 / self.plies.max(1)).min(2)
    }

    /// How bad it was: results thrown away, then points, then how near the thrown win was.
    fn badness(&self) -> (i32, i32, i32) {
        let drop = self.best.result() - self.made.result();
        let points = match (self.best.points(), self.made.points()) {
            (Some(best), Some(made)) => best.saturating_sub(made),
            _ => 0,
        };
        let near = self.best.remoteness().map_or(i32::MIN, |plies| -(plies as i32));
        (drop, points, near)
    }
}

/// The thirds of a game, by its number of moves.
pub(super) const PHASES: [&str; 3] = ["opening", "middle", "end"];

/// The source of the evaluations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EvaluationSource {
    /// A table on disk.
    Table,
    /// The game, solved on the spot.
    Solved,
    /// A search of ours, which may be wrong; its agent specification.
    Opinion(String),
}

impl EvaluationSource {
    pub(super) const fn is_opinion(&self) -> bool {
        matches!(self, Self::Opinion(_))
    }
}

/// How accurate its moves were.
pub(super) struct Accuracy {
    pub(super) source: EvaluationSource,
    pub(super) moves: Vec<GradedMove>,
    /// What would give the truth, if this is an opinion.
    pub(super) remark: Option<String>,
    pub(super) blunders: Vec<Blunder>,
}

/// Evaluated moves, and those of them that kept the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptCount {
    pub(super) graded: u64,
    pub(super) kept: u64,
}

impl KeptCount {
    fn of<'a>(moves: impl IntoIterator<Item = &'a GradedMove>) -> Self {
        moves.into_iter().fold(Self::default(), |count, graded| Self {
            graded: count.graded + 1,
            kept: count.kept + u64::from(graded.is_kept()),
        })
    }

    pub(super) fn share(self) -> Option<f64> {
        (self.graded > 0).then(|| self.kept as f64 / self.graded as f64)
    }
}

/// One of the worst moves.
pub(super) struct Blunder {
    pub(super) graded: GradedMove,
    pub(super) board: GradeBoard,
}

/// How many of the worst moves are shown.
const WORST: usize = 5;

impl Accuracy {
    pub(super) fn kept(&self) -> KeptCount {
        KeptCount::of(&self.moves)
    }

    pub(super) fn by_phase(&self) -> [KeptCount; 3] {
        [0, 1, 2]
            .map(|phase| KeptCount::of(self.moves.iter().filter(|graded| graded.phase() == phase)))
    }

    /// Moves that threw this result away, and all moves that had it.
    pub(super) fn thrown(&self, result: i32) -> (u64, u64) {
        let had: Vec<&GradedMove> =
            self.moves.iter().filter(|graded| graded.best.result() == result).collect();
        let thrown = had.iter().filter(|graded| !graded.is_kept()).count();
        (thrown as u64, had.len() as u64)
    }
}

/// Evaluates the bot's moves in these games; the reason, if that is impossible.
pub(super) fn examine(
    bot: &GradedBot,
    arena: &GradeRunner,
    records: &[GameRecord],
    nodes: u64,
) -> anyhow::Result<Result<Accuracy, String>> {
    let game = bot.game.as_ref();
    if records.iter().all(|record| bot_games::moves(record).next().is_none()) {
        return Ok(Err("it made no move that could be evaluated".to_owned()));
    }
    let known: Vec<GradedMove> = records.iter().flat_map(known_moves).collect();
    let (source, moves, remark, oracle) = if known.is_empty() {
        if game.seats() != 2 || game.is_hidden() || !game.agents().iter().any(|a| a.name == "pvs") {
            let title = game.card().title;
            return Ok(Err(format!(
                "positions of {title} have no known values: its places and points show its strength"
            )));
        }
        let agent = search_evaluation::agent(nodes);
        let moves = search_evaluation::grade_moves(bot, arena, records, &agent)?;
        (EvaluationSource::Opinion(agent), moves, Some(how_to_know(game, &arena.tables)), None)
    } else {
        let oracle = oracle(game, &arena.tables)?;
        let source = if oracle.table().is_some() {
            EvaluationSource::Table
        } else {
            EvaluationSource::Solved
        };
        (source, known, None, Some(oracle))
    };
    let blunders = worst(game.catalog(), &moves, records, oracle.as_deref());
    Ok(Ok(Accuracy { source, moves, remark, blunders }))
}

/// How to get exact values, in a sentence.
fn how_to_know(game: &dyn AnyGame, tables: &Path) -> String {
    if game.solvable().is_none() {
        return format!("{} has no solved table", game.card().title);
    }
    match oracle(game, tables) {
        Ok(_) => "the table does not hold these positions".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// The bot's moves in a game that a table knows.
fn known_moves(record: &GameRecord) -> Vec<GradedMove> {
    let value = |known: RecordedValue| {
        EvaluatedAs::Known(match known {
            RecordedValue::Win(plies) => Value::Win(plies),
            RecordedValue::Draw => Value::Draw,
            RecordedValue::Lose(plies) => Value::Lose(plies),
        })
    };
    let opening = record.opening.len();
    let graded = bot_games::moves(record).filter_map(|(at, log)| {
        let truth = log.truth?;
        Some(GradedMove {
            number: record.number,
            ply: opening + at + 1,
            plies: opening + record.moves.len(),
            seat: log.seat,
            moved: record.moves.get(at)?.to_owned(),
            better: None,
            best: value(truth.best),
            made: value(truth.made),
        })
    });
    graded.collect()
}

/// The worst moves with their boards, and what was better.
fn worst(
    catalog: &Catalog,
    moves: &[GradedMove],
    records: &[GameRecord],
    oracle: Option<&dyn AnyOracle>,
) -> Vec<Blunder> {
    let mut bad: Vec<&GradedMove> =
        moves.iter().filter(|graded| graded.badness().0 > 0 || graded.badness().1 > 0).collect();
    bad.sort_by_key(|graded| std::cmp::Reverse(graded.badness()));
    let blunder = |graded: &GradedMove| {
        let record = records.iter().find(|record| record.number == graded.number)?;
        let before = graded.ply - 1 - record.opening.len();
        let again = ReplayedGame::at(catalog, record, before).ok()?;
        let mut graded = graded.clone();
        if let Some(oracle) = oracle {
            let answer = oracle.answer(again.position.as_ref()).ok().flatten();
            graded.better = answer.and_then(|answer| Some(answer.moves.first()?.text.clone()));
        }
        Some(Blunder { graded, board: again.board()? })
    };
    bad.into_iter().filter_map(blunder).take(WORST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(ply: usize, best: Value, made: Value) -> GradedMove {
        GradedMove {
            number: 1,
            ply,
            plies: 9,
            seat: 1,
            moved: "a".to_owned(),
            better: None,
            best: EvaluatedAs::Known(best),
            made: EvaluatedAs::Known(made),
        }
    }

    #[test]
    fn moves_are_counted_by_thirds_and_by_what_they_threw_away() {
        let moves = vec![
            graded(1, Value::Win(9), Value::Win(11)),
            graded(3, Value::Win(7), Value::Draw),
            graded(5, Value::Draw, Value::Lose(4)),
            graded(7, Value::Lose(4), Value::Lose(2)),
            graded(9, Value::Win(1), Value::Lose(2)),
        ];
        let phases: Vec<usize> = moves.iter().map(GradedMove::phase).collect();
        assert_eq!(phases, [0, 0, 1, 2, 2]);
        let mut bad: Vec<&GradedMove> = moves.iter().collect();
        bad.sort_by_key(|graded| std::cmp::Reverse(graded.badness()));
        assert_eq!((bad[0].ply, bad[1].ply, bad[2].ply), (9, 3, 5));
        let accuracy =
            Accuracy { source: EvaluationSource::Table, moves, remark: None, blunders: Vec::new() };
        assert_eq!(accuracy.kept(), KeptCount { graded: 5, kept: 2 });
        assert_eq!(accuracy.by_phase()[2], KeptCount { graded: 2, kept: 1 });
        assert_eq!((accuracy.thrown(2), accuracy.thrown(1)), ((2, 3), (1, 1)));
    }
}
