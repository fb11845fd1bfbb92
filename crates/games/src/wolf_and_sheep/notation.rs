//! Moves as `c1d2` and `@c1`, positions as `1S1S1S1S/8/8/8/8/8/8/2w5 w`, boards as pictures.
//!
//! A position without a `w` on the board is one in which the wolf has still to choose its square.

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Picture, PictureCell, Piece, SquareKind};
use bellwether_core::square::{Rectangle, Square, parse_step, step_text};
use bellwether_core::{Game, Notation, ParseError, Refereed, Render, Seat, bail, board_text};

use super::{CARD, Move, SHEEP, State, WOLF, WolfAndSheep};
use crate::drawings;

const LETTERS: [char; 2] = ['w', 'S'];
const SIDES: [char; 2] = ['w', 's'];

impl<B: Bits> WolfAndSheep<B> {
    pub(super) fn square(&self, number: u8) -> Square {
        let (rank, place) = (usize::from(number) / self.half, usize::from(number) % self.half);
        Square::new(2 * place + rank % 2, rank)
    }

    fn number(&self, square: Square) -> Result<u8, ParseError> {
        Rectangle { columns: self.size(), rows: self.size() }.number(square)?;
        if SquareKind::chequered(square) == SquareKind::Light {
            bail!("{square} is a light square: wolf and sheep keep to the dark ones");
        }
        Ok((square.rank * self.half + square.file / 2) as u8)
    }

    fn seat_at(&self, state: &State<B>, square: Square) -> Option<Seat> {
        let number = self.number(square).ok()?;
        if state.wolf == Some(number) {
            Some(WOLF)
        } else {
            state.sheep.has(usize::from(number)).then_some(SHEEP)
        }
    }

    fn parse_placement(&self, state: &State<B>, square: Square) -> Result<Move, ParseError> {
        let number = self.number(square)?;
        if let Some(wolf) = state.wolf {
            let wolf = self.square(wolf);
            bail!("the wolf is on the board already, on {wolf}");
        }
        if square.rank > 0 {
            bail!("the wolf starts on a dark square of rank 1, not on {square}");
        }
        Ok(Move::Place(number))
    }

    /// Why a step between two dark squares is not legal.
    fn why_not(&self, state: &State<B>, from: Square, to: Square) -> String {
        if state.wolf.is_none() {
            return "the wolf has still to choose its square, as in @c1".to_owned();
        }
        let sideways = from.file.abs_diff(to.file);
        match (state.mover == WOLF, self.seat_at(state, from)) {
            (true, Some(SHEEP)) => format!("{from} holds a sheep; the wolf is to move"),
            (false, Some(WOLF)) => format!("{from} holds the wolf; the sheep are to move"),
            (true, None) => format!("the wolf is not on {from}"),
            (false, None) => format!("there is no sheep on {from}"),
            (true, _) if sideways != 1 || from.rank.abs_diff(to.rank) != 1 => {
                format!("the wolf on {from} steps one square diagonally, not to {to}")
            }
            (false, _) if sideways != 1 || to.rank + 1 != from.rank => {
                format!("a sheep on {from} steps one square diagonally down, not to {to}")
            }
            _ => format!("{to} is taken, and nothing is captured"),
        }
    }
}

impl<B: Bits> Refereed for WolfAndSheep<B> {
    fn is_plural(&self, seat: Seat) -> bool {
        CARD.is_plural(seat)
    }
}

impl<B: Bits> Notation for WolfAndSheep<B> {
    fn move_text(&self, _: &State<B>, m: Move) -> String {
        match m {
            Move::Place(square) => format!("@{}", self.square(square)),
            Move::Step { from, to } => step_text(self.square(from), self.square(to)),
        }
    }

    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Move, ParseError> {
        const EXAMPLE: &str = "c1d2, or @c1 to place the wolf";
        if let Some(name) = text.trim().strip_prefix('@') {
            let Ok(square) = Square::parse(name) else {
                bail!("'{}' is not a move like {EXAMPLE}", excerpt(text.trim()));
            };
            if self.status(state).is_over() {
                bail!("the game is over: no move is legal");
            }
            return self.parse_placement(state, square);
        }
        parse_step(
            self,
            state,
            text,
            EXAMPLE,
            |from, to| Ok(Move::Step { from: self.number(from)?, to: self.number(to)? }),
            |from, to| self.why_not(state, from, to),
        )
    }

