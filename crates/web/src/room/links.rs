//! A game on several screens: every person has a link with a secret key, which opens the game as that seat only.
//!
//! *Decided:* keys are saved with the game and go out twice: to whoever sets the game up, and back in the links. They are
//! in no snapshot, no record and no log.
//!
//! *Decided:* while several people play on screens of their own, nobody asks for hints, values or an analysis, nobody
//! pauses the game, and a move is taken back only if all others agree.

use std::fmt;

use bellwether_catalog::PERSON;
use bellwether_core::{Error, Seat, bail};
use serde::{Deserialize, Serialize};

use super::room_game::RoomGame;
use crate::access::{is_same, random_word};
use crate::message::{ClientMessage, LinkState};

/// A person on another screen, in a request's list of seats.
pub(crate) const FRIEND: &str = "friend";
/// Letters and digits of a key: 120 bits.
const KEY_LENGTH: usize = 24;

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// All pages of a game without links: they show the same screen.
    Shared,
    /// A page that was opened by the link of a seat.
    Seat(Seat),
    /// A page without the link of a seat, in a game that has links.
    Watcher,
}

/// The keys of a game on several screens.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatLinks {
    /// The key of each seat; none where no person sat at the start.
    keys: Vec<Option<String>>,
    /// The key of who set the game up: that of a seat, or one that only watches.
    host: String,
}

/// Keys are printed nowhere.
impl fmt::Debug for SeatLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatLinks").finish_non_exhaustive()
    }
}

impl SeatLinks {
    /// Links for these players, if there are friends among them, who become people.
    ///
    /// # Errors
    /// If several people share the screen of the set-up, or no key can be drawn.
    pub(crate) fn draw(seats: &mut [String]) -> Result<Option<Self>, Error> {
        if !seats.iter().any(|who| who == FRIEND) {
            return Ok(None);
        }
        if seats.iter().filter(|who| *who == PERSON).count() > 1 {
            bail!(
                "with a friend on another screen one person plays at this one: give the others links, too"
            );
        }
        let own = seats.iter().position(|who| who == PERSON);
        let mut keys = Vec::with_capacity(seats.len());
        for who in seats {
            let is_person = who == FRIEND || who == PERSON;
            keys.push(if is_person { Some(random_word(KEY_LENGTH)?) } else { None });
            if is_person {
                PERSON.clone_into(who);
            }
        }
        let host = match own.and_then(|seat| keys[seat].clone()) {
            Some(key) => key,
            None => random_word(KEY_LENGTH)?,
        };
        Ok(Some(Self { keys, host }))
    }

    pub(super) fn fit(&self, seats: usize) -> bool {
        self.keys.len() == seats
    }

    /// Who looks at the game with this key.
    fn viewer(&self, key: &str) -> Viewer {
        let seat = self.seats().find(|(_, known)| is_same(key, known));
        seat.map_or(Viewer::Watcher, |(seat, _)| Viewer::Seat(seat))
    }

    /// The key of who set the game up.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The seats with their keys, for whoever set the game up.
    pub(crate) fn told_to(&self, key: &str) -> Option<impl Iterator<Item = (Seat, &str)>> {
        is_same(key, &self.host).then(|| self.seats())
    }

    /// The seats of people, with their keys.
    fn seats(&self) -> impl Iterator<Item = (Seat, &str)> {
        let keys = self.keys.iter().enumerate();
        keys.filter_map(|(seat, key)| Some((Seat::new(seat), key.as_deref()?)))
    }

    /// Everybody has the next seat.
    pub(super) fn rotate(&mut self) {
        self.keys.rotate_right(1);
    }
}

impl RoomGame {
    pub(crate) fn links(&self) -> Option<&SeatLinks> {
        self.links.as_ref()
    }

    /// Who looks at the game with this key, or without one.
    pub(crate) fn viewer(&self, key: Option<&str>) -> Viewer {
        match (&self.links, key) {
            (None, _) => Viewer::Shared,
            (Some(links), Some(key)) => links.viewer(key),
            (Some(_), None) => Viewer::Watcher,
        }
    }

    /// The seats that people have links for.
    pub(super) fn linked_seats(&self) -> Vec<Seat> {
        self.links.iter().flat_map(SeatLinks::seats).map(|(seat, _)| seat).collect()
    }

    /// Whether several people play on screens of their own.
    fn is_between_people(&self) -> bool {
        self.linked_seats().len() > 1
    }

