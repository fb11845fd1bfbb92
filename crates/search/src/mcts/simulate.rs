//! One simulation: selection, expansion, rollout, backup.

use bellwether_core::random::Random;
use bellwether_core::{Game, Rollout, Seat, Status};

use super::PriorUse;
use super::node_pool::{NodePool, ROOT, TreeNodeStats};
use super::proof::Outcomes;
use super::select::Selection;
use crate::rewards::{RewardScale, RewardShares, WHOLE};

/// The maximal length of a rollout; one that reaches it counts as a tie of all seats.
const LONGEST_GAME: usize = 1_000;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct MctsShared<'a, G: Game, P> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::State,
    pub(crate) rollout: &'a P,
    pub(crate) pool: &'a NodePool,
    pub(crate) outcomes: &'a Outcomes,
    pub(crate) scale: RewardScale,
    pub(crate) selection: Selection,
    /// A leaf is expanded when it has more visits than this, virtual ones not counted.
    pub(crate) expand_after: u32,
    /// How priors are used.
    pub(crate) prior_use: PriorUse,
    /// The maximal depth of the tree.
    pub(crate) depth: usize,
    /// Whether several threads work on the tree.
    pub(crate) is_parallel: bool,
}

/// A thread's own part of a search.
#[derive(Debug)]
pub(crate) struct MctsWorker<'a, G: Game, P> {
    shared: &'a MctsShared<'a, G, P>,
    rng: Random,
    /// The nodes of the current simulation with the seats that chose them.
    path: Vec<(u32, Seat)>,
    /// The greatest depth reached so far.
    pub(crate) depth: usize,
}

impl<'a, G: Game, P: Rollout<G>> MctsWorker<'a, G, P> {
    pub(crate) fn new(shared: &'a MctsShared<'a, G, P>, rng: Random) -> Self {
        Self { shared, rng, path: Vec::with_capacity(64), depth: 0 }
    }

    /// Returns the random number generator, for the next search.
    pub(crate) fn into_rng(self) -> Random {
        self.rng
    }

    /// Simulates one game and adds its result to the tree.
    pub(crate) fn simulate(&mut self) {
        let MctsShared { game, pool, outcomes, is_parallel, .. } = *self.shared;
        let mut state = self.shared.root.clone();
        let mut number = ROOT;
        // No seat chose the root: its sum is never read.
        let mut chooser = Seat::FIRST;
        self.path.clear();
        loop {
            let node = pool.node(number);
            node.enter(is_parallel);
            self.path.push((number, chooser));
            if let Some(proof) = node.proof() {
                return self.back_up(outcomes.shares(proof));
            }
            let mover = match game.status(&state) {
                Status::ToMove(mover) => mover,
                Status::Over(payoffs) => {
                    let shares = self.shared.scale.shares(Some(&payoffs));
                    if let Some(proof) = outcomes.terminal(shares) {
                        node.set_proof(proof);
                        self.prove_upward();
                    }
                    return self.back_up(shares);
                }
            };
            let Some(children) = node.children().or_else(|| self.expand(node, &state, mover))
            else {
                let shares = self.play_out(&mut state);
                return self.back_up(shares);
            };
            if let Some(proof) = node.proof() {
                self.prove_upward();
                return self.back_up(outcomes.shares(proof));
            }
            let siblings = pool.siblings(children.clone());
            let pick = self.shared.selection.choose(node.visits(), siblings, outcomes, mover);
            let m = game.nth_move(&state, pick);
            game.play(&mut state, m);
            number = children.start + pick as u32;
            chooser = mover;
        }
    }

    /// Expands a leaf if it has enough visits, there is memory, and no other thread does.
    #[inline]
    fn expand(
        &self,
        node: &TreeNodeStats,
        state: &G::State,
        mover: Seat,
    ) -> Option<std::ops::Range<u32>> {
        // Virtual visits do not count. The root has none.
        let virtual_visits = if self.path.len() > 1 { self.shared.prior_use.visits() } else { 0 };
        let enough = self.shared.expand_after.saturating_add(virtual_visits);
        if node.visits() <= enough || self.path.len() > self.shared.depth {
            return None;
        }
        self.create_children(node, state, mover)
    }

