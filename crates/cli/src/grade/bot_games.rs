//! The graded bot's part of a record, and its positions.

use bellwether_arena::record::{FaultRecord, GameRecord, MoveLog, Reason};
use bellwether_catalog::{AnyGame, AnyPosition, Catalog};
use bellwether_core::picture::Picture;
use bellwether_core::square::Square;
use bellwether_core::{ParseError, Seat};

use super::graded_bot::BOT;
use crate::board;

/// The bot's seat in a game.
pub(super) fn seat(record: &GameRecord) -> Option<Seat> {
    record.players.iter().position(|player| *player == BOT).map(Seat::new)
}

/// How the bot dropped out of a game by its own fault, if it did.
pub(super) fn fault(record: &GameRecord) -> Option<&FaultRecord> {
    let seat = seat(record)?.number();
    record.faults.iter().find(|fault| fault.seat == seat)
}

/// The moves that the bot itself made, by their place among the players' moves. Once it is out of a game at a larger
/// table, others move for it.
pub(super) fn moves(record: &GameRecord) -> impl Iterator<Item = (usize, &MoveLog)> {
    let end = fault(record).map_or(usize::MAX, |fault| fault.ply);
    let number = seat(record).map_or(0, Seat::number);
    let logged = record.log.iter().enumerate().take_while(move |(at, _)| *at < end);
    logged.filter(move |(_, log)| log.seat == number)
}

/// How often the bot was asked for a move.
pub(super) fn asked(record: &GameRecord) -> u64 {
    moves(record).count() as u64 + u64::from(fault(record).is_some())
}

/// A position of a game, ready to be shown.
#[derive(Clone)]
pub(super) struct GradeBoard {
    pub(super) game: String,
    pub(super) seat: Seat,
    /// Who moves there.
    pub(super) mover: String,
    pub(super) position: String,
    pub(super) picture: Picture,
    pub(super) drawn: String,
}

impl GradeBoard {
    /// What the mover sees of a position, the last move marked.
    fn new(game: &dyn AnyGame, position: &dyn AnyPosition, seat: Seat, marked: &[Square]) -> Self {
        let viewer = game.is_hidden().then_some(seat);
        let picture = position.picture(viewer);
        Self {
            game: game.spec().to_string(),
            seat,
            mover: game.seat_name(seat),
            position: position.text(viewer),
            drawn: board::draw(game, &picture, marked),
            picture,
        }
    }
}

/// A recorded game, played again move by move.
pub(super) struct ReplayedGame {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) position: Box<dyn AnyPosition>,
    marked: Vec<Square>,
}

impl ReplayedGame {
    /// At the first of the players' moves.
    pub(super) fn new(catalog: &Catalog, record: &GameRecord) -> Result<Self, ParseError> {
        let game = catalog.game(&record.game)?;
        let position = match &record.position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        let mut again = Self { game, position, marked: Vec::new() };
        for text in record.opening.iter() {
            again.play(text)?;
        }
        Ok(again)
    }

    /// After so many of the players' moves.
    pub(super) fn at(
        catalog: &Catalog,
        record: &GameRecord,
        plies: usize,
    ) -> Result<Self, ParseError> {
        let mut again = Self::new(catalog, record)?;
        for text in record.moves.iter().take(plies) {
            again.play(text)?;
        }
        Ok(again)
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), ParseError> {
        self.marked = self.position.play(text)?.squares;
        Ok(())
    }

    /// The position as the mover sees it.
    pub(super) fn board(&self) -> Option<GradeBoard> {
        let seat = self.position.status().mover()?;
        Some(GradeBoard::new(self.game.as_ref(), self.position.as_ref(), seat, &self.marked))
    }
}

/// Something that cost the bot a game, and where.
pub(super) struct FoundFault {
    /// The game's number.
    pub(super) number: u64,
    /// The ply, from 1, the opening's moves included.
    pub(super) ply: usize,
    pub(super) reason: Reason,
    pub(super) detail: String,
    pub(super) board: Option<GradeBoard>,
}

impl FoundFault {
    /// The bot's offence in a game, if there is one. To resign is none.
    pub(super) fn of(catalog: &Catalog, record: &GameRecord) -> Option<Self> {
        let fault = fault(record).filter(|fault| fault.reason.is_fault())?;
        let again = ReplayedGame::at(catalog, record, fault.ply).ok();
        Some(Self {
            number: record.number,
            ply: record.opening.len() + fault.ply + 1,
            reason: fault.reason,
            detail: fault.detail.clone(),
            board: again.and_then(|again| again.board()),
        })
    }
}
