//! Searches written down as they happen, for people who want to look inside.
//!
//! Nothing here searches: the agents themselves are watched (`Watch`, `WatchGames`), and unwatched
//! they do not pay for it. What was seen is a [`DepthTrace`] of a search to a fixed depth or a
//! [`GamesTrace`] of plain UCT; both can be played back step by step.

mod count;
mod depth;
mod observer;
mod simulations;

pub use count::full_tree;
pub use depth::{
    Bound, DepthNode, DepthTrace, LeafReason, TraceEvent, alpha_beta, minimax, paranoid,
};
pub(crate) use observer::{NoObserver, ProgressReporter, SearchObserver, SimulationObserver};
pub use simulations::{Simulation, SimulationNode, SimulationTrace, VisitStats, uct};

/// How much of a search is written down, and how much of it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLimits {
    /// Nodes that are written down; the search goes on beyond, so that its result is known.
    pub nodes: usize,
    /// Nodes after which the search is ended, at least as many.
    pub visits: u64,
}
