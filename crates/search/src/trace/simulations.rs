//! What plain UCT did: the path of every simulated game through the tree, and what it brought back.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_core::random::Playout;
use bellwether_core::{Game, Payoffs, Seat};

use super::{SimulationObserver, TraceLimits};
use crate::{Budget, Choice, Limits, Uct};

/// A search by plain UCT, game by game.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationTrace<G: Game> {
    /// How much it tries what it knows little of: the constant of the UCT formula.
    pub exploration: f64,
    /// The tree's nodes in the order they were made, the root first.
    pub nodes: Vec<SimulationNode<G::Move>>,
    /// The simulated games, in order; they end early if not all were written down.
    pub simulations: Vec<Simulation>,
    /// What the search chose; none if it was told to stop.
    pub choice: Option<Choice<G>>,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationNode<M> {
    /// The node above; none at the root.
    pub parent: Option<u32>,
    /// The move that leads here; none at the root.
    pub m: Option<M>,
    /// Who chooses that move, and so whose rewards the node adds up; none at the root.
    pub chooser: Option<Seat>,
}

impl<M> SimulationNode<M> {
    /// The same node with its move told in another way.
    #[must_use]
    pub fn with_move<N>(self, m: Option<N>) -> SimulationNode<N> {
        SimulationNode { parent: self.parent, m, chooser: self.chooser }
    }
}

/// A simulated game.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The nodes it went through below the root. If the tree grew, the last is one of the new ones.
    pub path: Vec<u32>,
    /// The nodes that were added: all children of the last but one on the path.
    pub grown: Range<u32>,
    /// Random moves played below the tree.
    pub plies: u32,
    /// What each seat got.
    pub rewards: Payoffs,
}

/// What a node knows after some games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VisitStats {
    /// Games that went through it.
    pub visits: u32,
    /// What its chooser earned in them, added up.
    pub total: f64,
}

impl VisitStats {
    /// What its chooser earned on average; zero before the first game.
    #[must_use]
    pub fn average(self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

impl<G: Game> SimulationTrace<G> {
    /// Whether every game was written down.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.choice
            .as_ref()
            .is_some_and(|choice| choice.simulations == self.simulations.len() as u64)
    }

    /// Every node that has children together with the one that was visited most, of several the first.
    #[must_use]
    pub fn most_visited(&self) -> Vec<(usize, usize)> {
        let sums = self.after(self.simulations.len());
        let grown = self.simulations.iter().map(|simulation| simulation.grown.clone());
        let best = grown.filter_map(|children| {
            let parent = self.nodes.get(children.start as usize)?.parent?;
            let best = children.rev().max_by_key(|&child| sums[child as usize].visits)?;
            Some((parent as usize, best as usize))
        });
        best.collect()
    }

    /// What every node knew after the first `games` games.
    #[must_use]
    pub fn after(&self, games: usize) -> Vec<VisitStats> {
        let mut sums = vec![VisitStats::default(); self.nodes.len()];
        for simulation in self.simulations.iter().take(games) {
            sums[0].visits += 1;
            for &node in &simulation.path {
                let sum = &mut sums[node as usize];
                sum.visits += 1;
                if let Some(chooser) = self.nodes[node as usize].chooser {
                    sum.total += f64::from(simulation.rewards.of(chooser));
                }
            }
        }
        sums
    }
}

/// Watches plain UCT for so many simulated games.
///
/// # Panics
/// If the game is over.
pub fn uct<G: Game>(
    mut agent: Uct<G>,
    game: &G,
    state: &G::State,
    simulations: u64,
    scope: TraceLimits,
    stop: &AtomicBool,
) -> SimulationTrace<G> {
    let end = AtomicBool::new(false);
    let no_clock = || Duration::ZERO;
    let limits = Limits { simulations: Some(simulations), ..Limits::default() };
    let budget = Budget::new(limits, &no_clock, &end);
    let trace = SimulationTrace {
        exploration: agent.exploration(),
        nodes: vec![SimulationNode { parent: None, m: None, chooser: None }],
        simulations: Vec::new(),
        choice: None,
    };
    let mut recorder = SimulationRecorder {
        scope,
        stop,
        end: &end,
        made: 1,
        grown: 1..1,
        is_writing: true,
        trace,
    };
    let choice = agent.choose_watched(game, state, &budget, &mut recorder);
    let mut trace = recorder.trace;
    trace.choice = (!budget.is_stopped()).then_some(choice);
    trace
}

/// Writes down what it sees, and ends the search when it is told to.
struct SimulationRecorder<'a, G: Game> {
    scope: TraceLimits,
    stop: &'a AtomicBool,
    end: &'a AtomicBool,
    /// Nodes made so far, those not written down included.
    made: u64,
    /// Nodes made by the game that is being simulated.
    grown: Range<u32>,
    is_writing: bool,
    trace: SimulationTrace<G>,
}

impl<G: Game> SimulationObserver<G> for SimulationRecorder<'_, G> {
    fn grow(&mut self, parent: usize, m: G::Move, chooser: Seat) {
        self.made += 1;
        if self.is_writing {
            self.trace.nodes.push(SimulationNode {
                parent: Some(parent as u32),
                m: Some(m),
                chooser: Some(chooser),
            });
        }
    }

    fn simulated(&mut self, path: &[(usize, Seat)], end: &Playout, rewards: &Payoffs) {
        if self.stop.load(Ordering::Relaxed) || self.made > self.scope.visits {
            self.end.store(true, Ordering::Relaxed);
        }
        if !self.is_writing {
            return;
        }
        let nodes = self.trace.nodes.len();
        if nodes > self.scope.nodes {
            // Half a simulation is none.
            self.trace.nodes.truncate(self.grown.end as usize);
            self.is_writing = false;
            return;
        }
        self.grown = self.grown.end..nodes as u32;
        self.trace.simulations.push(Simulation {
            path: path.iter().map(|&(node, _)| node as u32).collect(),
            grown: self.grown.clone(),
            plies: end.plies as u32,
            rewards: *rewards,
        });
    }
}
