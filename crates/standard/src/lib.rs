//! The standard catalogue: the games of `bellwether-games`.

use bellwether_catalog::{AnyGame, Catalog};
use bellwether_core::ParseError;

/// Bellwether's own games.
#[must_use]
pub fn standard() -> Catalog {
    let mut catalog = Catalog::new();
    bellwether_games::visit_all(&mut catalog);
    catalog
}

/// One of [them](standard), by its name and options.
///
/// # Errors
/// If there is no such game or option, or the options make no game.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    standard().game(text)
}
