//! The judge: the one search whose values people are shown, as chances to win.
//!
//! Many evaluations like whoever moved last: in Connect Four a search of an odd depth likes the first seat at the start
//! (65 %), one of an even depth the second (38 %). So the judge's chance is the mean of the last two depths it has
//! finished, and a longer look at the same position tells nearly the same.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;

use bellwether_core::spec::Spec;
use bellwether_core::{Calibration, Error, Score, Seat};

use crate::{AlternativeMove, AnyGame, AnyPosition, BotPermission, ChosenMove, LEVELS, Limits};

/// Positions that the judge visits for a first answer, or games that it simulates.
const NODES: u64 = 10_000;
const SIMULATIONS: u64 = 1_000;
/// How much longer it looks to compare all moves of a position.
const COMPARING: u64 = 10;
/// The agents whose values are means of simulated games.
const SIMULATING: [&str; 2] = ["mcts", "uct"];
/// The agents whose values are points of an evaluation: `pvs` by default of the last one, the others of the first.
const EVALUATING: [&str; 7] = ["pvs", "alphabeta", "minimax", "greedy", "maxn", "paranoid", "brs"];

fn has_agent(game: &dyn AnyGame, name: &str) -> bool {
    game.agents().iter().any(|agent| agent.name == name)
}

/// The judge of a game, as an agent; `effort` is how much longer it thinks than for its first answer.
#[must_use]
pub fn judge(game: &dyn AnyGame, effort: u64) -> String {
    if has_agent(game, "pvs") {
        format!("pvs:nodes={},hash={}", NODES * effort, effort.clamp(1, 16))
    } else {
        format!("mcts:simulations={}", SIMULATIONS * effort)
    }
}

/// How much longer a search of the judge was than for its first answer.
#[must_use]
pub const fn judge_effort(chosen: &ChosenMove) -> u64 {
    if chosen.simulations > 0 { chosen.simulations / SIMULATIONS } else { chosen.nodes / NODES }
}

/// The judge for an analysis of several moves, which goes on until it is stopped.
#[must_use]
pub fn analyst(game: &dyn AnyGame, lines: usize) -> String {
    if has_agent(game, "pvs") { format!("pvs:multipv={lines},hash=64") } else { "mcts".to_owned() }
}

/// What the judge makes of a position, for the seat to move.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPosition {
    /// The move it would play.
    pub text: String,
    /// Its value as the search has it.
    pub score: Score,
    /// The chance to win.
    pub chance: Option<f64>,
}

/// Asks a judge for its value of a position, or what it has when `stop` is set; none if it has no value.
///
/// # Errors
/// If the position is of another game, or over.
pub fn ask_judge(
    game: &dyn AnyGame,
    judge: &str,
    position: &dyn AnyPosition,
    stop: &AtomicBool,
) -> Result<Option<JudgedPosition>, Error> {
    let Some(seat) = position.status().mover() else { return Ok(None) };
    let depths = Mutex::new(TwoDepths::default());
    let watch = |chosen: ChosenMove| {
        let chance = chosen.score.and_then(|score| chance(game, judge, score, seat));
        let mut depths = depths.lock().unwrap_or_else(PoisonError::into_inner);
        chance.inspect(|chance| depths.note("", chosen.depth, *chance));
    };
    let mut agent = game.agent(judge, 1, BotPermission::Refused)?;
    let chosen = agent.think(position, Limits::default(), stop, Some(&watch))?;
    let Some(score) = chosen.score else { return Ok(None) };
    let own = chance(game, judge, score, seat);
    let depths = depths.into_inner().unwrap_or_else(PoisonError::into_inner);
    let chance = if TwoDepths::swing(score) { depths.mean("").or(own) } else { own };
    Ok(Some(JudgedPosition { text: chosen.text, score, chance }))
}

