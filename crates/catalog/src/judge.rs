//! The judge: the one search whose values people are shown, as chances to win.

use bellwether_core::spec::Spec;
use bellwether_core::{Calibration, Score, Seat};

use crate::{AnyGame, LEVELS};

/// Positions that the judge visits for a first answer, or games that it simulates.
const NODES: u64 = 10_000;
const SIMULATIONS: u64 = 1_000;
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

/// The judge for an analysis of several moves, which goes on until it is stopped.
#[must_use]
pub fn analyst(game: &dyn AnyGame, lines: usize) -> String {
    if has_agent(game, "pvs") { format!("pvs:multipv={lines},hash=64") } else { "mcts".to_owned() }
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