    #[cold]
    fn create_children(
        &self,
        node: &TreeNodeStats,
        state: &G::State,
        mover: Seat,
    ) -> Option<std::ops::Range<u32>> {
        let MctsShared { game, pool, outcomes, .. } = *self.shared;
        if !node.claim() {
            return node.children();
        }
        let children = pool.take(game.count_moves(state));
        if let Some(children) = &children {
            let siblings = pool.siblings(children.clone());
            self.set_priors(siblings, state);
            // With two seats a single move often ends the game; with more this check does not pay.
            if game.seats() == 2 {
                let mut rest = siblings.iter();
                game.each_move(state, |m| {
                    let mut next = state.clone();
                    game.play(&mut next, m);
                    let over = game.status(&next).payoffs();
                    let proof = over.and_then(|payoffs| {
                        outcomes.terminal(self.shared.scale.shares(Some(&payoffs)))
                    });
                    if let (Some(child), Some(proof)) = (rest.next(), proof) {
                        child.set_proof(proof);
                    }
                });
                if let Some(proof) = outcomes.of_node(siblings, mover) {
                    node.set_proof(proof);
                }
            }
        }
        node.publish(children.clone());
        children
    }

    /// Sets the priors of new children.
    fn set_priors(&self, children: &[TreeNodeStats], state: &G::State) {
        let MctsShared { game, rollout, prior_use, .. } = self.shared;
        match *prior_use {
            PriorUse::Ignored => {}
            PriorUse::Visits(visits) => {
                let mut rest = children.iter();
                rollout.priors(*game, state, |prior| {
                    if let Some(child) = rest.next() {
                        child.set_virtual_visits(visits, (prior * WHOLE as f32) as u32);
                    }
                });
            }
            PriorUse::Puct { temperature } => {
                let mut priors = Vec::with_capacity(children.len());
                rollout.priors(*game, state, |prior| priors.push(prior));
                softmax(&mut priors, temperature);
                for (child, prior) in children.iter().zip(priors) {
                    child.set_prior(prior);
                }
            }
        }
    }

    fn play_out(&mut self, state: &mut G::State) -> RewardShares {
        let MctsShared { game, rollout, scale, .. } = self.shared;
        let payoffs = rollout.finish(*game, state, &mut self.rng, LONGEST_GAME);
        scale.shares(payoffs.as_ref())
    }

    fn back_up(&mut self, shares: RewardShares) {
        self.depth = self.depth.max(self.path.len() - 1);
        for &(number, chooser) in &self.path {
            let share = shares[chooser.index()];
            self.shared.pool.node(number).add(share, self.shared.is_parallel);
        }
    }

    /// Backs up the proof of the last node of the path.
    fn prove_upward(&self) {
        let MctsShared { pool, outcomes, .. } = *self.shared;
        for pair in self.path.windows(2).rev() {
            let [(parent, _), (_, chooser)] = *pair else { continue };
            let parent = pool.node(parent);
            let siblings = parent.children().map(|children| pool.siblings(children));
            match siblings.and_then(|siblings| outcomes.of_node(siblings, chooser)) {
                Some(proof) => parent.set_proof(proof),
                None => return,
            }
        }
    }
}

/// The share of the probabilities that is uniform, so that every move is tried eventually.
const UNIFORM_SHARE: f32 = 0.05;

/// Turns priors into probabilities by a softmax with this temperature, mixed with a small uniform share.
pub(super) fn softmax(priors: &mut [f32], temperature: f32) {
    let most = priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for prior in &mut *priors {
        // The standard library's `exp` is the platform's, and platforms differ in the last digit.
        *prior = libm::expf((*prior - most) / temperature);
        sum += *prior;
    }
    let uniform = UNIFORM_SHARE / priors.len() as f32;
    for prior in priors {
        *prior = uniform + (1.0 - UNIFORM_SHARE) * *prior / sum;
    }
}
