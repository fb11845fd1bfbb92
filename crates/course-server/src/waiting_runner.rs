//! [`WaitingRunner`]: a stage whose games begin when their clients are there, and send them home afterwards.

use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::live_game::{LiveGame, Overdue};
use bellwether_arena::record::GameRecord;
use bellwether_arena::runner::GameRunner;
use bellwether_arena::schedule::Fixture;
use bellwether_core::ParseError;

use crate::client_pool::ClientPool;

/// A stage with clients among its players. Its games are played one at a time.
pub struct WaitingRunner {
    /// Where the games are played.
    pub stage: Arc<dyn GameRunner>,
    /// The clients.
    pub company: Arc<ClientPool>,
    /// How long they may take to come for a game; for ever, if none.
    pub patience: Option<Duration>,
}

impl std::fmt::Debug for WaitingRunner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WaitingRunner").field("company", &self.company).finish_non_exhaustive()
    }
}

impl GameRunner for WaitingRunner {
    fn play(&self, fixture: &Fixture, stand: &LiveGame) -> Result<Option<GameRecord>, ParseError> {
        let Some(gathering) = self.company.gather(self.patience, stand.stop())? else {
            return Ok(None);
        };
        let record = self.stage.play(fixture, stand);
        self.company.dismiss(gathering);
        record
    }

    fn give_up(&self, fixture: &Fixture, overdue: Overdue) -> Result<GameRecord, ParseError> {
        self.company.dismiss_all();
        self.stage.give_up(fixture, overdue)
    }
}