    fn position_text(&self, state: &State<B>) -> String {
        self.position_from_board(&self.picture(state, None), state.mover)
    }

    /// Nothing is captured, so a position has all the sheep; and they wait for a wolf that has still to
    /// choose.
    fn parse_position(&self, text: &str) -> Result<State<B>, ParseError> {
        let (board, side) = board_text::split_side(text, &SIDES)?;
        let (mut sheep, mut wolf) = (B::EMPTY, None);
        let (size, kind) = ((self.size(), self.size()), "piece: w is the wolf, S a sheep");
        board_text::read_pieces(board, size, LETTERS, kind, |seat, square| {
            let number = self.number(square)?;
            if seat == SHEEP {
                sheep |= B::single(number.into());
            } else if let Some(other) = wolf.replace(number) {
                bail!("there are two wolves, on {} and on {square}", self.square(other));
            }
            Ok(())
        })?;
        let (count, all) = (sheep.count(), self.sheep());
        if count != all {
            bail!("there are {count} sheep, not {all}: none is ever captured");
        }
        let state = State { sheep, wolf, mover: Seat::new(side) };
        if wolf.is_none() && self.setup.wolf.is_some() {
            bail!("there is no wolf 'w' on the board");
        }
        if wolf.is_none() && state != self.start() {
            return Err(ParseError::new(
                "there is no wolf 'w' on the board: it chooses its square before anything else happens",
            ));
        }
        Ok(state)
    }

    fn seat_name(&self, seat: Seat) -> String {
        CARD.seat_name(seat)
    }
}

impl<B: Bits> Render for WolfAndSheep<B> {
    fn picture(&self, state: &State<B>, _: Option<Seat>) -> Picture {
        Picture::new(self.size(), self.size(), |square| PictureCell {
            ground: match SquareKind::chequered(square) {
                SquareKind::Light => SquareKind::Idle,
                dark => dark,
            },
            piece: self.seat_at(state, square).map(|seat| {
                Piece::single(if seat == WOLF { &drawings::WOLF } else { &drawings::SHEEP })
            }),
        })
    }

    fn position_from_board(&self, picture: &Picture, mover: Seat) -> String {
        board_text::from_picture(picture, LETTERS, SIDES, mover)
    }

