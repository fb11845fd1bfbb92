//! Moves as `b1b2`, eating as `b1b3`, positions as `SSSSS/SSSSS/5/5/1W1W1 w`, boards as pictures.

use bellwether_core::bits::Bits;
use bellwether_core::picture::{Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::{Rectangle, Square, parse_step, step_text};
use bellwether_core::{Notation, ParseError, Refereed, Render, Seat, bail, board_text};

use super::{CARD, Move, SHEEP, State, WOLVES, WolvesEatSheep};
use crate::drawings;

const LETTERS: [char; 2] = ['W', 'S'];
const SIDES: [char; 2] = ['w', 's'];

/// Reads the wolves and the sheep of a board of known size.
pub(super) fn read_pieces(board: &str, size: (usize, usize)) -> Result<[u64; 2], ParseError> {
    let mut pieces = [0; 2];
    let kind = "piece: W is a wolf, S a sheep";
    board_text::read_pieces(board, size, LETTERS, kind, |seat, square| {
        pieces[seat.index()] |= u64::single(square.rank * size.0 + square.file);
        Ok(())
    })?;
    Ok(pieces)
}

impl WolvesEatSheep {
    const fn board(&self) -> Rectangle {
        Rectangle { columns: self.columns(), rows: self.rows() }
    }

    fn seat_at(&self, state: &State, square: Square) -> Option<Seat> {
        let index = square.rank * self.columns() + square.file;
        if state.wolves.has(index) { Some(WOLVES) } else { state.sheep.has(index).then_some(SHEEP) }
    }

    /// Why a move between two squares of the board is not legal.
    fn why_not(&self, state: &State, from: Square, to: Square) -> String {
        let (files, ranks) = (from.file.abs_diff(to.file), from.rank.abs_diff(to.rank));
        let (straight, length) = (files == 0 || ranks == 0, files + ranks);
        let wolves_turn = state.mover == WOLVES;
        let between = Square::new(from.file.midpoint(to.file), from.rank.midpoint(to.rank));
        let target = self.seat_at(state, to);
        match (wolves_turn, self.seat_at(state, from)) {
            (true, Some(SHEEP)) => format!("{from} holds a sheep; the wolves are to move"),
            (false, Some(WOLVES)) => format!("{from} holds a wolf; the sheep are to move"),
            (true, None) => format!("there is no wolf on {from}"),
            (false, None) => format!("there is no sheep on {from}"),
            (false, _) if !straight || length != 1 => {
                format!("a sheep on {from} steps one square along its file or rank, not to {to}")
            }
            (true, _) if !straight || !(1..=2).contains(&length) => {
                format!(
                    "a wolf on {from} goes one square along its file or rank, or two to eat, not to {to}"
                )
            }
            (true, _) if length == 2 && target != Some(SHEEP) => {
                format!("a wolf goes two squares only to eat, and there is no sheep on {to}")
            }
            (true, _) if length == 2 => {
                format!("a wolf eats over an empty square, and {between} is taken")
            }
            (true, _) if target == Some(SHEEP) => {
                format!("{to} is taken: a wolf eats a sheep two squares away, not beside it")
            }
            _ => format!("{to} is taken"),
        }
    }
}

impl Refereed for WolvesEatSheep {
    fn is_plural(&self, seat: Seat) -> bool {
        CARD.is_plural(seat)
    }

    // Wolves and sheep can walk to and fro.
    fn can_repeat(&self) -> bool {
        true
    }
}

impl Notation for WolvesEatSheep {
    fn move_text(&self, _: &State, m: Move) -> String {
        step_text(self.board().square(m.from.into()), self.board().square(m.to.into()))
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseError> {
        let number = |square| self.board().number(square).map(|number| number as u8);
        parse_step(
            self,
            state,
            text,
            "b1b2",
            |from, to| Ok(Move { from: number(from)?, to: number(to)? }),
            |from, to| self.why_not(state, from, to),
        )
    }

    fn position_text(&self, state: &State) -> String {
        self.position_from_board(&self.picture(state, None), state.mover)
    }

    /// Wolves are never lost and sheep never come back: a position has as many wolves as the layout and
    /// at most as many sheep.
    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        let (board, side) = board_text::split_side(text, &SIDES)?;
        let [wolves, sheep] = read_pieces(board, (self.columns(), self.rows()))?;
        let (count, all) = (wolves.count(), self.setup.wolves.count());
        if count != all {
            let verb = if count == 1 { "is 1 wolf" } else { &format!("are {count} wolves") };
            bail!("there {verb}; this layout has {all}");
        }
        let (count, most) = (sheep.count(), self.setup.sheep.count());
        if count > most {
            bail!("there are {count} sheep; this layout has {most}");
        }
        Ok(State { wolves, sheep, mover: Seat::new(side) })
    }

    fn seat_name(&self, seat: Seat) -> String {
        CARD.seat_name(seat)
    }
}

impl Render for WolvesEatSheep {
    fn picture(&self, state: &State, _: Option<Seat>) -> Picture {
        Picture::new(self.columns(), self.rows(), |square| PictureCell {
            ground: SquareKind::chequered(square),
            piece: self.seat_at(state, square).map(|seat| {
                Piece::single(if seat == WOLVES { &drawings::WOLF } else { &drawings::SHEEP })
            }),
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
    use proptest::prelude::*;

    fn game() -> WolvesEatSheep {
        WolvesEatSheep::new(Setup::default())
    }

    #[test]
    fn the_start_round_trips_in_both_spellings() {
        let game = game();
        let text = "SSSSS/SSSSS/5/5/1W1W1 w";
        assert_eq!(game.position_text(&game.start()), text);
        assert_eq!(game.parse_position(text), Ok(game.start()));
        assert_eq!(game.parse_position("SSSSS/SSSSS/...../...../.W.W. w"), Ok(game.start()));
    }

    #[test]
    fn illegal_moves_say_why() {
        let game = game();
        let why = |position: &str, text| {
            let state = game.parse_position(position).unwrap();
            game.parse_move(&state, text).unwrap_err().to_string()
        };
        let wolf = |text| why("SSSSS/1S3/1S3/1WWS1/5 w", text);
        assert_eq!(wolf("b2b4"), "a wolf eats over an empty square, and b3 is taken");
        assert_eq!(wolf("b2d2"), "a wolf eats over an empty square, and c2 is taken");
        assert_eq!(
            wolf("c2c4"),
            "a wolf goes two squares only to eat, and there is no sheep on c4"
        );
        assert_eq!(
            wolf("b2b3"),
            "b3 is taken: a wolf eats a sheep two squares away, not beside it"
        );
        assert_eq!(wolf("b2c2"), "c2 is taken");
        let far = "a wolf on c2 goes one square along its file or rank, or two to eat, not to ";
        assert_eq!(wolf("c2c5"), format!("{far}c5"));
        assert_eq!(wolf("c2b3"), format!("{far}b3"), "no diagonal capture");
        assert_eq!(wolf("c2c2"), format!("{far}c2"));
        assert_eq!(wolf("d2d3"), "d2 holds a sheep; the wolves are to move");
        assert_eq!(wolf("a1a2"), "there is no wolf on a1");
        assert_eq!(wolf("c2f2"), "there is no square f2: the board ends at e5");
        assert_eq!(wolf("eat"), "'eat' is not a move like b1b2");
        assert_eq!(wolf("c2c3x"), "'c2c3x' is not a move like b1b2");
        let sheep = |text| why("SSSSS/1S3/1S3/1WWS1/5 s", text);
        let far = "a sheep on d2 steps one square along its file or rank, not to ";
        assert_eq!(sheep("d2d4"), format!("{far}d4"));
        assert_eq!(sheep("d2e3"), format!("{far}e3"));
        assert_eq!(sheep("d2c2"), "c2 is taken");
        assert_eq!(sheep("b3b4"), "b4 is taken");
        assert_eq!(sheep("b2b1"), "b2 holds a wolf; the sheep are to move");
        assert_eq!(sheep("a1a2"), "there is no sheep on a1");
        assert_eq!(why("SS3/5/5/5/1W1W1 s", "a5a4"), "the game is over: no move is legal");
    }

    #[test]
    fn malformed_positions_say_where() {
        let error = |text| game().parse_position(text).unwrap_err().to_string();
        assert_eq!(error("SSSSS/SSxSS/5/5/1W1W1 w"), "c4: 'x' is no piece: W is a wolf, S a sheep");
        assert_eq!(error("SSSSS/SSSSS/5/5/1W3 w"), "there is 1 wolf; this layout has 2");
        assert_eq!(error("SSSSS/SSSSS/5/5/WWW2 w"), "there are 3 wolves; this layout has 2");
        assert_eq!(error("SSSSS/SSSSS/S4/5/WW3 w"), "there are 11 sheep; this layout has 10");
        assert_eq!(error("SSSSS/SSSSS/5/5/1W1W1 b"), "'b' is not a side to move: use 'w' or 's'");
    }

    #[test]
    fn finished_positions_are_positions() {
        let game = game();
        for text in ["SS3/5/5/5/1W1W1 s", "5/5/5/5/1W1W1 w", "SSSS1/5/5/SS3/WWS2 w"] {
            let state = game.parse_position(text).unwrap();
            assert!(game.status(&state).is_over(), "{text}");
            assert_eq!(game.position_text(&state), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[WS1-4./]{0,16}( [ws])?|[a-d][0-9][a-d][0-9]") {
            let game = WolvesEatSheep::new(Setup::from_layout("SSS/3/1W1").unwrap());
            if let Ok(state) = game.parse_position(&text) {
                prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
            }
            if let Ok(m) = game.parse_move(&game.start(), &text) {
                prop_assert_eq!(game.move_text(&game.start(), m), text.as_str());
            }
            if let Ok(setup) = Setup::from_layout(&text) {
                let game = WolvesEatSheep::new(setup);
                prop_assert!(!game.status(&game.start()).is_over());
            }
        }
    }
}
