//! The memory, disk space and time that solving a game would take.

use std::path::Path;

use bellwether_catalog::{AnyGame, AnySolvable, Catalog, solver};
use bellwether_core::{Error, bail};
use bellwether_solve::run::{SolveError, SolvePlan};
use bellwether_solve::table::partial_name;
use serde_json::{Value, json};

use crate::permissions;

/// Of the memory that is free a page may take so much.
const SHARE: f64 = 0.7;
/// The memory limit if the free memory is unknown.
const USUAL: u64 = 2_000_000_000;

/// The most memory that solving may take.
pub(super) fn memory() -> u64 {
    bellwether_catalog::spare_memory().map_or(USUAL, |free| (free as f64 * SHARE) as u64)
}

/// Threads that solve: a core is left for games played meanwhile.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1)
}

/// A game that can be solved, and what that takes.
pub(super) struct SolveTask {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) solver: Box<dyn AnySolvable>,
    pub(super) plan: SolvePlan,
}

impl SolveTask {
    /// The task of solving the game that a page requests.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be solved.
    pub(super) fn of(catalog: &Catalog, text: &str, folder: &Path) -> Result<Self, Error> {
        let game = permissions::game(catalog, text)?;
        let solver = solver(game.as_ref())?;
        let plan = solver.plan(folder)?;
        Ok(Self { game, solver, plan })
    }

    /// Checks that it can be done now.
    ///
    /// # Errors
    /// If the game is solved already, or takes too much memory.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.plan.path.exists() {
            bail!("{} is solved already", self.game.spec());
        }
        let (needed, allowed) = (self.plan.memory, memory());
        if needed > allowed { Err(SolveError::Memory { needed, allowed }.into()) } else { Ok(()) }
    }

    /// What solving the game takes.
    pub(super) fn to_json(&self) -> Value {
        plan_json(&self.game.spec().to_string(), self.game.card().title, &self.plan)
    }
}

/// What solving a listed variant takes.
#[derive(Debug)]
pub(super) struct VariantPlan {
    spec: String,
    title: &'static str,
    summary: &'static str,
    plan: SolvePlan,
}

impl VariantPlan {
    /// Those of all variants that can be solved. That takes a while: their positions are counted.
    pub(super) fn all(catalog: &Catalog, folder: &Path) -> Vec<Self> {
        let variants = catalog.cards().flat_map(|card| card.variants);
        let solvable = variants.filter_map(|&(spec, summary)| {
            let SolveTask { game, plan, .. } = SolveTask::of(catalog, spec, folder).ok()?;
            Some(Self { spec: game.spec().to_string(), title: game.card().title, summary, plan })
        });
        solvable.collect()
    }

    pub(super) fn to_json(&self) -> Value {
        let mut value = plan_json(&self.spec, self.title, &self.plan);
        value["summary"] = json!(self.summary);
        value
    }
}

fn plan_json(spec: &str, title: &str, plan: &SolvePlan) -> Value {
    json!({
        "game": spec,
        "title": title,
        "positions": plan.positions,
        "tiers": plan.tiers,
        "memory": plan.memory,
        "fits": plan.memory <= memory(),
        "bytes": plan.disk,
        "seconds": plan.seconds / threads() as f64,
        "solved": plan.path.exists(),
        "begun": partial_name(&plan.path).exists(),
    })
}
