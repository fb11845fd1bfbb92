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
    /// How strong the levels are, as it was measured; empty if nobody has measured it. A line for each level: its name,
    /// its rating and the margin of that, and if there is one the level below and the score against it, as in
    /// `ewe 109 46 lamb 0.960`. Lines that begin with `#` say how it was measured.
    pub ratings: &'static str,
    /// What engines that speak UCI call this game, if there are any.
    pub uci_variant: Option<&'static str>,
    /// The rules for people, as Markdown. A block that is marked `moves` becomes a small board that plays them; see
    /// [`Card::rules_parts`].
    pub rules: &'static str,
}

/// How strong a level is, as it was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRating {
    /// The level.
    pub level: &'static str,
    /// Elo points above the average of the levels that were measured.
    pub rating: i32,
    /// Half of its 95 % interval.
    pub margin: i32,
    /// A level below, and the share of the points won against it.
    pub below: Option<(&'static str, f64)>,
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

    /// How strong the levels are, as far as it was measured. Lines that are none are left out.
    #[must_use]
    pub fn level_ratings(&self) -> Vec<LevelRating> {
        let read = |line: &'static str| {
            let mut words = line.split_whitespace();
            let level = words.next().filter(|name| !name.starts_with('#'))?;
            let (rating, margin) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let below = words.next().and_then(|name| Some((name, words.next()?.parse().ok()?)));
            Some(LevelRating { level, rating, margin, below })
        };
        self.ratings.lines().filter_map(read).collect()
    }

    /// The rules in parts: paragraphs, and moves to be shown on a board.
    ///
    /// Moves stand between three backquotes and `moves`, and three backquotes. Lines before them may say of which
    /// `game:` they are, with its options, and `from:` which position; else it is this game, from its start.
    ///
    /// ````text
    /// ```moves
    /// game: breakthrough:rows=5,columns=5
    /// b2b3 d4c3 b3b4
    /// ```
    /// ````
    #[must_use]
    pub fn rules_parts(&self) -> Vec<RulesPart<'static>> {
        let mut parts = Vec::new();
        for (index, block) in self.rules.split("```").enumerate() {
            match block.strip_prefix("moves\n") {
                Some(lines) if index % 2 == 1 => {
                    parts.push(RulesPart::Moves(self.shown_moves(lines)));
                }
                _ => parts.extend(paragraphs(block).map(RulesPart::Text)),
            }
        }
        parts
    }

    fn shown_moves(&self, lines: &'static str) -> ShownMoves<'static> {
        let mut shown = ShownMoves { game: self.name, from: None, moves: Vec::new() };
        for line in lines.lines() {
            match line.split_once(": ") {
                Some(("game", game)) => shown.game = game.trim(),
                Some(("from", position)) => shown.from = Some(position.trim()),
                _ => shown.moves.extend(line.split_whitespace()),
            }
        }
        shown
    }

    /// Whether a seat's name is a plural: "the wolves win", "White wins".
    #[must_use]
    pub fn is_plural(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|seat| seat.is_plural)
    }
}

fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty())
}

/// A part of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesPart<'a> {
    /// A paragraph: words, and code between backquotes.
    Text(&'a str),
    /// Moves to be shown on a board.
    Moves(ShownMoves<'a>),
}

/// Moves that explain a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownMoves<'a> {
    /// The game with its options.
    pub game: &'a str,
    /// The position they begin at, if it is not the start.
    pub from: Option<&'a str>,
    /// The moves, in order.
    pub moves: Vec<&'a str>,
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

/// A seat's name within a sentence: "the wolf". One with a capital letter is a proper name, or a colour that stands for
/// one, and takes no article: "White".
#[must_use]
pub fn seat_phrase(name: &str) -> String {
    let is_proper = name.chars().next().is_some_and(char::is_uppercase);
    if is_proper { name.to_owned() } else { format!("the {name}") }
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

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "First.\n\n```moves\ngame: draughts:size=6\nfrom: 6/6 w\na1b2 c3\nd4\n```\n\nSecond `code`,\n\
                         on two lines.\n\n```moves\na1b2\n```\n";

    #[test]
    fn proper_names_take_no_article() {
        assert_eq!(
            ["wolf", "sheep", "White", "Red"].map(seat_phrase),
            ["the wolf", "the sheep", "White", "Red"]
        );
    }

    #[test]
    fn rules_are_paragraphs_and_moves_on_boards() {
        let card = Card {
            name: "draughts",
            title: "Draughts",
            summary: "",
            options: &[],
            variants: &[],
            seats: &[],
            pieces: &[],
            evals: &[],
            levels: LEVELS_FOR_TWO,
            ratings: "",
            uci_variant: None,
            rules: RULES,
        };
        let first = ShownMoves {
            game: "draughts:size=6",
            from: Some("6/6 w"),
            moves: vec!["a1b2", "c3", "d4"],
        };
        let second = ShownMoves { game: "draughts", from: None, moves: vec!["a1b2"] };
        let wanted = vec![
            RulesPart::Text("First."),
            RulesPart::Moves(first),
            RulesPart::Text("Second `code`,\non two lines."),
            RulesPart::Moves(second),
        ];
        assert_eq!(card.rules_parts(), wanted);
    }
}
