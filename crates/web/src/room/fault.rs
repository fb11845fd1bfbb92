//! A bot that breaks down or breaks the rules: at a table of two it has lost, at a larger one another agent plays on.

use bellwether_arena::record::Reason;
use bellwether_catalog::Fault;
use bellwether_core::Seat;
use serde::{Deserialize, Serialize};

use super::table::{SUBSTITUTE, TableState};
use crate::message::Forfeit;

/// What a bot did instead of moving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedFault {
    pub(crate) seat: usize,
    /// How many moves had been made.
    pub(crate) ply: usize,
    /// The player of the seat.
    pub(crate) who: String,
    pub(crate) reason: Reason,
    pub(crate) detail: String,
}

impl TableState {
    /// The bot to move has failed.
    pub(super) fn record_fault(&mut self, fault: Fault) {
        let Some(seat) = self.mover().map(Seat::index) else { return };
        let ply = self.ply();
        let Fault { reason, detail } = fault;
        let who = self.saved.seats[seat].clone();
        if self.game.seats() > 2 {
            SUBSTITUTE.clone_into(&mut self.saved.seats[seat]);
        }
        self.saved.faults.push(SavedFault { seat, ply, who, reason, detail });
    }

    /// The fault that has ended the game, if one has.
    pub(crate) fn forfeit(&self) -> Option<&SavedFault> {
        self.saved.faults.last().filter(|_| self.game.seats() == 2)
    }

    /// Forgets the faults of moves that were taken back: their bots come back, too.
    pub(super) fn undo_faults(&mut self) {
        let ply = self.ply();
        while let Some(fault) = self.saved.faults.pop_if(|fault| fault.ply >= ply) {
            self.saved.seats[fault.seat] = fault.who;
        }
    }

    /// What the page may know of it: what a bot tried, or wrote in its log, could give a hidden hand away.
    pub(super) fn forfeits(&self) -> Vec<Forfeit> {
        let is_shown = self.view_seat().is_none();
        let forfeit = |fault: &SavedFault| Forfeit {
            seat: fault.seat,
            who: fault.who.clone(),
            reason: fault.reason.name(),
            detail: if is_shown { fault.detail.clone() } else { String::new() },
        };
        self.saved.faults.iter().map(forfeit).collect()
    }
}
