//! Principal variation search for two seats: iterative deepening and a shared transposition table.
//!
//! | part | where |
//! |---|---|
//! | iterations, aspiration windows, threads | here |
//! | the root's moves | [`root`] |
//! | the recursive search | [`node`] |
//! | table cutoffs, reverse futility, null move, quiescence | [`cuts`] |
//! | move ordering: table move, killers, countermoves, history | [`order`] |
//! | the transposition table | [`table`] |
//! | scores and windows | [`score`] |
//!
//! The whole tree is evaluated from the root mover's point of view, as in minimax: an evaluation need not
//! be symmetric. So the two seats have separate table keys. [`Eval::set_root`] is not called, since table
//! entries must mean the same from one move to the next.

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
use score::{MOST_PLIES, distance, is_proven, to_score};
use table::TranspositionTable;

/// The depth without limits.
const DEFAULT_DEPTH: u32 = 8;

/// The settings of [`Pvs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PvsSettings {
    /// The size of the transposition table in mebibytes; at least one.
    pub hash: usize,
    /// Search threads; with one, the same limits give the same move everywhere.
    pub threads: usize,
    /// The number of root moves that get an exact score and a line.
    pub multipv: usize,
    /// The random seed for the order of otherwise equal root moves.
    pub seed: u64,
    /// Whether to search at full width without extensions, as minimax does: for tests.
    pub is_exhaustive: bool,
}

impl Default for PvsSettings {
    fn default() -> Self {
        Self { hash: 16, threads: 1, multipv: 1, seed: 0, is_exhaustive: false }
    }
}

/// Principal variation search for two-player zero-sum games.
///
/// Its table is kept from move to move. A win or loss score is proven; a win may be even shorter.
#[derive(Debug)]
pub struct Pvs<G: SearchHints, E> {
    eval: E,
    settings: PvsSettings,
    table: TranspositionTable,
    /// History, killers and countermoves of the first thread; others start empty.
    history: Option<MoveHistory<G::Move>>,
    generation: u8,
    rng: Random,
}

impl<G: SearchHints, E: Eval<G>> Pvs<G, E> {
    /// A search with this evaluation.
    ///
    /// # Panics
    /// If there is not enough memory for the table: see [`try_new`](Self::try_new).
    #[must_use]
    pub fn new(eval: E, settings: PvsSettings) -> Self {
        Self::try_new(eval, settings).expect("there is memory for the table")
    }

    /// A search with this evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for the table.
    pub fn try_new(eval: E, settings: PvsSettings) -> Result<Self, TryReserveError> {
        Ok(Self {
            eval,
            settings,
            table: TranspositionTable::new(settings.hash)?,
            history: None,
            generation: 0,
            rng: seeded(settings.seed),
        })
    }
}

impl<G: SearchHints, E: Eval<G>> Agent<G> for Pvs<G, E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_with_progress(game, state, budget, None)
    }

    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        progress: Option<&ProgressFn<'_, G>>,
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
            root_mover: mover,
            is_exhaustive: self.settings.is_exhaustive,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let history = self
            .history
            .get_or_insert_with(|| MoveHistory::new(game.action_count(), MOST_PLIES + 2));
        history.age();
        let mut root = RootPosition::new(game, state, mover, &mut self.rng);
        let lines = self.settings.multipv.clamp(1, root.moves.len());
        let eval = &self.eval;
        let depth = std::thread::scope(|scope| {
            for helper in 1..self.settings.threads {
                let (shared, mut root, eval) = (&shared, root.clone(), eval.clone());
                scope.spawn(move || {
                    let mut history = MoveHistory::new(game.action_count(), MOST_PLIES + 2);
                    let mut worker = PvsWorker::new(game, eval, shared, &mut history);
                    // Helpers a ply apart fill the table with different entries (lazy SMP).
                    let first = 1 + helper as u32 % 2;
                    deepen(&mut worker, &mut root, 1, first..=deepest, None);
                    worker.poll_budget();
                });
            }
            let mut worker = PvsWorker::new(game, eval.clone(), &shared, history);
            let depth = deepen(&mut worker, &mut root, lines, 1..=deepest, progress);
            worker.poll_budget();
            shared.stop.store(true, Ordering::Relaxed);
            depth
        });
        report(&root, lines, depth, shared.nodes.load(Ordering::Relaxed))
    }
}

/// Iterative deepening until the budget is used up or all lines are proven; returns the depth reached.
fn deepen<G: SearchHints, E: Eval<G>>(
    worker: &mut PvsWorker<'_, G, E>,
    root: &mut RootPosition<'_, G>,
    lines: usize,
    depths: std::ops::RangeInclusive<u32>,
    progress: Option<&ProgressFn<'_, G>>,
) -> u32 {
    let mut reached = 0;
    for depth in depths {
        for line in 0..lines {
            root.find_best(worker, line, depth as i32);
            if worker.is_spent() {
                return reached;
            }
        }
        reached = depth;
        if let Some(progress) = progress {
            progress(&report(root, lines, depth, worker.shared.nodes.load(Ordering::Relaxed)));
        }
        let is_solved = |m: &PvsRootMove<G>| is_proven(m.score) && distance(m.score) <= depth;
        if root.moves[..lines].iter().all(is_solved) && !worker.shared.is_exhaustive {
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
        score: to_score(m.score),
        effort: m.effort,
        line: m.line.clone(),
    };
    let best = &root.moves[0];
    Choice {
        score: best.is_scored().then(|| to_score(best.score)),
        depth,
        nodes,
        line: best.line.clone(),
        // Other moves have only bounds.
        alternatives: root.moves[..lines]
            .iter()
            .filter(|m| m.is_scored())
            .map(alternative)
            .collect(),
        ..Choice::bare(best.m)
    }
}
