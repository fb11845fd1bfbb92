//! What a report says, before anybody decides how it looks: rendered as Markdown and as HTML.

use bellwether_core::picture::Picture;
use bellwether_solve::Value;

/// A whole report.
pub(super) struct Report {
    pub(super) title: String,
    /// What it is about, in a sentence or two.
    pub(super) lead: String,
    pub(super) sections: Vec<Section>,
}

pub(super) struct Section {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

pub(super) enum Block {
    /// A paragraph.
    Text(String),
    /// The answer to a question: it stands out.
    Verdict {
        value: Value,
        text: String,
    },
    /// A small heading.
    Heading(String),
    /// Something to type.
    Command(String),
    Table(Table),
    /// A position: as text, and drawn.
    Board {
        picture: Picture,
        drawn: String,
        caption: String,
    },
    /// Moves in order; `open` if the game goes on after them.
    Line {
        moves: Vec<String>,
        open: bool,
    },
    /// Bars of win, draw and lose, a panel for each side to move.
    Shares(Vec<Shares>),
    /// How many positions are how far from the end, a panel for each side to move.
    Lengths(Vec<Lengths>),
}

pub(super) struct Table {
    /// Heads of the columns.
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Whether a column holds numbers, which stand to the right.
    pub(super) fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| matches!(cell, Cell::Number(_) | Cell::Share(..)))
    }
}

pub(super) enum Cell {
    Text(String),
    Number(u64),
    /// A number and its share of a whole.
    Share(u64, u64),
    /// A value with the words for it; the sign is added where it is shown.
    Value(Value, String),
    /// Something to type.
    Code(String),
    Empty,
}

/// How many positions of each tier are won, drawn and lost by the side to move.
pub(super) struct Shares {
    pub(super) title: String,
    /// The tier's name, and the counts in that order.
    pub(super) rows: Vec<(String, [u64; 3])>,
}

/// How many positions are won or lost in so many plies, by plies.
pub(super) struct Lengths {
    pub(super) title: String,
    pub(super) wins: Vec<u64>,
    pub(super) losses: Vec<u64>,
}

/// Win, draw and lose in the order of [`Shares`]: class, sign and word.
pub(super) const RESULTS: [(&str, char, &str); 3] =
    [("win", '▲', "win"), ("draw", '◆', "draw"), ("lose", '▼', "lose")];

/// A share of a whole in print: `62.3 %`.
pub(super) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let share = 100.0 * part as f64 / whole as f64;
    // Rounding must not turn "some" into "none" or "nearly all" into "all".
    match part {
        0 => "0 %".to_owned(),
        _ if part == whole => "100 %".to_owned(),
        _ if share < 0.05 => "< 0.1 %".to_owned(),
        _ if share >= 99.95 => "> 99.9 %".to_owned(),
        _ => format!("{share:.1} %"),
    }
}

/// Bins of neighbouring remotenesses.
pub(super) struct Bins {
    /// Plies in a bin.
    pub(super) width: usize,
    /// Wins and losses of each bin.
    pub(super) counts: Vec<[u64; 2]>,
}

impl Lengths {
    /// The counts in at most `most` bins. Wins are an odd and losses an even number of plies away, so two
    /// plies make the narrowest bin.
    pub(super) fn bins(&self, most: usize) -> Bins {
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
        Bins { width, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_round_to_all_or_none() {
        let texts = [percent(0, 9), percent(9, 9), percent(1, 3), percent(1, 99_999)];
        assert_eq!(texts, ["0 %", "100 %", "33.3 %", "< 0.1 %"]);
        assert_eq!(percent(99_998, 99_999), "> 99.9 %");
        assert_eq!(percent(0, 0), "–");
    }

    #[test]
    fn bins_lose_nothing() {
        let lengths = Lengths { title: String::new(), wins: vec![1; 301], losses: vec![2; 300] };
        let bins = lengths.bins(40);
        assert_eq!((bins.width, bins.counts.len()), (10, 31));
        assert_eq!(bins.counts.iter().map(|[wins, _]| wins).sum::<u64>(), 301);
        assert_eq!(bins.counts.iter().map(|[_, losses]| losses).sum::<u64>(), 600);
    }
}
