//! Positions of recorded games with what a net is to learn of them.

use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_core::{Error, Payoffs, Score, Seat, bail};

use crate::calibrate::result;
use crate::{AnyGame, AnyPosition, Catalog, Replay, chance};

/// A position in which a player was asked, and its labels; all of them from the mover's point of view.
#[derive(Clone, Copy)]
pub struct LabelledPosition<'a> {
    /// The game with its options.
    pub game: &'a dyn AnyGame,
    /// The game's number in the record.
    pub number: u64,
    /// How many moves led here.
    pub ply: usize,
    /// The position.
    pub position: &'a dyn AnyPosition,
    /// Who is to move.
    pub mover: Seat,
    /// The number of the move that was made.
    pub action: usize,
    /// What the search said of the position, if it was logged.
    pub score: Option<Score>,
    /// The same as a chance to win, if the game knows what the search's numbers mean.
    pub chance: Option<f64>,
    /// What the mover has of the game, on the scale of chances: 1 for a win, its part of it if several sides win.
    pub result: f64,
}

bellwether_core::debug_fields!(LabelledPosition<'_>, [], number, ply, mover, action);

/// Calls `each` for every position of a recorded game in which a player was asked. A game with a fault has none: its
/// result says nothing of its positions.
///
/// # Errors
/// If the game cannot be played again, or `each` fails.
pub fn labelled_positions(
    catalog: &Catalog,
    header: &RecordHeader,
    record: GameRecord,
    each: &mut dyn FnMut(&LabelledPosition<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if !record.faults.is_empty() {
        return Ok(());
    }
    let replay = Replay::new(catalog, header, record)?;
    let record = &replay.record;
    let (opening, game) = (record.opening.len(), replay.game.as_ref());
    if record.payoffs.len() != game.seats() {
        bail!("game {} does not say what each seat got", record.number);
    }
    let payoffs: Vec<f32> = record.payoffs.iter().map(|payoff| *payoff as f32).collect();
    let payoffs = Payoffs::new(&payoffs);
    for (at, text) in record.moves.iter().enumerate() {
        let ply = opening + at;
        let position = replay.at(ply);
        let Some(mover) = position.status().mover() else {
            bail!("game {}: it is over before move {}", record.number, ply + 1);
        };
        let player =
            record.players.get(mover.index()).and_then(|player| header.players.get(*player));
        let score = record.log.get(at).and_then(|log| log.score);
        each(&LabelledPosition {
            game,
            number: record.number,
            ply,
            position,
            mover,
            action: position.action_of(text)?,
            score,
            chance: score.and_then(|score| chance(game, &player?.agent, score, mover)),
            result: result(game, &payoffs, mover),
        })?;
    }
    Ok(())
}
