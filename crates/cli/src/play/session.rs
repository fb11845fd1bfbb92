//! [`PlaySession`]: players, moves, undo.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{AnyAgent, AnyGame, AnyPosition, BotPermission, Limits, PlayedMove};
use bellwether_core::random::mix;
use bellwether_core::{ParseError, Seat};

use crate::args::FoundPosition;
use crate::board;

/// A seat's player.
pub(super) enum SeatPlayer {
    Person,
    Agent(Box<dyn AnyAgent>),
}

pub(super) struct PlaySession {
    game: Box<dyn AnyGame>,
    players: Vec<SeatPlayer>,
    names: Vec<String>,
    position: Box<dyn AnyPosition>,
    /// Every earlier position with the move made in it.
    past: Vec<(Box<dyn AnyPosition>, PlayedMove)>,
    last: Option<PlayedMove>,
    resigned: Option<Seat>,
    /// Whether the board changed since it was last drawn.
    is_changed: bool,
}

impl PlaySession {
    pub(super) fn new(
        found: FoundPosition,
        agents: &[String],
        seed: u64,
    ) -> Result<Self, ParseError> {
        let FoundPosition { game, position, last } = found;
        let seats = game.seats();
        let names: Vec<String> = match agents {
            [] => {
                let others = std::iter::repeat_n("greedy".to_owned(), seats - 1);
                std::iter::once("person".to_owned()).chain(others).collect()
            }
            given if given.len() == seats => given.to_vec(),
            given => {
                return Err(ParseError::new(format!(
                    "{} has {seats} seats: give --agent {seats} times, not {}",
                    game.spec(),
                    given.len()
                )));
            }
        };
        let player = |(seat, name): (usize, &String)| match name.as_str() {
            "person" | "human" | "me" => Ok(SeatPlayer::Person),
            _ => {
                game.validate(name)?;
                let seed = mix(seed, seat as u64);
                game.agent(name, seed, BotPermission::Allowed).map(SeatPlayer::Agent)
            }
        };
        let players = names.iter().enumerate().map(player).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            game,
            players,
            names,
            position,
            past: Vec::new(),
            last,
            resigned: None,
            is_changed: true,
        })
    }

    pub(super) fn title(&self) -> String {
        format!("{} ({})", self.game.card().title, self.game.spec())
    }

    pub(super) fn line_up(&self) -> String {
        let seats = Seat::all(self.game.seats());
        let seated: Vec<String> = seats
            .map(|seat| format!("{}: {}", self.name(seat), self.names[seat.index()]))
            .collect();
        seated.join(", ")
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    pub(super) fn player(&self, seat: Seat) -> &SeatPlayer {
        &self.players[seat.index()]
    }

    /// The seat to move; none once the game is over or given up.
    pub(super) fn mover(&self) -> Option<Seat> {
        if self.resigned.is_some() { None } else { self.position.status().mover() }
    }

    pub(super) const fn is_changed(&self) -> bool {
        self.is_changed
    }

    fn people(&self) -> Vec<Seat> {
        let seats = Seat::all(self.game.seats());
        seats.filter(|seat| matches!(self.player(*seat), SeatPlayer::Person)).collect()
    }

    /// Whether people who share the screen must not see each other's hands.
    pub(super) fn must_hand_over(&self) -> bool {
        self.game.is_hidden() && self.people().len() > 1
    }

    /// The seat whose view is drawn: a hidden game shows a person only its own hand.
    fn viewer(&self) -> Option<Seat> {
        if !self.game.is_hidden() {
            return None;
        }
        let mover = self.mover()?;
        match self.people().as_slice() {
            [] => None,
            [only] => Some(*only),
            _ => Some(mover),
        }
    }

    pub(super) fn board(&mut self) -> String {
        self.is_changed = false;
        let marked = self.last.as_ref().map(|played| played.squares.as_slice()).unwrap_or_default();
        let picture = self.position.picture(self.viewer());
        let mut text = board::draw(self.game.as_ref(), &picture, marked);
        text.push_str(&board::score_lines(self.game.as_ref(), self.position.as_ref()));
        text
    }

    pub(super) fn list_moves(&self) -> String {
        columns(&self.position.moves())
    }

    pub(super) fn position_text(&self, seat: Seat) -> String {
        self.position.text(self.game.is_hidden().then_some(seat))
    }

    pub(super) fn play(&mut self, text: &str) -> Result<String, ParseError> {
        let before = self.position.duplicate();
        let played = self.position.play(text)?;
        self.past.push((before, played.clone()));
        self.last = Some(played);
        self.is_changed = true;
        Ok(String::new())
    }

    pub(super) fn let_agent_move(&mut self) -> Result<String, ParseError> {
        let Some(seat) = self.mover() else { return Ok(String::new()) };
        let SeatPlayer::Agent(agent) = &mut self.players[seat.index()] else {
            return Ok(String::new());
        };
        let stop = AtomicBool::new(false);
        let choice = agent.choose(self.position.as_ref(), Limits::default(), &stop)?;
        self.play(&choice.text)?;
        let text = match (&self.last, self.people().as_slice()) {
            // In front of several people, say only what all of them may know.
            (Some(played), [observer, ..]) => played.seen[observer.index()].clone(),
            _ => choice.text,
        };
        Ok(format!("{} plays {text}", self.name(seat)))
    }

    /// Goes back to the previous turn of `seat`.
    pub(super) fn undo(&mut self, seat: Seat) -> Result<String, ParseError> {
        let earlier = self.past.iter().rposition(|(_, played)| played.mover == seat);
        let Some(index) = earlier else {
            return Err(ParseError::new("you have made no move to take back"));
        };
        let taken = self.past.len() - index;
        let (position, _) = self.past.swap_remove(index);
        self.past.truncate(index);
        self.position = position;
        self.last = self.past.last().map(|(_, played)| played.clone());
        self.is_changed = true;
        Ok(format!("{taken} moves taken back\n"))
    }

    /// Gives up: in a game of two the other wins; with more seats a greedy agent plays on.
    pub(super) fn resign(&mut self, seat: Seat) -> Result<String, ParseError> {
        if self.game.seats() == 2 {
            self.resigned = Some(seat);
            return Ok(String::new());
        }
        let agent =
            self.game.agent("greedy", mix(0, seat.index() as u64), BotPermission::Refused)?;
        self.players[seat.index()] = SeatPlayer::Agent(agent);
        Ok(format!("{} resigns; a greedy agent plays on in its place.\n", self.name(seat)))
    }

    /// How to come back to this position; a hidden one is not shown.
    pub(super) fn how_to_go_on(&self) -> String {
        if self.game.is_hidden() {
            return String::new();
        }
        let mut text = format!("\nTo go on: bellwether play '{}'", self.game.spec());
        for name in &self.names {
            let _ = write!(text, " --agent '{name}'");
        }
        let _ = write!(text, " --position '{}'", self.position.text(None));
        text
    }

    pub(super) fn ending(&self) -> String {
        if let Some(seat) = self.resigned {
            return format!("{} resigns: {} wins.", self.name(seat), self.name(seat.other()));
        }
        let marked = self.last.as_ref().map(|played| played.squares.as_slice()).unwrap_or_default();
        let mut text = board::draw(self.game.as_ref(), &self.position.picture(None), marked);
        text.push_str(&board::score_lines(self.game.as_ref(), self.position.as_ref()));
        text.push_str(&board::status_line(self.game.as_ref(), self.position.as_ref()));
        text
    }
}

/// Short texts side by side, in rows of at most 78 characters.
fn columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let mut table = String::new();
    for row in texts.chunks((78 / width).max(1)) {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        table.push_str(cells.concat().trim_end());
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn moves_stand_in_columns() {
        let moves: Vec<String> = (0..30).map(|n| format!("a{n}")).collect();
        let table = columns(&moves);
        assert!(table.lines().all(|line| line.len() <= 78));
        assert_eq!(table.split_whitespace().count(), 30);
        assert_eq!(columns(&[]), "");
    }
}
