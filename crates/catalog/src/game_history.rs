//! [`GameHistory`]: a game's moves so far and the positions between them.

use std::sync::Arc;

use bellwether_core::Error;
use bellwether_core::square::Square;

use crate::{AnyGame, AnyPosition, PlayedMove};

/// A game and all its positions so far. Ply 0 is the start; ply `k` is after `k` moves.
#[derive(Clone)]
pub struct GameHistory {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    positions: Vec<Arc<dyn AnyPosition>>,
    moves: Vec<PlayedMove>,
}

impl std::fmt::Debug for GameHistory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let game = self.game.spec().to_string();
        f.debug_struct("GameHistory").field("game", &game).field("moves", &self.moves).finish()
    }
}

impl GameHistory {
    /// A game from a position, or else from its start, with these moves made.
    ///
    /// # Errors
    /// If the position is none of the game, or a move is illegal; the error says which.
    pub fn new(
        game: Box<dyn AnyGame>,
        position: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        let first = match position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        let mut history =
            Self { game: game.into(), positions: vec![first.into()], moves: Vec::new() };
        for text in moves {
            let number = history.ply() + 1;
            history.play(text.as_ref()).map_err(|error| error.at(format!("move {number}")))?;
        }
        Ok(history)
    }

    /// How many moves were made.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The last position.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.at(self.ply())
    }

    /// The position at a ply, at most the last.
    #[must_use]
    pub fn at(&self, ply: usize) -> &dyn AnyPosition {
        self.positions[ply.min(self.ply())].as_ref()
    }

    /// The moves that were made.
    #[must_use]
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// The move that led to a ply; none led to the start.
    #[must_use]
    pub fn move_to(&self, ply: usize) -> Option<&PlayedMove> {
        self.moves.get(ply.checked_sub(1)?)
    }

    /// The squares of the last move.
    #[must_use]
    pub fn last_squares(&self) -> &[Square] {
        self.moves.last().map_or(&[], |played| &played.squares)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, text: &str) -> Result<&PlayedMove, Error> {
        let mut next = self.position().duplicate();
        let played = next.play(text)?;
        self.positions.push(next.into());
        self.moves.push(played);
        Ok(&self.moves[self.moves.len() - 1])
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let undone = self.moves.pop()?;
        self.positions.pop();
        Some(undone)
    }
}

/// The moves in a list, which are separated by blanks or commas.
pub fn move_texts(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',']).filter(|text| !text.is_empty())
}
