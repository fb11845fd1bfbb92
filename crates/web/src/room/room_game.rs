//! A session on the page: who may see what, when agents wait. It knows no sockets and no time.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use bellwether_arena::player::Fault;
use bellwether_arena::record::Reason;
use bellwether_catalog::{AnyGame, PERSON, SavedSession, Session, move_texts, seats_against};
use bellwether_core::{Error, Seat, bail};
use serde::{Deserialize, Serialize};

use super::clock::{GameClock, GameTime};
use super::links::{SeatLinks, Viewer};
use super::proposal::Proposal;
use crate::message::{ClockState, CreateRequest};
use crate::roster::BotRoster;

/// The default opponent: the middle level.
const OPPONENT: &str = "ram";

/// Everything needed to restore a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    #[serde(flatten)]
    pub(crate) session: SavedSession,
    pub(crate) seed: u64,
    pub(crate) paused: bool,
    pub(crate) pace: f64,
    /// What the programs of seats wrote to standard error, once the game is over or one has failed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) stderr: BTreeMap<usize, String>,
    /// The keys of a game on several screens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) links: Option<SeatLinks>,
    /// The game of the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    /// The clocks of the seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<GameClock>,
    /// Why an agent could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) trouble: Option<String>,
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
    /// The seat whose hand is shown, in a hidden game of several people at one screen.
    on_screen: Option<Seat>,
    /// What the program of each seat has written to standard error so far.
    stderr: BTreeMap<usize, String>,
    /// The keys of a game on several screens.
    pub(super) links: Option<SeatLinks>,
    /// What a person asks of the others.
    pub(super) proposal: Option<Proposal>,
    /// The game of the rematch.
    pub(super) next: Option<String>,
    /// The clocks of the seats.
    pub(super) clock: Option<GameClock>,
    /// Why an agent could not go on, so that the game is paused.
    pub(super) trouble: Option<String>,
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
        let mut seats = match request.seats {
            seats if seats.is_empty() => seats_against(game.as_ref(), OPPONENT),
            seats => seats,
        };
        let links = SeatLinks::draw(&mut seats)?;
        check_seats(game.as_ref(), &seats, roster)?;
        let session = SavedSession {
            game: request.game,
            seats,
            position: request.position.filter(|text| !text.trim().is_empty()),
            moves: move_texts(&request.moves.unwrap_or_default()).map(str::to_owned).collect(),
            ..SavedSession::default()
        };
        let time = request.clock.filter(|text| !text.trim().is_empty());
        let time = time.map(|text| GameTime::parse(text.trim())).transpose()?;
        let clock = time.map(GameClock::new);
        let seed = request.seed.unwrap_or(seed);
        let (paused, stderr) = (request.paused, BTreeMap::new());
        let (pace, next, trouble) = (0.4, None, None);
        let saved = SavedGame { session, seed, paused, pace, stderr, links, next, clock, trouble };
        Self::again(saved, roster)
    }

    /// A saved game. A bot that is not registered any more is an error only when it is to move.
    ///
    /// # Errors
    /// If it was saved by another version with other games.
    pub(crate) fn again(saved: SavedGame, roster: &BotRoster) -> Result<Self, Error> {
        let SavedGame { session, seed, paused, pace, stderr, links, next, clock, trouble } = saved;
        let session = Session::new(roster.game(&session.game)?, session)?;
        if links.as_ref().is_some_and(|links| !links.fit(session.game.seats())) {
            bail!("its links do not fit its seats");
        }
        let (on_screen, proposal) = (None, None);
        let mut table = Self {
            session,
            seed,
            paused,
            pace,
            on_screen,
            stderr,
            links,
            proposal,
            next,
            clock,
            trouble,
        };
        // Moves that were made before the game began took no time.
        table.bring_clock(false, false);
        table.set_pace(pace)?;
        Ok(table)
    }

    pub(crate) fn saved(&self) -> SavedGame {
        let session = self.session.saved().clone();
        // While it goes on, programs write on: it is written down once there is something to find out.
        let is_wanted = self.mover().is_none() || !session.faults.is_empty();
        let stderr = if is_wanted { self.stderr.clone() } else { BTreeMap::new() };
        SavedGame {
            session,
            seed: self.seed,
            paused: self.paused,
            pace: self.pace,
            stderr,
            links: self.links.clone(),
            next: self.next.clone(),
            clock: self.clock.clone(),
            trouble: self.trouble().map(str::to_owned),
        }
    }

    /// An agent could not go on, for this reason: the game waits.
    pub(super) fn get_stuck(&mut self, why: String) {
        self.paused = true;
        self.trouble = Some(why);
    }

    /// Why it is paused, if an agent could not go on.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref().filter(|_| self.paused && self.mover().is_some())
    }

    /// Who made the moves so far.
    fn movers(&self) -> Vec<Seat> {
        self.moves().iter().map(|made| made.mover).collect()
    }

    /// After every change: the clock goes on to the seat to move, if somebody watches. `is_complete` says whether all
    /// who have links are here.
    pub(super) fn bring_clock(&mut self, is_watched: bool, is_complete: bool) {
        let is_covered = self.links.is_none() && self.curtain(Viewer::Shared).is_some();
        let is_timed = self.mover().is_some_and(|seat| self.has_clock(seat));
        let runs = is_watched && !self.paused && !is_covered && is_timed;
        let ply = self.ply();
        if let Some(clock) = &mut self.clock {
            clock.bring_to(ply, runs, is_complete);
        }
    }

    /// Whether the time of a seat counts: an agent that plays on for somebody has no clock.
    fn has_clock(&self, seat: Seat) -> bool {
        !self.session.saved().faults.iter().any(|fault| fault.seat == seat.index())
    }

    /// How long the seat to move may still think, if its clock runs.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let clock = self.clock.as_ref().filter(|clock| clock.is_running())?;
        Some(clock.left(self.mover()?, true, &self.movers()))
    }

    /// What the agent of a seat may use for its next move.
    pub(super) fn agent_time(&self, seat: Seat) -> Option<Duration> {
        let clock = self.clock.as_ref().filter(|_| self.has_clock(seat))?;
        Some(clock.share(seat, &self.movers()))
    }

    pub(super) fn clock_state(&self) -> Option<ClockState> {
        let clock = self.clock.as_ref()?;
        // Also of a game that ended by this clock.
        let mover = self.position().status().mover();
        Some(clock.state(mover, self.game.seats(), &self.movers()))
    }

    /// The seat to move has no time left.
    pub(super) fn flag(&mut self) {
        self.proposal = None;
        self.fail(Fault { reason: Reason::Timeout, detail: String::new() });
    }

    /// Notes what the program of the seat to move has written to standard error so far.
    pub(crate) fn note_stderr(&mut self, text: String) {
        if let Some(seat) = self.mover().filter(|_| !text.trim().is_empty()) {
            self.stderr.insert(seat.index(), text);
        }
    }

    /// Whether there are hands that not everybody may see.
    pub(crate) fn has_private_hands(&self) -> bool {
        self.view_seat(None).is_some()
    }

    /// What the programs have written to standard error, by seat. It could give a hidden hand away: then nobody may
    /// read it.
    pub(crate) fn stderr(&self) -> impl Iterator<Item = (Seat, &str)> {
        let is_shown = !self.has_private_hands();
        let all = self.stderr.iter().filter(move |_| is_shown);
        all.map(|(seat, text)| (Seat::new(*seat), text.as_str()))
    }

    /// The seat that has to take the screen before anything is shown: in a hidden game of several people at one screen
    /// hands are private.
    pub(crate) fn curtain(&self, viewer: Viewer) -> Option<Seat> {
        let seat = self.mover().filter(|seat| self.is_person(*seat))?;
        let is_shared = viewer == Viewer::Shared && self.is_shared_in_secret();
        (is_shared && self.holder() != Some(seat)).then_some(seat)
    }

    /// The person who has the screen. Who has resigned has it no more.
    fn holder(&self) -> Option<Seat> {
        self.on_screen.filter(|seat| self.is_person(*seat))
    }

    /// The seat whose view of a hidden game is shown; none sees everything.
    pub(crate) fn shown_seat(&self, viewer: Viewer) -> Option<Seat> {
        match viewer {
            Viewer::Shared => self.view_seat(self.on_screen),
            Viewer::Seat(seat) => self.has_private_hands().then_some(seat),
            Viewer::Watcher => self.view_seat(None),
        }
    }

    /// Whether all sizes are covered: behind the curtain, before a person has taken the screen, and for who only watches.
    pub(crate) fn is_veiled(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Shared => {
                let is_shared = self.has_private_hands() && self.is_shared_in_secret();
                self.curtain(viewer).is_some() || is_shared && self.holder().is_none()
            }
            Viewer::Seat(_) => false,
            Viewer::Watcher => self.has_private_hands(),
        }
    }

    /// Who may look at a screen: the seat whose view is shown, and whether all is covered.
    pub(crate) fn audience(&self, viewer: Viewer) -> (Option<Seat>, bool) {
        (self.shown_seat(viewer), self.is_veiled(viewer))
    }

    /// The person who may give up now. At one screen where hands are private, only the one who has it; with a link, the
    /// one whose link it is, at any time.
    pub(crate) fn may_give_up(&self, viewer: Viewer) -> Option<Seat> {
        match viewer {
            Viewer::Shared => {
                let is_shared = self.is_shared_in_secret();
                self.who_may_resign().filter(|seat| !is_shared || self.holder() == Some(*seat))
            }
            Viewer::Seat(seat) => (self.mover().is_some() && self.is_person(seat)).then_some(seat),
            Viewer::Watcher => None,
        }
    }

    /// # Errors
    /// If no person may.
    pub(crate) fn give_up(&mut self, viewer: Viewer) -> Result<(), Error> {
        match self.may_give_up(viewer) {
            Some(seat) => self.resign_as(seat)?,
            None if viewer != Viewer::Shared => {
                return Err(Error::illegal("you cannot give up a game that you do not play"));
            }
            None if self.who_may_resign().is_some() => {
                return Err(Error::illegal("take the screen first"));
            }
            None => self.resign()?,
        };
        self.proposal = None;
        Ok(())
    }

    /// Nobody has the screen: the next to look may be another.
    pub(crate) const fn cover(&mut self) {
        self.on_screen = None;
    }

    pub(crate) fn reveal(&mut self) {
        self.on_screen = self.curtain(Viewer::Shared).or(self.on_screen);
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
        if self.links.is_none() && self.curtain(Viewer::Shared).is_some() {
            return Err(Error::illegal("take the screen first"));
        }
        self.play(text)?;
        self.drop_undo();
        Ok(())
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
        self.trouble = None;
        self.stderr.clear();
        self.cover();
        Ok(())
    }
}

fn check_seats(game: &dyn AnyGame, seats: &[String], roster: &BotRoster) -> Result<(), Error> {
    seats.iter().filter(|who| *who != PERSON).try_for_each(|who| roster.check(game, who))
}
