//! Connect Four's card, and what it can do.

use std::sync::atomic::AtomicBool;

use bellwether_core::bits::Bits;
use bellwether_core::card::{Card, EvalInfo, LEVELS_FOR_TWO, SeatName};
use bellwether_core::picture::{PieceStyle, Tone};
use bellwether_core::solvable::table_option;
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{
    Calibration, Capabilities, Game, GameFamily, GameReceiver, Indexed, ParseError, Payoffs, Playable,
    ReachableNumbering, Solvable, Status, Symmetric, Uniform,
};

use super::{ConnectFour, Heuristic, RED, State, calibration};

/// The squares of the largest board whose positions are numbered.
const MOST_NUMBERED: usize = 20;

/// What people are told of Connect Four.
pub static CARD: Card = Card {
    name: "connect-four",
    title: "Connect Four",
    summary: "discs fall down the columns, and four in a row win",
    options: &[
        OptionInfo::number("columns", "2 to 42", "7", "columns of the board"),
        OptionInfo::number("rows", "2 to 63", "6", "squares of a column"),
        OptionInfo::number("connect", "2 to the longer side", "4", "how many in a row win"),
    ],
    variants: &[
        ("connect-four", "the usual board, 7×6"),
        ("connect-four:columns=5,rows=4", "a small board, 5×4, solved in seconds"),
        ("connect-four:columns=9,rows=7,connect=5", "five in a row on a larger board, 9×7"),
    ],
    seats: &[SeatName::one("Red"), SeatName::one("Yellow")],
    pieces: &DISCS,
    evals: &[
        EvalInfo { name: "lines", summary: "lines that can still be filled" },
        EvalInfo { name: "strong", summary: "such lines, and threats by the parity of their rows" },
    ],
    levels: LEVELS_FOR_TWO,
    ratings: include_str!("levels.txt"),
    uci_variant: None,
    rules: include_str!("rules.md"),
};

/// The discs of both seats.
pub(super) static DISCS: [PieceStyle; 2] = [
    PieceStyle {
        id: "disc-0",
        seat: RED,
        letter: "x",
        sign: "X",
        label: "red disc",
        tone: Tone::Plain,
        svg: r##"<circle r=".4" fill="#c9372c"/><path d="M-.13-.13L.13 .13M-.13 .13L.13-.13" stroke="#7a1a13" stroke-width=".06"/>"##,
    },
    PieceStyle {
        id: "disc-1",
        seat: RED.other(),
        letter: "o",
        sign: "O",
        label: "yellow disc",
        tone: Tone::Plain,
        svg: r##"<circle r=".4" fill="#f2c230"/><circle r=".17" fill="none" stroke="#8a6900" stroke-width=".06"/>"##,
    },
];

impl<B: Bits> Playable for ConnectFour<B> {
    const CARD: &'static Card = &CARD;
    type Eval = Heuristic;
    type Rollout = Uniform;

    fn eval(name: &str, _: u64) -> Heuristic {
        if name == "strong" { Heuristic::STRONG } else { Heuristic::LINES }
    }

    fn ending_reason(&self, state: &Self::State) -> Option<&'static str> {
        match self.status(state) {
            Status::ToMove(_) => None,
            Status::Over(payoffs) if payoffs == Payoffs::ZERO => Some("the board is full"),
            Status::Over(_) if self.connect == 4 => Some("four discs in a row"),
            Status::Over(_) => Some("enough discs in a row"),
        }
    }

    fn calibrations(&self) -> &'static [Calibration] {
        if self.connect < 5 { calibration::OF_FOUR } else { calibration::OF_FIVE }
    }

    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        kit.two_seats().search_hints().solvable()
    }

    /// Every move fills a square.
    fn longest_game(&self) -> Option<u32> {
        Some(self.board.count() as u32)
    }
}

impl GameFamily for ConnectFour<u64> {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        let columns = options.number("columns", 2..=42)?.unwrap_or(7);
        let rows = options.number("rows", 2..=63)?.unwrap_or(6);
        let connect = options.number("connect", 2..=63)?.unwrap_or(4);
        match ConnectFour::<u64>::new(columns, rows, connect) {
            Ok(small) => Ok(receiver.receive(small)),
            Err(_) => Ok(receiver.receive(ConnectFour::<u128>::new(columns, rows, connect)?)),
        }
    }
}

impl<B: Bits> Indexed for ConnectFour<B> {
    type Numbering = ReachableNumbering<Self>;

    /// A tier for each number of empty squares, positions that mirror each other once; on small boards.
    fn numbering(&self) -> Option<ReachableNumbering<Self>> {
        self.numbering_unless(&AtomicBool::new(false))
    }

    fn numbering_unless(&self, stop: &AtomicBool) -> Option<ReachableNumbering<Self>> {
        if !self.is_numbered() {
            return None;
        }
        let game = self.clone();
        let fold = move |state: &State<B>| {
            let image = game.transform(state, 1);
            let is_first = (state.all, state.own) <= (image.all, image.own);
            ((game.board & !state.all).count(), if is_first { *state } else { image })
        };
        ReachableNumbering::new_unless(self, "empty", fold, stop)
    }

    fn is_numbered(&self) -> bool {
        self.board.count() <= MOST_NUMBERED
    }
}

impl<B: Bits> Solvable for ConnectFour<B> {
    const NAME: &'static str = CARD.name;

    fn table_options(&self) -> Vec<(String, String)> {
        let options = [("columns", self.columns), ("rows", self.rows), ("connect", self.connect)];
        options.map(|(name, value)| table_option(name, value)).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;
    use bellwether_core::spec::Spec;
    use bellwether_core::{Game, Numbering, contract};

    /// The word of the game that these options make, in bits.
    struct WordOf;

    impl GameReceiver for WordOf {
        type Output = usize;

        fn receive<G: Playable>(self, _: G) -> usize {
            8 * size_of::<G::State>()
        }
    }

    #[test]
    fn options_choose_the_word_or_are_refused() {
        let make = |options: &str| {
            let spec = Spec::parse(&format!("connect-four{options}"))?;
            ConnectFour::make(&Options::new(&spec, CARD.options)?, WordOf)
        };
        let (small, large) = (make("").unwrap(), make(":columns=9,rows=7,connect=5").unwrap());
        assert!(small < large);
        for wrong in ["columns=1", "rows=64", "columns=20", "connect=8", "connect=1,rows=3"] {
            assert!(make(&format!(":{wrong}")).is_err(), "{wrong}");
        }
        let error = make(":connect=8").unwrap_err().to_string();
        assert!(error.starts_with("8 in a row on 7 columns and 6 rows make no game"), "{error}");
    }

    #[test]
    fn small_boards_are_numbered_positions_that_mirror_each_other_once() {
        for (columns, rows, connect) in [(2, 2, 2), (3, 3, 3), (4, 3, 3), (3, 5, 4), (4, 4, 4)] {
            let game = game::<u64>(columns, rows, connect);
            contract::check_numbering(&game);
            let numbering = game.numbering().unwrap();
            contract::for_each_position(&game, 1, 50, |state| {
                let place = numbering.index_of(state);
                assert_eq!(place, numbering.index_of(&game.transform(state, 1)));
                assert_eq!(place.is_none(), game.status(state).is_over());
            });
        }
        let usual = game::<u64>(7, 6, 4);
        assert!(usual.numbering().is_none() && !usual.is_numbered());
        assert_eq!(
            game::<u128>(4, 4, 4).table_names(),
            ["connect-four-4-columns-4-rows-4-connect"]
        );
    }
}
