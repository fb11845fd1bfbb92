//! A session on the page: who may see what, when agents wait. It knows no sockets and no time.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use bellwether_catalog::{AnyGame, PERSON, SavedSession, Session, move_texts, seats_against};
use bellwether_core::{Error, Seat, bail};
use serde::{Deserialize, Serialize};

use crate::message::CreateRequest;
use crate::roster::BotRoster;

/// The default opponent: the middle level.
const OPPONENT: &str = "ram";

/// Everything needed to restore a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    #[serde(flatten)]
    pub(crate) session: SavedSession,
    pub(crate) seed: u64,
    pub(crate) paused: bool,
    pub(crate) pace: f64,
    /// What the programs of seats wrote to standard error, once the game is over or one has failed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) stderr: BTreeMap<usize, String>,
}

/// A session and its settings on the page.
#[derive(Debug)]
pub(crate) struct RoomGame {
    pub(super) session: Session,
    pub(crate) seed: u64,
    /// Whether agents wait.
    pub(crate) paused: bool,
    /// How long an agent's move stays on the board at least, in seconds.
    pub(crate) pace: f64,
    /// The seat whose hand is shown, in a hidden game of several people.
    viewer: Option<Seat>,
    /// What the program of each seat has written to standard error so far.
    stderr: BTreeMap<usize, String>,
}

impl Deref for RoomGame {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl DerefMut for RoomGame {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

impl RoomGame {
    /// The game that a page requests.
    ///
    /// # Errors
    /// If a game, a position, a move or an agent is not one, or a page may not have it.
    pub(crate) fn new(
        request: CreateRequest,
        seed: u64,
        roster: &BotRoster,
    ) -> Result<Self, Error> {
        let game = roster.game(&request.game)?;
        let seats = match request.seats {
            seats if seats.is_empty() => seats_against(game.as_ref(), OPPONENT),
            seats => seats,
        };
        check_seats(game.as_ref(), &seats, roster)?;
        let session = SavedSession {
            game: request.game,
            seats,
            position: request.position.filter(|text| !text.trim().is_empty()),
            moves: move_texts(&request.moves.unwrap_or_default()).map(str::to_owned).collect(),
            ..SavedSession::default()
        };
        let seed = request.seed.unwrap_or(seed);
        let (paused, stderr) = (request.paused, BTreeMap::new());
        Self::again(SavedGame { session, seed, paused, pace: 0.4, stderr }, roster)
    }

    /// A saved game. A bot that is not registered any more is an error only when it is to move.
    ///
    /// # Errors
    /// If it was saved by another version with other games.
    pub(crate) fn again(saved: SavedGame, roster: &BotRoster) -> Result<Self, Error> {
        let SavedGame { session, seed, paused, pace, stderr } = saved;
        let session = Session::new(roster.game(&session.game)?, session)?;
        let mut table = Self { session, seed, paused, pace, viewer: None, stderr };
        table.set_pace(pace)?;
        Ok(table)
    }

    pub(crate) fn saved(&self) -> SavedGame {
        let session = self.session.saved().clone();
        // While it goes on, programs write on: it is written down once there is something to find out.
        let is_wanted = self.mover().is_none() || !session.faults.is_empty();
        let stderr = if is_wanted { self.stderr.clone() } else { BTreeMap::new() };
        SavedGame { session, seed: self.seed, paused: self.paused, pace: self.pace, stderr }
    }

    /// Notes what the program of the seat to move has written to standard error so far.
    pub(crate) fn note_stderr(&mut self, text: String) {
        if let Some(seat) = self.mover().filter(|_| !text.trim().is_empty()) {
            self.stderr.insert(seat.index(), text);
        }
    }

    /// What the programs have written to standard error, by seat. It could give a hidden hand away: then nobody may
    /// read it.
    pub(crate) fn stderr(&self) -> impl Iterator<Item = (Seat, &str)> {
        let is_shown = self.shown_seat().is_none();
        let all = self.stderr.iter().filter(move |_| is_shown);
        all.map(|(seat, text)| (Seat::new(*seat), text.as_str()))
    }

