//! The game's state: players, moves, undo. It knows no sockets and no time.

use std::sync::Arc;

use bellwether_catalog::{AnyGame, AnyPosition, PlayedMove};
use bellwether_core::{ParseError, Seat};
use serde::{Deserialize, Serialize};

use super::fault::SavedFault;
use crate::message::CreateRequest;
use crate::roster::BotRoster;

/// A person, in a list of seats.
pub(crate) const PERSON: &str = "person";
/// The default opponent: the middle level.
const OPPONENT: &str = "ram";
/// Replaces a player that leaves a game of more than two.
pub(super) const SUBSTITUTE: &str = "greedy";
/// The most moves a game may have.
const LONGEST: usize = 5000;

/// Everything needed to restore a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    pub(crate) game: String,
    pub(crate) seats: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) position: Option<String>,
    pub(crate) moves: Vec<String>,
    /// What was taken back, the next to be made again last.
    pub(crate) undone: Vec<String>,
    pub(crate) resigned: Option<usize>,
    /// What bots did instead of moving.
    #[serde(default)]
    pub(crate) faults: Vec<SavedFault>,
    pub(crate) paused: bool,
    pub(crate) pace: f64,
}

/// A game in progress.
pub(crate) struct TableState {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) saved: SavedGame,
    /// The position the game began from, and the one after each move.
    positions: Vec<Box<dyn AnyPosition>>,
    pub(crate) played: Vec<PlayedMove>,
    /// The seat whose hand is shown, in a hidden game of several people.
    viewer: Option<Seat>,
}

impl std::fmt::Debug for TableState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableState").field("saved", &self.saved).finish_non_exhaustive()
    }
}

impl TableState {
    /// The game that a page requests.
    ///
    /// # Errors
    /// If a game, a position, a move or an agent is not one, or a page may not have it.
    pub(crate) fn new(
        request: CreateRequest,
        seed: u64,
        roster: &BotRoster,
    ) -> Result<Self, ParseError> {
        let game = roster.game(&request.game)?;
        let seats = if request.seats.is_empty() {
            let others = std::iter::repeat_n(OPPONENT, game.seats() - 1);
            std::iter::once(PERSON).chain(others).map(str::to_owned).collect()
        } else {
            request.seats
        };
        let moves = request.moves.unwrap_or_default();
        let moves = moves.split([' ', ',']).filter(|text| !text.is_empty()).map(str::to_owned);
        let saved = SavedGame {
            game: game.spec().to_string(),
            seats,
            seed: request.seed.unwrap_or(seed),
            position: request.position.filter(|text| !text.trim().is_empty()),
            moves: moves.collect(),
            undone: Vec::new(),
            resigned: None,
            faults: Vec::new(),
            paused: request.paused,
            pace: 0.4,
        };
        check_seats(game.as_ref(), &saved.seats, roster)?;
        Self::set_up(game, saved)
    }

    /// A saved game. A bot that is not registered any more is an error only when it is to move.
    ///
    /// # Errors
    /// If it was saved by another version with other games.
    pub(crate) fn again(saved: SavedGame, roster: &BotRoster) -> Result<Self, ParseError> {
        let (game, pace) = (roster.game(&saved.game)?, saved.pace);
        let mut table = Self::set_up(game, saved)?;
        table.set_pace(pace)?;
        Ok(table)
    }

