//! The strong searcher for two seats: iterative deepening, principal variation search, a shared table.
//!
//! | part | where |
//! |---|---|
//! | iterations, aspiration windows, threads | here |
//! | the moves at the root | [`root`] |
//! | a node and all below it | [`node`] |
//! | what settles a node without its moves, and quiescence | [`cuts`] |
//! | which move to try first | [`order`] |
//! | what is remembered of positions | [`table`] |
//! | points, and wins in so many plies | [`score`] |
//!
//! Positions are judged from the point of view of the seat that asks, all over the tree, as in minimax:
//! an evaluation may see the two sides differently. What the table holds is kept apart for the two
//! askers. The evaluation is not told of roots, since what the table holds must mean the same from one
//! move to the next.

mod cuts;
mod node;
mod order;
mod root;
mod score;
mod table;

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bellwether_core::random::{Random, seeded};
use bellwether_core::{Eval, SearchHints};

use crate::agent::mover;
use crate::{Agent, Alternative, Budget, Choice, ProgressFn};
use node::{PvsShared, PvsWorker};
use order::MoveHistory;
use root::{PvsRootMove, RootPosition};
use score::{MOST_PLIES, distance, is_proven, shown};
use table::TranspositionTable;

/// How deep to look if nothing limits the search.
const DEFAULT_DEPTH: u32 = 8;

/// The settings of [`Pvs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PvsSettings {
    /// The size of the table in mebibytes; at least one.
    pub hash: usize,
    /// How many threads search; with one the same work gives the same move everywhere.
    pub threads: usize,
    /// How many of the root's moves get an exact score and a line.
    pub multipv: usize,
    /// What decides between moves that nothing tells apart.
    pub seed: u64,
    /// Whether to visit everything to the depth and nothing beyond, as minimax does: for checking.
    pub is_exhaustive: bool,
}

impl Default for PvsSettings {
    fn default() -> Self {
        Self { hash: 16, threads: 1, multipv: 1, seed: 0, is_exhaustive: false }
    }
}

/// The strong searcher for two seats with opposite interests.
///
/// Its table lasts from move to move. A score of a win or a loss is proven; a win may be nearer still.
#[derive(Debug)]
pub struct Pvs<G: SearchHints, E> {
    eval: E,
    settings: PvsSettings,
    table: TranspositionTable,
    /// What is remembered of moves, for the first thread; others start afresh.
    memory: Option<MoveHistory<G::Move>>,
    generation: u8,
    rng: Random,
}

impl<G: SearchHints, E: Eval<G>> Pvs<G, E> {
    /// A searcher that judges by `eval`.
    ///
    /// # Panics
    /// If there is not enough memory for the table: see [`try_new`](Self::try_new).
    #[must_use]
    pub fn new(eval: E, settings: PvsSettings) -> Self {
        Self::try_new(eval, settings).expect("there is memory for the table")
    }

    /// A searcher that judges by `eval`.
    ///
    /// # Errors
    /// If there is not enough memory for the table.
    pub fn try_new(eval: E, settings: PvsSettings) -> Result<Self, TryReserveError> {
        Ok(Self {
            eval,
            settings,
            table: TranspositionTable::new(settings.hash)?,
            memory: None,
            generation: 0,
            rng: seeded(settings.seed),
        })
    }
}

impl<G: SearchHints, E: Eval<G>> Agent<G> for Pvs<G, E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.search(game, state, budget, None)
    }

    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        watch: &ProgressFn<'_, G>,
    ) -> Choice<G> {
        self.search(game, state, budget, Some(watch))
    }
}

impl<G: SearchHints, E: Eval<G>> Pvs<G, E> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        watch: Option<&ProgressFn<'_, G>>,
    ) -> Choice<G> {
        self.generation = self.generation.wrapping_add(1);
        let limits = budget.limits;
        let unlimited = limits.depth.is_none() && limits.time.is_none() && limits.nodes.is_none();
        let deepest = limits.depth.unwrap_or(if unlimited { DEFAULT_DEPTH } else { u32::MAX });
        let deepest = deepest.clamp(1, MOST_PLIES as u32 - 1);
        let mover = mover(game, state);
        let shared = PvsShared {
            table: &self.table,
            budget,
            generation: self.generation,
            asker: mover,
            is_exhaustive: self.settings.is_exhaustive,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let memory = self
            .memory
            .get_or_insert_with(|| MoveHistory::new(game.action_count(), MOST_PLIES + 2));
        memory.fade();
        let mut root = RootPosition::new(game, state, mover, &mut self.rng);
        let lines = self.settings.multipv.clamp(1, root.moves.len());
        let eval = &self.eval;
        let depth = std::thread::scope(|scope| {
            for helper in 1..self.settings.threads {
                let (shared, mut root, eval) = (&shared, root.clone(), eval.clone());
                scope.spawn(move || {
                    let mut memory = MoveHistory::new(game.action_count(), MOST_PLIES + 2);
                    let mut worker = PvsWorker::new(game, eval, shared, &mut memory);
                    // Helpers that are a ply apart fill the table with different things.
                    let first = 1 + helper as u32 % 2;
                    deepen(&mut worker, &mut root, 1, first..=deepest, None);
                    worker.look_up();
                });
            }
            let mut worker = PvsWorker::new(game, eval.clone(), &shared, memory);
            let depth = deepen(&mut worker, &mut root, lines, 1..=deepest, watch);
            worker.look_up();
            shared.stop.store(true, Ordering::Relaxed);
            depth
        });
        report(&root, lines, depth, shared.nodes.load(Ordering::Relaxed))
    }
}

/// Searches deeper and deeper until the budget is spent or nothing is left to learn, and says how deep
/// it got.
fn deepen<G: SearchHints, E: Eval<G>>(
    worker: &mut PvsWorker<'_, G, E>,
    root: &mut RootPosition<'_, G>,
    lines: usize,
    depths: std::ops::RangeInclusive<u32>,
    watch: Option<&ProgressFn<'_, G>>,
) -> u32 {
    let mut reached = 0;
    for depth in depths {
        for line in 0..lines {
            root.settle(worker, line, depth as i32);
            if worker.is_spent() {
                return reached;
            }
        }
        reached = depth;
        if let Some(watch) = watch {
            watch(&report(root, lines, depth, worker.shared.nodes.load(Ordering::Relaxed)));
        }
        let settled = |m: &PvsRootMove<G>| is_proven(m.score) && distance(m.score) <= depth;
        if root.moves[..lines].iter().all(settled) && !worker.shared.is_exhaustive {
            break;
        }
    }
    reached
}

fn report<G: SearchHints>(
    root: &RootPosition<'_, G>,
    lines: usize,
    depth: u32,
    nodes: u64,
) -> Choice<G> {
    let alternative = |m: &PvsRootMove<G>| Alternative {
        m: m.m,
        score: shown(m.score),
        effort: m.effort,
        line: m.line.clone(),
    };
    let best = &root.moves[0];
    Choice {
        score: best.is_scored().then(|| shown(best.score)),
        depth,
        nodes,
        line: best.line.clone(),
        // Moves beyond these have bounds only.
        alternatives: root.moves[..lines]
            .iter()
            .filter(|m| m.is_scored())
            .map(alternative)
            .collect(),
        ..Choice::bare(best.m)
    }
}
