//! Records of tournaments, opened for a command: what is wrong with one is bad input.

use std::path::Path;

use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::{JournalError, RecordReader};
use bellwether_core::ParseError;

pub(crate) fn open(path: &Path) -> Result<RecordReader, ParseError> {
    RecordReader::open(path).map_err(|error| bad(&error))
}

/// The games, in the order of the file.
pub(crate) fn games(
    reader: &mut RecordReader,
) -> impl Iterator<Item = Result<GameRecord, JournalError>> {
    std::iter::from_fn(|| reader.next_record().transpose())
}

pub(crate) fn bad(error: &JournalError) -> ParseError {
    ParseError::new(error.to_string())
}
