//! A made-up record that the tests of exports share.

use std::path::Path;

use super::journal::RecordReader;
use super::{GameRecord, RecordHeader};

fn record() -> RecordReader<&'static [u8]> {
    let lines = include_bytes!("examples.jsonl").as_slice();
    RecordReader::new(Path::new("examples.jsonl"), lines).expect("a record")
}

/// A match of two.
#[must_use]
pub fn header() -> RecordHeader {
    record().header().clone()
}

/// A game with an opening, all kinds of logged moves and a fault.
#[must_use]
pub fn game(number: u64) -> GameRecord {
    let game = record().next().expect("a game").expect("it can be read");
    GameRecord { number, group: number.div_ceil(2), ..game }
}
