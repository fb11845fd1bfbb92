//! [`Card`]: what people are told of a game, as data.

use crate::Seat;
use crate::picture::PieceStyle;
use crate::spec::OptionInfo;

/// Everything the command line, the page and the protocols say of a game besides its positions.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in print.
    pub title: &'static str,
    /// What it is about, in one line.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Variants worth knowing: how to ask for them, and what they are.
    pub variants: &'static [(&'static str, &'static str)],
    /// What the seats are called.
    pub seats: &'static [SeatName],
    /// The kinds of pieces, each kind of each seat.
    pub pieces: &'static [PieceStyle],
    /// Its evaluations; the first is the default, the last the strongest.
    pub evals: &'static [EvalInfo],
    /// The agents that the five named levels mean in this game, weakest first.
    pub levels: [&'static str; 5],
    /// What engines that speak UCI call this game, if there are any.
    pub uci_variant: Option<&'static str>,
    /// The rules for people, as Markdown.
    pub rules: &'static str,
}

/// Levels that suit a game for two with evaluations and [`SearchHints`](crate::SearchHints).
pub const LEVELS_FOR_TWO: [&str; 5] = [
    "alphabeta:depth=1,error=0.3",
    "alphabeta:depth=2,error=0.1",
    "alphabeta:depth=4",
    "pvs:time=0.2",
    "pvs:time=2",
];

impl Card {
    /// What a seat is called.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> String {
        match self.seats.get(seat.index()) {
            Some(seat) => seat.name.to_owned(),
            None => format!("seat {seat}"),
        }
    }

    /// Whether a seat's name is a plural: "the wolves win", "White wins".
    #[must_use]
    pub fn is_plural(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|seat| seat.is_plural)
    }
}

/// What a seat is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatName {
    /// The name.
    pub name: &'static str,
    /// Whether it is a plural.
    pub is_plural: bool,
}

impl SeatName {
    /// A name in the singular.
    #[must_use]
    pub const fn one(name: &'static str) -> Self {
        Self { name, is_plural: false }
    }

    /// A name in the plural.
    #[must_use]
    pub const fn many(name: &'static str) -> Self {
        Self { name, is_plural: true }
    }
}

/// An evaluation that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EvalInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it looks at, in a few words.
    pub summary: &'static str,
}

/// A start worth comparing, as a game of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStart {
    /// What people call it.
    pub name: String,
    /// How it is asked for.
    pub game: String,
}
