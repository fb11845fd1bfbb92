//! Plain UCT, as described in the course report on Battle Sheep: the baseline.
//!
//! Every simulation descends by the UCT formula to a leaf, expands all its children, plays a random
//! playout from one of them, and backs up the reward of each seat to the nodes that seat chose. The most
//! visited child of the root is played. Seats that cannot move are skipped by the rules, so they do not
//! stop the tree from growing, as they did in the report's program; [`Uct::stopping_at_skips`] does as it did.

use std::ops::Range;

use bellwether_core::random::{Random, below, playout, seeded};
use bellwether_core::{Game, Payoffs, Seat, Status};

use crate::logarithm::ln;
use crate::trace::{NoObserver, SimulationObserver};
use crate::{Agent, Alternative, Budget, Choice, Rewards, Score};

/// Simulations per move without limits.
const SIMULATIONS: u64 = 10_000;
/// The maximal size of the tree.
const MOST_NODES: usize = 8_000_000;
/// The maximal length of a playout; one that reaches it counts as a tie of all seats.
const LONGEST_GAME: usize = 10_000;

/// Plain UCT with exploration √2.
#[derive(Clone, Debug)]
pub struct Uct<G: Game> {
    rewards: Rewards,
    exploration: f64,
    /// The rewards at the end of a game, if they are not those of its payoffs.
    reward: Option<RewardFn<G>>,
    /// Whether the tree ends where a seat was skipped.
    stops_at_skips: bool,
    rng: Random,
    /// The tree of the last search: only its allocation is reused, since freeing hundreds of megabytes
    /// after every move would take longer than a time limit allows.
    nodes: Vec<UctNode<G::Move>>,
}

impl<G: Game> Uct<G> {
    /// UCT with these rewards and random seed.
    #[must_use]
    pub fn new(rewards: Rewards, seed: u64) -> Self {
        Self {
            rewards,
            exploration: std::f64::consts::SQRT_2,
            reward: None,
            stops_at_skips: false,
            rng: seeded(seed),
            nodes: Vec::new(),
        }
    }

    /// The same with other rewards than those of a game's payoffs.
    #[must_use]
    pub fn rewarding(self, reward: RewardFn<G>) -> Self {
        Self { reward: Some(reward), ..self }
    }

    /// The same with a tree that does not grow below a move after which a seat is skipped.
    #[must_use]
    pub fn stopping_at_skips(self) -> Self {
        Self { stops_at_skips: true, ..self }
    }
}

/// The rewards of a game that has ended in a state.
pub type RewardFn<G> = fn(&G, &<G as Game>::State, &Rewards) -> Payoffs;

/// A node of the tree, identified by the moves that lead to it.
#[derive(Clone, Debug)]
struct UctNode<M> {
    /// The move that leads here; none at the root.
    m: Option<M>,
    visits: u32,
    /// The sum of rewards of the seat that moved here.
    total: f64,
    /// Empty for a leaf.
    children: Range<u32>,
}

impl<M> UctNode<M> {
    fn new(m: Option<M>) -> Self {
        Self { m, visits: 0, total: 0.0, children: 0..0 }
    }

    fn average(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

impl<G: Game> Agent<G> for Uct<G> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_observed(game, state, budget, &mut NoObserver)
    }
}

impl<G: Game> Uct<G> {
    /// Chooses and reports every step to `observer`.
    pub(crate) fn choose_observed(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        observer: &mut impl SimulationObserver<G>,
    ) -> Choice<G> {
        let most = budget.limits.simulations_or(SIMULATIONS);
        let most_nodes = budget.limits.nodes.map_or(MOST_NODES, |nodes| nodes as usize);
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        nodes.push(UctNode::new(None));
        let mut simulations = 0;
        while simulations < most {
            self.simulate(game, state, &mut nodes, most_nodes, observer);
            simulations += 1;
            if budget.is_stopped() || simulations % 16 == 0 && budget.is_over() {
                break;
            }
        }
        let choice = report(&nodes, simulations);
        self.nodes = nodes;
        choice
    }

    /// The exploration constant.
    pub(crate) const fn exploration(&self) -> f64 {
        self.exploration
    }

