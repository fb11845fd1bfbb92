//! [`WaitingStage`]: a stage whose games begin when their clients are there, and send them home afterwards.

use std::sync::Arc;
use std::time::Duration;

use bellwether_core::ParseError;

use super::company::Company;
use crate::hall::Stage;
use crate::record::Record;
use crate::schedule::Fixture;
use crate::stand::{Overdue, Stand};

/// A stage with clients among its players. Its games are played one at a time.
pub struct WaitingStage {
    /// Where the games are played.
    pub stage: Arc<dyn Stage>,
    /// The clients.
    pub company: Arc<Company>,
    /// How long they may take to come for a game; for ever, if none.
    pub patience: Option<Duration>,
}

impl std::fmt::Debug for WaitingStage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WaitingStage").field("company", &self.company).finish_non_exhaustive()
    }
}

impl Stage for WaitingStage {
    fn play(&self, fixture: &Fixture, stand: &Stand) -> Result<Option<Record>, ParseError> {
        let Some(gathering) = self.company.gather(self.patience, stand.stop())? else {
            return Ok(None);
        };
        let record = self.stage.play(fixture, stand);
        self.company.dismiss(gathering);
        record
    }

    fn give_up(&self, fixture: &Fixture, overdue: Overdue) -> Result<Record, ParseError> {
        self.company.dismiss_all();
        self.stage.give_up(fixture, overdue)
    }
}
