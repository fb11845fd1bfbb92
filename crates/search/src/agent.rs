//! What an agent is, and what it reports besides its move.

use bellwether_core::{Game, Status};

/// Something that chooses moves.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal move for the seat to move.
    ///
    /// # Panics
    /// May panic if the game is over: there is nothing to choose.
    fn choose(&mut self, game: &G, state: &G::State) -> Choice<G>;
}

/// A move, and what led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<G: Game> {
    /// The chosen move.
    pub chosen: G::Move,
    /// How the agent judges the position after its move, for the seat that moves; none if it does
    /// not judge.
    pub score: Option<i32>,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// The seat to move.
///
/// # Panics
/// If the game is over.
pub(crate) fn mover<G: Game>(game: &G, state: &G::State) -> bellwether_core::Seat {
    match game.status(state) {
        Status::ToMove(seat) => seat,
        Status::Over(_) => panic!("an agent is asked only while the game goes on"),
    }
}
