//! Games as frames: what stood where at first, and which squares changed at every ply.
//!
//! The page's script gets what to draw, never why. Squares, pieces and starts are written down once and
//! called by number after that, which keeps a game of sixty plies at two or three thousand letters.

use std::collections::HashMap;

use bellwether_core::Score;
use bellwether_core::picture::{Picture, PictureCell};
use bellwether_core::square::file_name;
use bellwether_report::html::escape;
use bellwether_report::{counted, grouped, pieces};
use serde_json::{Value as Json, json};

use crate::record::{GameRecord, MoveLog, RecordHeader};
use crate::schedule::outcome;
use crate::stats::text::{ending, result};

const SCRIPT: &str = include_str!("page.js");
const BODY: &str = include_str!("page.html");

/// The games so far.
pub(super) struct ReplayFrames<'a> {
    header: &'a RecordHeader,
    rows: Vec<Json>,
    /// What can be on a square, as the script reads it.
    cells: Interned<String>,
    /// Boards that games begin with.
    starts: Interned<String>,
    reasons: Interned<String>,
    /// A piece of each seat, to tell the seats by.
    icons: Vec<Option<&'static str>>,
    replays: usize,
    columns: usize,
}

/// Things with numbers.
#[derive(Debug, Default)]
pub struct Interned<T> {
    numbers: HashMap<T, usize>,
    /// The things by number.
    pub things: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Interned<T> {
    /// The number of a thing, which gets one if it has none.
    pub fn number(&mut self, thing: &T) -> usize {
        if let Some(number) = self.numbers.get(thing) {
            return *number;
        }
        self.things.push(thing.clone());
        self.numbers.insert(thing.clone(), self.things.len() - 1);
        self.things.len() - 1
    }
}

impl<'a> ReplayFrames<'a> {
    pub(super) fn new(header: &'a RecordHeader) -> Self {
        Self {
            header,
            rows: Vec::new(),
            cells: Interned::default(),
            starts: Interned::default(),
            reasons: Interned::default(),
            icons: vec![None; header.seats.len()],
            replays: 0,
            columns: 0,
        }
    }

    /// How many games have a replay.
    pub(super) fn replays(&self) -> usize {
        self.replays
    }

    /// Adds a game; without frames it has a row only.
    pub(super) fn add(&mut self, record: &GameRecord, frames: &[Picture]) {
        let reason = self.reasons.number(&record.reason.name().to_owned());
        let plies = record.opening.len() + record.moves.len();
        let mut row = vec![
            json!(record.number),
            json!(record.round),
            json!(record.players),
            json!(result(&outcome(record))),
            json!(record.winner()),
            json!(reason),
            json!(plies),
        ];
        if let [first, ..] = frames {
            self.replays += 1;
            self.columns = self.columns.max(first.columns);
            for piece in frames.iter().flat_map(|frame| &frame.cells).filter_map(|cell| cell.piece)
            {
                if let Some(icon @ None) = self.icons.get_mut(piece.seat().index()) {
                    *icon = Some(pieces::shape(piece).0);
                }
            }
            row.push(self.replay(record, frames));
        }
        self.rows.push(Json::Array(row));
    }

    fn replay(&mut self, record: &GameRecord, frames: &[Picture]) -> Json {
        let codes: Vec<Vec<usize>> = frames
            .iter()
            .map(|frame| {
                frame.cells.iter().map(|cell| self.cells.number(&cell_text(*cell))).collect()
            })
            .collect();
        let first = &frames[0];
        let start = json!([first.columns, first.rows, codes[0]]).to_string();
        let start = self.starts.number(&start);
        let changes: Vec<Vec<usize>> = codes.windows(2).map(changes).collect();
        let moves: Vec<&str> = record.opening.iter().chain(record.moves.iter()).collect();
        let log: Vec<Json> = record.log.iter().map(log_row).collect();
        let mut replay = json!({
            "s": start,
            "c": changes,
            "m": moves,
            "o": record.opening.len(),
            "l": log,
            "d": ending(record, &self.header.seats),
            "p": record.scores,
        });
        if !record.stderr.is_empty() {
            let rows = record.stderr.iter().map(|output| json!([output.seat, end(&output.text)]));
            replay["e"] = rows.collect();
        }
        replay
    }