/// What a move costs its mover's chance to win: the best move's chance less its own, both from one search of the position
/// before it. None if the game's judge does not compare moves by an evaluation, or has no value for this one.
///
/// The judge's values of two positions in a row cannot say so. They are of searches of different depths, and an evaluation
/// may have a formula for each seat, as in Wolves Eat Sheep: there every quiet move would seem a mistake.
///
/// # Errors
/// If the position is of another game, or over.
pub fn move_cost(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    text: &str,
    stop: &AtomicBool,
) -> Result<Option<f64>, Error> {
    let Some(seat) = position.status().mover() else { return Ok(None) };
    if !has_agent(game, "pvs") {
        return Ok(None);
    }
    let moves = position.moves().len();
    let comparing = format!("pvs:nodes={},hash=16,multipv={moves}", NODES * COMPARING);
    let depths = Mutex::new(TwoDepths::default());
    let watch = |chosen: ChosenMove| {
        let mut depths = depths.lock().unwrap_or_else(PoisonError::into_inner);
        for other in &chosen.alternatives {
            let own = chance(game, &comparing, other.score, seat);
            own.inspect(|own| depths.note(&other.text, chosen.depth, *own));
        }
    };
    let mut agent = game.agent(&comparing, 1, BotPermission::Refused)?;
    let chosen = agent.think(position, Limits::default(), stop, Some(&watch))?;
    let depths = depths.into_inner().unwrap_or_else(PoisonError::into_inner);
    let value = |other: &AlternativeMove| {
        let own = chance(game, &comparing, other.score, seat)?;
        let mean = depths.mean(&other.text).filter(|_| TwoDepths::swing(other.score));
        Some((other.text == text, mean.unwrap_or(own)))
    };
    let values: Vec<_> = chosen.alternatives.iter().filter_map(value).collect();
    let own = values.iter().find(|(is_own, _)| *is_own).map(|(_, own)| *own);
    let best = values.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
    Ok(own.map(|own| best - own))
}

/// The chances that a search has found at its last two depths, by move.
#[derive(Clone, Debug, Default)]
pub struct TwoDepths(HashMap<String, (u32, f64, Option<f64>)>);

impl TwoDepths {
    /// Whether values of this kind go up and down with the depth: those of an evaluation do, results and means of
    /// simulated games do not.
    #[must_use]
    pub const fn swing(score: Score) -> bool {
        matches!(score, Score::Points(_))
    }

    /// A move has this chance at this depth.
    pub fn note(&mut self, text: &str, depth: u32, chance: f64) {
        let before = match self.0.get(text) {
            Some((known, _, before)) if *known == depth => *before,
            Some((known, chance, _)) if known + 1 == depth => Some(*chance),
            _ => None,
        };
        self.0.insert(text.to_owned(), (depth, chance, before));
    }

    /// The mean chance of a move at the last two depths; or at one, if there is no other.
    #[must_use]
    pub fn mean(&self, text: &str) -> Option<f64> {
        let (_, chance, before) = self.0.get(text)?;
        Some(before.map_or(*chance, |before| f64::midpoint(before, *chance)))
    }
}

/// The chance to win of `seat`, which is to move and for which this agent reports `score`; none if the game has no
/// calibration for the agent's values.
#[must_use]
pub fn chance(game: &dyn AnyGame, agent: &str, score: Score, seat: Seat) -> Option<f64> {
    score.chance(seat, calibration(game, agent))
}

/// What turns the values of this agent into chances.
#[must_use]
pub fn calibration(game: &dyn AnyGame, agent: &str) -> Option<&'static Calibration> {
    let of = measured_by(game, agent)?;
    game.calibrations().iter().find(|calibration| calibration.of == of)
}

/// What the values of an agent are points or means of: an evaluation, or the agent itself if it simulates games.
fn measured_by(game: &dyn AnyGame, agent: &str) -> Option<&'static str> {
    let mut spec = Spec::parse(agent).ok()?;
    if let Some(level) = LEVELS.iter().position(|level| *level == spec.name()) {
        spec = spec.over(&Spec::parse(game.card().levels[level]).ok()?);
    }
    let option = |wanted: &str| spec.options().find(|(name, _)| *name == wanted);
    if let Some(name) = SIMULATING.into_iter().find(|name| *name == spec.name()) {
        // Other rewards mean something else.
        return option("rewards").is_none().then_some(name);
    }
    let name = EVALUATING.into_iter().find(|name| *name == spec.name())?;
    let evals = game.card().evals;
    match option("heuristic") {
        Some((_, value)) => evals.iter().map(|eval| eval.name).find(|eval| Some(*eval) == value),
        None if name == "pvs" => evals.last().map(|eval| eval.name),
        None => evals.first().map(|eval| eval.name),
    }
}