    /// The seat that has to take the screen before anything is shown: in a hidden game of several people
    /// hands are private.
    pub(crate) fn curtain(&self) -> Option<Seat> {
        let seat = self.mover().filter(|seat| self.is_person(*seat))?;
        (self.is_shared_in_secret() && self.holder() != Some(seat)).then_some(seat)
    }

    /// The person who has the screen. Who has resigned has it no more.
    fn holder(&self) -> Option<Seat> {
        self.viewer.filter(|seat| self.is_person(*seat))
    }

    /// The seat whose view of a hidden game is shown; none sees everything.
    pub(crate) fn shown_seat(&self) -> Option<Seat> {
        self.view_seat(self.viewer)
    }

    /// Whether all sizes are covered: behind the curtain, and before a person has taken the screen.
    pub(crate) fn is_veiled(&self) -> bool {
        let is_shared = self.shown_seat().is_some() && self.is_shared_in_secret();
        self.curtain().is_some() || is_shared && self.holder().is_none()
    }

    /// Who may look at the screen: the seat whose view is shown, and whether all is covered.
    pub(crate) fn audience(&self) -> (Option<Seat>, bool) {
        (self.shown_seat(), self.is_veiled())
    }

    /// The person who may give up now; where hands are private, only the one who has the screen.
    pub(crate) fn may_give_up(&self) -> Option<Seat> {
        let is_shared = self.is_shared_in_secret();
        self.who_may_resign().filter(|seat| !is_shared || self.holder() == Some(*seat))
    }

    /// # Errors
    /// If no person may.
    pub(crate) fn give_up(&mut self) -> Result<(), Error> {
        if self.may_give_up().is_none() && self.who_may_resign().is_some() {
            return Err(Error::illegal("take the screen first"));
        }
        self.resign().map(drop)
    }

    /// Nobody has the screen: the next to look may be another.
    pub(crate) const fn cover(&mut self) {
        self.viewer = None;
    }

    pub(crate) fn reveal(&mut self) {
        self.viewer = self.curtain().or(self.viewer);
    }

    /// A move of the person whose turn it is.
    ///
    /// # Errors
    /// If it is no person's turn, or no legal move.
    pub(crate) fn person_plays(&mut self, text: &str, ply: usize) -> Result<(), Error> {
        let seat = self.mover().ok_or_else(|| Error::illegal("the game is over"))?;
        if ply != self.ply() {
            return Err(Error::illegal("the game has moved on: look at the board again"));
        }
        if !self.is_person(seat) {
            let name = self.game.seat_name(seat);
            return Err(Error::illegal(format!("it is {name}'s turn, and an agent sits there")));
        }
        if self.curtain().is_some() {
            return Err(Error::illegal("take the screen first"));
        }
        self.play(text)
    }

    /// Goes back to a person's previous turn.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub(crate) fn take_back(&mut self) -> Result<(), Error> {
        self.undo(None)?;
        // Otherwise the agents would at once play on over what was taken back.
        self.paused |= self.people().is_empty();
        Ok(())
    }

    /// # Errors
    /// If the time is out of range.
    pub(crate) fn set_pace(&mut self, seconds: f64) -> Result<(), Error> {
        if !(0.0..=30.0).contains(&seconds) {
            bail!("the pace is from 0 to 30 seconds a move");
        }
        self.pace = seconds;
        Ok(())
    }

    /// # Errors
    /// If there are too few or too many, or one is no agent that a page may have.
    pub(crate) fn set_seats(
        &mut self,
        seats: Vec<String>,
        roster: &BotRoster,
    ) -> Result<(), Error> {
        check_seats(self.game.as_ref(), &seats, roster)?;
        self.set_players(seats)?;
        self.stderr.clear();
        self.cover();
        Ok(())
    }
}

fn check_seats(game: &dyn AnyGame, seats: &[String], roster: &BotRoster) -> Result<(), Error> {
    seats.iter().filter(|who| *who != PERSON).try_for_each(|who| roster.check(game, who))
}
