//! [`Session`]: a game that people and agents play, for the page and the terminal: players, undo, faults, the result.
//!
//! *Decided:* with two seats, who resigns or fails has lost. With more, an agent plays on in its place.
//!
//! *Decided:* once the hands of a hidden game were shown to people it cannot go on as a fair one: nobody takes a move
//! back or another seat.
//!
//! *Decided:* a position that comes about for the third time is a draw, as a tournament's referee has it by default.

use bellwether_arena::ending::GameEnding;
use bellwether_arena::player::Fault;
use bellwether_arena::record::Reason;
use bellwether_core::{Error, Seat};
use serde::{Deserialize, Serialize};

use crate::{AnyGame, GameHistory};

/// A person, in a list of seats.
pub const PERSON: &str = "person";
/// Replaces a player that leaves a game of more than two.
const SUBSTITUTE: &str = "greedy";
/// Why somebody cannot resign.
const NOT_TO_RESIGN: &str = "only a person whose turn it is can resign";
/// A position that comes about so often ends the game.
const MOST_REPETITIONS: usize = 3;
/// The most moves a session may have.
const LONGEST: usize = 5000;

/// All it takes to set a session up again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSession {
    /// The game's specification.
    pub game: String,
    /// [`PERSON`] or an agent for each seat.
    pub seats: Vec<String>,
    /// Where it began, if that is not the game's own start.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// What was taken back, the next to be made again last.
    pub undone: Vec<String>,
    /// The seat that gave up a game of two.
    pub resigned: Option<usize>,
    /// What bots did instead of moving, and people who gave up a game of more than two.
    #[serde(default)]
    pub faults: Vec<SeatFault>,
    /// Whether everything was shown of a hidden game, at its end or because no person plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shown: bool,
    /// Whether several people have played a hidden game at one screen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
}

/// What a player did instead of moving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatFault {
    /// Its seat, from 0.
    pub seat: usize,
    /// How many moves had been made.
    pub ply: usize,
    /// The player of the seat.
    pub who: String,
    /// What kind of fault.
    pub reason: Reason,
    /// What happened.
    pub detail: String,
}

/// A game in progress with its players.
#[derive(Debug)]
pub struct Session {
    history: GameHistory,
    saved: SavedSession,
    /// Whether the position has come about too often: a draw.
    is_repeated: bool,
}

impl std::ops::Deref for Session {
    type Target = GameHistory;

    fn deref(&self) -> &GameHistory {
        &self.history
    }
}

/// A person in the first seat, and this opponent in the others.
#[must_use]
pub fn seats_against(game: &dyn AnyGame, opponent: &str) -> Vec<String> {
    let mut seats = vec![opponent.to_owned(); game.seats()];
    PERSON.clone_into(&mut seats[0]);
    seats
}

impl Session {
    /// The session that was saved.
    ///
    /// # Errors
    /// If a position, a move or a seat does not fit the game.
    pub fn new(game: Box<dyn AnyGame>, saved: SavedSession) -> Result<Self, Error> {
        check_count(game.as_ref(), &saved.seats)?;
        let most = if game.seats() == 2 { 2 } else { 0 };
        if saved.faults.iter().any(|fault| fault.seat >= game.seats())
            || saved.resigned.is_some_and(|seat| seat >= most)
        {
            return Err(Error::invalid("it names a seat that the game does not have"));
        }
        if saved.moves.len() > LONGEST {
            return Err(too_long());
        }
        let history = GameHistory::new(game, saved.position.as_deref(), &saved.moves)?;
        Ok(Self::of(history, saved))
    }

    /// A session that goes on from here, with these players.
    ///
    /// # Errors
    /// If there are too few or too many.
    pub fn from_history(history: GameHistory, seats: Vec<String>) -> Result<Self, Error> {
        check_count(history.game.as_ref(), &seats)?;
        Ok(Self::of(history, SavedSession { seats, ..SavedSession::default() }))
    }

    fn of(history: GameHistory, saved: SavedSession) -> Self {
        let game = history.game.spec().to_string();
        let moves = history.moves().iter().map(|made| made.text.clone()).collect();
        let saved = SavedSession { game, moves, ..saved };
        let mut session = Self { history, saved, is_repeated: false };
        session.note();
        session
    }

    /// After every change: notes whether the position is a repeated one, and what people have seen of a hidden game.
    fn note(&mut self) {
        self.is_repeated = self.game.can_repeat() && self.repetitions() >= MOST_REPETITIONS;
        if self.game.is_hidden() {
            self.saved.shared |= self.people().len() > 1;
            self.saved.shown |= self.view_seat(None).is_none() && self.has_secrets();
        }
    }

    /// How often the position has come about.
    fn repetitions(&self) -> usize {
        let now = self.position().text(None);
        (0..=self.ply()).filter(|ply| self.at(*ply).text(None) == now).count()
    }

