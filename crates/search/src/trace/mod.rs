//! Searches written down as they happen, for people who want to look inside.
//!
//! Nothing here searches: the agents themselves are watched (`Watch`, `WatchGames`), and unwatched
//! they do not pay for it. What was seen is a [`DepthTrace`] of a search to a fixed depth or a
//! [`GamesTrace`] of plain UCT; both can be played back step by step.

mod count;
mod depth;
mod games;
mod watch;

pub use count::full_tree;
pub use depth::{Bound, DepthNode, DepthTrace, Event, Leaf, alpha_beta, minimax, paranoid};
pub use games::{GamesNode, GamesTrace, Simulation, Sum, uct};
pub(crate) use watch::{Teller, Unwatched, Watch, WatchGames};

/// How much of a search is written down, and how much of it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Nodes that are written down; the search goes on beyond, so that its result is known.
    pub nodes: usize,
    /// Nodes after which the search is ended, at least as many.
    pub visits: u64,
}
