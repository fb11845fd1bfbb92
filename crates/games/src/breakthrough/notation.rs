//! Moves as `a2b3`, positions as `pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w`, boards as pictures.

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::{Rectangle, Square, parse_step, step_text};
use bellwether_core::{Notation, ParseError, Refereed, Render, Seat, bail, board_text};

use super::card::WORKERS;
use super::{BLACK, Breakthrough, CARD, Move, State, WHITE};

const LETTERS: [char; 2] = ['P', 'p'];
const SIDES: [char; 2] = ['w', 'b'];

impl<B: Bits> Breakthrough<B> {
    const fn board(&self) -> Rectangle {
        Rectangle { columns: self.columns(), rows: self.rows() }
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
        step_text(self.board().square(m.from.into()), self.board().square(m.to.into()))
    }

    /// Also reads a capture with OpenSpiel's trailing `*`.
    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Move, ParseError> {
        let plain = text.trim().strip_suffix('*');
        let number = |square| self.board().number(square).map(|number| number as u8);
        let m = parse_step(
            self,
            state,
            plain.unwrap_or(text),
            "a2b3",
            |from, to| Ok(Move { from: number(from)?, to: number(to)? }),
            |from, to| self.why_not(state, from, to),
        )?;
        if plain.is_some() && !state.workers[state.mover.other().index()].has(m.to.into()) {
            bail!("'{}' is not a move like a2b3", excerpt(text.trim()));
        }
        Ok(m)
    }

    fn position_text(&self, state: &State<B>) -> String {
        self.position_from_board(&self.picture(state, None), state.mover)
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, ParseError> {
        let (board, side) = board_text::split_side(text, &SIDES)?;
        let mut workers = [B::EMPTY; 2];
        let (size, kind) = ((self.columns(), self.rows()), "worker: P is White's, p is Black's");
        board_text::read_pieces(board, size, LETTERS, kind, |seat, square| {
            workers[seat.index()] |= B::single(self.board().number(square)?);
            Ok(())
        })?;
        let state = State { workers, mover: Seat::new(side) };
        for seat in [WHITE, BLACK] {
            let (count, most) = (workers[seat.index()].count(), 2 * self.columns());
            if count > most {
                bail!("{} has {count} workers, more than {most}", self.seat_name(seat));
            }
        }
        if workers == [B::EMPTY; 2] {
            bail!("the board is empty: put down at least one worker of each side");
        }
        if self.has_won(&state, WHITE) && self.has_won(&state, BLACK) {
            bail!("both sides have already won in this position");
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
        board_text::from_picture(picture, LETTERS, SIDES, mover)
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        [m.from, m.to].map(|number| self.board().square(number.into())).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use bellwether_core::Game;

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
