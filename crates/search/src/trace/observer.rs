//! How a search is watched: two small traits whose empty implementation compiles to nothing.

use bellwether_core::random::Playout;
use bellwether_core::{Game, Payoffs, Seat};

use crate::fixed_depth::{BackedUpValue, RootMove, best_first};
use crate::{Choice, agent};

/// Watches a search to a fixed depth.
pub(crate) trait SearchObserver<G: Game> {
    /// A position is entered by a move, the root by none, with the window its value is asked for in. A
    /// root begins a new tree.
    #[inline(always)]
    fn enter(&mut self, _m: Option<G::Move>, _state: &G::State, _alpha: i32, _beta: i32) {}

    /// The position entered last and not left yet is left with this value for the seat that searches.
    #[inline(always)]
    fn leave(&mut self, _value: BackedUpValue) {}

    /// These of the root's moves are judged so far, to this depth and with so many nodes in all.
    #[inline(always)]
    fn judged(&mut self, _judged: &[RootMove<G::Move>], _depth: u32, _nodes: u64) {}
}

/// Watches a search that simulates games. Its nodes are numbered in the order they are made, the root is 0.
pub(crate) trait SimulationObserver<G: Game> {
    /// The tree gets a node below `parent`, where `chooser` could move.
    #[inline(always)]
    fn grow(&mut self, _parent: usize, _m: G::Move, _chooser: Seat) {}

    /// A game was played to its end below this path; each node on it gets what its chooser earned.
    #[inline(always)]
    fn simulated(&mut self, _path: &[(usize, Seat)], _end: &Playout, _rewards: &Payoffs) {}
}

/// Tells what would be chosen, as one root move after the other is judged.
pub(crate) struct ProgressReporter<'a, G: Game>(pub(crate) &'a agent::ProgressFn<'a, G>);

impl<G: Game> SearchObserver<G> for ProgressReporter<'_, G> {
    fn judged(&mut self, judged: &[RootMove<G::Move>], depth: u32, nodes: u64) {
        let mut judged = judged.to_vec();
        best_first(&mut judged);
        let (line, score) = (judged[0].line.clone(), judged[0].value.shown());
        let choice = Choice { score: Some(score), depth, nodes, ..Choice::bare(line[0]) };
        (self.0)(&Choice { line, ..choice });
    }
}

/// Nobody watches.
pub(crate) struct NoObserver;

impl<G: Game> SearchObserver<G> for NoObserver {}
impl<G: Game> SimulationObserver<G> for NoObserver {}
