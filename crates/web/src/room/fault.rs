//! A bot that breaks down or breaks the rules: at a table of two it has lost, at a larger one another agent plays on.

use bellwether_arena::record::Reason;
use bellwether_catalog::Fault;
use bellwether_core::Seat;
use serde::{Deserialize, Serialize};

use super::table::{STAND_IN, TableState};
use crate::message::Forfeit;

/// What a bot did instead of moving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedFault {
    pub(crate) seat: usize,
    /// How many moves had been made.
    pub(crate) ply: usize,
    /// Who sat there.
    pub(crate) who: String,
    pub(crate) reason: Reason,
    pub(crate) detail: String,
}

impl TableState {
    /// The bot to move has failed.
    pub(super) fn fall(&mut self, fault: Fault) {
        let Some(seat) = self.mover().map(Seat::index) else { return };
        let ply = self.ply();
        let Fault { reason, detail } = fault;
        let who = self.kept.seats[seat].clone();
        if self.game.seats() > 2 {
            STAND_IN.clone_into(&mut self.kept.seats[seat]);
        }
        self.kept.faults.push(SavedFault { seat, ply, who, reason, detail });
    }

    /// The fault that has ended the game, if one has.
    pub(crate) fn forfeit(&self) -> Option<&SavedFault> {
        self.kept.faults.last().filter(|_| self.game.seats() == 2)
    }

    /// Forgets the faults of moves that were taken back: their bots come back, too.
    pub(super) fn forgive(&mut self) {
        let ply = self.ply();
        while let Some(fault) = self.kept.faults.pop_if(|fault| fault.ply >= ply) {
            self.kept.seats[fault.seat] = fault.who;
        }
    }

    /// What the page may know of it: what a bot tried, or wrote in its log, could give a hidden hand away.
    pub(super) fn fallen(&self) -> Vec<Forfeit> {
        let is_told = self.eyes().is_none();
        let told = |fault: &SavedFault| Forfeit {
            seat: fault.seat,
            who: fault.who.clone(),
            reason: fault.reason.name(),
            detail: if is_told { fault.detail.clone() } else { String::new() },
        };
        self.kept.faults.iter().map(told).collect()
    }
}
