//! Moves as `a2b3`, positions as `pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w`, boards as pictures.

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::{Square, step_text};
use bellwether_core::{Game, Notation, ParseError, Refereed, Render, Seat, board_text};

use super::card::WORKERS;
use super::{BLACK, Breakthrough, CARD, Move, State, WHITE};

impl<B: Bits> Breakthrough<B> {
    fn square(&self, index: u8) -> Square {
        let (index, columns) = (usize::from(index), self.columns());
        Square::new(index % columns, index / columns)
    }

    fn index(&self, square: Square) -> Result<u8, ParseError> {
        if square.file < self.columns() && square.rank < self.rows() {
            return Ok((square.rank * self.columns() + square.file) as u8);
        }
        let last = Square::new(self.columns() - 1, self.rows() - 1);
        Err(ParseError::new(format!("there is no square {square}: the board ends at {last}")))
    }

    fn seat_at(&self, state: &State<B>, square: Square) -> Option<Seat> {
        let index = square.rank * self.columns() + square.file;
        [WHITE, BLACK].into_iter().find(|seat| state.workers[seat.index()].has(index))
    }

    /// Why a step between two squares of the board is not legal.
    fn why_not(&self, state: &State<B>, from: Square, to: Square) -> String {
        let side = self.seat_name(state.mover);
        let ahead = if state.mover == WHITE { from.rank + 1 } else { from.rank.wrapping_sub(1) };
        match (self.seat_at(state, from), self.seat_at(state, to)) {
            (Some(seat), _) if seat != state.mover => {
                format!("{from} holds an enemy; {side} is to move")
            }
            (None, _) => format!("{side} has no worker on {from}"),
            _ if to.rank != ahead || from.file.abs_diff(to.file) > 1 => {
                format!(
                    "a worker on {from} steps one square forward, straight or diagonally, not to {to}"
                )
            }
            (_, Some(seat)) if seat == state.mover => {
                format!("{to} holds a worker of {side}'s own")
            }
            _ => format!("the square ahead, {to}, is taken: captures are diagonal"),
        }
    }
}

impl<B: Bits> Refereed for Breakthrough<B> {}

impl<B: Bits> Notation for Breakthrough<B> {
    fn move_text(&self, _: &State<B>, m: Move) -> String {
        step_text(self.square(m.from), self.square(m.to))
    }

    /// Also reads a capture with OpenSpiel's trailing `*`.
    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Move, ParseError> {
        let trimmed = text.trim();
        let form = || {
            let quoted = excerpt(trimmed);
            ParseError::new(format!("'{quoted}' is not a move like a2b3"))
        };
        let (from, rest) = Square::parse_prefix(trimmed).map_err(|_| form())?;
        let (to, rest) = Square::parse_prefix(rest).map_err(|_| form())?;
        let m = Move { from: self.index(from)?, to: self.index(to)? };
        if self.status(state).is_over() {
            return Err(ParseError::new("the game is over: no move is legal"));
        }
        let captures = self.seat_at(state, to).is_some();
        match rest {
            "" => {}
            "*" if captures => {}
            _ => return Err(form()),
        }
        if !self.is_legal(state, m) {
            return Err(ParseError::new(self.why_not(state, from, to)));
        }
        Ok(m)
    }

    fn position_text(&self, state: &State<B>) -> String {
        let board = board_text::write(self.columns(), self.rows(), |square| {
            self.seat_at(state, square).map(|seat| if seat == WHITE { 'P' } else { 'p' })
        });
        format!("{board} {}", if state.mover == WHITE { 'w' } else { 'b' })
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, ParseError> {
        let (board, side) = board_text::split_side(text, &['w', 'b'])?;
        let mut workers = [B::EMPTY; 2];
        board_text::read(board, self.columns(), self.rows(), |square, letter| {
            let seat = match letter {
                'P' => WHITE,
                'p' => BLACK,
                _ => {
                    return Err(ParseError::new(format!(
                        "{square}: '{}' is no worker: P is White's, p is Black's",
                        letter.escape_debug()
                    )));
                }
            };
            workers[seat.index()] |= B::single(usize::from(self.index(square)?));
            Ok(())
        })?;
        let state = State { workers, mover: Seat::new(side) };
        for seat in [WHITE, BLACK] {
            let (count, most) = (workers[seat.index()].count(), 2 * self.columns());
            if count > most {
                let side = self.seat_name(seat);
                return Err(ParseError::new(format!(
                    "{side} has {count} workers, more than {most}"
                )));
            }
        }
        if self.has_won(&state, WHITE) && self.has_won(&state, BLACK) {
            return Err(ParseError::new("both sides have already won in this position"));
        }
        Ok(state)
    }

    fn seat_name(&self, seat: Seat) -> String {
        CARD.seat_name(seat)
    }
}

impl<B: Bits> Render for Breakthrough<B> {
    fn picture(&self, state: &State<B>, _: Option<Seat>) -> Picture {
        Picture::new(self.columns(), self.rows(), |square| PictureCell {
            ground: SquareKind::chequered(square),
            piece: self.seat_at(state, square).map(|seat| Piece::single(&WORKERS[seat.index()])),
        })
    }

    fn position_from_board(&self, picture: &Picture, mover: Seat) -> String {
        board_text::from_picture(picture, ['P', 'p'], ['w', 'b'], mover)
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        vec![self.square(m.from), self.square(m.to)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;

    fn game() -> Breakthrough<u64> {
        Breakthrough::new(Setup::default())
    }

    #[test]
    fn the_start_is_written_as_other_programs_write_it() {
        let game = game();
        let text = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w";
        assert_eq!(game.position_text(&game.start()), text);
        let counters = format!("{text} 0 1");
        assert_eq!(game.parse_position(&counters).unwrap(), game.start());
    }

    #[test]
    fn illegal_moves_say_why() {
        let game = game();
        let state = game.parse_position("8/8/8/8/1p6/pP6/P7/8 w").unwrap();
        let why = |text| game.parse_move(&state, text).unwrap_err().to_string();
        assert_eq!(
            why("a2b2"),
            "a worker on a2 steps one square forward, straight or diagonally, not to b2"
        );
        assert_eq!(why("a2a3"), "the square ahead, a3, is taken: captures are diagonal");
        assert_eq!(why("a2b3"), "b3 holds a worker of White's own");
        assert_eq!(why("b4b3"), "b4 holds an enemy; White is to move");
        assert_eq!(why("c2c3"), "White has no worker on c2");
        assert_eq!(why("a2j3"), "there is no square j3: the board ends at h8");
        assert_eq!(why("hello"), "'hello' is not a move like a2b3");
        assert_eq!(why("b3c4*"), "'b3c4*' is not a move like a2b3");
    }

    #[test]
    fn a_capture_may_carry_a_star() {
        let game = game();
        let state = game.parse_position("8/8/8/8/2p5/1P6/8/8 w").unwrap();
        assert_eq!(game.parse_move(&state, "b3c4*"), game.parse_move(&state, "b3c4"));
        assert!(game.parse_move(&state, "b3c4").is_ok());
    }

    #[test]
    fn malformed_positions_say_where() {
        let error = |text| game().parse_position(text).unwrap_err().to_string();
        assert_eq!(
            error("8/8/8/3x4/8/8/8/8 w"),
            "d5: 'x' is no worker: P is White's, p is Black's"
        );
        assert_eq!(
            error("PPPPPPPP/8/8/8/8/PPPPPPPP/PPPPPPPP/8 w"),
            "White has 24 workers, more than 16"
        );
    }
}
