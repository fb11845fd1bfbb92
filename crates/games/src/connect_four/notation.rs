//! Moves as `d`, positions as `7/7/7/7/3o3/3x3 x`, boards as pictures.
//!
//! A move is the letter of its column. Allis's thesis, and the literature after it, letters the columns and numbers
//! the rows (d1 is the middle of the bottom); the row follows from the position. Programs number the columns, but
//! OpenSpiel from 0 and most solvers from 1, so a digit would not say which column is meant. In positions `x` is
//! Red, who moves first, and `o` Yellow, as OpenSpiel writes them.

use bellwether_core::bits::Bits;
use bellwether_core::notation::parse_by_listing;
use bellwether_core::picture::{Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::{Square, file_name};
use bellwether_core::{Notation, ParseError, Refereed, Render, Seat, bail, board_text};

use super::card::{CARD, DISCS};
use super::{ConnectFour, Move, State};

const LETTERS: [char; 2] = ['x', 'o'];

impl<B: Bits> Refereed for ConnectFour<B> {}

impl<B: Bits> Notation for ConnectFour<B> {
    fn move_text(&self, _: &State<B>, m: Move) -> String {
        file_name(usize::from(m.0) / self.height)
    }

    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Move, ParseError> {
        parse_by_listing(self, state, text, "the letter of a column that is not full")
    }

    fn position_text(&self, state: &State<B>) -> String {
        self.position_from_board(&self.picture(state, None), state.mover)
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, ParseError> {
        let (board, side) = board_text::split_side(text, &LETTERS)?;
        let mut discs = [B::EMPTY; 2];
        let (size, kind) = ((self.columns, self.rows), "disc: discs are x and o");
        board_text::read_pieces(board, size, LETTERS, kind, |seat, square| {
            discs[seat.index()] |= B::single(square.file * self.height + square.rank);
            Ok(())
        })?;
        let all = discs[0] | discs[1];
        let is_piled = all & ((all << 1) | self.bottom) == all;
        let is_turn = discs[0].count() == discs[1].count() + side;
        if !is_piled || !is_turn || self.has_line(discs[side]) {
            let why = "a disc has none below it, it is not this side's turn, or this side has won";
            bail!("no play leads to this position: {why}");
        }
        Ok(State { own: discs[side], all, mover: Seat::new(side) })
    }

    fn seat_name(&self, seat: Seat) -> String {
        CARD.seat_name(seat)
    }
}

impl<B: Bits> Render for ConnectFour<B> {
    fn picture(&self, state: &State<B>, _: Option<Seat>) -> Picture {
        Picture::new(self.columns, self.rows, |square| {
            let bit = square.file * self.height + square.rank;
            let seat = if state.own.has(bit) { state.mover } else { state.mover.other() };
            let piece = state.all.has(bit).then_some(Piece::single(&DISCS[seat.index()]));
            PictureCell { ground: SquareKind::Slot, piece }
        })
    }

    fn position_from_board(&self, picture: &Picture, mover: Seat) -> String {
        board_text::from_picture(picture, LETTERS, LETTERS, mover)
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        vec![Square::new(usize::from(m.0) / self.height, usize::from(m.0) % self.height)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::Game;
    use proptest::prelude::*;

    fn game() -> ConnectFour<u64> {
        ConnectFour::new(7, 6, 4).unwrap()
    }

    #[test]
    fn moves_are_the_letters_of_columns() {
        let game = game();
        let state = game.parse_position("7/7/3x3/3o3/3x3/1o1x1o1 x").unwrap();
        let m = game.parse_move(&state, " d ").unwrap();
        assert_eq!(game.move_text(&state, m), "d");
        assert_eq!(game.squares_of(m), [Square::new(3, 4)]);
        let full = game.parse_position("3o3/3x3/3o3/3x3/3o3/3x3 x").unwrap();
        for wrong in ["d", "h", "4", "d5", "dd"] {
            let error = game.parse_move(&full, wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{wrong}' is not a legal move here")), "{error}");
        }
        let over = game.parse_position("7/7/7/7/ooo4/xxxx3 o").unwrap();
        assert!(game.parse_move(&over, "d").unwrap_err().to_string().contains("over"));
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let game = game();
        assert_eq!(game.position_text(&game.start()), "7/7/7/7/7/7 x");
        let error = |text| game.parse_position(text).unwrap_err().to_string();
        assert_eq!(error("7/7/7/7/7/3w3 o"), "d1: 'w' is no disc: discs are x and o");
        // A disc in the air, one too many, the wrong side to move, and a move after the end.
        for text in
            ["7/7/7/7/3x3/7 o", "7/7/7/7/7/2xx3 o", "7/7/7/7/7/3x3 x", "7/7/7/7/ooo4/xxxxo2 x"]
        {
            assert!(error(text).starts_with("no play leads to this position"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[xo1-4./]{0,24}( [xo])?|[a-e]{1,2}") {
            let game = ConnectFour::<u64>::new(4, 4, 3).unwrap();
            if let Ok(state) = game.parse_position(&text) {
                prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
            }
            if let Ok(m) = game.parse_move(&game.start(), &text) {
                prop_assert_eq!(game.move_text(&game.start(), m), text);
            }
        }
    }
}
