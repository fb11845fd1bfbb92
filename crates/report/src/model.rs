//! The content of a report, rendered as Markdown, plain text and HTML.

use bellwether_core::Value;
use bellwether_core::picture::Picture;

use crate::figure::{BarPlot, Curves, Histogram};
use crate::words::{grouped, percent, sign, value_text};

/// A whole report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// Its introduction, a sentence or two.
    pub lead: String,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it is called.
    pub title: String,
    /// What it says.
    pub blocks: Vec<ReportBlock>,
}

impl Section {
    /// A part of a report.
    #[must_use]
    pub fn new(title: &str, blocks: Vec<ReportBlock>) -> Self {
        Self { title: title.to_owned(), blocks }
    }
}

/// A block of content.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportBlock {
    /// A paragraph.
    Text(String),
    /// A highlighted result.
    Verdict {
        /// The value for the side to move.
        value: Value,
        /// The answer.
        text: String,
    },
    /// A highlighted sentence without a value.
    Finding(String),
    /// A small heading.
    Heading(String),
    /// A command to type.
    Command(String),
    /// A table.
    Table(TextTable),
    /// Short paragraphs, each with a bullet.
    List(Vec<String>),
    /// A position: as text, and drawn.
    Board {
        /// The board.
        picture: Picture,
        /// The same as text.
        drawn: String,
        /// What it is.
        caption: String,
    },
    /// Moves in order.
    Line {
        /// The moves.
        moves: Vec<String>,
        /// Whether the game goes on after them.
        open: bool,
    },
    /// Bars of win, draw and lose, a panel for each side to move.
    Shares(Vec<ResultShares>),
    /// How many positions are how far from the end, a panel for each side to move.
    Lengths(Vec<Lengths>),
    /// Lines over the same axes.
    Curves(Curves),
    /// Dots with their intervals.
    Ratings(BarPlot),
    /// A histogram.
    Histogram(Histogram),
    /// Bars with intervals and marks.
    Bars(BarPlot),
    /// Details: collapsed in the page.
    Details {
        /// What is in it.
        summary: String,
        /// What it says.
        blocks: Vec<ReportBlock>,
    },
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct TextTable {
    /// Heads of the columns.
    pub head: Vec<String>,
    /// The rows from the top.
    pub rows: Vec<Vec<TableCell>>,
}

impl TextTable {
    /// A table with these heads.
    #[must_use]
    pub fn new(head: &[&str], rows: Vec<Vec<TableCell>>) -> Self {
        Self { head: head.iter().map(|head| (*head).to_owned()).collect(), rows }
    }

    /// Whether a column holds numbers, which stand to the right.
    #[must_use]
    pub fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| {
            matches!(cell, TableCell::Number(_) | TableCell::Share(..) | TableCell::Measure { .. })
        })
    }
}

/// A table cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// Words.
    Text(String),
    /// A whole number.
    Number(u64),
    /// A number and its share of a whole.
    Share(u64, u64),
    /// Something measured, in print: it stands to the right.
    Measure {
        /// The number as it is to be read.
        value: String,
    },
    /// A value with the words for it; the sign is added where it is shown.
    Value(Value, String),
    /// Whether a finding is what was expected, in words; the sign is added where it is shown.
    Verdict(Agreement, String),
    /// A command to type.
    Code(String),
    /// Nothing.
    Empty,
}

impl TableCell {
    /// Words.
    #[must_use]
    pub fn text(words: &str) -> Self {
        Self::Text(words.to_owned())
    }

    /// Something measured, in print.
    #[must_use]
    pub fn measure(value: impl Into<String>) -> Self {
        Self::Measure { value: value.into() }
    }

    /// The cell as plain text.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::Text(words) | Self::Code(words) | Self::Measure { value: words } => words.clone(),
            Self::Number(number) => grouped(*number),
            Self::Share(part, whole) => format!("{} ({})", grouped(*part), percent(*part, *whole)),
            Self::Value(value, words) if words.is_empty() => value_text(*value),
            Self::Value(value, words) => format!("{} {words}", sign(*value)),
            Self::Verdict(kind, words) if words.is_empty() => {
                format!("{} {}", kind.sign(), kind.name())
            }
            Self::Verdict(kind, words) => format!("{} {words}", kind.sign()),
            Self::Empty => "–".to_owned(),
        }
    }
}

/// Whether a finding is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// It is.
    Agrees,
    /// It has the same direction but another size.
    Partly,
    /// It is not.
    Differs,
    /// It is undecided.
    NotComparable,
}

impl Agreement {
    /// The sign, so that colour is not the only cue.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Agrees => '✓',
            Self::Partly => '≈',
            Self::Differs => '≠',
            Self::NotComparable => '○',
        }
    }

    /// The word for it, where there are no others.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Partly => "partly agrees",
            Self::Differs => "differs",
            Self::NotComparable => "not comparable",
        }
    }
}

/// How many positions of each tier are won, drawn and lost by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultShares {
    /// Whose turn it is.
    pub title: String,
    /// The tier's name, and the counts in that order.
    pub rows: Vec<(String, [u64; 3])>,
}

/// The number of won and lost positions by remoteness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Whose turn it is.
    pub title: String,
    /// Won positions by plies.
    pub wins: Vec<u64>,
    /// Lost positions by plies.
    pub losses: Vec<u64>,
}

/// Win, draw and lose in the order of [`ResultShares`]: class, sign and word.
pub(crate) const RESULTS: [(&str, char, &str); 3] =
    [("win", '▲', "win"), ("draw", '◆', "draw"), ("lose", '▼', "lose")];

/// Bins of neighbouring remotenesses.
pub(crate) struct RemotenessBins {
    /// Plies in a bin.
    pub(crate) width: usize,
    /// Wins and losses of each bin.
    pub(crate) counts: Vec<[u64; 2]>,
}

impl Lengths {
    /// The counts in at most `most` bins. Wins are an odd and losses an even number of plies away, so two
    /// plies make the narrowest bin.
    pub(crate) fn bins(&self, most: usize) -> RemotenessBins {
        let plies = self.wins.len().max(self.losses.len()).max(1);
        let widths = [2, 4, 6, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000];
        let fits = |width: &usize| plies.div_ceil(*width) <= most;
        let width = widths.into_iter().find(fits).unwrap_or(usize::from(u16::MAX));
        let mut counts = vec![[0; 2]; plies.div_ceil(width)];
        for (side, by_plies) in [&self.wins, &self.losses].into_iter().enumerate() {
            for (plies, count) in by_plies.iter().enumerate() {
                counts[plies / width][side] += count;
            }
        }
        RemotenessBins { width, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_lose_nothing() {
        let lengths = Lengths { title: String::new(), wins: vec![1; 301], losses: vec![2; 300] };
        let bins = lengths.bins(40);
        assert_eq!((bins.width, bins.counts.len()), (10, 31));
        assert_eq!(bins.counts.iter().map(|[wins, _]| wins).sum::<u64>(), 301);
        assert_eq!(bins.counts.iter().map(|[_, losses]| losses).sum::<u64>(), 600);
    }
}
