//! Records of tournaments, opened for a command.

use std::path::Path;

use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_core::Error;

pub(crate) fn open(path: &Path) -> Result<RecordReader, Error> {
    Ok(RecordReader::open(path)?)
}

/// The games, in the order of the file.
pub(crate) fn games(reader: &mut RecordReader) -> impl Iterator<Item = Result<GameRecord, Error>> {
    reader.map(|game| Ok(game?))
}

/// The header and all games.
pub(crate) fn read(path: &Path) -> Result<(RecordHeader, Vec<GameRecord>), Error> {
    let mut reader = open(path)?;
    let records = games(&mut reader).collect::<Result<_, _>>()?;
    Ok((reader.header().clone(), records))
}