    /// Whether there is something that a seat does not know.
    fn has_secrets(&self) -> bool {
        let (whole, mut seats) = (self.position().text(None), Seat::all(self.game.seats()));
        self.game.is_hidden() && seats.any(|seat| self.position().text(Some(seat)) != whole)
    }

    /// All it takes to set it up again.
    #[must_use]
    pub const fn saved(&self) -> &SavedSession {
        &self.saved
    }

    /// The player of a seat: [`PERSON`] or an agent.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &str {
        &self.saved.seats[seat.index()]
    }

    /// Changes the players.
    ///
    /// # Errors
    /// If there are too few or too many, or it would show a hidden hand.
    pub fn set_players(&mut self, seats: Vec<String>) -> Result<(), Error> {
        check_count(self.game.as_ref(), &seats)?;
        if self.game.is_hidden() {
            if self.saved.shown || self.ply() > 0 || self.has_secrets() {
                return Err(Error::illegal("seats cannot be changed in a hidden game"));
            }
            // What was taken back, made again, would show the hands of others.
            self.saved.undone.clear();
            self.saved.shared = false;
        }
        self.saved.seats = seats;
        // The seats have other players now.
        self.saved.faults.clear();
        self.note();
        Ok(())
    }

    /// Whether a person sits there.
    #[must_use]
    pub fn is_person(&self, seat: Seat) -> bool {
        self.player(seat) == PERSON
    }

    /// The seats of people.
    #[must_use]
    pub fn people(&self) -> Vec<Seat> {
        Seat::all(self.game.seats()).filter(|seat| self.is_person(*seat)).collect()
    }

    /// Whether several people share the screen who must not see each other's hands. The last of them does not have
    /// it either, just because the others have resigned.
    #[must_use]
    pub fn is_shared_in_secret(&self) -> bool {
        self.game.is_hidden() && self.saved.shared && !self.people().is_empty()
    }

    /// The seat whose view of a hidden game is shown; none sees everything. Of several people it is the `viewer`, who
    /// must be one of them.
    #[must_use]
    pub fn view_seat(&self, viewer: Option<Seat>) -> Option<Seat> {
        if !self.game.is_hidden() || self.mover().is_none() {
            return None;
        }
        let people = self.people();
        viewer.filter(|seat| people.contains(seat)).or_else(|| people.first().copied())
    }

    /// The seat to move; none once the game is over or given up.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        if self.is_repeated || self.lost().is_some() {
            None
        } else {
            self.position().status().mover()
        }
    }

    /// The agent to move, unless the game is too long.
    #[must_use]
    pub fn agent_to_move(&self) -> Option<(Seat, &str)> {
        let seat = self.mover().filter(|seat| !self.is_person(*seat))?;
        (self.ply() < LONGEST).then(|| (seat, self.player(seat)))
    }

    /// Makes the move of the seat whose turn it is.
    ///
    /// # Errors
    /// If it is no legal move, or the game is too long.
    pub fn play(&mut self, text: &str) -> Result<(), Error> {
        self.push(text)?;
        self.saved.undone.clear();
        Ok(())
    }

    fn push(&mut self, text: &str) -> Result<(), Error> {
        if self.ply() >= LONGEST {
            return Err(too_long());
        }
        self.saved.moves.push(self.history.play(text)?.text.clone());
        self.note();
        Ok(())
    }

    /// Whether people know what they must not know to play on.
    fn is_spoilt(&self) -> bool {
        self.saved.shown && !self.people().is_empty()
    }

    /// How many moves an undo takes back: to the previous turn of a person, or of this one; one if only agents play.
    #[must_use]
    pub fn undo_length(&self, person: Option<Seat>) -> Option<usize> {
        if self.is_spoilt() {
            return None;
        }
        if self.saved.resigned.is_some() {
            return Some(0);
        }
        let is_turn = |seat: Seat| person.map_or(self.is_person(seat), |person| seat == person);
        let is_watched = person.is_none() && self.people().is_empty();
        let mut moves = self.moves().iter();
        let last = moves.rposition(|played| is_watched || is_turn(played.mover));
        let last = last.map(|last| self.ply() - last);
        // Who gave up among several may play on after all.
        let given_up = self.saved.faults.last().filter(|fault| self.can_return(fault));
        let given_up = given_up.map(|fault| self.ply().saturating_sub(fault.ply));
        // A bot that failed at its first move can be asked again.
        last.into_iter().chain(given_up).min().or(self.lost().map(|_| 0))
    }

    /// Goes back to the previous turn of a person, or of this one, and tells how many moves were taken back. A
    /// resignation or fault is taken back first.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo(&mut self, person: Option<Seat>) -> Result<usize, Error> {
        let why = if self.is_spoilt() {
            "all hands were shown: nothing can be taken back"
        } else {
            "there is nothing to take back"
        };
        let length = self.undo_length(person).ok_or_else(|| Error::illegal(why))?;
        self.saved.resigned = None;
        for _ in 0..length {
            self.history.undo();
            self.saved.undone.extend(self.saved.moves.pop());
        }
        let ply = self.ply();
        while let Some(fault) = self.saved.faults.last().cloned()
            && fault.ply >= ply
            && (fault.who != PERSON || self.can_return(&fault))
        {
            self.saved.faults.pop();
            self.saved.seats[fault.seat] = fault.who;
        }
        self.note();
        Ok(length)
    }

    /// Whether this is a person who gave up and may play on after all: not if every hand was shown since.
    fn can_return(&self, fault: &SeatFault) -> bool {
        fault.who == PERSON && !self.game.is_hidden()
    }

    /// Whether moves that were taken back can be made again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.saved.undone.is_empty() && self.lost().is_none() && !self.is_spoilt()
    }

    /// Makes moves again until it is a person's turn.
    ///
    /// # Errors
    /// If nothing was taken back.
    pub fn redo(&mut self) -> Result<(), Error> {
        if !self.can_redo() {
            return Err(Error::illegal("there is nothing to make again"));
        }
        while let Some(text) = self.saved.undone.pop() {
            self.push(&text)?;
            if self.people().is_empty() || self.mover().is_some_and(|seat| self.is_person(seat)) {
                break;
            }
        }
        Ok(())
    }

    /// The person to move, or else the only one there is, may give up.
    #[must_use]
    pub fn who_may_resign(&self) -> Option<Seat> {
        let mover = self.mover()?;
        match self.people().as_slice() {
            [only] => Some(*only),
            _ => self.is_person(mover).then_some(mover),
        }
    }

    /// Gives up: in a game of two the other wins; with more seats an agent plays on, which is returned.
    ///
    /// # Errors
    /// If no person may.
    pub fn resign(&mut self) -> Result<Option<&'static str>, Error> {
        let seat = self.who_may_resign();
        self.resign_as(seat.ok_or_else(|| Error::illegal(NOT_TO_RESIGN))?)
    }

    /// The same for the person of this seat, at any time.
    ///
    /// # Errors
    /// If no person sits there, or the game is over.
    pub fn resign_as(&mut self, seat: Seat) -> Result<Option<&'static str>, Error> {
        if self.mover().is_none() || !self.is_person(seat) {
            return Err(Error::illegal(NOT_TO_RESIGN));
        }
        if self.game.seats() == 2 {
            self.saved.resigned = Some(seat.index());
            self.note();
        } else {
            self.replace(seat.index(), Reason::Resignation, String::new());
        }
        Ok((self.game.seats() > 2).then_some(SUBSTITUTE))
    }

    /// Says why the player of a seat leaves; with more than two seats an agent plays on.
    fn replace(&mut self, seat: usize, reason: Reason, detail: String) {
        let who = self.saved.seats[seat].clone();
        if self.game.seats() > 2 {
            SUBSTITUTE.clone_into(&mut self.saved.seats[seat]);
        }
        self.saved.faults.push(SeatFault { seat, ply: self.ply(), who, reason, detail });
        self.note();
    }

    /// The bot to move has failed.
    pub fn fail(&mut self, fault: Fault) {
        let Some(seat) = self.mover().map(Seat::index) else { return };
        self.replace(seat, fault.reason, fault.detail);
    }

    /// The seat that has lost by resigning or by its fault, in a game of two.
    fn lost(&self) -> Option<(Seat, Fault)> {
        if let Some(seat) = self.saved.resigned {
            let fault = Fault { reason: Reason::Resignation, detail: String::new() };
            return Some((Seat::new(seat), fault));
        }
        let fault = self.saved.faults.last().filter(|_| self.game.seats() == 2)?;
        let SeatFault { seat, reason, detail, .. } = fault.clone();
        Some((Seat::new(seat), Fault { reason, detail }))
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<GameEnding> {
        let drawn = || GameEnding {
            payoffs: self.game.tied(),
            reason: Reason::Repetition,
            detail: format!("the position came about {MOST_REPETITIONS} times"),
        };
        self.position().ending(self.lost()).or_else(|| self.is_repeated.then(drawn))
    }
}

fn too_long() -> Error {
    Error::illegal(format!("a game ends after {LONGEST} moves at the latest"))
}

fn check_count(game: &dyn AnyGame, seats: &[String]) -> Result<(), Error> {
    if seats.len() == game.seats() {
        return Ok(());
    }
    let (given, needed) = (seats.len(), game.seats());
    Err(Error::invalid(format!("{} has {needed} seats: name {needed}, not {given}", game.spec())))
}
