//! Information-set MCTS (single-observer): one tree over a seat's information, a new determinization for
//! each simulation.
//!
//! Before every simulation the full position is sampled from the seat's view, so play cannot depend on
//! hidden information. The tree is shared by all determinizations: a node is a sequence of moves. A move is
//! not legal in all of them, so its exploration term uses how often it was *available*, not how often its
//! parent was visited (Cowling, Powley and Whitehouse 2012).

use bellwether_core::random::{Random, below, seeded};
use bellwether_core::{Hidden, Rollout, Seat, Status};
use rustc_hash::FxHashMap;

use super::simulate::softmax;
use super::{BATCH, MctsSettings, PROGRESS_INTERVAL, PriorUse, SIMULATIONS};
use crate::agent::mover;
use crate::logarithm::ln;
use crate::rewards::{RewardScale, WHOLE};
use crate::{Agent, Alternative, Budget, Choice, ProgressFn, Score};

/// The maximal length of a rollout.
const LONGEST_GAME: usize = 1_000;

/// Information-set Monte Carlo tree search, for games of imperfect information.
///
/// It uses only the mover's view of a position.
#[derive(Clone, Debug)]
pub struct InformationSetMcts<P> {
    settings: MctsSettings,
    rollout: P,
    rng: Random,
}

impl<P> InformationSetMcts<P> {
    /// A search with this rollout policy and random seed.
    #[must_use]
    pub fn new(settings: MctsSettings, rollout: P, seed: u64) -> Self {
        Self { settings, rollout, rng: seeded(seed) }
    }
}

/// A sequence of moves from the root.
#[derive(Clone, Debug)]
struct InformationSetNode {
    visits: u32,
    /// How often the move was legal when its parent was visited.
    available: u32,
    /// How many moves from here have nodes.
    children: u32,
    /// The sum of shares of the seat that made the move.
    total: u64,
}

impl InformationSetNode {
    fn new(available: u32) -> Self {
        Self { visits: 0, available, children: 0, total: 0 }
    }

    /// The mean value, from 0 to 1.
    fn average(&self) -> f32 {
        self.total as f32 / (self.visits.max(1) as f32 * WHOLE as f32)
    }
}

struct InformationSetSearch<'a, G: Hidden, P> {
    game: &'a G,
    settings: &'a MctsSettings,
    rollout: &'a P,
    scale: RewardScale,
    rng: &'a mut Random,
    nodes: Vec<InformationSetNode>,
    /// The child of a node by a move.
    children: FxHashMap<(u32, G::Move), u32>,
    /// The maximal size of the tree.
    most_nodes: usize,
    /// The legal moves of the current position with their nodes, if they have any.
    options: Vec<(G::Move, Option<u32>)>,
    /// Their prior probabilities, with PUCT.
    priors: Vec<f32>,
}

const ROOT: u32 = 0;

impl<G: Hidden, P: Rollout<G>> Agent<G> for InformationSetMcts<P> {
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
        let view = game.view(state, mover);
        // A node and its entry in the map, which may be half empty.
        let bytes = size_of::<InformationSetNode>() + 2 * size_of::<((u32, G::Move), u32)>();
        let mut search = InformationSetSearch {
            game,
            settings: &self.settings,
            rollout: &self.rollout,
            scale: RewardScale::new(self.settings.rewards),
            rng: &mut self.rng,
            nodes: vec![InformationSetNode::new(0)],
            children: FxHashMap::default(),
            // Growing a vector or a map needs memory for the old one and the new one.
            most_nodes: (self.settings.memory << 20) / (3 * bytes),
            options: Vec::new(),
            priors: Vec::new(),
        };
        if let Some(nodes) = budget.limits.nodes {
            search.most_nodes = search.most_nodes.min(nodes as usize);
        }
        let most = budget.limits.simulations_or(SIMULATIONS);
        let mut simulations = 0;
        while simulations < most {
            let determinization = game.resample(&view, search.rng);
            search.simulate(determinization);
            simulations += 1;
            if let Some(progress) = progress
                && simulations % PROGRESS_INTERVAL == 0
            {
                progress(&search.report(state, simulations));
            }
            if simulations % BATCH == 0 && budget.is_over() || budget.is_stopped() {
                break;
            }
        }
        search.report(state, simulations)
    }
}

