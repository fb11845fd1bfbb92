//! The standard catalogue: the games of `bellwether-games`.

use std::marker::PhantomData;

use bellwether_catalog::{AgentFamily, AnyGame, Catalog};
use bellwether_core::playable::FamilyVisitor;
use bellwether_core::{Error, GameFamily};

/// Bellwether's own games.
#[must_use]
pub fn standard() -> Catalog {
    standard_with::<()>()
}

/// The same, and every game has the agents of `A` besides the built-in ones.
#[must_use]
pub fn standard_with<A: AgentFamily>() -> Catalog {
    let mut builder = CatalogBuilder::<A>(Catalog::new(), PhantomData);
    bellwether_games::visit_all(&mut builder);
    builder.0
}

struct CatalogBuilder<A>(Catalog, PhantomData<A>);

impl<A: AgentFamily> FamilyVisitor for CatalogBuilder<A> {
    fn visit<F: GameFamily>(&mut self) {
        self.0 = self.0.with_agents::<F, A>();
    }
}

/// One of [them](standard), by its name and options.
///
/// # Errors
/// If there is no such game or option, or the options make no game.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, Error> {
    standard().game(text)
}
