//! The records in the folder of matches. The page gets names of our own; a name is looked for among the files that
//! are there, so that none can lead anywhere else.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::{JournalError, RecordReader};
use bellwether_catalog::Catalog;
use bellwether_core::random::mix;
use bellwether_core::{Error, ErrorKind, bail};
use serde::Serialize;

use super::lock;
use super::summary::TournamentSummary;

/// The ending of records.
const ENDING: &str = "jsonl";
/// The most records in a list, the newest first.
const MOST_LISTED: usize = 500;
/// Summaries that are cached.
const OPEN: usize = 4;
/// The largest record that is read whole for a download.
const LARGEST: u64 = 256 << 20;

/// A folder of records.
#[derive(Debug)]
pub(super) struct RecordIndex {
    catalog: Catalog,
    folder: PathBuf,
    listings: Mutex<HashMap<String, (RecordFileStamp, Listing)>>,
    summaries: Mutex<Vec<(String, RecordFileStamp, Arc<TournamentSummary>)>>,
}

/// What changes when a file does.
pub(super) type RecordFileStamp = (u64, Option<SystemTime>);

/// A record in the list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Listing {
    pub(super) id: String,
    pub(super) game: String,
    title: String,
    players: Vec<String>,
    began: String,
    pub(super) games: u64,
    total: Option<u64>,
    /// `finished`, `unfinished`, `running`, or `queued`.
    pub(super) status: &'static str,
}

/// The name that a record has for the page.
pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    format!("{:016x}", name.iter().fold(0, |hash, byte| mix(hash, u64::from(*byte))))
}

/// What is wrong with a record, without its path.
pub(super) fn unreadable(error: &JournalError) -> Error {
    let why = match error {
        JournalError::Io { error, .. } => error.to_string(),
        JournalError::Foreign { reason, .. } => reason.clone(),
        JournalError::Damaged { line, reason, .. } => format!("line {line}: {reason}"),
        JournalError::Exists { .. } => "it is there already".to_owned(),
        JournalError::Busy { .. } => "another process is writing to it".to_owned(),
    };
    Error::new(ErrorKind::Damaged, format!("this record cannot be read: {why}"))
}