impl<G: Hidden, P: Rollout<G>> InformationSetSearch<'_, G, P> {
    fn simulate(&mut self, mut state: G::State) {
        let mut path: Vec<(u32, Seat)> = Vec::new();
        let mut at = ROOT;
        let shares = loop {
            self.nodes[at as usize].visits += 1;
            let mover = match self.game.status(&state) {
                Status::ToMove(mover) => mover,
                Status::Over(payoffs) => break self.scale.shares(Some(&payoffs)),
            };
            let is_leaf =
                self.nodes[at as usize].visits <= self.settings.expand_after && at != ROOT;
            if is_leaf || self.nodes.len() >= self.most_nodes {
                break self.play_out(&mut state);
            }
            let (m, child) = self.select(&state, at);
            let child = child.unwrap_or_else(|| self.add(at, m));
            self.game.play(&mut state, m);
            path.push((child, mover));
            at = child;
        };
        for (node, chooser) in path {
            self.nodes[node as usize].total += u64::from(shares[chooser.index()]);
        }
    }

    fn play_out(&mut self, state: &mut G::State) -> crate::rewards::RewardShares {
        let payoffs = self.rollout.finish(self.game, state, self.rng, LONGEST_GAME);
        self.scale.shares(payoffs.as_ref())
    }

    fn add(&mut self, parent: u32, m: G::Move) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(InformationSetNode::new(1));
        self.nodes[parent as usize].children += 1;
        self.children.insert((parent, m), number);
        number
    }

    /// The move that the selection formula chooses in `state`, with its node, if it has one.
    fn select(&mut self, state: &G::State, at: u32) -> (G::Move, Option<u32>) {
        let Self { game, children, options, nodes, .. } = self;
        options.clear();
        // Once all children are found, the other moves have none: most nodes have few or no children.
        let mut left = nodes[at as usize].children;
        game.each_move(state, |m| {
            let child = if left > 0 { children.get(&(at, m)).copied() } else { None };
            left -= u32::from(child.is_some());
            options.push((m, child));
        });
        let best = match self.settings.priors {
            PriorUse::Puct { temperature } if P::HAS_PRIORS => self.puct(state, at, temperature),
            _ => self.ucb1(),
        };
        self.options[best]
    }

    /// The move with the greatest upper confidence bound; a random one of several unvisited.
    fn ucb1(&mut self) -> usize {
        let mut best = (f32::NEG_INFINITY, 0);
        let mut untried = 0;
        for (index, (_, child)) in self.options.iter().enumerate() {
            let Some(child) = child else {
                untried += 1;
                if self.settings.first_play_urgency > best.0 {
                    best = (self.settings.first_play_urgency, index);
                } else if self.settings.first_play_urgency == best.0
                    && below(self.rng, untried) == 0
                {
                    best.1 = index;
                }
                continue;
            };
            let node = &mut self.nodes[*child as usize];
            node.available += 1;
            let visits = node.visits.max(1) as f32;
            let bonus = (ln(u64::from(node.available)) as f32).sqrt() / visits.sqrt();
            let bound = node.average() + self.settings.exploration * bonus;
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    /// The move that PUCT prefers.
    ///
    /// Priors differ between determinizations, so they are computed anew each time.
    fn puct(&mut self, state: &G::State, at: u32, temperature: f32) -> usize {
        let Self { game, rollout, options, priors, nodes, settings, .. } = self;
        priors.clear();
        rollout.priors(*game, state, |prior| priors.push(prior));
        softmax(priors, temperature);
        let known =
            options.iter().filter_map(|(_, child)| child.map(|child| &nodes[child as usize]));
        let (visits, total) =
            known.fold((0, 0), |(visits, total), node| (visits + node.visits, total + node.total));
        let mean = if visits == 0 {
            0.5
        } else {
            InformationSetNode { visits, available: 0, children: 0, total }.average()
        };
        let bonus = settings.exploration * (nodes[at as usize].visits as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, ((_, child), prior)) in options.iter().zip(priors).enumerate() {
            let (value, visits) = match child.map(|child| &nodes[child as usize]) {
                Some(node) => (node.average(), node.visits as f32),
                None => (mean, 0.0),
            };
            let value = value + bonus * *prior / (1.0 + visits);
            if value > best.0 {
                best = (value, index);
            }
        }
        best.1
    }

    fn report(&self, state: &G::State, simulations: u64) -> Choice<G> {
        let mut alternatives: Vec<Alternative<G>> = Vec::new();
        self.game.each_move(state, |m| {
            let Some(child) = self.children.get(&(ROOT, m)) else { return };
            let node = &self.nodes[*child as usize];
            alternatives.push(Alternative {
                m,
                score: Score::Average(self.scale.reward(node.total, u64::from(node.visits))),
                effort: u64::from(node.visits),
                line: vec![m],
            });
        });
        alternatives.sort_by_key(|alternative| std::cmp::Reverse(alternative.effort));
        Choice { nodes: self.nodes.len() as u64, simulations, ..Choice::first_of(alternatives) }
    }
}