    /// Whether hints, values and analyses may be asked for.
    pub(super) fn may_ask(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Shared => true,
            _ if self.mover().is_none() => true,
            Viewer::Seat(seat) => !self.is_between_people() && self.is_person(seat),
            Viewer::Watcher => false,
        }
    }

    /// Whether a viewer may ask to take a move back.
    pub(super) fn may_undo(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Shared => self.undo_length(None).is_some(),
            Viewer::Watcher => false,
            Viewer::Seat(seat) => {
                let Some(length) = self.undo_length(Some(seat)) else { return false };
                if !self.is_between_people() {
                    return true;
                }
                // Who has given up is not brought back by others.
                let ply = self.ply().saturating_sub(length);
                let left = &self.session.saved().faults;
                let is_kept = !left.iter().any(|fault| fault.who == PERSON && fault.ply >= ply);
                self.mover().is_some() && self.is_person(seat) && is_kept
            }
        }
    }

    pub(super) fn may_redo(&self, viewer: Viewer) -> bool {
        self.can_redo() && (viewer == Viewer::Shared || self.may_ask(viewer))
    }

    fn may_pause(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Shared => true,
            Viewer::Seat(_) => !self.is_between_people(),
            Viewer::Watcher => false,
        }
    }

    /// Whether a page may send this message at all.
    ///
    /// # Errors
    /// The sentence that says why not.
    pub(super) fn check_message(
        &self,
        viewer: Viewer,
        message: &ClientMessage,
    ) -> Result<(), Error> {
        let seat = match viewer {
            Viewer::Shared => return Ok(()),
            Viewer::Watcher => {
                return Err(Error::illegal(
                    "you are watching: only the link of a seat lets you play",
                ));
            }
            Viewer::Seat(seat) => seat,
        };
        let why = match message {
            ClientMessage::Move { .. } if self.mover().is_some_and(|mover| mover != seat) => {
                "it is not your turn"
            }
            ClientMessage::Redo if !self.may_redo(viewer) => "there is nothing to make again",
            ClientMessage::Pause if !self.may_pause(viewer) => {
                "a game between people on several screens is not paused"
            }
            ClientMessage::Seats { .. } | ClientMessage::Line { .. } => {
                "in a game with links everybody keeps the seat, and the moves that were made"
            }
            _ => return Ok(()),
        };
        Err(Error::illegal(why))
    }

    /// Whether everybody with a link has a page open.
    pub(super) fn is_complete(&self, here: &[usize]) -> bool {
        self.linked_seats()
            .iter()
            .all(|seat| here.get(seat.index()).is_some_and(|pages| *pages > 0))
    }

    /// What a viewer is told of the game's links; `here` counts the pages of each seat.
    pub(super) fn link_state(&self, viewer: Viewer, here: &[usize]) -> Option<LinkState> {
        self.links.as_ref()?;
        let linked = self.linked_seats();
        let is_here = |seat: Seat| here.get(seat.index()).is_some_and(|pages| *pages > 0);
        let all = Seat::all(self.game.seats());
        Some(LinkState {
            seat: match viewer {
                Viewer::Seat(seat) => Some(seat.index()),
                _ => None,
            },
            here: all.map(|seat| linked.contains(&seat).then(|| is_here(seat))).collect(),
            ask: self.may_ask(viewer),
            pause: self.may_pause(viewer),
            proposal: self.proposal_json(),
            next: self.next.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seats: &[&str]) -> (Vec<String>, Option<SeatLinks>) {
        let mut seats: Vec<String> = seats.iter().map(|who| (*who).to_owned()).collect();
        let links = SeatLinks::draw(&mut seats).unwrap();
        (seats, links)
    }

    #[test]
    fn every_person_has_a_key_of_its_own() {
        assert_eq!(drawn(&["person", "person"]).1, None, "one screen needs no links");
        let (seats, links) = drawn(&["friend", "greedy", "person", "friend"]);
        assert_eq!(seats, ["person", "greedy", "person", "person"]);
        let links = links.unwrap();
        let keys: Vec<String> = links.seats().map(|(_, key)| key.to_owned()).collect();
        assert!(keys.len() == 3 && keys.iter().all(|key| key.len() == KEY_LENGTH));
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
        assert_eq!(links.host(), keys[1], "who sets it up plays, too");
        assert_eq!(links.viewer(&keys[2]), Viewer::Seat(Seat::new(3)));
        for wrong in ["", "x", &keys[0][1..], &format!("{}x", keys[0])] {
            assert_eq!(links.viewer(wrong), Viewer::Watcher, "{wrong}");
        }
        assert!(links.told_to(&keys[0]).is_none() && links.told_to(&keys[1]).is_some());
        assert!(!format!("{links:?}").contains(&keys[0]), "no log can have it");
    }

    #[test]
    fn who_only_sets_a_game_up_watches() {
        let links = drawn(&["friend", "friend"]).1.unwrap();
        assert_eq!(links.viewer(links.host()), Viewer::Watcher);
        assert_eq!(links.told_to(links.host()).unwrap().count(), 2);
        let mut seats = ["person", "person", "friend"].map(str::to_owned);
        assert!(SeatLinks::draw(&mut seats).is_err(), "they would share a screen and a key");
    }
}
