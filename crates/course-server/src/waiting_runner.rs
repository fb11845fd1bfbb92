//! [`WaitingRunner`]: games that begin when their clients are connected, and disconnect them afterwards.

use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::live_game::{LiveGame, Overdue};
use bellwether_arena::record::GameRecord;
use bellwether_arena::runner::GameRunner;
use bellwether_arena::schedule::Fixture;
use bellwether_core::ParseError;

use crate::client_pool::ClientPool;

/// A runner with clients among its players. Its games are played one at a time.
pub struct WaitingRunner {
    /// Plays the games.
    pub runner: Arc<dyn GameRunner>,
    /// The clients.
    pub clients: Arc<ClientPool>,
    /// How long they may take to connect for a game; no limit, if none.
    pub timeout: Option<Duration>,
}

impl std::fmt::Debug for WaitingRunner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WaitingRunner").field("clients", &self.clients).finish_non_exhaustive()
    }
}

impl GameRunner for WaitingRunner {
    fn play(&self, fixture: &Fixture, live: &LiveGame) -> Result<Option<GameRecord>, ParseError> {
        let Some(game) = self.clients.wait_for_all(self.timeout, live.stop())? else {
            return Ok(None);
        };
        let record = self.runner.play(fixture, live);
        self.clients.dismiss(game);
        record
    }

    fn give_up(&self, fixture: &Fixture, overdue: Overdue) -> Result<GameRecord, ParseError> {
        self.clients.dismiss_all();
        self.runner.give_up(fixture, overdue)
    }
}
