//! Observers of searches: two small traits whose empty implementation compiles to nothing.

use bellwether_core::random::Playout;
use bellwether_core::{Game, Payoffs, Seat};

use crate::fixed_depth::{BackedUpValue, RootMove, best_first};
use crate::{Choice, ProgressFn};

/// Observes a fixed-depth search.
pub(crate) trait SearchObserver<G: Game> {
    /// A node is entered by a move (the root by none), with its window. A root begins a new tree.
    #[inline(always)]
    fn enter(&mut self, _m: Option<G::Move>, _state: &G::State, _alpha: i32, _beta: i32) {}

    /// The innermost open node is left with this value for the searching seat.
    #[inline(always)]
    fn leave(&mut self, _value: BackedUpValue) {}

    /// These root moves are searched so far, to this depth and with this total of nodes.
    #[inline(always)]
    fn root_searched(&mut self, _root_moves: &[RootMove<G::Move>], _depth: u32, _nodes: u64) {}
}

/// Observes a search by simulations. Its nodes are numbered in the order of creation, the root is 0.
pub(crate) trait SimulationObserver<G: Game> {
    /// A child of `parent` is created, by a move of `chooser`.
    #[inline(always)]
    fn expand(&mut self, _parent: usize, _m: G::Move, _chooser: Seat) {}

    /// A playout below this path has ended; each node on it gets the reward of its chooser.
    #[inline(always)]
    fn simulated(&mut self, _path: &[(usize, Seat)], _end: &Playout, _rewards: &Payoffs) {}
}

/// Reports the best choice so far after each root move, if anybody wants to know.
pub(crate) struct ProgressReporter<'a, G: Game>(pub(crate) Option<&'a ProgressFn<'a, G>>);

impl<G: Game> SearchObserver<G> for ProgressReporter<'_, G> {
    fn root_searched(&mut self, root_moves: &[RootMove<G::Move>], depth: u32, nodes: u64) {
        let Some(progress) = self.0 else { return };
        let mut root_moves = root_moves.to_vec();
        best_first(&mut root_moves);
        let (line, score) = (root_moves[0].line.clone(), root_moves[0].value.to_score());
        let choice = Choice { score: Some(score), depth, nodes, ..Choice::bare(line[0]) };
        progress(&Choice { line, ..choice });
    }
}

/// No observer.
pub(crate) struct NoObserver;

impl<G: Game> SearchObserver<G> for NoObserver {}
impl<G: Game> SimulationObserver<G> for NoObserver {}
