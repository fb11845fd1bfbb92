//! Monte Carlo tree search, grown up: simulated games guide a tree, and what is certain is proven.
//!
//! | part | what it does |
//! |---|---|
//! | `arena` | nodes of 24 bytes in chunks, within a memory limit, shared by threads |
//! | `select` | which child a simulation goes to |
//! | `simulate` | one simulation: down the tree, a game to its end, the result back up |
//! | `proof` | wins, losses and places that are certain |
//! | `reuse` | keeps the part of the tree that is still of use at the next move |
//! | `report` | what the search saw |
//! | `hidden` | the same idea over what a seat knows, for games with secrets |
//!
//! Every seat is taken to play for its own reward, so the search serves any number of seats. With one
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

/// How many simulations a move gets if nothing is limited.
const SIMULATIONS: u64 = 20_000;
/// How many simulations a thread makes before it looks at the clock again.
const BATCH: u64 = 16;
/// After how many simulations those who watch are told: a report takes as long as a few of them.
const GLANCE: u64 = 2048;

/// The settings of a Monte Carlo tree search.
#[derive(Clone, Copy, Debug)]
pub struct MctsSettings {
    /// What the places are worth.
    pub rewards: Rewards,
    /// The weight of the unknown, for rewards between 0 and 1.
    pub exploration: f32,
    /// What a move is worth that was never tried, between 0 and 1 or more; infinity tries every move
    /// before any again.
    pub first_play_urgency: f32,
    /// How often a leaf is visited before it gets children.
    pub expand_after: u32,
    /// What it makes of the rollout's opinion of the moves, if there is one.
    pub priors: PriorUse,
    /// Megabytes for the tree; when they are used up it stops growing.
    pub memory: usize,
    /// Threads that work on the tree together.
    pub threads: usize,
}

impl MctsSettings {
    /// The usual settings for a table of `seats`.
    #[must_use]
    pub fn usual(seats: usize) -> Self {
        Self::tuned(MctsTuning::default(), Rewards::usual(seats))
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
}

impl MctsSettings {
    const fn selection(&self, hopes: PriorUse) -> Selection {
        match hopes {
            PriorUse::Puct { .. } => Selection::Guided { weight: self.exploration },
            PriorUse::Ignored | PriorUse::Visits(_) => Selection::Bound {
                exploration: self.exploration,
                first_play_urgency: self.first_play_urgency,
            },
        }
    }
}

/// Monte Carlo tree search for games in which everything is seen.
///
/// One agent serves one game: it remembers its tree from move to move.
#[derive(Debug)]
pub struct Mcts<G: Game, P> {
    settings: MctsSettings,
    rollout: P,
    rng: Random,
    tree: Option<ReusedTree<G>>,
}

/// What is remembered between moves.
#[derive(Debug)]
struct ReusedTree<G: Game> {
    root: G::State,
    arena: NodePool,
    /// The other half of the memory: what is kept moves there.
    spare: NodePool,
    outcomes: Outcomes,
}

impl<G: Game, P: Rollout<G>> Mcts<G, P> {
    /// A search that plays simulated games by `rollout`; `seed` is its chance.
    #[must_use]
    pub fn new(settings: MctsSettings, rollout: P, seed: u64) -> Self {
        Self { settings, rollout, rng: seeded(seed), tree: None }
    }

