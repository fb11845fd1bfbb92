//! [`Catalog`]: the games by name.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use bellwether_core::card::Card;
use bellwether_core::notation::excerpt;
use bellwether_core::picture::PieceStyle;
use bellwether_core::playable::FamilyVisitor;
use bellwether_core::spec::{Options, Spec, ValueKind, suggest};
use bellwether_core::{GameFamily, GameReceiver, ParseError, Playable};

use crate::AnyGame;
use crate::erased::ErasedGame;

/// The games by name. A value like any other: cheap to copy, and open to games from outside.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    entries: Arc<Vec<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    card: &'static Card,
    make: MakeGame,
}

type MakeGame = fn(&Catalog, &Spec, &Options<'_>) -> Result<Box<dyn AnyGame>, ParseError>;

impl Catalog {
    /// No games yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with the games of one name more; they take the place of earlier ones of that name.
    #[must_use]
    pub fn with<F: GameFamily>(&self) -> Self {
        let mut entries: Vec<Entry> =
            self.entries.iter().filter(|entry| entry.card.name != F::CARD.name).copied().collect();
        let make: MakeGame = |catalog, spec, options| F::make(options, Eraser { catalog, spec });
        entries.push(Entry { card: F::CARD, make });
        Self { entries: Arc::new(entries) }
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
    pub fn game(&self, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        let spec = Spec::parse(text)?;
        let entry = self.entries.iter().find(|entry| entry.card.name == spec.name());
        let entry = entry.ok_or_else(|| {
            let names = self.cards().map(|card| card.name);
            ParseError::new(format!(
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
pub fn read_options<'a>(spec: &'a Spec, card: &Card) -> Result<Options<'a>, ParseError> {
    let mut options = Options::new(spec, card.options)?;
    for option in card.options.iter().filter(|option| option.kind == ValueKind::File) {
        if let Some(path) = options.text(option.name)? {
            options = options.with_file(option.name, read(option.name, path)?);
        }
    }
    Ok(options)
}

impl FamilyVisitor for Catalog {
    fn visit<F: GameFamily>(&mut self) {
        *self = self.with::<F>();
    }
}

/// Erases the type of a game.
struct Eraser<'a> {
    catalog: &'a Catalog,
    spec: &'a Spec,
}

impl GameReceiver for Eraser<'_> {
    type Output = Box<dyn AnyGame>;

    fn receive<G: Playable>(self, game: G) -> Box<dyn AnyGame> {
        Box::new(ErasedGame::new(game, self.spec, self.catalog))
    }
}

/// What the file that an option names holds.
fn read(option: &str, path: &str) -> Result<String, ParseError> {
    /// No option's file comes near it; a file this long is not one.
    const LONGEST: u64 = 1 << 16;
    let fail = |reason: String| {
        ParseError::new(format!("the {option} file '{}' cannot be read: {reason}", excerpt(path)))
    };
    let mut text = String::new();
    let read = std::fs::metadata(path).and_then(|about| {
        if about.is_file() {
            File::open(path)?.take(LONGEST).read_to_string(&mut text)
        } else {
            Err(std::io::Error::other("it is not a plain file"))
        }
    });
    match read {
        Ok(length) if length as u64 == LONGEST => {
            Err(fail(format!("it is too long for a {option}")))
        }
        Ok(_) => Ok(text),
        Err(error) => Err(fail(error.to_string())),
    }
}