    /// The list of games, the dialogue that shows one, the data and the script.
    pub(super) fn section(self) -> String {
        let all = self.rows.len();
        let words = match self.replays {
            _ if all == 0 => "No game is finished yet.".to_owned(),
            replays if replays == all => {
                format!("{}, each to play through.", counted(all as u64, "game"))
            }
            replays => format!(
                "{}. With all of them this page would be too large: {} can be played through here, the others \
                 from the record.",
                counted(all as u64, "game"),
                grouped(replays as u64)
            ),
        };
        let cells = self.cells.things.join(",");
        let starts = self.starts.things.join(",");
        let files: Vec<String> = (0..self.columns).map(file_name).collect();
        let shared = json!({
            "players": self.header.names(),
            "seats": self.header.seats,
            "reasons": self.reasons.things,
            "files": files,
            "icons": self.icons,
            "games": self.rows,
        })
        .to_string();
        // Cells and starts are JSON already.
        let data =
            format!("{},\"cells\":[{cells}],\"starts\":[{starts}]}}", &shared[..shared.len() - 1]);
        // The data come last: whatever they say, nothing in them is replaced.
        BODY.replace("{words}", &escape(&words)).replacen("{script}", SCRIPT, 1).replacen(
            "{data}",
            &in_script(&data),
            1,
        )
    }
}

/// The end of a bot's output: a page of two thousand games must not hold all of it.
fn end(text: &str) -> &str {
    const BYTES: usize = 8 << 10;
    &text[text.ceil_char_boundary(text.len().saturating_sub(BYTES))..]
}

/// `[ground, shape, number]`, with what is not there left out at the end.
fn cell_text(cell: PictureCell) -> String {
    let ground = pieces::ground_class(cell.ground).unwrap_or_default();
    match cell.piece.map(pieces::shape) {
        None => json!([ground]),
        Some((shape, None)) => json!([ground, shape]),
        Some((shape, Some(count))) => json!([ground, shape, count]),
    }
    .to_string()
}

/// Squares that changed between two boards and what is there now: place, cell, place, cell, …
#[must_use]
pub fn changes(pair: &[Vec<usize>]) -> Vec<usize> {
    let [before, after] = pair else { return Vec::new() };
    let squares = before.iter().zip(after).enumerate();
    let changed = squares.filter(|(_, (before, after))| before != after);
    changed.flat_map(|(square, (_, after))| [square, *after]).collect()
}

/// `[seat, seconds, depth, nodes, simulations, score, made, best]`.
fn log_row(log: &MoveLog) -> Json {
    let short = |value| Score::from(value).short();
    let truth = log.truth.map(|truth| (short(truth.made), short(truth.best)));
    let (made, best) = truth.unzip();
    let seconds = if log.seconds.is_finite() { (log.seconds * 1e4).round() / 1e4 } else { 0.0 };
    let mut row = vec![
        json!(log.seat),
        json!(seconds),
        json!(log.depth),
        json!(log.nodes),
        json!(log.simulations),
        json!(log.score.map(Score::short)),
        json!(made),
        json!(best),
    ];
    while row.last().is_some_and(|last| last.is_null() || last == &json!(0)) {
        row.pop();
    }
    Json::Array(row)
}

/// JSON that is JSON inside a script, too, whatever it says: it can neither end the script nor begin a
/// comment in it, and holds no letter that scripts take for the end of a line.
fn in_script(data: &str) -> String {
    let mut text = String::with_capacity(data.len());
    for letter in data.chars() {
        match letter {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_written_down() {
        assert_eq!(changes(&[vec![0, 1, 2], vec![0, 3, 0]]), [1, 3, 2, 0]);
        assert!(changes(&[vec![0], vec![0]]).is_empty());
    }

    #[test]
    fn nothing_in_the_data_ends_the_script() {
        let name = "</script><!--\u{2028}&";
        let text = in_script(&json!({ "name": name }).to_string());
        assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
        let back: Json = serde_json::from_str(&text).expect("still JSON");
        assert_eq!(back["name"], name);
    }

    #[test]
    fn missing_move_data_takes_no_space() {
        let log = MoveLog { seat: 2, seconds: 0.123_456, ..MoveLog::default() };
        assert_eq!(log_row(&log).to_string(), "[2,0.1235]");
        let log = MoveLog { seat: 1, score: Some(Score::WinIn(3)), ..log };
        assert_eq!(log_row(&log).to_string(), "[1,0.1235,0,0,0,\"w3\"]");
    }
}
