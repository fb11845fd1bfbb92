//! Playing a game of imperfect information in one determinization.

use bellwether_core::{Game, Seat};

use crate::agent::mover;
use crate::{Agent, Budget, Choice};

/// A full position guessed from what the seat to move sees.
pub type Guess<G> = fn(&G, &<G as Game>::State, Seat) -> <G as Game>::State;

/// Lets another agent choose in a guessed position.
///
/// The guess must have the same view for the mover as the position itself, so that its moves are the same.
#[derive(Clone, Debug)]
pub struct Guessing<A, G: Game> {
    agent: A,
    guess: Guess<G>,
}

impl<A: Agent<G>, G: Game> Guessing<A, G> {
    /// `agent`, playing in the position that `guess` returns.
    #[must_use]
    pub fn new(agent: A, guess: Guess<G>) -> Self {
        Self { agent, guess }
    }
}

impl<A: Agent<G>, G: Game> Agent<G> for Guessing<A, G> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        let guess = (self.guess)(game, state, mover(game, state));
        self.agent.choose(game, &guess, budget)
    }
}
