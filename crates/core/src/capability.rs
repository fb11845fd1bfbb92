//! What some games can do and others cannot: each capability is a trait of its own.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Game, Rng, Seat};

/// Two seats, and what one wins the other loses: payoffs always add up to zero.
///
/// The same seat may move twice in a row, so a search negates only when the seat changes.
pub trait ZeroSum2: Game {}

/// A game whose board can be turned or mirrored without changing what it is.
///
/// Symmetries are numbered from 0, which changes nothing.
pub trait Symmetric: Game {
    /// How many symmetries this game has, the identity among them.
    fn symmetries(&self) -> usize;

    /// The position as symmetry number `symmetry` shows it.
    fn transform(&self, state: &Self::State, symmetry: usize) -> Self::State;

    /// The move as symmetry number `symmetry` shows it.
    fn transform_move(&self, m: Self::Move, symmetry: usize) -> Self::Move;
}

/// A game in which a seat does not see everything.
pub trait Hidden: Game {
    /// All that one seat knows of a position.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// What `seat` sees of `state`.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A position that looks just like `view` to the seat that has it, drawn at random.
    ///
    /// The viewer's own legal moves are the same in every sample.
    fn sample<R: Rng>(&self, view: &Self::View, rng: &mut R) -> Self::State;

    /// What `observer` may be told of a move that `mover` makes, in the game's notation.
    fn move_as_seen(
        &self,
        state: &Self::State,
        m: Self::Move,
        mover: Seat,
        observer: Seat,
    ) -> String;

    /// The position's text with what `observer` cannot see left open.
    fn position_as_seen(&self, state: &Self::State, observer: Seat) -> String;
}

/// A game that keeps a score besides who won.
pub trait Scored: Game {
    /// Each seat's score in this position, in seat order, unrounded.
    fn scores(&self, state: &Self::State) -> Vec<f64>;
}

/// A game in which a position also makes sense with another seat to move.
pub trait Turns: Game {
    /// The same position with `seat` to move; none if `seat` could not move.
    ///
    /// Such a position need not come about in play. Searches use it to leave out seats.
    fn with_turn(&self, state: &Self::State, seat: Seat) -> Option<Self::State>;
}