/// What a game's calibrations are of, and the agent by whose values each is fitted; the judge comes first.
pub(crate) fn gauges(game: &dyn AnyGame) -> Vec<(&'static str, String)> {
    let judge = judge(game, 1);
    let judged = measured_by(game, &judge);
    let mut gauges: Vec<(&'static str, String)> =
        judged.map(|of| (of, judge)).into_iter().collect();
    let searches = [("alphabeta", 3), ("paranoid", 2)];
    let search = searches.into_iter().find(|(name, _)| has_agent(game, name));
    let evals = game.card().evals.iter().filter_map(|eval| {
        let (name, depth) = search?;
        Some((eval.name, format!("{name}:depth={depth},heuristic={}", eval.name)))
    });
    let simulating = [("uct", "uct:simulations=200".to_owned())];
    let others = evals.chain(simulating).filter(|(of, _)| Some(*of) != judged);
    gauges.extend(others.filter(|(_, agent)| game.validate(agent).is_ok()));
    gauges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;
    use bellwether_games::connect_four::ConnectFour;
    use bellwether_games::wolves_eat_sheep::WolvesEatSheep;

    #[test]
    fn a_longer_look_tells_nearly_the_same() {
        let game = Catalog::new().with::<ConnectFour>().game("connect-four").unwrap();
        let mut position = game.start();
        for text in ["d", "d", "c"] {
            let chances = [1, 2, 3, 20].map(|effort| {
                let judge = judge(game.as_ref(), effort);
                let stop = AtomicBool::new(false);
                let judged = ask_judge(game.as_ref(), &judge, position.as_ref(), &stop);
                judged.unwrap().unwrap().chance.unwrap()
            });
            let (least, most) = chances.iter().fold((1.0, 0.0), |(least, most), chance| {
                (f64::min(least, *chance), f64::max(most, *chance))
            });
            assert!(most - least < 0.12, "before {text}: {chances:?}");
            position.play(text).unwrap();
        }
    }

    #[test]
    fn moves_are_compared_within_one_search() {
        let catalog = Catalog::new().with::<ConnectFour>().with::<WolvesEatSheep>();
        let never = AtomicBool::new(false);
        let game = catalog.game("wolves-eat-sheep").unwrap();
        let start = game.start();
        let quiet = ["d1e1", "d1c1", "d1d2", "b1a1"];
        let costs = quiet
            .map(|text| move_cost(game.as_ref(), start.as_ref(), text, &never).unwrap().unwrap());
        assert!(costs.iter().all(|cost| (0.0..0.05).contains(cost)), "{costs:?}");
        // A disc at the edge, where the middle is free.
        let game = catalog.game("connect-four").unwrap();
        let mut position = game.start();
        for text in ["d", "d", "c", "b"] {
            position.play(text).unwrap();
        }
        let cost = |text| move_cost(game.as_ref(), position.as_ref(), text, &never).unwrap();
        assert!(cost("a").unwrap() > 0.1, "{:?}", cost("a"));
        assert!(cost("d").unwrap() < 0.02, "{:?}", cost("d"));
        assert_eq!(cost("h"), None, "that is no move");
    }

    #[test]
    fn two_depths_in_a_row_are_averaged() {
        let mut depths = TwoDepths::default();
        assert_eq!(depths.mean("a"), None);
        depths.note("a", 3, 0.25);
        assert_eq!(depths.mean("a"), Some(0.25));
        depths.note("a", 4, 0.75);
        assert_eq!(depths.mean("a"), Some(0.5));
        depths.note("a", 4, 0.25);
        assert_eq!(depths.mean("a"), Some(0.25));
        depths.note("a", 7, 0.5);
        assert_eq!(depths.mean("a"), Some(0.5));
    }
}
