//! Monte Carlo tree search with proven nodes (MCTS-Solver), priors, tree reuse and threads.
//!
//! | part | what it does |
//! |---|---|
//! | `node_pool` | nodes of 24 bytes in chunks, within a memory limit, shared by threads |
//! | `select` | child selection: UCB1 or PUCT |
//! | `simulate` | one simulation: selection, expansion, rollout, backup |
//! | `proof` | proven wins, losses and ranks |
//! | `reuse` | reuses the subtree of the current position at the next move |
//! | `report` | the choice and its statistics |
//! | `hidden` | information-set MCTS, for games of imperfect information |
//!
//! Every seat is assumed to maximise its own reward, so the search serves any number of seats. With one
//! thread, the same seed and the same number of simulations give the same move on every machine.

mod hidden;
mod node_pool;
mod proof;
mod report;
mod reuse;
mod select;
mod simulate;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bellwether_core::random::{Random, mix, seeded};
use bellwether_core::{Game, MctsTuning, PriorUse, Rng, Rollout, Seat};

use crate::agent::mover;
use crate::rewards::{RewardScale, Rewards};
use crate::{Agent, Budget, Choice, ProgressFn};
pub use hidden::InformationSetMcts;
use node_pool::{NodePool, ROOT};
use proof::Outcomes;
use select::Selection;
use simulate::{MctsShared, MctsWorker};

/// Simulations per move without limits.
const SIMULATIONS: u64 = 20_000;
/// Simulations of a thread between two checks of the clock.
const BATCH: u64 = 16;
/// Simulations between two progress reports: a report takes as long as a few of them.
const PROGRESS_INTERVAL: u64 = 2048;

/// The settings of a Monte Carlo tree search.
#[derive(Clone, Copy, Debug)]
pub struct MctsSettings {
    /// The rewards by rank.
    pub rewards: Rewards,
    /// The exploration constant, for rewards between 0 and 1.
    pub exploration: f32,
    /// First-play urgency: the value of an unvisited move, between 0 and 1 or more; infinity tries every
    /// move once first.
    pub first_play_urgency: f32,
    /// Visits of a leaf before it is expanded.
    pub expand_after: u32,
    /// How the rollout policy's priors are used, if it has any.
    pub priors: PriorUse,
    /// Megabytes for the tree; when they are used up it stops growing.
    pub memory: usize,
    /// Threads that share the tree.
    pub threads: usize,
}

impl MctsSettings {
    /// The default settings for a game of `seats`.
    #[must_use]
    pub fn for_seats(seats: usize) -> Self {
        Self::tuned(MctsTuning::default(), Rewards::for_seats(seats))
    }

    /// The settings that suit a game.
    #[must_use]
    pub const fn tuned(tuning: MctsTuning, rewards: Rewards) -> Self {
        Self {
            rewards,
            exploration: tuning.exploration,
            first_play_urgency: f32::INFINITY,
            expand_after: 1,
            priors: tuning.priors,
            memory: 256,
            threads: 1,
        }
    }

    const fn selection(&self, prior_use: PriorUse) -> Selection {
        match prior_use {
            PriorUse::Puct { .. } => Selection::Puct { weight: self.exploration },
            PriorUse::Ignored | PriorUse::Visits(_) => Selection::Ucb1 {
                exploration: self.exploration,
                first_play_urgency: self.first_play_urgency,
            },
        }
    }
}

/// Monte Carlo tree search for games of perfect information.
///
/// One agent serves one game: it keeps its tree from move to move.
#[derive(Debug)]
pub struct Mcts<G: Game, P> {
    settings: MctsSettings,
    rollout: P,
    rng: Random,
    tree: Option<ReusedTree<G>>,
}

/// The tree that is kept between moves.
#[derive(Debug)]
struct ReusedTree<G: Game> {
    root: G::State,
    pool: NodePool,
    /// The other half of the memory: a reused subtree is copied there.
    spare: NodePool,
    outcomes: Outcomes,
}

impl<G: Game, P: Rollout<G>> Mcts<G, P> {
    /// A search with this rollout policy and random seed.
    #[must_use]
    pub fn new(settings: MctsSettings, rollout: P, seed: u64) -> Self {
        Self { settings, rollout, rng: seeded(seed), tree: None }
    }

    /// The tree for a search from `state`: its subtree of the last one, if it is there.
    fn tree_for(&mut self, game: &G, state: &G::State) -> ReusedTree<G> {
        let Some(mut tree) = self.tree.take() else {
            let half = self.settings.memory.max(1) * (1 << 20) / 2;
            return ReusedTree {
                root: state.clone(),
                pool: NodePool::new(half),
                spare: NodePool::new(half),
                outcomes: Outcomes::new(),
            };
        };
        tree.spare.clear();
        if let Some(number) = reuse::find(game, &tree.pool, &tree.root, state) {
            reuse::copy_subtree(&tree.pool, number, &tree.spare);
        }
        std::mem::swap(&mut tree.pool, &mut tree.spare);
        tree.root = state.clone();
        tree
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.tree.as_ref().map_or(0, |tree| tree.pool.bytes() + tree.spare.bytes())
    }
}