    /// The tree for a search from `state`: what is left of the last one, if anything.
    fn tree_for(&mut self, game: &G, state: &G::State) -> ReusedTree<G> {
        let Some(mut tree) = self.tree.take() else {
            let half = self.settings.memory.max(1) * (1 << 20) / 2;
            return ReusedTree {
                root: state.clone(),
                arena: NodePool::new(half),
                spare: NodePool::new(half),
                outcomes: Outcomes::new(),
            };
        };
        tree.spare.clear();
        if let Some(number) = reuse::find(game, &tree.arena, &tree.root, state) {
            reuse::carry_over(&tree.arena, number, &tree.spare);
        }
        std::mem::swap(&mut tree.arena, &mut tree.spare);
        tree.root = state.clone();
        tree
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.tree.as_ref().map_or(0, |tree| tree.arena.bytes() + tree.spare.bytes())
    }
}

impl<G: Game, P: Rollout<G>> Agent<G> for Mcts<G, P> {
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

impl<G: Game, P: Rollout<G>> Mcts<G, P> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        watch: Option<&ProgressFn<'_, G>>,
    ) -> Choice<G> {
        let mover = mover(game, state);
        let tree = self.tree_for(game, state);
        let settings = &self.settings;
        let hopes = if P::HAS_PRIORS { settings.priors } else { PriorUse::Ignored };
        let shared = MctsShared {
            game,
            root: state,
            rollout: &self.rollout,
            arena: &tree.arena,
            outcomes: &tree.outcomes,
            scale: RewardScale::new(settings.rewards),
            selection: settings.selection(hopes),
            patience: settings.expand_after,
            hopes,
            depth: budget.limits.depth.map_or(usize::MAX, |depth| depth as usize),
            is_parallel: settings.threads > 1,
        };
        let work = SimulationQuota::new(&shared, budget, mover, watch);
        let depth = if settings.threads <= 1 {
            let mut worker = MctsWorker::new(&shared, self.rng.clone());
            work.share(&mut worker);
            let depth = worker.depth;
            self.rng = worker.into_rng();
            depth
        } else {
            let seed = self.rng.next_u64();
            let run = |thread| {
                let mut worker = MctsWorker::new(&shared, seeded(mix(seed, thread)));
                work.share(&mut worker);
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

/// The simulations of one search, handed out to threads.
struct SimulationQuota<'a, G: Game, P> {
    shared: &'a MctsShared<'a, G, P>,
    budget: &'a Budget<'a>,
    mover: Seat,
    watch: Option<&'a ProgressFn<'a, G>>,
    most: u64,
    most_nodes: usize,
    /// Whether there is only one move, so that time spent on it is lost.
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
        watch: Option<&'a ProgressFn<'a, G>>,
    ) -> Self {
        let limits = budget.limits;
        Self {
            shared,
            budget,
            mover,
            watch,
            most: if limits.is_unlimited() {
                SIMULATIONS
            } else {
                limits.simulations.unwrap_or(u64::MAX).max(1)
            },
            most_nodes: limits.nodes.map_or(usize::MAX, |nodes| nodes as usize),
            is_forced: limits.time.is_some() && shared.game.count_moves(shared.root) == 1,
            begun: AtomicU64::new(0),
            done: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Simulates until the limits are met, the asker says stop, or the root is proven.
    fn share(&self, worker: &mut MctsWorker<'_, G, P>) {
        let root = self.shared.arena.node(ROOT);
        while !self.over.load(Ordering::Relaxed) {
            let begun = self.begun.fetch_add(BATCH, Ordering::Relaxed);
            let batch = BATCH.min(self.most.saturating_sub(begun));
            for _ in 0..batch {
                worker.simulate();
            }
            let done = self.done.fetch_add(batch, Ordering::Relaxed) + batch;
            if let Some(watch) = self.watch
                && (done - batch) / GLANCE < done / GLANCE
                && root.children().is_some()
            {
                let depth = worker.depth as u32;
                let seen = self.shared.report(self.mover);
                watch(&Choice { simulations: done, depth, ..seen });
            }
            // Whatever the limits, the root gets its children, so that there is a move to report.
            let is_enough = batch < BATCH
                || done >= self.most
                || self.is_forced
                || root.proof().is_some()
                || self.shared.arena.len() >= self.most_nodes
                || self.budget.is_over();
            if is_enough && root.children().is_some() {
                self.over.store(true, Ordering::Relaxed);
            } else if batch == 0 {
                // The simulations are used up before the root had children.
                worker.simulate();
                self.done.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