    fn squares_of(&self, m: Move) -> Vec<Square> {
        match m {
            Move::Place(square) => vec![self.square(square)],
            Move::Step { from, to } => vec![self.square(from), self.square(to)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use proptest::prelude::*;

    fn game() -> WolfAndSheep<u64> {
        WolfAndSheep::new(Setup::default())
    }

    fn placed() -> WolfAndSheep<u64> {
        WolfAndSheep::new(Setup::new(8, Some(Square::new(2, 0))).unwrap())
    }

    #[test]
    fn the_start_shows_whether_the_wolf_has_chosen() {
        let (choosing, placed) = (game(), placed());
        let text = "1S1S1S1S/8/8/8/8/8/8/8 w";
        assert_eq!(choosing.position_text(&choosing.start()), text);
        assert_eq!(choosing.parse_position(text), Ok(choosing.start()));
        let text = "1S1S1S1S/8/8/8/8/8/8/2w5 w";
        assert_eq!(placed.position_text(&placed.start()), text);
        assert_eq!(choosing.parse_position(text), Ok(placed.start()));
    }

    #[test]
    fn squares_and_numbers_are_inverse() {
        for size in (4..=16).step_by(2) {
            let game = WolfAndSheep::<u128>::new(Setup::new(size, None).unwrap());
            for number in 0..game.squares() as u8 {
                assert_eq!(game.number(game.square(number)), Ok(number));
            }
        }
    }

    #[test]
    fn illegal_moves_say_why() {
        let game = game();
        let why = |position: &str, text| {
            let state = game.parse_position(position).unwrap();
            game.parse_move(&state, text).unwrap_err().to_string()
        };
        let wolf = |text| why("5S1S/8/8/2S5/3w4/4S3/8/8 w", text);
        assert_eq!(wolf("d4d6"), "the wolf on d4 steps one square diagonally, not to d6");
        assert_eq!(wolf("d4c5"), "c5 is taken, and nothing is captured");
        assert_eq!(wolf("c5b4"), "c5 holds a sheep; the wolf is to move");
        assert_eq!(wolf("a1b2"), "the wolf is not on a1");
        assert_eq!(wolf("d4d5"), "d5 is a light square: wolf and sheep keep to the dark ones");
        assert_eq!(wolf("d4j3"), "there is no square j3: the board ends at h8");
        assert_eq!(wolf("@c1"), "the wolf is on the board already, on d4");
        assert_eq!(wolf("d4"), "'d4' is not a move like c1d2, or @c1 to place the wolf");
        assert_eq!(wolf("d4e5x"), "'d4e5x' is not a move like c1d2, or @c1 to place the wolf");
        assert_eq!(wolf("@"), "'@' is not a move like c1d2, or @c1 to place the wolf");
        let sheep = |text| why("5S1S/8/8/2S5/3w4/4S3/8/8 s", text);
        assert_eq!(sheep("e3f4"), "a sheep on e3 steps one square diagonally down, not to f4");
        assert_eq!(sheep("c5d4"), "d4 is taken, and nothing is captured");
        assert_eq!(sheep("d4e5"), "d4 holds the wolf; the sheep are to move");
        assert_eq!(sheep("a1b2"), "there is no sheep on a1");
        let start = |text| why("1S1S1S1S/8/8/8/8/8/8/8 w", text);
        assert_eq!(start("c1d2"), "the wolf has still to choose its square, as in @c1");
        assert_eq!(start("@d2"), "the wolf starts on a dark square of rank 1, not on d2");
        assert_eq!(start("@b1"), "b1 is a light square: wolf and sheep keep to the dark ones");
        let over = |text| why("1w1S1S1S/2S5/8/8/8/8/8/8 s", text);
        assert_eq!(over("d8e7"), "the game is over: no move is legal");
        assert_eq!(over("@c1"), "the game is over: no move is legal");
    }

    #[test]
    fn malformed_positions_say_where() {
        let error = |text| game().parse_position(text).unwrap_err().to_string();
        assert_eq!(
            error("1S1S1S1S/8/8/8/8/8/8/2x5 w"),
            "c1: 'x' is no piece: w is the wolf, S a sheep"
        );
        assert_eq!(error("1S1S1S/8/8/8/8/8/8/2w5 w"), "rank 8 '1S1S1S' has fewer than 8 squares");
        assert_eq!(
            error("S7/8/8/8/8/8/8/2w5 w"),
            "a8 is a light square: wolf and sheep keep to the dark ones"
        );
        assert_eq!(error("1S1S1S1S/8/8/8/8/8/8/2w1w3 w"), "there are two wolves, on c1 and on e1");
        assert_eq!(
            error("1S1S1S2/8/8/8/8/8/8/2w5 w"),
            "there are 3 sheep, not 4: none is ever captured"
        );
        let waiting =
            "there is no wolf 'w' on the board: it chooses its square before anything else happens";
        assert_eq!(error("1S1S1S1S/8/8/8/8/8/8/8 s"), waiting);
        assert_eq!(error("1S1S1S2/6S1/8/8/8/8/8/8 w"), waiting);
        assert_eq!(
            placed().parse_position("1S1S1S1S/8/8/8/8/8/8/8 w").unwrap_err().to_string(),
            "there is no wolf 'w' on the board"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[wS1-8./]{0,20}( [ws])?|@?[a-h][0-9][a-h]?[0-9]?") {
            let game = WolfAndSheep::<u64>::new(Setup::new(4, None).unwrap());
            if let Ok(state) = game.parse_position(&text) {
                prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
            }
            if let Ok(m) = game.parse_move(&game.start(), &text) {
                prop_assert_eq!(game.move_text(&game.start(), m), text);
            }
        }
    }
}
