//! A bot's turn, made from a position.

use bellwether_arena::bots::simple::{self, BotQuestion};
use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::Seat;

/// The question to the seat whose turn it is; `history` has the moves so far as that seat saw them.
pub(crate) fn question(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    seat: Seat,
    history: &[String],
    seconds: f64,
) -> BotQuestion {
    BotQuestion {
        game: game.spec().to_string(),
        seat: seat.number(),
        seats: game.seats(),
        ply: history.len(),
        position: position.text(Some(seat)),
        board: simple::board(&position.picture(Some(seat))),
        moves: position.moves(),
        history: history.to_vec(),
        time: Some(seconds),
        clocks: None,
    }
}