    fn simulate(
        &mut self,
        game: &G,
        root: &G::State,
        nodes: &mut Vec<UctNode<G::Move>>,
        most_nodes: usize,
        observer: &mut impl SimulationObserver<G>,
    ) {
        let mut state = root.clone();
        // The nodes of the path with the seats that chose them.
        let mut path: Vec<(usize, Seat)> = Vec::new();
        let mut at = 0;
        while !nodes[at].children.is_empty() {
            at = self.select(nodes, at);
            path.push((at, descend(game, &mut state, nodes[at].m)));
        }
        let is_stopped = |mover: Seat| {
            let last = path.last().filter(|_| self.stops_at_skips);
            last.is_some_and(|(_, seat)| seat.next(game.seats()) != mover)
        };
        if let Status::ToMove(mover) = game.status(&state)
            && nodes.len() < most_nodes
            && !is_stopped(mover)
        {
            let first = nodes.len() as u32;
            game.each_move(&state, |m| {
                observer.expand(at, m, mover);
                nodes.push(UctNode::new(Some(m)));
            });
            nodes[at].children = first..nodes.len() as u32;
            at = first as usize + below(&mut self.rng, nodes.len() - first as usize);
            path.push((at, descend(game, &mut state, nodes[at].m)));
        }
        let end = playout(game, &mut state, &mut self.rng, LONGEST_GAME);
        let rewards = match self.reward {
            Some(reward) => reward(game, &state, &self.rewards),
            None => self.rewards.of(&end.payoffs.unwrap_or(Payoffs::ZERO)),
        };
        observer.simulated(&path, &end, &rewards);
        nodes[0].visits += 1;
        for (node, chooser) in path {
            nodes[node].visits += 1;
            nodes[node].total += f64::from(rewards.of(chooser));
        }
    }

    /// The child with the greatest UCT value; unvisited ones first.
    fn select<M>(&self, nodes: &[UctNode<M>], parent: usize) -> usize {
        let log = ln(u64::from(nodes[parent].visits));
        let uct = |node: &UctNode<M>| match node.visits {
            0 => f64::INFINITY,
            visits => node.average() + self.exploration * (log / f64::from(visits)).sqrt(),
        };
        let children = nodes[parent].children.clone().map(|child| child as usize);
        let mut best = (f64::NEG_INFINITY, parent);
        for child in children {
            let value = uct(&nodes[child]);
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }
}

/// Makes a node's move and returns its mover.
fn descend<G: Game>(game: &G, state: &mut G::State, m: Option<G::Move>) -> Seat {
    match (game.status(state), m) {
        (Status::ToMove(seat), Some(m)) => {
            game.play(state, m);
            seat
        }
        _ => unreachable!("a node below the root is reached by a move"),
    }
}

fn report<G: Game>(nodes: &[UctNode<G::Move>], simulations: u64) -> Choice<G> {
    let most_visited = |parent: usize| {
        let children = nodes[parent].children.clone().rev().map(|child| child as usize);
        children.max_by_key(|&child| nodes[child].visits)
    };
    let line_from = |first: usize| {
        let line = std::iter::successors(Some(first), |&at| most_visited(at));
        line.take_while(|&at| nodes[at].visits > 0).filter_map(|at| nodes[at].m).collect()
    };
    let mut children: Vec<usize> = nodes[0].children.clone().map(|child| child as usize).collect();
    children.sort_by_key(|&child| std::cmp::Reverse(nodes[child].visits));
    let alternatives = children.into_iter().filter_map(|child| {
        Some(Alternative {
            m: nodes[child].m?,
            score: Score::Average(nodes[child].average()),
            effort: u64::from(nodes[child].visits),
            line: line_from(child),
        })
    });
    let choice = Choice::first_of(alternatives.collect());
    Choice { nodes: nodes.len() as u64, simulations, ..choice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use bellwether_core::tree::LiteralTree;

    fn choose(tree: &str, simulations: u64) -> Choice<LiteralTree> {
        let tree = LiteralTree::parse(tree).unwrap();
        let limits = Limits { simulations: Some(simulations), ..Limits::default() };
        let mut agent = Uct::new(Rewards::for_seats(tree.seats()), 1);
        agent.choose(&tree, &0, &Budget::untimed(limits))
    }

    #[test]
    fn finds_the_branch_without_a_refutation() {
        // Branch 1 wins five playouts of six but has a refutation; branch 3 has none.
        let choice = choose("[[1 1 1 1 1 -1] [1 1 -1 1[1 1]] [1 1 1]]", 2_000);
        assert_eq!(choice.chosen, 2);
        assert_eq!(choice.simulations, 2_000);
        assert_eq!(choice.alternatives.iter().map(|a| a.effort).sum::<u64>(), 2_000);
        assert_eq!(choice.score, Some(Score::Average(1.0)));
    }

    #[test]
    fn every_seat_wants_its_own_reward() {
        // Seat 2 takes (1,8,3) left and (6,5,4) right.
        let choice = choose("[[(9,2,1) (1,8,3)] [(6,5,4) (2,4,9)]]", 2_000);
        assert_eq!(choice.chosen, 1);
        assert_eq!(choice.line, [1, 0]);
    }

    #[test]
    fn one_simulation_gives_a_legal_move() {
        let choice = choose("[[1] [2]]", 1);
        assert!(choice.chosen < 2 && choice.nodes == 3);
    }
}
