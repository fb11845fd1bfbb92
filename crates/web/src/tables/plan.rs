//! The memory, disk space and time that solving a game would take.

use std::path::Path;

use bellwether_catalog::{AnyGame, AnySolvable, Catalog, solver};
use bellwether_core::ParseError;
use bellwether_solve::run::{SolveError, SolvePlan, size_text};
use bellwether_solve::table::partial_name;
use serde_json::{Value, json};

use crate::permissions;

/// Of the memory that is free a page may take so much.
const SHARE: f64 = 0.7;
/// The memory limit if the free memory is unknown.
const USUAL: u64 = 2_000_000_000;
/// Positions that a core settles in a second, and what one takes on disk, as docs/notes/solving.md has them.
const SPEED: f64 = 4e6;
const BYTES: f64 = 0.5;

/// The most memory that solving may take.
pub(super) fn memory() -> u64 {
    bellwether_catalog::spare_memory().map_or(USUAL, |free| (free as f64 * SHARE) as u64)
}

/// Threads that solve: a core is left for games played meanwhile.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1)
}

/// A game that can be solved now.
pub(super) struct SolveTask {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) solver: Box<dyn AnySolvable>,
    pub(super) plan: SolvePlan,
}

impl SolveTask {
    /// The task of solving the game that a page requests.
    ///
    /// # Errors
    /// If there is no such game, it cannot be solved, is solved already, or takes too much memory.
    pub(super) fn of(catalog: &Catalog, text: &str, folder: &Path) -> Result<Self, ParseError> {
        let game = permissions::game(catalog, text)?;
        let solver = solver(game.as_ref())?;
        let plan = solver.plan(folder).map_err(|error| words(&error))?;
        if plan.path.exists() {
            return Err(ParseError::new(format!("{} is solved already", game.spec())));
        }
        let most = memory();
        if plan.memory > most {
            return Err(ParseError::new(format!(
                "solving this takes {} of memory, more than the {} a page may take here: choose a smaller board",
                size_text(plan.memory),
                size_text(most)
            )));
        }
        Ok(Self { game, solver, plan })
    }
}

/// The error, without the command line's options.
pub(super) fn words(error: &SolveError) -> ParseError {
    match error {
        SolveError::Memory { needed, allowed } => ParseError::new(format!(
            "solving this takes {} of memory, more than the {} allowed",
            size_text(*needed),
            size_text(*allowed)
        )),
        error => ParseError::new(error.to_string()),
    }
}

/// What solving a game takes.
///
/// # Errors
/// If there is no such game, or it cannot be solved.
pub(super) fn to_json(catalog: &Catalog, text: &str, folder: &Path) -> Result<Value, ParseError> {
    let game = permissions::game(catalog, text)?;
    let solver = solver(game.as_ref())?;
    let plan = solver.plan(folder).map_err(|error| words(&error))?;
    Ok(json!({
        "game": game.spec().to_string(),
        "title": game.card().title,
        "positions": plan.numbers,
        "tiers": plan.tiers,
        "memory": plan.memory,
        "fits": plan.memory <= memory(),
        "bytes": (plan.numbers as f64 * BYTES).ceil() as u64,
        "seconds": plan.numbers as f64 / SPEED / threads() as f64,
        "solved": plan.path.exists(),
        "begun": partial_name(&plan.path).exists(),
    }))
}

/// The listed variants that can be solved, and what each takes.
pub(super) fn games(catalog: &Catalog, folder: &Path) -> Vec<Value> {
    let variants = catalog.cards().flat_map(|card| card.variants);
    variants
        .filter_map(|(spec, summary)| {
            let mut value = to_json(catalog, spec, folder).ok()?;
            value["summary"] = json!(summary);
            Some(value)
        })
        .collect()
}