    fn set_up(game: Box<dyn AnyGame>, saved: SavedGame) -> Result<Self, ParseError> {
        check_count(game.as_ref(), &saved.seats)?;
        let first = match &saved.position {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        let mut table = Self {
            game: game.into(),
            saved,
            positions: vec![first],
            played: Vec::new(),
            viewer: None,
        };
        for (index, text) in std::mem::take(&mut table.saved.moves).iter().enumerate() {
            table
                .push(text)
                .map_err(|error| ParseError::new(format!("move {}: {error}", index + 1)))?;
        }
        Ok(table)
    }

    pub(crate) fn ply(&self) -> usize {
        self.played.len()
    }

    pub(crate) fn position(&self) -> &dyn AnyPosition {
        self.at(self.ply())
    }

    /// The position after so many moves, at most as many as there are.
    pub(crate) fn at(&self, ply: usize) -> &dyn AnyPosition {
        self.positions[ply.min(self.ply())].as_ref()
    }

    /// The seat to move; none once the game is over or given up.
    pub(crate) fn mover(&self) -> Option<Seat> {
        let is_left = self.saved.resigned.is_some() || self.forfeit().is_some();
        if is_left { None } else { self.position().status().mover() }
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.saved.seats[seat.index()] == PERSON
    }

    fn people(&self) -> Vec<Seat> {
        Seat::all(self.game.seats()).filter(|seat| self.is_person(*seat)).collect()
    }

    /// The specification of the agent to move, unless it has to wait.
    pub(crate) fn agent_to_move(&self) -> Option<(Seat, &str)> {
        let seat = self.mover()?;
        let is_free = !self.is_person(seat) && !self.saved.paused && self.ply() < LONGEST;
        is_free.then(|| (seat, self.saved.seats[seat.index()].as_str()))
    }

    /// The seat that has to take the screen before anything is shown: in a hidden game of several people
    /// hands are private.
    pub(crate) fn curtain(&self) -> Option<Seat> {
        let seat = self.mover()?;
        let is_shared = self.game.is_hidden() && self.is_person(seat) && self.people().len() > 1;
        (is_shared && self.viewer != Some(seat)).then_some(seat)
    }

    /// The seat whose view of a hidden game is shown; none sees everything.
    pub(crate) fn view_seat(&self) -> Option<Seat> {
        if !self.game.is_hidden() || self.mover().is_none() {
            return None;
        }
        match self.people().as_slice() {
            [] => None,
            [only] => Some(*only),
            [first, ..] => Some(self.viewer.unwrap_or(*first)),
        }
    }

    /// Whether all sizes are covered: behind the curtain, and before a person has taken the screen.
    pub(crate) fn is_veiled(&self) -> bool {
        let is_shared = self.view_seat().is_some() && self.people().len() > 1;
        self.curtain().is_some() || is_shared && self.viewer.is_none()
    }

    pub(crate) fn reveal(&mut self) {
        self.viewer = self.curtain().or(self.viewer);
    }

    /// A move of the person whose turn it is.
    ///
    /// # Errors
    /// If it is no person's turn, or no legal move.
    pub(crate) fn play(&mut self, text: &str, ply: usize) -> Result<(), ParseError> {
        let seat = self.mover().ok_or_else(|| ParseError::new("the game is over"))?;
        if ply != self.ply() {
            return Err(ParseError::new("the game has moved on: look at the board again"));
        }
        if !self.is_person(seat) {
            let name = self.game.seat_name(seat);
            return Err(ParseError::new(format!("it is {name}'s turn, and an agent sits there")));
        }
        if self.curtain().is_some() {
            return Err(ParseError::new("take the screen first"));
        }
        self.agent_plays(text)
    }

    /// The move an agent has chosen.
    ///
    /// # Errors
    /// If it is no legal move, or the game is too long.
    pub(crate) fn agent_plays(&mut self, text: &str) -> Result<(), ParseError> {
        self.push(text)?;
        self.saved.undone.clear();
        Ok(())
    }

    fn push(&mut self, text: &str) -> Result<(), ParseError> {
        if self.ply() >= LONGEST {
            return Err(ParseError::new(format!(
                "a game ends after {LONGEST} moves at the latest"
            )));
        }
        let mut next = self.position().duplicate();
        let played = next.play(text)?;
        self.saved.moves.push(played.text.clone());
        self.played.push(played);
        self.positions.push(next);
        Ok(())
    }

    /// How many moves an undo takes back: to a person's turn, or one if only agents play.
    fn undo_length(&self) -> Option<usize> {
        if self.saved.resigned.is_some() {
            return Some(0);
        }
        let length = if self.people().is_empty() {
            (self.ply() > 0).then_some(1)
        } else {
            let last = self.played.iter().rposition(|played| self.is_person(played.mover));
            last.map(|last| self.ply() - last)
        };
        // A bot that failed at its first move can be asked again.
        length.or(self.forfeit().map(|_| 0))
    }

    pub(crate) fn can_undo(&self) -> bool {
        self.undo_length().is_some()
    }

    /// Goes back to a person's previous turn; a resignation is taken back first.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub(crate) fn undo(&mut self) -> Result<(), ParseError> {
        let length =
            self.undo_length().ok_or_else(|| ParseError::new("there is nothing to take back"))?;
        self.saved.resigned = None;
        for _ in 0..length {
            self.positions.pop();
            self.played.pop();
            self.saved.undone.extend(self.saved.moves.pop());
        }
        self.undo_faults();
        // Otherwise the agents would at once play on over what was taken back.
        self.saved.paused |= self.people().is_empty();
        Ok(())
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.saved.undone.is_empty() && self.saved.resigned.is_none() && self.forfeit().is_none()
    }

