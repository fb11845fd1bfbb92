//! [`Catalog`]: the games by name, and the agents from outside.

use std::marker::PhantomData;
use std::sync::Arc;

use bellwether_core::card::Card;
use bellwether_core::notation::excerpt;
use bellwether_core::outside::read_text;
use bellwether_core::picture::PieceStyle;
use bellwether_core::spec::{Options, Spec, ValueKind, suggest};
use bellwether_core::{Error, GameFamily, GameReceiver, Playable};

use crate::erased::ErasedGame;
use crate::{AgentEntry, AgentFamily, AnyGame, DynGame};

/// The games by name, and agents for them. A value like any other: cheap to copy, and open to games and agents from
/// outside.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    entries: Arc<Vec<Entry>>,
    /// Agents for every game, besides those of each game's own.
    pub(crate) agents: Arc<Vec<AgentEntry<DynGame>>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    card: &'static Card,
    make: MakeGame,
}

type MakeGame = fn(&Catalog, &Spec, &Options<'_>) -> Result<Box<dyn AnyGame>, Error>;

impl Catalog {
    /// No games yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with the games of one name more; they take the place of earlier ones of that name.
    #[must_use]
    pub fn with<F: GameFamily>(&self) -> Self {
        self.with_agents::<F, ()>()
    }

    /// The same, and these games have the agents of `A` besides the built-in ones.
    #[must_use]
    pub fn with_agents<F: GameFamily, A: AgentFamily>(&self) -> Self {
        let mut entries: Vec<Entry> =
            self.entries.iter().filter(|entry| entry.card.name != F::CARD.name).copied().collect();
        let make: MakeGame = |catalog, spec, options| {
            Ok(F::make(options, Eraser::<A> { catalog, spec, agents: PhantomData })?)
        };
        entries.push(Entry { card: F::CARD, make });
        Self { entries: Arc::new(entries), ..self.clone() }
    }

    /// The same with an agent more, for every game; it takes the place of an earlier one of that name.
    ///
    /// ```
    /// use bellwether_catalog::{AgentEntry, BotPermission, Catalog};
    /// use bellwether_games::breakthrough::Breakthrough;
    /// use bellwether_search::RandomAgent;
    /// let luck = AgentEntry::new("luck", "any legal move", &[], |args| {
    ///     Ok(Box::new(RandomAgent::new(args.seed)))
    /// });
    /// let catalog = Catalog::new().with::<Breakthrough<u64>>().with_agent(luck);
    /// assert!(catalog.game("breakthrough")?.agent("luck", 1, BotPermission::Refused).is_ok());
    /// # Ok::<(), bellwether_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_agent(&self, agent: AgentEntry<DynGame>) -> Self {
        let mut agents = Vec::clone(&self.agents);
        agents.push(agent);
        Self { agents: Arc::new(agents), ..self.clone() }
    }

    /// The description of each game.
    pub fn cards(&self) -> impl Iterator<Item = &'static Card> {
        self.entries.iter().map(|entry| entry.card)
    }

    /// Every kind of piece of every game, each once.
    #[must_use]
    pub fn pieces(&self) -> Vec<&'static PieceStyle> {
        let mut pieces: Vec<&PieceStyle> = Vec::new();
        for piece in self.cards().flat_map(|card| card.pieces) {
            if !pieces.iter().any(|known| known.id == piece.id) {
                pieces.push(piece);
            }
        }
        pieces
    }

    /// The game that `text` asks for: `name` or `name:option=value,…`.
    ///
    /// # Errors
    /// If there is no such game or option, the options make no game, or a file cannot be read.
    pub fn game(&self, text: &str) -> Result<Box<dyn AnyGame>, Error> {
        let spec = Spec::parse(text)?;
        let entry = self.entries.iter().find(|entry| entry.card.name == spec.name());
        let entry = entry.ok_or_else(|| {
            let names = self.cards().map(|card| card.name);
            Error::invalid(format!(
                "there is no game '{}': {}",
                excerpt(spec.name()),
                suggest(spec.name(), names, "there are no games at all")
            ))
        })?;
        (entry.make)(self, &spec, &read_options(&spec, entry.card)?)
    }
}

/// The options of a game, with what the files among them hold.
///
/// # Errors
/// If there is no such option, or a file cannot be read.
fn read_options<'a>(spec: &'a Spec, card: &Card) -> Result<Options<'a>, Error> {
    let mut options = Options::new(spec, card.options)?;
    for option in card.options.iter().filter(|option| option.kind == ValueKind::File) {
        if let Some(path) = options.text(option.name)? {
            options = options.with_file(option.name, read(option.name, path)?);
        }
    }
    Ok(options)
}

/// Erases the type of a game, which has the agents of `A` besides the built-in ones.
struct Eraser<'a, A> {
    catalog: &'a Catalog,
    spec: &'a Spec,
    agents: PhantomData<A>,
}

impl<A: AgentFamily> GameReceiver for Eraser<'_, A> {
    type Output = Box<dyn AnyGame>;

    fn receive<G: Playable>(self, game: G) -> Box<dyn AnyGame> {
        Box::new(ErasedGame::new::<A>(game, self.spec, self.catalog))
    }
}

/// What the file that an option names holds.
fn read(option: &str, path: &str) -> Result<String, Error> {
    /// No option's file comes near it; a file this long is not one.
    const LONGEST: u64 = 1 << 16;
    let fail = |reason: String| {
        Error::invalid(format!("the {option} file '{}' cannot be read: {reason}", excerpt(path)))
    };
    read_text(path.as_ref(), LONGEST).map_err(|error| fail(error.to_string()))
}
