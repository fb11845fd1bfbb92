//! A tournament as one HTML page: standings, statistics, and replays of its games.
//!
//! | module | what it does |
//! |---|---|
//! | here | puts the page together |
//! | `content`, `plots` | sentences, tables and plots |
//! | `settings` | how it was played, in words |
//! | `replay` | games as frames for the page's script |
//!
//! The page needs nothing else and may ask for nothing else: its own policy forbids it. It knows no rules:
//! the caller replays the games and passes the boards.

mod content;
mod plots;
mod replay;
mod settings;

use bellwether_core::picture::{Picture, PieceStyle};
use bellwether_report::html::{self, Extras};

use crate::record::{GameRecord, RecordHeader};
use crate::tournament_stats::TournamentStats;
pub use replay::{Interned, changes};
pub use settings::{limits, words};

/// The default number of games with a replay.
pub const REPLAYS: usize = 2_000;

/// What may differ from page to page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageOptions {
    /// The game's name in print.
    pub title: String,
    /// How many games have a replay, from the first; the others have a row only.
    pub replays: usize,
    /// The game's pieces.
    pub pieces: &'static [PieceStyle],
    /// The seats that win and lose together; empty if every seat plays for itself.
    pub sides: Vec<Vec<usize>>,
}

impl PageOptions {
    /// A page about a game of this name, with these pieces.
    #[must_use]
    pub fn new(title: &str, pieces: &'static [PieceStyle]) -> Self {
        Self { title: title.to_owned(), replays: REPLAYS, pieces, sides: Vec::new() }
    }
}

/// The page of a tournament.
///
/// `pictures` gives what stood where in a game: at its start, after each move of its opening, and after
/// each of the players' moves. A game for which it gives nothing has no replay.
#[must_use]
pub fn render(
    header: &RecordHeader,
    records: impl IntoIterator<Item = GameRecord>,
    options: &PageOptions,
    mut pictures: impl FnMut(&GameRecord) -> Vec<Picture>,
) -> String {
    let mut stats = TournamentStats::new(header, &options.sides);
    let mut games = replay::ReplayFrames::new(header);
    for record in records {
        let frames = if games.replays() < options.replays { pictures(&record) } else { Vec::new() };
        games.add(&record, &frames);
        stats.add(&record);
    }
    let report = content::build(header, options, &stats);
    let (end, pieces) = (games.section(), options.pieces);
    html::render_with(&report, &Extras { head: POLICY, style: STYLE, end: &end, pieces })
}

/// Nothing is fetched, and nothing from elsewhere is run.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
                      'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\"/>\n";
const STYLE: &str = include_str!("page.css");