impl<G: Game, P: Rollout<G>> Agent<G> for Mcts<G, P> {
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
        let mover = mover(game, state);
        let tree = self.tree_for(game, state);
        let settings = &self.settings;
        let prior_use = if P::HAS_PRIORS { settings.priors } else { PriorUse::Ignored };
        let shared = MctsShared {
            game,
            root: state,
            rollout: &self.rollout,
            pool: &tree.pool,
            outcomes: &tree.outcomes,
            scale: RewardScale::new(settings.rewards),
            selection: settings.selection(prior_use),
            expand_after: settings.expand_after,
            prior_use,
            depth: budget.limits.depth.map_or(usize::MAX, |depth| depth as usize),
            is_parallel: settings.threads > 1,
        };
        let work = SimulationQuota::new(&shared, budget, mover, progress);
        let depth = if settings.threads <= 1 {
            let mut worker = MctsWorker::new(&shared, self.rng.clone());
            work.run(&mut worker);
            let depth = worker.depth;
            self.rng = worker.into_rng();
            depth
        } else {
            let seed = self.rng.next_u64();
            let run = |thread| {
                let mut worker = MctsWorker::new(&shared, seeded(mix(seed, thread)));
                work.run(&mut worker);
                worker.depth
            };
            std::thread::scope(|scope| {
                let threads: Vec<_> = (1..settings.threads as u64)
                    .map(|thread| scope.spawn(move || run(thread)))
                    .collect();
                let own = run(0);
                threads.into_iter().filter_map(|thread| thread.join().ok()).fold(own, usize::max)
            })
        };
        let simulations = work.done.into_inner();
        let choice = Choice { simulations, depth: depth as u32, ..shared.report(mover) };
        self.tree = Some(tree);
        choice
    }
}

/// The simulations of one search, distributed to threads.
struct SimulationQuota<'a, G: Game, P> {
    shared: &'a MctsShared<'a, G, P>,
    budget: &'a Budget<'a>,
    mover: Seat,
    progress: Option<&'a ProgressFn<'a, G>>,
    most: u64,
    most_nodes: usize,
    /// Whether there is only one legal move, so that searching longer is a waste of time.
    is_forced: bool,
    begun: AtomicU64,
    done: AtomicU64,
    over: AtomicBool,
}

impl<'a, G: Game, P: Rollout<G>> SimulationQuota<'a, G, P> {
    fn new(
        shared: &'a MctsShared<'a, G, P>,
        budget: &'a Budget<'a>,
        mover: Seat,
        progress: Option<&'a ProgressFn<'a, G>>,
    ) -> Self {
        let limits = budget.limits;
        Self {
            shared,
            budget,
            mover,
            progress,
            most: limits.simulations_or(SIMULATIONS),
            most_nodes: limits.nodes.map_or(usize::MAX, |nodes| nodes as usize),
            is_forced: limits.time.is_some() && shared.game.count_moves(shared.root) == 1,
            begun: AtomicU64::new(0),
            done: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Simulates until a limit is reached, the stop signal is set, or the root is proven.
    fn run(&self, worker: &mut MctsWorker<'_, G, P>) {
        let root = self.shared.pool.node(ROOT);
        while !self.over.load(Ordering::Relaxed) {
            let begun = self.begun.fetch_add(BATCH, Ordering::Relaxed);
            let batch = BATCH.min(self.most.saturating_sub(begun));
            for _ in 0..batch {
                worker.simulate();
            }
            let done = self.done.fetch_add(batch, Ordering::Relaxed) + batch;
            if let Some(progress) = self.progress
                && (done - batch) / PROGRESS_INTERVAL < done / PROGRESS_INTERVAL
                && root.children().is_some()
            {
                let depth = worker.depth as u32;
                let seen = self.shared.report(self.mover);
                progress(&Choice { simulations: done, depth, ..seen });
            }
            // Whatever the limits, the root is expanded, so that there is a move to report.
            let is_enough = batch < BATCH
                || done >= self.most
                || self.is_forced
                || root.proof().is_some()
                || self.shared.pool.len() >= self.most_nodes
                || self.budget.is_over();
            if is_enough && root.children().is_some() {
                self.over.store(true, Ordering::Relaxed);
            } else if batch == 0 {
                // The only simulation was used up before the root was expanded: what expands it is not counted.
                worker.simulate();
            }
        }
    }
}
