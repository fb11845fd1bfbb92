//! A recorded game, played again: every position from the first to the last.

use bellwether_arena::page;
use bellwether_arena::record::{GameRecord, MoveLog, RecordHeader, SeatOutput};
use bellwether_core::picture::Picture;
use bellwether_core::{Error, Seat, bail};

use crate::{Catalog, GameHistory};

/// A recorded game with all its positions; the opening's moves are the first.
#[derive(Debug)]
pub struct Replay {
    /// What was written down.
    pub record: GameRecord,
    history: GameHistory,
}

impl std::ops::Deref for Replay {
    type Target = GameHistory;

    fn deref(&self) -> &GameHistory {
        &self.history
    }
}

impl Replay {
    /// Plays a recorded game.
    ///
    /// # Errors
    /// If a move is illegal, or the game is unknown; the error names the numbers of the game and of the move.
    pub fn new(
        catalog: &Catalog,
        header: &RecordHeader,
        record: GameRecord,
    ) -> Result<Self, Error> {
        let play = || {
            let game = catalog.game(&record.game)?;
            let (seats, recorded) = (game.seats(), header.seats.len());
            if seats != recorded {
                bail!("{} has {seats} seats, but the record has {recorded}", game.spec(),);
            }
            let moves = record.opening.iter().chain(record.moves.iter());
            GameHistory::new(game, record.position.as_deref(), moves)
        };
        let history = play().map_err(|error| error.at(format!("game {}", record.number)))?;
        Ok(Self { record, history })
    }

    /// Every position, drawn whole.
    #[must_use]
    pub fn pictures(&self) -> Vec<Picture> {
        (0..=self.ply()).map(|ply| self.at(ply).picture(None)).collect()
    }

    /// This ply, if it is there.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, ply: usize) -> Result<usize, Error> {
        if ply <= self.ply() {
            return Ok(ply);
        }
        let (number, last) = (self.record.number, self.ply());
        Err(Error::not_found(format!(
            "there is no ply {ply}: game {number} has plies 0 (the start) to {last}"
        )))
    }

    /// The move that led to a ply, as far as `viewer` may know it.
    #[must_use]
    pub fn move_text(&self, ply: usize, viewer: Option<Seat>) -> Option<&str> {
        let played = self.move_to(ply)?;
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
        let mover = self.move_to(ply)?.mover;
        if self.game.is_hidden() && viewer.is_some_and(|viewer| viewer != mover) {
            return None;
        }
        self.record.log.get((ply - 1).checked_sub(self.record.opening.len())?)
    }

    /// What bots wrote to their standard error. In a hidden game it may tell what only their seats know.
    pub fn stderr(&self, viewer: Option<Seat>) -> impl Iterator<Item = &SeatOutput> {
        let is_hidden = self.game.is_hidden();
        let is_own = move |seat: usize| viewer.is_none_or(|viewer| viewer.number() == seat);
        self.record.stderr.iter().filter(move |output| !is_hidden || is_own(output.seat))
    }
}

/// The seat that moves first in a recorded game; none if the game is unknown.
#[must_use]
pub fn starter(catalog: &Catalog, record: &GameRecord) -> Option<Seat> {
    let game = catalog.game(&record.game).ok()?;
    let moves: [&str; 0] = [];
    let start = GameHistory::new(game, record.position.as_deref(), moves).ok()?;
    start.position().status().mover()
}

/// A tournament as a page that needs nothing else; see [`page::render`].
///
/// # Errors
/// If a game cannot be played again.
pub fn record_page(
    catalog: &Catalog,
    header: &RecordHeader,
    records: Vec<GameRecord>,
) -> Result<String, Error> {
    let game = catalog.game(&header.game)?;
    let mut options = page::PageOptions::new(game.card().title, game.card().pieces);
    options.sides = game.sides();
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
