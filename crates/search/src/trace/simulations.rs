//! Traces of plain UCT: the path of every simulation through the tree, and its rewards.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_core::random::Playout;
use bellwether_core::{Game, Payoffs, Seat};

use super::{SimulationObserver, TraceLimits};
use crate::{Budget, Choice, Limits, Uct};

/// A search by plain UCT, simulation by simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationTrace<G: Game> {
    /// The exploration constant of the UCT formula.
    pub exploration: f64,
    /// The tree's nodes in the order of creation, the root first.
    pub nodes: Vec<SimulationNode<G::Move>>,
    /// The simulations in order; incomplete if not all were recorded.
    pub simulations: Vec<Simulation>,
    /// The search's choice; none if it was stopped.
    pub choice: Option<Choice<G>>,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationNode<M> {
    /// Its parent; none at the root.
    pub parent: Option<u32>,
    /// The move that leads here; none at the root.
    pub m: Option<M>,
    /// The seat that makes that move, whose rewards the node sums up; none at the root.
    pub chooser: Option<Seat>,
}

impl<M> SimulationNode<M> {
    /// The same node with another representation of its move.
    #[must_use]
    pub fn with_move<N>(self, m: Option<N>) -> SimulationNode<N> {
        SimulationNode { parent: self.parent, m, chooser: self.chooser }
    }
}

/// A simulated game.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// Its path below the root. If the tree grew, the last node is one of the new ones.
    pub path: Vec<u32>,
    /// The nodes that were added: all children of the last but one on the path.
    pub grown: Range<u32>,
    /// The length of the random playout.
    pub plies: u32,
    /// The reward of each seat.
    pub rewards: Payoffs,
}

/// A node's statistics after some simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VisitStats {
    /// Simulations through it.
    pub visits: u32,
    /// The sum of its chooser's rewards.
    pub total: f64,
}

impl VisitStats {
    /// The mean reward of its chooser; zero without visits.
    #[must_use]
    pub fn average(self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

impl<G: Game> SimulationTrace<G> {
    /// Whether every simulation was recorded.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.choice
            .as_ref()
            .is_some_and(|choice| choice.simulations == self.simulations.len() as u64)
    }

    /// Every node that has children, with its most visited child; the first of equals.
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

    /// Every node's statistics after the first `games` simulations.
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

/// Records plain UCT with this number of simulations.
///
/// # Panics
/// If the game is over.
pub fn uct<G: Game>(
    mut agent: Uct<G>,
    game: &G,
    state: &G::State,
    simulations: u64,
    trace_limits: TraceLimits,
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
        trace_limits,
        stop,
        end: &end,
        created: 1,
        grown: 1..1,
        is_recording: true,
        trace,
    };
    let choice = agent.choose_observed(game, state, &budget, &mut recorder);
    let mut trace = recorder.trace;
    trace.choice = (!budget.is_stopped()).then_some(choice);
    trace
}

/// Records simulations up to the limits, and stops the search at its limit or on `stop`.
struct SimulationRecorder<'a, G: Game> {
    trace_limits: TraceLimits,
    stop: &'a AtomicBool,
    end: &'a AtomicBool,
    /// Nodes created so far, including those not recorded.
    created: u64,
    /// Nodes created by the current simulation.
    grown: Range<u32>,
    is_recording: bool,
    trace: SimulationTrace<G>,
}

impl<G: Game> SimulationObserver<G> for SimulationRecorder<'_, G> {
    fn expand(&mut self, parent: usize, m: G::Move, chooser: Seat) {
        self.created += 1;
        if self.is_recording {
            self.trace.nodes.push(SimulationNode {
                parent: Some(parent as u32),
                m: Some(m),
                chooser: Some(chooser),
            });
        }
    }

    fn simulated(&mut self, path: &[(usize, Seat)], end: &Playout, rewards: &Payoffs) {
        if self.stop.load(Ordering::Relaxed) || self.created > self.trace_limits.visits {
            self.end.store(true, Ordering::Relaxed);
        }
        if !self.is_recording {
            return;
        }
        let nodes = self.trace.nodes.len();
        if nodes > self.trace_limits.nodes {
            // An incomplete simulation is dropped.
            self.trace.nodes.truncate(self.grown.end as usize);
            self.is_recording = false;
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
