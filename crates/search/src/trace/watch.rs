//! How a search is watched: two small traits whose empty implementation compiles to nothing.

use bellwether_core::random::Playout;
use bellwether_core::{Game, Payoffs, Seat};

use crate::fixed::Value;

/// Watches a search to a fixed depth.
pub(crate) trait Watch<G: Game> {
    /// A position is entered by a move, the root by none, with the window its value is asked for in. A
    /// root begins a new tree.
    #[inline(always)]
    fn enter(&mut self, _m: Option<G::Move>, _state: &G::State, _alpha: i32, _beta: i32) {}

    /// The position entered last and not left yet is left with this value for the seat that searches.
    #[inline(always)]
    fn leave(&mut self, _value: Value) {}
}

/// Watches a search that simulates games. Its nodes are numbered in the order they are made, the root is 0.
pub(crate) trait WatchGames<G: Game> {
    /// The tree gets a node below `parent`, where `chooser` could move.
    #[inline(always)]
    fn grow(&mut self, _parent: usize, _m: G::Move, _chooser: Seat) {}

    /// A game was played to its end below this path; each node on it gets what its chooser earned.
    #[inline(always)]
    fn simulated(&mut self, _path: &[(usize, Seat)], _end: &Playout, _rewards: &Payoffs) {}
}

/// Nobody watches.
pub(crate) struct Unwatched;

impl<G: Game> Watch<G> for Unwatched {}
impl<G: Game> WatchGames<G> for Unwatched {}
