//! Recorded traces of searches, to be replayed step by step.
//!
//! Nothing here searches: the agents themselves report to observers (`SearchObserver`,
//! `SimulationObserver`), which cost nothing when absent. The result is a [`DepthTrace`] of a fixed-depth
//! search or a [`SimulationTrace`] of plain UCT.

mod count;
mod depth;
mod observer;
mod simulations;

pub use count::full_tree;
pub use depth::{Bound, DepthNode, DepthTrace, LeafReason, TraceEvent, minimax};
pub(crate) use observer::{NoObserver, ProgressReporter, SearchObserver, SimulationObserver};
pub use simulations::{Simulation, SimulationNode, SimulationTrace, VisitStats, uct};

/// How much of a search is recorded, and how long it may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLimits {
    /// Nodes to record; the search continues beyond, so that its result is known.
    pub nodes: usize,
    /// Nodes after which the search is stopped, at least as many.
    pub visits: u64,
}
