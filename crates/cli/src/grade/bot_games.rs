//! The graded bot's part of a record, and its positions.

use bellwether_arena::record::{FaultRecord, GameRecord, MoveLog, Reason, RecordHeader};
use bellwether_catalog::{Catalog, Replay};
use bellwether_core::Seat;
use bellwether_core::picture::Picture;

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
#[derive(Clone, serde::Serialize)]
pub(super) struct GradeBoard {
    #[serde(rename = "spec")]
    game: String,
    /// Who moves there, from 1, and its name.
    seat: usize,
    #[serde(skip)]
    pub(super) mover: String,
    pub(super) position: String,
    #[serde(skip)]
    pub(super) picture: Picture,
    #[serde(skip)]
    pub(super) drawn: String,
}

impl GradeBoard {
    /// What the mover sees at a ply of a game, the last move marked; none if nobody moves there.
    pub(super) fn at(replay: &Replay, ply: usize) -> Option<Self> {
        let game = replay.game.as_ref();
        let position = replay.at(replay.check(ply).ok()?);
        let seat = position.status().mover()?;
        let viewer = game.is_hidden().then_some(seat);
        let picture = position.picture(viewer);
        let marked = replay.move_to(ply).map(|played| played.squares.as_slice());
        Some(Self {
            game: game.spec().to_string(),
            seat: seat.number(),
            mover: game.seat_name(seat),
            position: position.text(viewer),
            drawn: board::draw(game, &picture, marked.unwrap_or_default()),
            picture,
        })
    }
}

/// Something that cost the bot a game, and where.
#[derive(serde::Serialize)]
pub(super) struct FoundFault {
    /// The game's number.
    #[serde(rename = "game")]
    pub(super) number: u64,
    /// The ply, from 1, the opening's moves included.
    pub(super) ply: usize,
    pub(super) reason: Reason,
    pub(super) detail: String,
    /// What it wrote to its standard error, if it broke down.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) log: String,
    #[serde(flatten)]
    pub(super) board: Option<GradeBoard>,
}

impl FoundFault {
    /// The bot's offence in a game, if there is one. To resign is none.
    pub(super) fn of(
        catalog: &Catalog,
        header: &RecordHeader,
        record: &GameRecord,
    ) -> Option<Self> {
        let fault = fault(record).filter(|fault| fault.reason.is_fault())?;
        let ply = record.opening.len() + fault.ply;
        let log = record.stderr.iter().find(|output| output.seat == fault.seat);
        let log = log.filter(|_| fault.reason == Reason::Crash);
        let replay = Replay::new(catalog, header, record.clone()).ok();
        Some(Self {
            number: record.number,
            ply: ply + 1,
            reason: fault.reason,
            detail: fault.detail.clone(),
            log: log.map(|output| output.text.clone()).unwrap_or_default(),
            board: replay.and_then(|replay| GradeBoard::at(&replay, ply)),
        })
    }
}