    /// Makes moves again until it is a person's turn.
    ///
    /// # Errors
    /// If nothing was taken back.
    pub(crate) fn redo(&mut self) -> Result<(), ParseError> {
        if !self.can_redo() {
            return Err(ParseError::new("there is nothing to make again"));
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
    pub(crate) fn who_may_resign(&self) -> Option<Seat> {
        let mover = self.mover()?;
        match self.people().as_slice() {
            [only] => Some(*only),
            _ => self.is_person(mover).then_some(mover),
        }
    }

    /// Gives up: in a game of two the other wins; with more seats an agent plays on.
    ///
    /// # Errors
    /// If no person is at the table, or it is not its turn.
    pub(crate) fn resign(&mut self) -> Result<(), ParseError> {
        let seat = self
            .who_may_resign()
            .ok_or_else(|| ParseError::new("only a person whose turn it is can resign"))?;
        if self.game.seats() == 2 {
            self.saved.resigned = Some(seat.index());
        } else {
            self.saved.seats[seat.index()] = SUBSTITUTE.to_owned();
        }
        Ok(())
    }

    /// # Errors
    /// If the time is out of range.
    pub(crate) fn set_pace(&mut self, seconds: f64) -> Result<(), ParseError> {
        if !(0.0..=30.0).contains(&seconds) {
            return Err(ParseError::new("the pace is from 0 to 30 seconds a move"));
        }
        self.saved.pace = seconds;
        Ok(())
    }

    /// # Errors
    /// If there are too few or too many, or one is no agent that a page may have.
    pub(crate) fn set_seats(
        &mut self,
        seats: Vec<String>,
        roster: &BotRoster,
    ) -> Result<(), ParseError> {
        // Taking another seat would show its hand.
        if self.game.is_hidden() && self.ply() > 0 {
            return Err(ParseError::new("seats cannot be changed in a hidden game"));
        }
        check_seats(self.game.as_ref(), &seats, roster)?;
        self.saved.seats = seats;
        // The seat has another player now.
        self.saved.faults.clear();
        Ok(())
    }
}

fn check_seats(game: &dyn AnyGame, seats: &[String], roster: &BotRoster) -> Result<(), ParseError> {
    check_count(game, seats)?;
    seats.iter().filter(|who| *who != PERSON).try_for_each(|who| roster.check(game, who))
}

fn check_count(game: &dyn AnyGame, seats: &[String]) -> Result<(), ParseError> {
    if seats.len() != game.seats() {
        return Err(ParseError::new(format!(
            "{} has {} seats, not {}",
            game.spec(),
            game.seats(),
            seats.len()
        )));
    }
    Ok(())
}
