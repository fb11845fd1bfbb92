//! Uniformly random moves.

use bellwether_core::Game;
use bellwether_core::random::{Random, seeded};

use crate::{Agent, Budget, Choice};

/// Chooses uniformly among the legal moves.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: Random,
}

impl RandomAgent {
    /// An agent with this random seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: seeded(seed) }
    }
}

impl<G: Game> Agent<G> for RandomAgent {
    fn choose(&mut self, game: &G, state: &G::State, _: &Budget<'_>) -> Choice<G> {
        Choice::bare(game.random_move(state, &mut self.rng))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use bellwether_core::tree::LiteralTree;

    #[test]
    fn every_move_is_chosen_sometimes_and_a_seed_repeats() {
        let tree = LiteralTree::parse("[1 2 3]").unwrap();
        let draw = |seed| {
            let mut agent = RandomAgent::new(seed);
            let budget = Budget::untimed(Limits::default());
            (0..30).map(|_| agent.choose(&tree, &0, &budget).chosen).collect::<Vec<usize>>()
        };
        assert!((0..3).all(|m| draw(1).contains(&m)));
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
