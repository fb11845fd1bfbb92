//! An analysis: a game of people only can go to any line of moves at once. The page keeps the tree of the variations.

use bellwether_catalog::{SavedSession, Session};
use bellwether_core::Error;

use super::room_game::RoomGame;
use crate::roster::BotRoster;

impl RoomGame {
    /// Goes to the position after these moves, which take the place of those that were made.
    ///
    /// # Errors
    /// If an agent sits here, the game is hidden, or a move is illegal; nothing has changed then.
    pub(super) fn go_to(&mut self, moves: Vec<String>, roster: &BotRoster) -> Result<(), Error> {
        if self.game.is_hidden() || self.people().len() < self.game.seats() {
            let why = "only an open game without agents can go to another line: analyse it as a game of its own";
            return Err(Error::illegal(why));
        }
        let saved = SavedSession {
            moves,
            undone: Vec::new(),
            resigned: None,
            faults: Vec::new(),
            ..self.session.saved().clone()
        };
        self.session = Session::new(roster.game(&saved.game)?, saved)?;
        Ok(())
    }
}