impl RecordIndex {
    pub(super) fn new(catalog: Catalog, folder: PathBuf) -> Self {
        Self { catalog, folder, listings: Mutex::default(), summaries: Mutex::default() }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The records that are there; links are not followed.
    fn files(&self) -> Vec<(PathBuf, RecordFileStamp)> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let path = entry.path();
                let about = entry.metadata().ok()?;
                let is_record = about.is_file() && path.extension() == Some(OsStr::new(ENDING));
                is_record.then(|| (path, (about.len(), about.modified().ok())))
            })
            .collect()
    }

    /// The file that has this name, if one has.
    pub(super) fn find(&self, id: &str) -> Option<PathBuf> {
        self.found(id).map(|(path, _)| path)
    }

    fn found(&self, id: &str) -> Option<(PathBuf, RecordFileStamp)> {
        self.files().into_iter().find(|(path, _)| name_of(path) == id)
    }

    /// The records, the newest first. What is no record is left out.
    pub(super) fn list(&self) -> Vec<Listing> {
        self.stamped().into_iter().map(|(listing, _)| listing).collect()
    }

    /// The same, each with what changes when its file does.
    pub(super) fn stamped(&self) -> Vec<(Listing, RecordFileStamp)> {
        let mut files = self.files();
        files.sort_by_key(|(_, (_, modified))| std::cmp::Reverse(*modified));
        files.truncate(MOST_LISTED);
        let stamped = |(path, stamp): &(PathBuf, _)| Some((self.listing(path, *stamp)?, *stamp));
        let mut list: Vec<(Listing, RecordFileStamp)> = files.iter().filter_map(stamped).collect();
        list.sort_by(|(a, _), (b, _)| b.began.cmp(&a.began).then(a.id.cmp(&b.id)));
        list
    }

    fn listing(&self, path: &Path, stamp: RecordFileStamp) -> Option<Listing> {
        let id = name_of(path);
        let known = lock(&self.listings).get(&id).cloned();
        if let Some((_, listing)) = known.filter(|(known, _)| *known == stamp) {
            return Some(listing);
        }
        let summary =
            TournamentSummary::new(&self.catalog, RecordReader::open(path).ok()?.header().clone());
        // Where the number of games decides whether it is over, lines are counted; else games are read.
        let (games, is_complete) = match summary.total() {
            Some(total) if summary.header.settings.sprt.is_none() => {
                let games = lines(path).ok()?.saturating_sub(1);
                (games, games >= total)
            }
            _ => {
                let summary = self.summary(&id).ok()?;
                (summary.games(), summary.is_complete())
            }
        };
        let listing = Listing {
            id: id.clone(),
            game: summary.header.game.clone(),
            title: summary.title().to_owned(),
            players: summary.header.names(),
            began: summary.header.began.clone(),
            games,
            total: summary.total(),
            status: if is_complete { "finished" } else { "unfinished" },
        };
        lock(&self.listings).insert(id, (stamp, listing.clone()));
        Some(listing)
    }

    /// The summary of a record's games.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub(super) fn summary(&self, id: &str) -> Result<Arc<TournamentSummary>, Error> {
        let (path, stamp) = self.found(id).ok_or_else(not_there)?;
        let known =
            lock(&self.summaries).iter().find(|(open, at, _)| open == id && *at == stamp).cloned();
        if let Some((_, _, summary)) = known {
            return Ok(summary);
        }
        let summary = Arc::new(TournamentSummary::read(&self.catalog, &path)?);
        let mut summaries = lock(&self.summaries);
        summaries.retain(|(open, _, _)| open != id);
        summaries.truncate(OPEN - 1);
        summaries.insert(0, (id.to_owned(), stamp, Arc::clone(&summary)));
        Ok(summary)
    }

    /// A record, open for reading.
    ///
    /// # Errors
    /// If there is none of this name, or it cannot be read.
    pub(super) fn reader(&self, id: &str) -> Result<RecordReader, Error> {
        let path = self.find(id).ok_or_else(not_there)?;
        RecordReader::open(&path).map_err(|error| unreadable(&error))
    }

    /// One game of a record.
    ///
    /// # Errors
    /// If it is not there, or cannot be read.
    pub(super) fn game(&self, id: &str, number: u64) -> Result<(RecordReader, GameRecord), Error> {
        let mut reader = self.reader(id)?;
        while let Some(record) = reader.next_record().map_err(|error| unreadable(&error))? {
            if record.number == number {
                return Ok((reader, record));
            }
        }
        Err(Error::not_found(format!("there is no game {number} in this tournament")))
    }

    /// Those of these games that are there.
    ///
    /// # Errors
    /// If the record is not there, or cannot be read.
    pub(super) fn some_games(&self, id: &str, numbers: &[u64]) -> Result<Vec<GameRecord>, Error> {
        let mut reader = self.reader(id)?;
        let mut found = Vec::with_capacity(numbers.len());
        while found.len() < numbers.len()
            && let Some(record) = reader.next_record().map_err(|error| unreadable(&error))?
        {
            if numbers.contains(&record.number) {
                found.push(record);
            }
        }
        Ok(found)
    }

    /// All whole lines of a record, and what a file of it is called.
    ///
    /// # Errors
    /// If it is not there, cannot be read, or is too large to be sent.
    pub(super) fn whole(&self, id: &str) -> Result<(Vec<u8>, String), Error> {
        let (path, (length, _)) = self.found(id).ok_or_else(not_there)?;
        if length > LARGEST {
            bail!("this record is too large to be sent: take it from the folder of matches");
        }
        let read = std::fs::read(&path);
        let mut bytes =
            read.map_err(|error| Error::new(ErrorKind::Io, format!("it cannot be read: {error}")))?;
        // A line that is being written is not whole yet.
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        bytes.truncate(end);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name =
            if stem.chars().all(plain) { stem.into_owned() } else { "tournament".to_owned() };
        Ok((bytes, name))
    }
}

fn not_there() -> Error {
    Error::not_found("there is no such tournament")
}

fn lines(path: &Path) -> io::Result<u64> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut lines = 0;
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(lines);
        }
        lines += buffer.iter().filter(|byte| **byte == b'\n').count() as u64;
        let length = buffer.len();
        file.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_lead_nowhere() {
        let folder = std::env::temp_dir().join(format!("bellwether-shelf-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.jsonl"), "").unwrap();
        std::fs::write(folder.join("a.txt"), "").unwrap();
        let index = RecordIndex::new(bellwether_standard::standard(), folder.clone());
        assert!(index.find(&name_of(Path::new("a.jsonl"))).is_some());
        for id in ["a", "a.jsonl", "../a.jsonl", "/etc/passwd", "", &name_of(Path::new("a.txt"))] {
            assert!(index.find(id).is_none(), "{id}");
        }
        assert!(index.list().is_empty(), "an empty file is no record");
        std::os::unix::fs::symlink("/etc/passwd", folder.join("link.jsonl")).unwrap();
        assert!(index.find(&name_of(Path::new("link.jsonl"))).is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
