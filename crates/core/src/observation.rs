//! [`Observation`]: what each seat may know of a game, the same way for open and for hidden games.

use std::fmt;

use crate::random::Random;
use crate::{Game, Hidden, Notation, ParseError, Seat};

/// What a seat sees, as functions of a game: [`open`](Self::open) shows everything,
/// [`hidden`](Self::hidden) what the game's [`Hidden`] says.
#[expect(
    clippy::type_complexity,
    reason = "plain functions of a game, each with one line of types"
)]
pub struct Observation<G: Game> {
    /// Whether anything is hidden with these options.
    pub is_hidden: fn(&G) -> bool,
    /// A state that the seat cannot tell from the true one, drawn at random.
    pub resample: fn(&G, &G::State, Seat, &mut Random) -> G::State,
    /// The same from the text of what the seat sees.
    pub resample_from: fn(&G, &str, Seat, &mut Random) -> Result<G::State, ParseError>,
    /// A state that the seat cannot tell from the true one, with the unseen spread evenly.
    pub even_guess: fn(&G, &G::State, Seat) -> G::State,
    /// The same with as much of the unseen as there can be.
    pub endless_guess: fn(&G, &G::State, Seat) -> G::State,
    /// The position's text as the seat may know it.
    pub position: fn(&G, &G::State, Seat) -> String,
    /// A move's text as an observer may know it.
    pub move_text: fn(&G, &G::State, G::Move, Seat) -> String,
}

impl<G: Game> Clone for Observation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Observation<G> {}

impl<G: Game> fmt::Debug for Observation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation").finish_non_exhaustive()
    }
}

impl<G: Notation> Observation<G> {
    /// Every seat sees everything.
    #[must_use]
    pub const fn open() -> Self {
        Self {
            is_hidden: |_| false,
            resample: |_, state, _, _| state.clone(),
            resample_from: |game, text, _, _| game.parse_position(text),
            even_guess: |_, state, _| state.clone(),
            endless_guess: |_, state, _| state.clone(),
            position: |game, state, _| game.position_text(state),
            move_text: |game, state, m, _| game.move_text(state, m),
        }
    }

    /// Every seat sees what [`Hidden`] says.
    #[must_use]
    pub const fn hidden() -> Self
    where
        G: Hidden,
    {
        Self {
            is_hidden: G::is_hidden,
            resample: |game, state, seat, rng| game.resample(&game.view(state, seat), rng),
            resample_from: |game, text, seat, rng| {
                Ok(game.resample(&game.parse_view(text, seat)?, rng))
            },
            even_guess: |game, state, seat| game.even_guess(&game.view(state, seat)),
            endless_guess: |game, state, seat| game.endless_guess(&game.view(state, seat)),
            position: |game, state, seat| game.position_as_seen(state, seat),
            move_text: |game, state, m, observer| match game.status(state).mover() {
                Some(mover) => game.move_as_seen(state, m, mover, observer),
                None => String::new(),
            },
        }
    }
}
