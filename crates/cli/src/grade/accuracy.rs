//! How well the bot plays: each of its moves in the gauntlet, held against the solved table, or against the opinion of
//! our own search where there is none.

mod search_evaluation;

use bellwether_arena::record::{GameRecord, MoveTruth};
use bellwether_catalog::{AnyGame, AnyOracle, Catalog, Replay, Score, oracle};

use super::bot_games::{self, GradeBoard};
use super::contest::GradeRunner;
use super::games::GauntletResult;
use super::graded_bot::GradedBot;

/// 2 for a win, 1 for what is level or open, 0 for a loss.
pub(super) const fn result(score: Score) -> i32 {
    match score {
        Score::WinIn(_) => 2,
        Score::LossIn(_) => 0,
        Score::Points(_) | Score::Average(_) | Score::Draw => 1,
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
    pub(super) best: Score,
    pub(super) made: Score,
}

impl GradedMove {
    /// Whether the result was kept.
    pub(super) const fn is_kept(&self) -> bool {
        result(self.made) >= result(self.best)
    }

    /// Which third of its game the move is in.
    pub(super) fn phase(&self) -> usize {
        ((self.ply - 1) * 3 / self.plies.max(1)).min(2)
    }

    /// How bad it was: results thrown away, then points, then how near the thrown win was.
    fn badness(&self) -> (i32, i32, i32) {
        let drop = result(self.best) - result(self.made);
        let points = match (self.best, self.made) {
            (Score::Points(best), Score::Points(made)) => best.saturating_sub(made),
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
    /// A search of ours, which may be wrong: its agent specification, and what would give the truth.
    Opinion { agent: String, remark: String },
}

impl EvaluationSource {
    pub(super) const fn is_opinion(&self) -> bool {
        matches!(self, Self::Opinion { .. })
    }
}

/// How accurate its moves were.
pub(super) struct Accuracy {
    pub(super) source: EvaluationSource,
    pub(super) moves: Vec<GradedMove>,
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
            self.moves.iter().filter(|graded| self::result(graded.best) == result).collect();
        let thrown = had.iter().filter(|graded| !graded.is_kept()).count();
        (thrown as u64, had.len() as u64)
    }
}

/// Evaluates the bot's moves in these games; the reason, if that is impossible.
pub(super) fn examine(
    bot: &GradedBot,
    arena: &GradeRunner,
    games: &GauntletResult,
    nodes: u64,
) -> anyhow::Result<Result<Accuracy, String>> {
    let game = bot.game.as_ref();
    let mut own = games.records.iter().flat_map(own_moves).peekable();
    if own.peek().is_none() {
        return Ok(Err("it made no move that could be evaluated".to_owned()));
    }
    let known: Vec<GradedMove> = own.filter_map(known).collect();
    let (source, moves, oracle) = if known.is_empty() {
        if game.seats() != 2 || game.is_hidden() || !game.agents().iter().any(|a| a.name == "pvs") {
            let title = game.card().title;
            return Ok(Err(format!(
                "positions of {title} have no known values: its places and points show its strength"
            )));
        }
        let agent = search_evaluation::agent(nodes);
        let moves = search_evaluation::grade_moves(bot, arena, games, &agent)?;
        let remark = how_to_know(game, arena);
        (EvaluationSource::Opinion { agent, remark }, moves, None)
    } else {
        let oracle = oracle(game, &arena.tables, arena.interrupt.flag())?;
        let source = if oracle.table().is_some() {
            EvaluationSource::Table
        } else {
            EvaluationSource::Solved
        };
        (source, known, Some(oracle))
    };
    let blunders = worst(game.catalog(), &moves, games, oracle.as_deref());
    Ok(Ok(Accuracy { source, moves, blunders }))
}

/// How to get exact values, in a sentence.
fn how_to_know(game: &dyn AnyGame, arena: &GradeRunner) -> String {
    if game.solvable().is_none() {
        return format!("{} has no solved table", game.card().title);
    }
    match oracle(game, &arena.tables, arena.interrupt.flag()) {
        Ok(_) => "the table does not hold these positions".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// The bot's moves in a game, not evaluated yet, and what a table knows of them.
fn own_moves(record: &GameRecord) -> impl Iterator<Item = (GradedMove, Option<MoveTruth>)> {
    let opening = record.opening.len();
    bot_games::moves(record).filter_map(move |(at, log)| {
        let graded = GradedMove {
            number: record.number,
            ply: opening + at + 1,
            plies: opening + record.moves.len(),
            seat: log.seat,
            moved: record.moves.get(at)?.to_owned(),
            better: None,
            best: Score::Draw,
            made: Score::Draw,
        };
        Some((graded, log.truth))
    })
}

fn known((graded, truth): (GradedMove, Option<MoveTruth>)) -> Option<GradedMove> {
    let MoveTruth { best, made } = truth?;
    Some(GradedMove { best: best.into(), made: made.into(), ..graded })
}

/// The worst moves with their boards, and what was better.
fn worst(
    catalog: &Catalog,
    moves: &[GradedMove],
    games: &GauntletResult,
    oracle: Option<&dyn AnyOracle>,
) -> Vec<Blunder> {
    let mut bad: Vec<&GradedMove> =
        moves.iter().filter(|graded| graded.badness().0 > 0 || graded.badness().1 > 0).collect();
    bad.sort_by_key(|graded| std::cmp::Reverse(graded.badness()));
    let blunder = |graded: &GradedMove| {
        let record = games.records.iter().find(|record| record.number == graded.number)?;
        let replay = Replay::new(catalog, &games.header, record.clone()).ok()?;
        let before = graded.ply - 1;
        let mut graded = graded.clone();
        if let Some(oracle) = oracle {
            let answer = oracle.answer(replay.at(before)).ok().flatten();
            graded.better = answer.and_then(|answer| Some(answer.moves.first()?.text.clone()));
        }
        Some(Blunder { graded, board: GradeBoard::at(&replay, before)? })
    };
    bad.into_iter().filter_map(blunder).take(WORST).collect()
}

#[cfg(test)]
mod tests {
    use bellwether_core::Value;

    use super::*;

    fn graded(ply: usize, best: Value, made: Value) -> GradedMove {
        GradedMove {
            number: 1,
            ply,
            plies: 9,
            seat: 1,
            moved: "a".to_owned(),
            better: None,
            best: best.into(),
            made: made.into(),
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
        let accuracy = Accuracy { source: EvaluationSource::Table, moves, blunders: Vec::new() };
        assert_eq!(accuracy.kept(), KeptCount { graded: 5, kept: 2 });
        assert_eq!(accuracy.by_phase()[2], KeptCount { graded: 2, kept: 1 });
        assert_eq!((accuracy.thrown(2), accuracy.thrown(1)), ((2, 3), (1, 1)));
    }
}
