//! Moves as `@e5` (all sheep start on e5) and `c4-g8:5` (five sheep go from c4 to g8), boards as
//! pictures. Positions have a file of their own.

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Cell, Ground, Kind, Picture, Piece};
use bellwether_core::square::Square;
use bellwether_core::{Notation, ParseError, Seat, Sketch};

use super::position::NO_BORDER;
use super::{BattleSheep, Direction, Move, State};

impl BattleSheep {
    fn name(&self, cell: u8) -> Square {
        self.field().square(usize::from(cell))
    }

    /// The playing cell on a square that somebody named.
    fn cell(&self, square: Square) -> Result<usize, ParseError> {
        let field = self.field();
        field.number(square).ok_or_else(|| {
            let last = Square::new(field.columns() - 1, field.rows() - 1);
            ParseError::new(if square.file <= last.file && square.rank <= last.rank {
                format!("{square} is a wall")
            } else {
                format!("there is no cell {square}: the board ends at {last}")
            })
        })
    }

    fn read_place(&self, state: &State, mover: Seat, at: Square) -> Result<Move, ParseError> {
        let cell = self.cell(at)?;
        let Some(places) = self.places(state) else {
            return Err(ParseError::new(format!("seat {mover} has already placed its sheep")));
        };
        if places.has(cell) {
            return Ok(Move::Place(cell as u8));
        }
        Err(ParseError::new(match state.owner(cell) {
            Some(owner) => format!("{at} is taken by seat {owner}"),
            None => format!("sheep cannot start on {at}: {NO_BORDER}"),
        }))
    }

    fn read_slide(
        &self,
        state: &State,
        mover: Seat,
        (from, to): (Square, Square),
        count: &str,
    ) -> Result<Move, ParseError> {
        let fail = |message: String| Err(ParseError::new(message));
        let (source, target) = (self.cell(from)?, self.cell(to)?);
        if self.places(state).is_some() {
            return fail(format!("seat {mover} has yet to place its sheep, like @e5"));
        }
        match state.owner(source) {
            Some(owner) if owner == mover => {}
            Some(owner) => return fail(format!("{from} holds seat {owner}'s sheep, not {mover}'s")),
            None => return fail(format!("{from} is empty")),
        }
        let most = usize::from(state.sheep[source]) - 1;
        if most == 0 {
            return fail(format!("the sheep on {from} is alone, and one must stay"));
        }
        let Some(direction) = direction(from, to) else {
            return fail(format!("{to} lies in none of the eight directions from {from}"));
        };
        match self.field().slide(source, direction, state.taken()) {
            Some(end) if end == target => {}
            Some(end) => {
                let end = self.field().square(end);
                return fail(format!(
                    "sheep go as far as they can: from {from} towards {to} that is to {end}"
                ));
            }
            None => return fail(format!("the way from {from} towards {to} is blocked at once")),
        }
        match count.parse::<usize>() {
            Ok(count) if (1..=most).contains(&count) => {
                Ok(Move::Slide { from: source as u8, to: target as u8, count: count as u8 })
            }
            _ => fail(format!(
                "from 1 to {most} of the {} sheep on {from} can go, not '{}'",
                most + 1,
                excerpt(count)
            )),
        }
    }
}

/// The direction in which `to` lies from `from`, if it is one of the eight.
fn direction(from: Square, to: Square) -> Option<Direction> {
    let files = to.file as isize - from.file as isize;
    let ranks = to.rank as isize - from.rank as isize;
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return None;
    }
    let step = (files.signum(), ranks.signum());
    Direction::ALL.into_iter().find(|direction| direction.step() == step)
}

impl Notation for BattleSheep {
    fn move_text(&self, _: &State, m: Move) -> String {
        match m {
            Move::Place(cell) => format!("@{}", self.name(cell)),
            Move::Slide { from, to, count } => {
                format!("{}-{}:{count}", self.name(from), self.name(to))
            }
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseError> {
        let trimmed = text.trim();
        let form = || {
            let quoted = excerpt(trimmed);
            ParseError::new(format!("'{quoted}' is not a move like @e5 or c4-g8:5"))
        };
        let over = || ParseError::new("the game is over: no move is legal");
        if let Some(place) = trimmed.strip_prefix('@') {
            let at = Square::parse(place).map_err(|_| form())?;
            return self.read_place(state, state.mover.ok_or_else(over)?, at);
        }
        let (from, rest) = Square::parse_prefix(trimmed).map_err(|_| form())?;
        let rest = rest.strip_prefix('-').ok_or_else(form)?;
        let (to, rest) = Square::parse_prefix(rest).map_err(|_| form())?;
        if rest.is_empty() {
            return Err(ParseError::new(format!(
                "'{trimmed}' does not say how many sheep go: {trimmed}:1 is one"
            )));
        }
        let count = rest.strip_prefix(':').ok_or_else(form)?;
        if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(form());
        }
        self.read_slide(state, state.mover.ok_or_else(over)?, (from, to), count)
    }

    fn position_text(&self, state: &State) -> String {
        self.write_position(state, |_| true)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        self.read_position(text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }
}

impl Sketch for BattleSheep {
    fn picture(&self, state: &State, eyes: Option<Seat>) -> Picture {
        let field = self.field();
        Picture::new(field.columns(), field.rows(), |square| {
            let Some(cell) = field.number(square) else {
                return Cell { ground: Ground::Wall, piece: None };
            };
            let piece = state.owner(cell).map(|seat| {
                let seen = eyes.is_none_or(|eyes| self.sees(eyes, seat));
                Piece { kind: Kind::Flock(seen.then_some(state.sheep[cell])), seat }
            });
            Cell { ground: Ground::chequered(square), piece }
        })
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        match m {
            Move::Place(cell) => vec![self.name(cell)],
            Move::Slide { from, to, .. } => vec![self.name(from), self.name(to)],
        }
    }
}
