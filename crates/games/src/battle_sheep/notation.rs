//! Moves as `@e5` (all sheep start on e5) and `c4-g8:5` (five sheep go from c4 to g8), boards as
//! pictures. Positions have a file of their own.

use std::fmt::Write;

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Count, Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::Square;
use bellwether_core::{Notation, ParseError, Render, Seat, bail};

use super::card::FLOCKS;
use super::position::{LETTERS, NO_BORDER};
use super::{BattleSheep, CARD, Direction, Move, State};

impl BattleSheep {
    /// The square of a cell, which is also its name.
    pub(super) fn name(&self, cell: u8) -> Square {
        self.field().square(usize::from(cell))
    }

    /// The playing cell on a square from a move's text.
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
            bail!("seat {mover} has already placed its sheep");
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
        let (source, target) = (self.cell(from)?, self.cell(to)?);
        if self.places(state).is_some() {
            bail!("seat {mover} has yet to place its sheep, like @e5");
        }
        match state.owner(source) {
            Some(owner) if owner == mover => {}
            Some(owner) => {
                bail!("{from} holds seat {owner}'s sheep, not {mover}'s");
            }
            None => bail!("{from} is empty"),
        }
        let most = usize::from(state.sheep[source]) - 1;
        if most == 0 {
            bail!("the sheep on {from} is alone, and one must stay");
        }
        let Some(direction) = direction(from, to) else {
            bail!("{to} lies in none of the eight directions from {from}");
        };
        match self.field().slide(source, direction, state.taken()) {
            Some(end) if end == target => {}
            Some(end) => {
                let end = self.field().square(end);
                bail!("sheep go as far as they can: from {from} towards {to} that is to {end}");
            }
            None => bail!("the way from {from} towards {to} is blocked at once"),
        }
        match count.parse::<usize>() {
            Ok(count) if (1..=most).contains(&count) => {
                Ok(Move::Slide { from: source as u8, to: target as u8, count: count as u8 })
            }
            _ => bail!(
                "from 1 to {most} of the {} sheep on {from} can go, not '{}'",
                most + 1,
                excerpt(count)
            ),
        }
    }
}

/// The text of a lost turn.
const PASS: &str = "pass";

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
            Move::Pass => PASS.to_owned(),
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
        if trimmed == PASS && self.setup.lenient {
            let mover = state.mover.ok_or_else(over)?;
            if self.places(state).is_some() {
                bail!("seat {mover} has yet to place its sheep, like @e5");
            }
            return Ok(Move::Pass);
        }
        if let Some(place) = trimmed.strip_prefix('@') {
            let at = Square::parse(place).map_err(|_| form())?;
            return self.read_place(state, state.mover.ok_or_else(over)?, at);
        }
        let (from, rest) = Square::parse_prefix(trimmed).map_err(|_| form())?;
        let rest = rest.strip_prefix('-').ok_or_else(form)?;
        let (to, rest) = Square::parse_prefix(rest).map_err(|_| form())?;
        if rest.is_empty() {
            bail!("'{trimmed}' does not say how many sheep go: {trimmed}:1 is one");
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
        CARD.seat_name(seat)
    }
}

impl Render for BattleSheep {
    fn picture(&self, state: &State, viewer: Option<Seat>) -> Picture {
        let field = self.field();
        Picture::new(field.columns(), field.rows(), |square| {
            let Some(cell) = field.number(square) else {
                return PictureCell { ground: SquareKind::Wall, piece: None };
            };
            let piece = state.owner(cell).map(|seat| {
                let seen = viewer.is_none_or(|viewer| self.sees(viewer, seat));
                let count =
                    if seen { Count::Known(state.sheep[cell].into()) } else { Count::Hidden };
                Piece { style: &FLOCKS[seat.index()], count }
            });
            PictureCell { ground: SquareKind::chequered(square), piece }
        })
    }

