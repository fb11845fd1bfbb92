//! Positions to measure on: [`random_position`].

use bellwether_core::Error;
use bellwether_core::random::{below, seeded};

use crate::{AnyGame, AnyPosition};

/// The position after so many random moves from the start, or where the game is over before. The number is the seed, too.
///
/// # Errors
/// If the game does not take its own moves.
pub fn random_position(game: &dyn AnyGame, plies: usize) -> Result<Box<dyn AnyPosition>, Error> {
    let mut rng = seeded(plies as u64);
    let mut position = game.start();
    for _ in 0..plies {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position.play(&moves[below(&mut rng, moves.len())])?;
    }
    Ok(position)
}
