//! Information-set MCTS (single-observer): one tree over a seat's information, a new determinization for
//! each simulation.
//!
//! Before every simulation the full position is sampled from the seat's view, so play cannot depend on
//! hidden information. The tree is shared by all determinizations: a node is a sequence of moves. A move is
//! not legal in all of them, so its exploration term uses how often it was *available*, not how often its
//! parent was visited (Cowling, Powley and Whitehouse 2012).

use bellwether_core::random::{Random, below, seeded};
use bellwether_core::{Hidden, Rollout, Seat, Status};

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
struct InformationSetNode<M> {
    /// The last move; the root has none.
    m: Option<M>,
    visits: u32,
    /// How often the move was legal when its parent was visited.
    available: u32,
    /// The newest child, if there is one.
    child: Option<u32>,
    /// The parent's next older child.
    sibling: Option<u32>,
    /// Where the move was among the legal ones when it was last looked for. In another determinization it is mostly at
    /// the same place.
    place: u32,
    /// The sum of shares of the seat that made the move.
    total: u64,
}

impl<M> InformationSetNode<M> {
    const ROOT: Self =
        Self { m: None, visits: 0, available: 0, child: None, sibling: None, place: 0, total: 0 };

    #[inline]
    fn average(&self) -> f32 {
        average(self.visits, self.total)
    }
}

/// The mean value, from 0 to 1.
#[inline]
fn average(visits: u32, total: u64) -> f32 {
    total as f32 / (visits.max(1) as f32 * WHOLE as f32)
}

struct InformationSetSearch<'a, G: Hidden, P> {
    game: &'a G,
    settings: &'a MctsSettings,
    rollout: &'a P,
    scale: RewardScale,
    rng: &'a mut Random,
    nodes: Vec<InformationSetNode<G::Move>>,
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
        let mut search = InformationSetSearch {
            game,
            settings: &self.settings,
            rollout: &self.rollout,
            scale: RewardScale::new(self.settings.rewards),
            rng: &mut self.rng,
            nodes: vec![InformationSetNode::ROOT],
            // Growing a vector needs memory for the old one and the new one.
            most_nodes: (self.settings.memory << 20)
                / (3 * size_of::<InformationSetNode<G::Move>>()),
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
            let place = self.select(&state, at);
            let (m, child) = self.options[place];
            let child = child.unwrap_or_else(|| self.add(at, m, place));
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

    fn add(&mut self, parent: u32, m: G::Move, place: usize) -> u32 {
        let number = self.nodes.len() as u32;
        let sibling = self.nodes[parent as usize].child.replace(number);
        self.nodes.push(InformationSetNode {
            m: Some(m),
            available: 1,
            sibling,
            place: place as u32,
            ..InformationSetNode::ROOT
        });
        number
    }

    /// Finds the legal moves of `state` with their nodes; the place of the one that the selection formula chooses.
    fn select(&mut self, state: &G::State, at: u32) -> usize {
        let Self { game, options, nodes, .. } = self;
        options.clear();
        game.each_move(state, |m| options.push((m, None)));
        let mut next = nodes[at as usize].child;
        while let Some(number) = next {
            let node = &mut nodes[number as usize];
            next = node.sibling;
            let is_it = |option: &(G::Move, _)| Some(option.0) == node.m;
            let is_there = options.get(node.place as usize).is_some_and(is_it);
            let place = if is_there {
                node.place as usize
            } else {
                // The move may be illegal in this determinization.
                let Some(place) = options.iter().position(is_it) else { continue };
                place
            };
            node.place = place as u32;
            options[place].1 = Some(number);
        }
        match self.settings.priors {
            PriorUse::Puct { temperature } if P::HAS_PRIORS => self.puct(state, at, temperature),
            _ => self.ucb1(),
        }
    }

    /// The children of a node, the newest first.
    fn children(&self, at: u32) -> impl Iterator<Item = &InformationSetNode<G::Move>> {
        let first = self.nodes[at as usize].child.map(|child| &self.nodes[child as usize]);
        std::iter::successors(first, |node| node.sibling.map(|older| &self.nodes[older as usize]))
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
        let (mut visits, mut total) = (0, 0);
        for child in options.iter().filter_map(|(_, child)| *child) {
            visits += nodes[child as usize].visits;
            total += nodes[child as usize].total;
        }
        let mean = if visits == 0 { 0.5 } else { average(visits, total) };
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
            let Some(node) = self.children(ROOT).find(|child| child.m == Some(m)) else { return };
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
