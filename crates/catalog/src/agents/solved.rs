//! Agents for games that can be solved: `perfect`, and `tables=on` for the searches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{ParseError, Playable, SearchHints, Uniform};
use bellwether_search::{AlphaBeta, Greedy, Minimax};
use bellwether_solve::run::size_text;
use bellwether_solve::{Oracle, Perfect, Probing, Solvable, run};

use super::entries::{
    AgentEntry, FIXED, GREEDY, MakeAgent, PVS, SEED, fixed, heuristic, pvs, strongest,
};
use super::simulation::{MCTS, is_wise, open, settings};
use crate::folders::tables_folder;
use crate::solved::SMALL;

const TABLES: OptionInfo = OptionInfo::choice(
    "tables",
    "on or off",
    "off",
    "evaluate positions by the solved table, which `bellwether solve` makes",
);
const ERROR: OptionInfo = OptionInfo::number(
    "error",
    "0 to 1",
    "0",
    "how often to throw the result away, if there is a move that does",
);

/// Adds `tables=on` to the agents that evaluate positions or simulate games, and `perfect`.
pub(crate) fn add_tables<G: Playable + SearchHints + Solvable>(entries: &mut Vec<AgentEntry<G>>) {
    for entry in &mut *entries {
        let with_tables: Option<(&'static [OptionInfo], MakeAgent<G>)> = match entry.name {
            "greedy" => {
                Some((const { &joined::<{ GREEDY.len() + 1 }>(GREEDY) }, |game, options, seed| {
                    let eval = with_table(game, options, heuristic::<G>(options, seed)?)?;
                    Ok(Box::new(Greedy::new(eval, seed)))
                }))
            }
            "minimax" => {
                Some((const { &joined::<{ FIXED.len() + 1 }>(FIXED) }, |game, options, seed| {
                    let eval = with_table(game, options, heuristic::<G>(options, seed)?)?;
                    Ok(Box::new(Minimax(fixed(eval, options, 3, seed)?)))
                }))
            }
            "alphabeta" => {
                Some((const { &joined::<{ FIXED.len() + 1 }>(FIXED) }, |game, options, seed| {
                    let eval = with_table(game, options, heuristic::<G>(options, seed)?)?;
                    Ok(Box::new(AlphaBeta(fixed(eval, options, 4, seed)?)))
                }))
            }
            "pvs" => Some((const { &joined::<{ PVS.len() + 1 }>(PVS) }, |game, options, seed| {
                let eval = with_table(game, options, strongest::<G>(options, seed)?)?;
                Ok(Box::new(pvs(eval, options, seed)?))
            })),
            "mcts" => {
                Some((const { &joined::<{ MCTS.len() + 1 }>(MCTS) }, |game, options, seed| {
                    let settings = settings(game, options)?;
                    Ok(if is_wise(options)? {
                        open(settings, with_table(game, options, G::Rollout::default())?, seed)
                    } else {
                        open(settings, with_table(game, options, Uniform)?, seed)
                    })
                }))
            }
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
        ignored: |_, _| &[],
        make: |game, options, seed| {
            let error = options.number("error", 0.0..=1.0)?.unwrap_or(0.0);
            Ok(Box::new(Perfect::new(oracle(game)?, error, seed)))
        },
    });
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

/// An evaluation or rollout that asks the game's table first, if the options want that.
fn with_table<G: Playable + Solvable, E>(
    game: &G,
    options: &Options<'_>,
    inner: E,
) -> Result<Probing<G, E>, ParseError> {
    let wanted = options.choice("tables", &[("on", true), ("off", false)])?;
    let oracle = wanted.unwrap_or(false).then(|| oracle(game)).transpose()?;
    Ok(Probing::new(oracle, inner))
}

/// The game's table, or the game solved on the spot if it is small.
fn oracle<G: Playable + Solvable>(game: &G) -> Result<Arc<Oracle<G>>, ParseError> {
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