    fn position_from_board(&self, picture: &Picture, mover: Seat) -> String {
        let mut text = String::new();
        for rank in (0..picture.rows).rev() {
            for file in 0..picture.columns {
                let cell = picture.cell(Square::new(file, rank));
                match cell.piece {
                    None if cell.ground == SquareKind::Wall => text.push('#'),
                    None => text.push('.'),
                    Some(piece) => {
                        let count = if let Count::Known(count) = piece.count { count } else { 1 };
                        let _ = write!(text, "{}{count}", LETTERS[piece.seat().index()]);
                    }
                }
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text + &mover.to_string()
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        match m {
            Move::Place(cell) => vec![self.name(cell)],
            Move::Pass => Vec::new(),
            Move::Slide { from, to, .. } => vec![self.name(from), self.name(to)],
        }
    }

    fn amount_of(&self, m: Move) -> Option<u32> {
        match m {
            Move::Place(_) | Move::Pass => None,
            Move::Slide { count, .. } => Some(count.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::{Game, Hidden};

    const SECOND: Seat = Seat::SECOND;

    fn game() -> BattleSheep {
        let field = Field::parse(".....\n.....\n..#..\n.....\n.....").unwrap();
        BattleSheep::new(Setup::new(field, 2, 6).unwrap())
    }

    fn why(game: &BattleSheep, position: &str, text: &str) -> String {
        let state = game.parse_position(position).unwrap();
        game.parse_move(&state, text).unwrap_err().to_string()
    }

    #[test]
    fn illegal_places_say_why() {
        let why = |text| why(&game(), "...../...../..#../...../a6.... 2", text);
        assert_eq!(why("@a1"), "a1 is taken by seat 1");
        assert_eq!(why("@c3"), "c3 is a wall");
        assert_eq!(
            why("@b2"),
            "sheep cannot start on b2: it is no border cell, at the edge of the board or \
             edge-adjacent to a wall"
        );
        assert_eq!(why("@f1"), "there is no cell f1: the board ends at e5");
        assert_eq!(why("e1-e5:3"), "seat 2 has yet to place its sheep, like @e5");
        assert_eq!(why("@"), "'@' is not a move like @e5 or c4-g8:5");
    }

    #[test]
    fn illegal_slides_say_why() {
        let why = |text| why(&game(), "a1...b6/...../..#../...../a5.... 1", text);
        assert_eq!(why("a1-e1:6"), "from 1 to 4 of the 5 sheep on a1 can go, not '6'");
        assert_eq!(why("a1-e1:0"), "from 1 to 4 of the 5 sheep on a1 can go, not '0'");
        assert_eq!(why("a1-d1:2"), "sheep go as far as they can: from a1 towards d1 that is to e1");
        assert_eq!(why("a1-c2:2"), "c2 lies in none of the eight directions from a1");
        assert_eq!(why("a1-a1:2"), "a1 lies in none of the eight directions from a1");
        assert_eq!(why("a5-d5:1"), "the sheep on a5 is alone, and one must stay");
        assert_eq!(why("e5-e1:2"), "e5 holds seat 2's sheep, not 1's");
        assert_eq!(why("b1-e1:2"), "b1 is empty");
        assert_eq!(why("a1-c3:2"), "c3 is a wall");
        assert_eq!(why("@b1"), "seat 1 has already placed its sheep");
        assert_eq!(why("a1-e1"), "'a1-e1' does not say how many sheep go: a1-e1:1 is one");
        for text in ["", "a1e1:2", "a1-e1:", "a1-e1:x", "a1-e1:-1", "a1-e1:+1", "hello"] {
            assert_eq!(why(text), format!("'{text}' is not a move like @e5 or c4-g8:5"));
        }
        let blocked = self::why(&game(), "a1...b6/...../..#../...../a2a3... 1", "a1-e1:1");
        assert_eq!(blocked, "the way from a1 towards e1 is blocked at once");
    }

    #[test]
    fn moves_are_written_with_their_ends() {
        let game = game();
        let mut state = game.parse_position("a1...b6/...../..#../...../a5.... 1").unwrap();
        let slide = game.parse_move(&state, " a1-e1:3 ").unwrap();
        assert_eq!(game.move_text(&state, slide), "a1-e1:3");
        assert_eq!(game.squares_of(slide), [Square::new(0, 0), Square::new(4, 0)]);
        game.play(&mut state, slide);
        assert_eq!(game.position_text(&state), "a1...b6/...../..#../...../a2...a3 2 -");
        assert_eq!(game.flock(&state, Square::new(4, 0)), Some((Seat::FIRST, 3)));
        assert_eq!(
            game.way_end(&state, Square::new(4, 4), Direction::South),
            Some(Square::new(4, 1))
        );
    }

    #[test]
    fn observers_of_a_hidden_game_see_no_numbers() {
        let open = game();
        let hidden = BattleSheep::new(open.setup.clone().hidden());
        let state = open.parse_position("a1...b6/...../..#../...../a5.... 1").unwrap();
        let slide = open.parse_move(&state, "a1-e1:3").unwrap();
        let seen =
            |game: &BattleSheep, observer| game.move_as_seen(&state, slide, Seat::FIRST, observer);
        assert_eq!([seen(&open, SECOND), seen(&hidden, Seat::FIRST)], ["a1-e1:3", "a1-e1:3"]);
        assert_eq!(seen(&hidden, SECOND), "a1-e1");
        let place = open.parse_move(&open.start(), "@a1").unwrap();
        assert_eq!(hidden.move_as_seen(&open.start(), place, Seat::FIRST, SECOND), "@a1");

        let kind = |game: &BattleSheep, viewer| {
            game.picture(&state, viewer).cell(Square::new(0, 0)).piece.map(|piece| piece.count)
        };
        assert_eq!(kind(&hidden, Some(SECOND)), Some(Count::Hidden));
        assert_eq!(kind(&hidden, Some(Seat::FIRST)), Some(Count::Known(5)));
        assert_eq!(kind(&hidden, None), Some(Count::Known(5)));
        assert_eq!(kind(&open, Some(SECOND)), Some(Count::Known(5)));
        assert_eq!(hidden.picture(&state, None).cell(Square::new(2, 2)).ground, SquareKind::Wall);
    }
}
