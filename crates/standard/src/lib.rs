//! The standard catalogue: one line a game.

use bellwether_catalog::{AnyGame, Catalog};
use bellwether_core::ParseError;
use bellwether_games::battle_sheep::BattleSheep;
use bellwether_games::breakthrough::Breakthrough;
use bellwether_games::wolf_and_sheep::WolfAndSheep;
use bellwether_games::wolves_eat_sheep::WolvesEatSheep;

/// Bellwether's own games.
#[must_use]
pub fn standard() -> Catalog {
    Catalog::new()
        .with::<Breakthrough<u64>>()
        .with::<WolfAndSheep<u64>>()
        .with::<WolvesEatSheep>()
        .with::<BattleSheep>()
}

/// One of [them](standard), by its name and options.
///
/// # Errors
/// If there is no such game or option, or the options make no game.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    standard().game(text)
}
