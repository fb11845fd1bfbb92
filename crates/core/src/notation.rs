//! Text for moves and positions, validated once on input and trusted afterwards.

use crate::Game;

/// A text that could not be read; the message is one sentence that names the offending part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(String);

impl ParseError {
    /// An error with this message: a sentence without a full stop.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// The notation of moves and positions.
///
/// Printing and parsing are inverse to each other; the contract suite checks this for every game.
pub trait Notation: Game {
    /// The move's text in the position it is made in.
    fn move_text(&self, state: &Self::State, m: Self::Move) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// If the text is no move, names a square that is not on the board, or the move is not legal here.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseError>;

    /// The position on one line, side to move included.
    fn position_text(&self, state: &Self::State) -> String;

    /// Reads a position that fits this game's board and pieces.
    ///
    /// # Errors
    /// If the text is malformed, of another size, or could not be a position of this game.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// The seat's name: `White`, `wolves`, `seat 3`.
    fn seat_name(&self, seat: crate::Seat) -> String;
}

/// Reads a move by comparing its text with those of all legal moves; `hint` tells the user what a move
/// looks like.
///
/// # Errors
/// If the game is over or no legal move has this text.
pub fn parse_by_listing<G: Notation>(
    game: &G,
    state: &G::State,
    text: &str,
    hint: &str,
) -> Result<G::Move, ParseError> {
    let wanted = text.trim();
    let moves = game.moves(state);
    if moves.is_empty() {
        return Err(ParseError::new("the game is over: no move is legal"));
    }
    moves.into_iter().find(|&m| game.move_text(state, m) == wanted).ok_or_else(|| {
        ParseError::new(format!("'{}' is not a legal move here ({hint})", excerpt(wanted)))
    })
}

/// The text, shortened if it is long, for quoting in an error.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    crate::outside::shortened(text, LONGEST)
}
