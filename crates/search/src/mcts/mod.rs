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

mod arena;
mod hidden;
mod proof;
mod report;
mod reuse;
mod select;
mod simulate;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bellwether_core::random::{Random, mix, seeded};
use bellwether_core::{Game, Rng, Rollout, Seat};

use crate::agent::mover;
use crate::rewards::{Rewards, Scale};
use crate::{Agent, Budget, Choice, Watch};
use arena::{Arena, ROOT};
pub use hidden::InformationSetMcts;
use proof::Outcomes;
use select::Selection;
use simulate::{Shared, Worker};

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
    pub urgency: f32,
    /// How often a leaf is visited before it gets children.
    pub patience: u32,
    /// What it makes of the rollout's opinion of the moves, if there is one.
    pub hopes: Hopes,
    /// Megabytes for the tree; when they are used up it stops growing.
    pub memory: usize,
    /// Threads that work on the tree together.
    pub threads: usize,
}

/// What a search makes of a rollout's [hopes](Rollout::hopes).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hopes {
    /// Nothing.
    Ignored,
    /// Every move begins with the experience of so many simulations that came out as hoped.
    Visits(u32),
    /// The search looks first where hopes are high, and elsewhere the later the less is hoped (PUCT).
    Guide {
        /// Hopes that differ by this much make one move e times as likely as the other.
        heat: f32,
    },
}

impl Hopes {
    /// How many visits of a new node are hopes.
    const fn visits(self) -> u32 {
        match self {
            Self::Visits(visits) => visits,
            Self::Ignored | Self::Guide { .. } => 0,
        }
    }
}

impl MctsSettings {
    /// The usual settings for a table of `seats`.
    #[must_use]
    pub fn usual(seats: usize) -> Self {
        Self {
            rewards: Rewards::usual(seats),
            exploration: 0.5,
            urgency: f32::INFINITY,
            patience: 1,
            hopes: Hopes::Visits(8),
            memory: 256,
            threads: 1,
        }
    }
}

impl MctsSettings {
    const fn selection(&self, hopes: Hopes) -> Selection {
        match hopes {
            Hopes::Guide { .. } => Selection::Guided { weight: self.exploration },
            Hopes::Ignored | Hopes::Visits(_) => {
                Selection::Bound { exploration: self.exploration, urgency: self.urgency }
            }
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
    tree: Option<Tree<G>>,
}

/// What is remembered between moves.
#[derive(Debug)]
struct Tree<G: Game> {
    root: G::State,
    arena: Arena,
    /// The other half of the memory: what is kept moves there.
    spare: Arena,
    outcomes: Outcomes,
}

impl<G: Game, P: Rollout<G>> Mcts<G, P> {
    /// A search that plays simulated games by `rollout`; `seed` is its chance.
    #[must_use]
    pub fn new(settings: MctsSettings, rollout: P, seed: u64) -> Self {
        Self { settings, rollout, rng: seeded(seed), tree: None }
    }

    /// The tree for a search from `state`: what is left of the last one, if anything.
    fn tree_for(&mut self, game: &G, state: &G::State) -> Tree<G> {
        let Some(mut tree) = self.tree.take() else {
            let half = self.settings.memory.max(1) * (1 << 20) / 2;
            return Tree {
                root: state.clone(),
                arena: Arena::new(half),
                spare: Arena::new(half),
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

    fn choose_watched(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        watch: &Watch<'_, G>,
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
        watch: Option<&Watch<'_, G>>,
    ) -> Choice<G> {
        let mover = mover(game, state);
        let tree = self.tree_for(game, state);
        let settings = &self.settings;
        let hopes = if P::HOPEFUL { settings.hopes } else { Hopes::Ignored };
        let shared = Shared {
            game,
            root: state,
            rollout: &self.rollout,
            arena: &tree.arena,
            outcomes: &tree.outcomes,
            scale: Scale::new(settings.rewards),
            selection: settings.selection(hopes),
            patience: settings.patience,
            hopes,
            depth: budget.limits.depth.map_or(usize::MAX, |depth| depth as usize),
            is_parallel: settings.threads > 1,
        };
        let work = Work::new(&shared, budget, mover, watch);
        let depth = if settings.threads <= 1 {
            let mut worker = Worker::new(&shared, self.rng.clone());
            work.share(&mut worker);
            let depth = worker.depth;
            self.rng = worker.into_rng();
            depth
        } else {
            let seed = self.rng.next_u64();
            let run = |thread| {
                let mut worker = Worker::new(&shared, seeded(mix(seed, thread)));
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
struct Work<'a, G: Game, P> {
    shared: &'a Shared<'a, G, P>,
    budget: &'a Budget<'a>,
    mover: Seat,
    watch: Option<&'a Watch<'a, G>>,
    most: u64,
    most_nodes: usize,
    /// Whether there is only one move, so that time spent on it is lost.
    is_forced: bool,
    begun: AtomicU64,
    done: AtomicU64,
    over: AtomicBool,
}

impl<'a, G: Game, P: Rollout<G>> Work<'a, G, P> {
    fn new(
        shared: &'a Shared<'a, G, P>,
        budget: &'a Budget<'a>,
        mover: Seat,
        watch: Option<&'a Watch<'a, G>>,
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
    fn share(&self, worker: &mut Worker<'_, G, P>) {
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
