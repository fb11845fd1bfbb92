//! Agents for games that can be solved: `perfect`, and `tables=on` for the searches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{ParseError, SearchHints, Uniform};
use bellwether_search::{Agent, AlphaBeta, Greedy, Minimax};
use bellwether_solve::run::size_text;
use bellwether_solve::{Oracle, Perfect, Probing, Solvable, run};

use super::entries::{
    AgentEntry, FIXED, GREEDY, MakeAgent, PVS, SEED, fixed, for_two_seats, heuristic, pvs_judging,
    strongest,
};
use super::simulation::{MCTS, is_wise, make_open, open, settings};
use crate::CatalogGame;
use crate::solved::{SMALL, tables_folder};

const TABLES: OptionInfo = OptionInfo {
    name: "tables",
    takes: "on or off",
    default: "off",
    help: "judge positions by the solved table, which `bellwether solve` makes",
};
const ERROR: OptionInfo = OptionInfo {
    name: "error",
    takes: "0 to 1",
    default: "0",
    help: "how often to throw the result away, if there is a move that does",
};

/// The agents of a game that can be solved.
pub(crate) fn for_solved_game<G: CatalogGame + SearchHints + Solvable>() -> Vec<AgentEntry<G>> {
    let mut entries = for_two_seats();
    for entry in &mut entries {
        let with_tables: Option<(&'static [OptionInfo], MakeAgent<G>)> = match entry.name {
            "greedy" => Some((const { &joined::<{ GREEDY.len() + 1 }>(GREEDY) }, greedy)),
            "minimax" => Some((const { &joined::<{ FIXED.len() + 1 }>(FIXED) }, minimax)),
            "alphabeta" => Some((const { &joined::<{ FIXED.len() + 1 }>(FIXED) }, alpha_beta)),
            "pvs" => Some((const { &joined::<{ PVS.len() + 1 }>(PVS) }, pvs)),
            "mcts" => Some((const { &joined::<{ MCTS.len() + 1 }>(MCTS) }, mcts)),
            _ => None,
        };
        if let Some((options, make)) = with_tables {
            (entry.options, entry.make) = (options, make);
        }
    }
    entries.push(AgentEntry {
        name: "perfect",
        summary: "plays the solved table: never errs, wins as fast and loses as slowly as can be",
        options: &[ERROR, SEED],
        make: |game, options, seed| {
            let error = options.number("error", 0.0..=1.0)?.unwrap_or(0.0);
            Ok(Box::new(Perfect::new(oracle(game)?, error, seed)))
        },
    });
    entries
}

/// Some options and `tables`.
const fn joined<const N: usize>(options: &[OptionInfo]) -> [OptionInfo; N] {
    let mut all = [TABLES; N];
    let mut at = 0;
    while at < options.len() {
        all[at] = options[at];
        at += 1;
    }
    all
}

fn greedy<G: CatalogGame + Solvable>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let judge = heuristic::<G>(options, seed)?;
    Ok(match tables(game, options)? {
        Some(oracle) => Box::new(Greedy::new(Probing::new(oracle, judge), seed)),
        None => Box::new(Greedy::new(judge, seed)),
    })
}

fn minimax<G: CatalogGame + SearchHints + Solvable>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let judge = heuristic::<G>(options, seed)?;
    Ok(match tables(game, options)? {
        Some(oracle) => Box::new(Minimax(fixed(Probing::new(oracle, judge), options, 3, seed)?)),
        None => Box::new(Minimax(fixed(judge, options, 3, seed)?)),
    })
}

fn alpha_beta<G: CatalogGame + SearchHints + Solvable>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let judge = heuristic::<G>(options, seed)?;
    Ok(match tables(game, options)? {
        Some(oracle) => Box::new(AlphaBeta(fixed(Probing::new(oracle, judge), options, 4, seed)?)),
        None => Box::new(AlphaBeta(fixed(judge, options, 4, seed)?)),
    })
}

fn pvs<G: CatalogGame + SearchHints + Solvable>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let judge = strongest::<G>(options, seed)?;
    Ok(match tables(game, options)? {
        Some(oracle) => Box::new(pvs_judging(Probing::new(oracle, judge), options, seed)?),
        None => Box::new(pvs_judging(judge, options, seed)?),
    })
}

fn mcts<G: CatalogGame + Solvable>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let Some(oracle) = tables(game, options)? else { return make_open(game, options, seed) };
    let settings = settings(game, options)?;
    Ok(if is_wise(options)? {
        open(settings, Probing::new(oracle, G::Rollout::default()), seed)
    } else {
        open(settings, Probing::new(oracle, Uniform), seed)
    })
}

/// The game's table if the options ask for it.
fn tables<G: CatalogGame + Solvable>(
    game: &G,
    options: &Options<'_>,
) -> Result<Option<Arc<Oracle<G>>>, ParseError> {
    let wanted = options.choice("tables", &[("on", true), ("off", false)])?;
    wanted.unwrap_or(false).then(|| oracle(game)).transpose()
}

/// The game's table, or the game solved on the spot if it is small.
fn oracle<G: CatalogGame + Solvable>(game: &G) -> Result<Arc<Oracle<G>>, ParseError> {
    let folder = tables_folder();
    let fail = |error: &dyn std::fmt::Display| ParseError::new(error.to_string());
    if let Some(oracle) = Oracle::find(game, &folder).map_err(|error| fail(&error))? {
        return Ok(Arc::new(oracle));
    }
    if let Ok(Some(oracle)) = Oracle::solve(game, SMALL, &AtomicBool::new(false)) {
        return Ok(Arc::new(oracle));
    }
    let plan = run::plan(game, &folder).map_err(|error| fail(&error))?;
    Err(ParseError::new(format!(
        "there is no table of this {0} in {1}: make it with `bellwether solve {0}` and the same options ({2} of memory)",
        G::NAME,
        folder.display(),
        size_text(plan.memory)
    )))
}
