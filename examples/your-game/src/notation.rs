//! Moves as `a1a2`, positions as `2V/HHV/3 h`, boards as pictures.

use bellwether_core::bits::Bits;
use bellwether_core::notation::parse_by_listing;
use bellwether_core::picture::{Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::{Square, step_text};
use bellwether_core::{Notation, ParseError, Refereed, Render, Seat, board_text};

use crate::card::{CARD, DOMINOES};
use crate::{Domineering, Move, State};

const LETTERS: [char; 2] = ['V', 'H'];
const SIDES: [char; 2] = ['v', 'h'];

impl Domineering {
    fn square(&self, number: u8) -> Square {
        Square::new(usize::from(number) % self.columns, usize::from(number) / self.columns)
    }

    fn owner(&self, state: &State, square: Square) -> Option<Seat> {
        let number = square.rank * self.columns + square.file;
        Seat::all(2).find(|seat| state.tiles[seat.index()].has(number))
    }
}

impl Notation for Domineering {
    fn move_text(&self, _: &State, m: Move) -> String {
        step_text(self.square(m.from), self.square(m.to))
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseError> {
        parse_by_listing(self, state, text, "a domino is its two squares, like a1a2 or a1b1")
    }

    fn position_text(&self, state: &State) -> String {
        self.position_from_board(&self.picture(state, None), state.mover)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        let (board, mover) = board_text::split_side(text, &SIDES)?;
        let mut tiles = [0; 2];
        let (size, kind) = ((self.columns, self.rows), "domino: it is V or H");
        board_text::read_pieces(board, size, LETTERS, kind, |seat, square| {
            tiles[seat.index()] |= 1 << (square.rank * self.columns + square.file);
            Ok(())
        })?;
        Ok(State { tiles, mover: Seat::new(mover) })
    }

    fn seat_name(&self, seat: Seat) -> String {
        CARD.seat_name(seat)
    }
}

impl Refereed for Domineering {}

impl Render for Domineering {
    fn picture(&self, state: &State, _: Option<Seat>) -> Picture {
        Picture::new(self.columns, self.rows, |square| PictureCell {
            ground: SquareKind::chequered(square),
            piece: self.owner(state, square).map(|seat| Piece::single(&DOMINOES[seat.index()])),
        })
    }

    fn position_from_board(&self, picture: &Picture, mover: Seat) -> String {
        board_text::from_picture(picture, LETTERS, SIDES, mover)
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        vec![self.square(m.from), self.square(m.to)]
    }
}
