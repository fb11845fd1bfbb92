//! Who can win at once: what a guide warns of. It is asked for, so that other games do not pay for it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{GameHistory, Threats};
use bellwether_core::{Error, Status};

use super::{Asker, Room};
use crate::message::{ServerMessage, ThreatsSeen};

impl Room {
    /// Who can win at once now; none if nobody may know, or there are too many moves to try.
    pub(super) async fn threats(
        &self,
        asker: Asker,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<ServerMessage>, Error> {
        // In a hidden game a seat does not know what the others can do.
        let history = self.consult_at(asker, |table| {
            (!table.game.is_hidden()).then(|| GameHistory::clone(table))
        });
        let Some(history) = history.await.flatten() else { return Ok(None) };
        let search = move |_: &AtomicBool| seen(&history);
        let seen = self.services.pool.run("", stop, search).await.flatten();
        Ok(seen.map(ServerMessage::Threats))
    }
}

fn seen(history: &GameHistory) -> Option<ThreatsSeen> {
    let position = history.position();
    let threats = Threats::of(position)?;
    let replier = || {
        let (text, _) = threats.exposed.first()?;
        let mut next = position.duplicate();
        next.play(text).ok()?;
        match next.status() {
            Status::ToMove(seat) => Some(seat.index()),
            Status::Over(_) => None,
        }
    };
    Some(ThreatsSeen {
        ply: history.ply(),
        win: threats.can_win(),
        danger: if threats.can_stop() { replier() } else { None },
    })
}
