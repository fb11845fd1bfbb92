//! Playing a hidden game as if a guess were the truth.

use bellwether_core::{Game, Seat};

use crate::agent::mover;
use crate::{Agent, Budget, Choice};

/// A guess at the whole position by the seat that moves, made from what it sees alone.
pub type Guess<G> = fn(&G, &<G as Game>::State, Seat) -> <G as Game>::State;

/// Lets another agent choose in a guessed position.
///
/// The guess must look to the mover like the position itself, so that its moves are the same.
#[derive(Clone, Debug)]
pub struct Guessing<A, G: Game> {
    agent: A,
    guess: Guess<G>,
}

impl<A: Agent<G>, G: Game> Guessing<A, G> {
    /// Asks `agent` what to do in the position `guess` gives.
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
