//! What people are told of Domineering, and what it can do.

use bellwether_core::card::{Card, EvalInfo, LEVELS_FOR_TWO, SeatName};
use bellwether_core::picture::{PieceStyle, Tone};
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{
    Capabilities, GameFamily, GameReceiver, ParseError, Playable, Seat, Uniform, bail,
};

use crate::{Domineering, Mobility};

/// Most squares a board may have.
const MOST_SQUARES: usize = 36;

/// What people are told.
pub static CARD: Card = Card {
    name: "domineering",
    title: "Domineering",
    summary: "dominoes, upright against lying; who cannot place one loses",
    options: &[
        OptionInfo::number("rows", "2 to 18", "6", "ranks of the board"),
        OptionInfo::number("columns", "2 to 18", "6", "files of the board; at most 36 squares"),
    ],
    variants: &[
        ("domineering", "six by six"),
        ("domineering:rows=4,columns=4", "solved in a moment"),
    ],
    seats: &[SeatName::one("Vertical"), SeatName::one("Horizontal")],
    pieces: &DOMINOES,
    evals: &[EvalInfo {
        name: "mobility",
        summary: "places for one's own dominoes, less the rival's",
    }],
    levels: LEVELS_FOR_TWO,
    ratings: "",
    uci_variant: None,
    rules: "Vertical places upright dominoes, Horizontal lying ones, in turn, each on two free squares.\n\n\
            Vertical begins. Nothing is ever moved or taken away.\n\n\
            ```moves\ngame: domineering:columns=4,rows=4\na1a2 c1d1 b3b4\n```\n\n\
            Who has no room for a domino at its turn loses.\n",
};

/// Both seats' dominoes, as one of their squares looks.
pub(crate) static DOMINOES: [PieceStyle; 2] = [
    PieceStyle {
        id: "domino-vertical",
        seat: Seat::FIRST,
        letter: "V",
        sign: "V",
        label: "upright domino",
        tone: Tone::Plain,
        svg: r##"<rect x="-.3" y="-.48" width=".6" height=".96" rx=".1" fill="#0072b2"/>"##,
    },
    PieceStyle {
        id: "domino-horizontal",
        seat: Seat::SECOND,
        letter: "H",
        sign: "H",
        label: "lying domino",
        tone: Tone::Inverse,
        svg: r##"<rect x="-.48" y="-.3" width=".96" height=".6" rx=".1" fill="#d55e00"/>"##,
    },
];

impl Playable for Domineering {
    const CARD: &'static Card = &CARD;
    type Eval = Mobility;
    type Rollout = Uniform;

    fn eval(_: &str, _: u64) -> Mobility {
        Mobility
    }

    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        kit.two_seats().search_hints().solvable()
    }
}

impl GameFamily for Domineering {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        let rows = options.number("rows", 2..=18)?.unwrap_or(6);
        let columns = options.number("columns", 2..=18)?.unwrap_or(6);
        if rows * columns > MOST_SQUARES {
            bail!("a board of {rows} × {columns} is too large: it may have {MOST_SQUARES} squares");
        }
        Ok(receiver.receive(Self::new(columns, rows)))
    }
}
