//! What a person asks of the others at their screens, who all have to agree: to take a move back, or for a rematch.

use bellwether_catalog::SavedSession;
use bellwether_core::{Error, Seat};

use super::clock::GameClock;
use super::links::Viewer;
use super::room_game::{RoomGame, SavedGame};
use crate::message::ProposalJson;

/// A question to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    kind: ProposalKind,
    /// Who asks.
    seat: Seat,
    /// Who has not agreed yet.
    awaited: Vec<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProposalKind {
    Undo,
    /// The same game again; with other seats if `swap`.
    Rematch {
        swap: bool,
    },
}

impl RoomGame {
    /// Asks the others to let a move be taken back. Without others it is.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub(super) fn ask_undo(&mut self, viewer: Viewer) -> Result<(), Error> {
        let Viewer::Seat(seat) = viewer else { return self.take_back() };
        if !self.may_undo(viewer) {
            return Err(Error::illegal("there is nothing to take back"));
        }
        let others = self.people().into_iter().filter(|other| *other != seat).collect();
        self.propose(ProposalKind::Undo, seat, others).map(drop)
    }

    /// Asks the others for another game. Without others it is set up: the answer is that game.
    ///
    /// # Errors
    /// If the game goes on, was continued already, or has no links.
    pub(super) fn ask_rematch(
        &mut self,
        viewer: Viewer,
        swap: bool,
    ) -> Result<Option<SavedGame>, Error> {
        let Viewer::Seat(seat) = viewer else {
            return Err(Error::illegal("only a game with links has a rematch by agreement"));
        };
        if self.mover().is_some() || self.next.is_some() {
            return Err(Error::illegal("a rematch follows a game that is over, once"));
        }
        let others = self.linked_seats().into_iter().filter(|other| *other != seat).collect();
        self.propose(ProposalKind::Rematch { swap }, seat, others)
    }

    fn propose(
        &mut self,
        kind: ProposalKind,
        seat: Seat,
        awaited: Vec<Seat>,
    ) -> Result<Option<SavedGame>, Error> {
        // Two who ask for the same agree.
        if let Some(Proposal { kind: open, awaited, .. }) = &self.proposal
            && *open == kind
            && matches!(kind, ProposalKind::Rematch { .. })
            && awaited.contains(&seat)
        {
            return self.answer_proposal(seat, true);
        }
        self.proposal = Some(Proposal { kind, seat, awaited });
        self.carry_out()
    }

    /// A person agrees or not; who asked may take it back. The answer is the game of a rematch, once all agree.
    ///
    /// # Errors
    /// If nothing was asked of this seat.
    pub(super) fn answer_proposal(
        &mut self,
        seat: Seat,
        accept: bool,
    ) -> Result<Option<SavedGame>, Error> {
        let nothing = || Error::illegal("nobody asks you for anything");
        let proposal = self.proposal.as_mut().ok_or_else(nothing)?;
        if !accept && (proposal.seat == seat || proposal.awaited.contains(&seat)) {
            self.proposal = None;
            return Ok(None);
        }
        let place = proposal.awaited.iter().position(|awaited| *awaited == seat);
        proposal.awaited.remove(place.ok_or_else(nothing)?);
        self.carry_out()
    }

    /// Does what was asked for, if all have agreed.
    fn carry_out(&mut self) -> Result<Option<SavedGame>, Error> {
        let Some(Proposal { kind, seat, .. }) =
            self.proposal.take_if(|proposal| proposal.awaited.is_empty())
        else {
            return Ok(None);
        };
        match kind {
            ProposalKind::Undo => {
                self.undo(Some(seat))?;
                Ok(None)
            }
            ProposalKind::Rematch { swap } => Ok(Some(self.rematch(swap))),
        }
    }

    /// The same game from its start, with the players that it began with and their keys.
    fn rematch(&self, swap: bool) -> SavedGame {
        let SavedGame { session, pace, mut links, seed, clock, .. } = self.saved();
        let SavedSession { game, mut seats, position, faults, .. } = session;
        for fault in faults.into_iter().rev() {
            seats[fault.seat] = fault.who;
        }
        if swap {
            seats.rotate_right(1);
            links.iter_mut().for_each(super::links::SeatLinks::rotate);
        }
        let session = SavedSession { game, seats, position, ..SavedSession::default() };
        let seed = bellwether_core::random::mix(seed, 1);
        let clock = clock.map(|clock| GameClock::new(clock.time));
        SavedGame { session, seed, pace, links, clock, ..SavedGame::default() }
    }

    /// A person moves on: what was asked before is no question any more.
    pub(super) fn drop_undo(&mut self) {
        self.proposal = self.proposal.take().filter(|open| open.kind != ProposalKind::Undo);
    }

    pub(super) fn proposal_json(&self) -> Option<ProposalJson> {
        let Proposal { kind, seat, awaited } = self.proposal.as_ref()?;
        Some(ProposalJson {
            kind: match kind {
                ProposalKind::Undo => "undo",
                ProposalKind::Rematch { swap: false } => "rematch",
                ProposalKind::Rematch { swap: true } => "swap",
            },
            seat: seat.index(),
            awaited: awaited.iter().map(|seat| seat.index()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use bellwether_catalog::PERSON;

    use super::*;
    use crate::message::CreateRequest;
    use crate::roster::BotRoster;

    fn table(game: &str, seats: &[&str], moves: &str) -> RoomGame {
        let request = CreateRequest {
            seats: seats.iter().map(|who| (*who).to_owned()).collect(),
            moves: Some(moves.to_owned()),
            ..CreateRequest::of(game)
        };
        RoomGame::new(request, 1, &BotRoster::new(&bellwether_standard::standard())).unwrap()
    }

    const FIRST: Viewer = Viewer::Seat(Seat::new(0));
    const SECOND: Viewer = Viewer::Seat(Seat::new(1));

    #[test]
    fn a_move_is_taken_back_when_the_other_agrees() {
        let mut table = table("connect-four", &["person", "friend"], "d");
        table.ask_undo(FIRST).unwrap();
        assert_eq!(table.ply(), 1, "it is a question so far");
        assert!(table.answer_proposal(Seat::new(0), true).is_err(), "not by who asks");
        table.answer_proposal(Seat::new(1), false).unwrap();
        assert!(table.proposal.is_none() && table.ply() == 1);
        table.ask_undo(FIRST).unwrap();
        table.answer_proposal(Seat::new(1), true).unwrap();
        assert_eq!(table.ply(), 0);
        assert!(!table.may_redo(FIRST), "that would be a move for the other");
        assert!(table.ask_undo(SECOND).is_err());
        table.person_plays("d", 0).unwrap();
        table.ask_undo(FIRST).unwrap();
        table.person_plays("d", 1).unwrap();
        assert!(table.proposal.is_none(), "who moves does not agree");
    }

    #[test]
    fn a_rematch_keeps_people_and_keys() {
        let mut table = table("connect-four", &["person", "friend"], "");
        assert!(table.ask_rematch(FIRST, false).is_err(), "it goes on");
        table.give_up(SECOND).unwrap();
        assert_eq!(table.ask_rematch(FIRST, true).unwrap(), None);
        let next = table.ask_rematch(SECOND, true).unwrap().expect("both want the same");
        assert_eq!(next.session.seats, [PERSON, PERSON]);
        let again = RoomGame::again(next, &BotRoster::new(&bellwether_standard::standard()));
        let (links, again) = (table.links().unwrap(), again.unwrap());
        for (seat, key) in links.told_to(links.host()).unwrap() {
            assert_eq!(again.viewer(Some(key)), Viewer::Seat(seat.next(2)));
        }
    }

    #[test]
    fn who_has_given_up_is_not_brought_back_by_others() {
        let game = "battle-sheep:seats=3,cells=16,size=5,sheep=6";
        let mut table = table(game, &["person", "friend", "greedy"], "");
        let place = table.position().moves()[0].clone();
        table.person_plays(&place, 0).unwrap();
        table.give_up(SECOND).unwrap();
        assert!(!table.may_undo(FIRST), "it would bring the second seat back");
    }
}
