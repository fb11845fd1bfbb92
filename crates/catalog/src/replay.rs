//! A recorded game, played again: every position from the first to the last.

use bellwether_arena::page;
use bellwether_arena::record::{GameRecord, MoveLog, RecordHeader};
use bellwether_core::picture::Picture;
use bellwether_core::{ParseError, Seat};

use crate::{AnyGame, AnyPosition, Catalog, PlayedMove};

/// A game and all its positions. Ply 0 is the start; ply `k` is after `k` moves, the opening's included.
pub struct Replay {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// What was written down.
    pub record: GameRecord,
    positions: Vec<Box<dyn AnyPosition>>,
    played: Vec<PlayedMove>,
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("record", &self.record).finish_non_exhaustive()
    }
}

impl Replay {
    /// Plays a recorded game.
    ///
    /// # Errors
    /// If a move is illegal, or the game is unknown; the error names the game's number and the ply.
    pub fn new(
        catalog: &Catalog,
        header: &RecordHeader,
        record: GameRecord,
    ) -> Result<Self, ParseError> {
        let number = record.number;
        let wrong = |error| ParseError::new(format!("game {number}: {error}"));
        let game = catalog.game(&record.game).map_err(wrong)?;
        if game.seats() != header.seats.len() {
            return Err(ParseError::new(format!(
                "game {number}: {} has {} seats, but the record has {}",
                game.spec(),
                game.seats(),
                header.seats.len()
            )));
        }
        let start = match &record.position {
            Some(text) => game.position(text).map_err(wrong)?,
            None => game.start(),
        };
        let mut positions = vec![start];
        let mut played = Vec::new();
        for (index, text) in record.opening.iter().chain(record.moves.iter()).enumerate() {
            let mut position = positions[index].duplicate();
            let made = position.play(text).map_err(|error| {
                ParseError::new(format!("game {number}, ply {}: {error}", index + 1))
            })?;
            played.push(made);
            positions.push(position);
        }
        Ok(Self { game, record, positions, played })
    }

    /// Every position, drawn whole.
    #[must_use]
    pub fn pictures(&self) -> Vec<Picture> {
        self.positions.iter().map(|position| position.picture(None)).collect()
    }

    /// The last ply.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// This ply, if it is there.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, ply: usize) -> Result<usize, ParseError> {
        if ply <= self.plies() {
            return Ok(ply);
        }
        let (number, last) = (self.record.number, self.plies());
        Err(ParseError::new(format!(
            "there is no ply {ply}: game {number} has plies 0 (the start) to {last}"
        )))
    }

    /// The position at a ply.
    ///
    /// # Panics
    /// If the game has no such ply.
    #[must_use]
    pub fn position(&self, ply: usize) -> &dyn AnyPosition {
        self.positions[ply].as_ref()
    }

    /// The move that led to a ply; none led to the start.
    #[must_use]
    pub fn played(&self, ply: usize) -> Option<&PlayedMove> {
        ply.checked_sub(1).map(|index| &self.played[index])
    }

    /// The move that led to a ply, as far as `viewer` may know it.
    #[must_use]
    pub fn move_text(&self, ply: usize, viewer: Option<Seat>) -> Option<&str> {
        let played = self.played(ply)?;
        Some(match viewer {
            Some(seat) => &played.seen[seat.index()],
            None => &played.text,
        })
    }

    /// Whether the move that led to a ply was made before the players were asked.
    #[must_use]
    pub fn is_opening(&self, ply: usize) -> bool {
        (1..=self.record.opening.len()).contains(&ply)
    }

    /// What was logged of the move that led to a ply. In a hidden game what others thought is a secret, too.
    #[must_use]
    pub fn log(&self, ply: usize, viewer: Option<Seat>) -> Option<&MoveLog> {
        let mover = self.played(ply)?.mover;
        if self.game.is_hidden() && viewer.is_some_and(|viewer| viewer != mover) {
            return None;
        }
        self.record.log.get((ply - 1).checked_sub(self.record.opening.len())?)
    }
}

/// The seat that moves first in a recorded game; none if the game is unknown.
#[must_use]
pub fn starter(catalog: &Catalog, record: &GameRecord) -> Option<Seat> {
    let game = catalog.game(&record.game).ok()?;
    let position = match &record.position {
        Some(text) => game.position(text).ok()?,
        None => game.start(),
    };
    position.status().mover()
}

/// A tournament as a page that needs nothing else; see [`page::render`].
///
/// # Errors
/// If a game cannot be played again.
pub fn record_page(
    catalog: &Catalog,
    header: &RecordHeader,
    records: Vec<GameRecord>,
) -> Result<String, ParseError> {
    let game = catalog.game(&header.game)?;
    let mut options = page::PageOptions::new(game.card().title, game.card().pieces);
    let sides = game.sides();
    if sides.len() < header.seats.len() {
        let side = |seat: usize| sides.iter().position(|side| side.contains(&seat));
        options.teams = (0..header.seats.len()).filter_map(side).collect();
    }
    let mut first_error = None;
    let text = page::render(header, records, &options, |record| {
        Replay::new(catalog, header, record.clone()).map_or_else(
            |error| {
                first_error.get_or_insert(error);
                Vec::new()
            },
            |replay| replay.pictures(),
        )
    });
    first_error.map_or(Ok(text), Err)
}
