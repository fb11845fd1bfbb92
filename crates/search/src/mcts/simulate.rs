//! One simulation: down the tree, a game to its end, and the result back up.

use bellwether_core::random::Random;
use bellwether_core::{Game, Rollout, Seat, Status};

use super::PriorUse;
use super::node_pool::{NodePool, ROOT, TreeNodeStats};
use super::proof::Outcomes;
use super::select::Selection;
use crate::rewards::{RewardScale, RewardShares, WHOLE};

/// No simulated game is longer; one that is counts as a tie of all seats.
const LONGEST_GAME: usize = 1_000;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct MctsShared<'a, G: Game, P> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::State,
    pub(crate) rollout: &'a P,
    pub(crate) arena: &'a NodePool,
    pub(crate) outcomes: &'a Outcomes,
    pub(crate) scale: RewardScale,
    pub(crate) selection: Selection,
    /// A leaf gets children when it has been visited more often than this, hopes not counted.
    pub(crate) patience: u32,
    /// What is made of the rollout's hopes.
    pub(crate) hopes: PriorUse,
    /// The tree grows no deeper.
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

    /// Gives the random numbers back, for the next search.
    pub(crate) fn into_rng(self) -> Random {
        self.rng
    }

    /// Simulates one game and adds its result to the tree.
    pub(crate) fn simulate(&mut self) {
        let MctsShared { game, arena, outcomes, is_parallel, .. } = *self.shared;
        let mut state = self.shared.root.clone();
        let mut number = ROOT;
        // Nobody chose the root: its sum is nobody's and never read.
        let mut chooser = Seat::FIRST;
        self.path.clear();
        loop {
            let node = arena.node(number);
            node.enter(is_parallel);
            self.path.push((number, chooser));
            if let Some(proof) = node.proof() {
                return self.back_up(outcomes.shares(proof));
            }
            let mover = match game.status(&state) {
                Status::ToMove(mover) => mover,
                Status::Over(payoffs) => {
                    let shares = self.shared.scale.shares(Some(&payoffs));
                    if let Some(proof) = outcomes.ended(shares) {
                        node.set_proof(proof);
                        self.prove_upward();
                    }
                    return self.back_up(shares);
                }
            };
            let Some(children) = node.children().or_else(|| self.grow(node, &state, mover)) else {
                let shares = self.play_out(&mut state);
                return self.back_up(shares);
            };
            if let Some(proof) = node.proof() {
                self.prove_upward();
                return self.back_up(outcomes.shares(proof));
            }
            let siblings = arena.siblings(children.clone());
            let pick = self.shared.selection.choose(node.visits(), siblings, outcomes, mover);
            let m = game.nth_move(&state, pick);
            game.play(&mut state, m);
            number = children.start + pick as u32;
            chooser = mover;
        }
    }

    /// Gives a leaf its children if it is time, there is room, and no other thread does.
    #[inline]
    fn grow(
        &self,
        node: &TreeNodeStats,
        state: &G::State,
        mover: Seat,
    ) -> Option<std::ops::Range<u32>> {
        // What a rollout hopes is put down as visits, but nobody has been there. Of the root nothing
        // was hoped.
        let hoped = if self.path.len() > 1 { self.shared.hopes.visits() } else { 0 };
        let enough = self.shared.patience.saturating_add(hoped);
        if node.visits() <= enough || self.path.len() > self.shared.depth {
            return None;
        }
        self.make_children(node, state, mover)
    }

    #[cold]
    fn make_children(
        &self,
        node: &TreeNodeStats,
        state: &G::State,
        mover: Seat,
    ) -> Option<std::ops::Range<u32>> {
        let MctsShared { game, arena, outcomes, .. } = *self.shared;
        if !node.claim() {
            return node.children();
        }
        let children = arena.take(game.count_moves(state));
        if let Some(children) = &children {
            let siblings = arena.siblings(children.clone());
            self.begin(siblings, state);
            // With two seats a single move often ends the game; with more it is worth no look ahead.
            if game.seats() == 2 {
                let mut rest = siblings.iter();
                game.each_move(state, |m| {
                    let mut next = state.clone();
                    game.play(&mut next, m);
                    let over = game.status(&next).payoffs();
                    let proof = over.and_then(|payoffs| {
                        outcomes.ended(self.shared.scale.shares(Some(&payoffs)))
                    });
                    if let (Some(child), Some(proof)) = (rest.next(), proof) {
                        child.set_proof(proof);
                    }
                });
                if let Some(proof) = outcomes.of_choice(siblings, mover) {
                    node.set_proof(proof);
                }
            }
        }
        node.publish(children.clone());
        children
    }

    /// Tells new children what the rollout hopes of them.
    fn begin(&self, children: &[TreeNodeStats], state: &G::State) {
        let MctsShared { game, rollout, hopes, .. } = self.shared;
        match *hopes {
            PriorUse::Ignored => {}
            PriorUse::Visits(visits) => {
                let mut rest = children.iter();
                rollout.priors(*game, state, |hope| {
                    if let Some(child) = rest.next() {
                        child.expect(visits, (hope * WHOLE as f32) as u32);
                    }
                });
            }
            PriorUse::Puct { temperature: heat } => {
                let mut weights = Vec::with_capacity(children.len());
                rollout.priors(*game, state, |hope| weights.push(hope));
                likelihoods(&mut weights, heat);
                for (child, likelihood) in children.iter().zip(weights) {
                    child.suppose(likelihood);
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
            self.shared.arena.node(number).add(share, self.shared.is_parallel);
        }
    }

    /// The last node of the path was proven: its parents may be, too.
    fn prove_upward(&self) {
        let MctsShared { arena, outcomes, .. } = *self.shared;
        for pair in self.path.windows(2).rev() {
            let [(parent, _), (_, chooser)] = *pair else { continue };
            let parent = arena.node(parent);
            let siblings = parent.children().map(|children| arena.siblings(children));
            match siblings.and_then(|siblings| outcomes.of_choice(siblings, chooser)) {
                Some(proof) => parent.set_proof(proof),
                None => return,
            }
        }
    }
}

/// The share of the likelihoods that is spread evenly, so that every move is tried some day.
const EVEN: f32 = 0.05;

/// Turns hopes into likelihoods that sum to one: moves whose hopes are `heat` apart differ by a factor
/// of e, but for a small share that all have alike.
pub(super) fn likelihoods(hopes: &mut [f32], heat: f32) {
    let most = hopes.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for hope in &mut *hopes {
        // The standard library hands this to the system, and systems differ in the last digit.
        *hope = libm::expf((*hope - most) / heat);
        sum += *hope;
    }
    let even = EVEN / hopes.len() as f32;
    for hope in hopes {
        *hope = even + (1.0 - EVEN) * *hope / sum;
    }
}
