//! The record's file: games are appended as they end, so that a killed run loses none that was finished.
//!
//! While a tournament runs, games are in the order in which they ended. When it is over they are put
//! in the order of their numbers, so that the same tournament gives the same file whatever ran beside
//! what. A line that was cut off in the middle is dropped when the file is opened again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bellwether_core::outside::{LONGEST_DETAIL, LONGEST_NAME, open_file, shortened};
use bellwether_core::{Error, ErrorKind, MAX_SEATS};

use super::{FORMAT, GameRecord, RecordHeader};

/// Why a record cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refused.
    #[error("{what} {}: {error}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file holds something else.
    #[error("{} is not a record of a tournament: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with its first line.
        reason: String,
    },
    /// A line in the middle is damaged.
    #[error("{}, line {line}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is a file already.
    #[error("{} is there already: go on with `bellwether match --resume {}`, or name another file", path.display(), path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes to it.
    #[error("another tournament is writing to {}", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        let kind = match &error {
            JournalError::Io { error, .. } => error.kind().into(),
            JournalError::Foreign { .. } | JournalError::Exists { .. } => ErrorKind::Invalid,
            JournalError::Damaged { .. } => ErrorKind::Damaged,
            JournalError::Busy { .. } => ErrorKind::Busy,
        };
        Self::new(kind, error)
    }
}

/// A tournament's record, open for more games.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Each game's span, in the order of the file.
    places: Vec<LineSpan>,
    /// How long the file is.
    length: u64,
}

/// A game's span in the file.
#[derive(Clone, Copy, Debug)]
struct LineSpan {
    number: u64,
    offset: u64,
    length: usize,
}

/// A record that is read.
#[derive(Debug)]
pub struct RecordReader<R = BufReader<File>> {
    path: PathBuf,
    lines: R,
    line: usize,
    /// How far whole lines reach.
    whole: u64,
    header: RecordHeader,
}

impl Journal {
    /// Begins a record.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn create(path: &Path, header: &RecordHeader) -> Result<Self, JournalError> {
        let opened = OpenOptions::new().read(true).append(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists { path: path.to_owned() },
            _ => failed("cannot create", path, error),
        })?;
        let mut journal = Self { path: path.to_owned(), file, places: Vec::new(), length: 0 };
        journal.lock()?;
        let mut line = serde_json::to_vec(header)
            .map_err(|error| failed("cannot write", path, io::Error::other(error)))?;
        line.push(b'\n');
        journal.write(&line)?;
        Ok(journal)
    }

    /// Opens a record to go on with it, and hands every finished game to `each`. A torn last line is cut
    /// off.
    ///
    /// # Errors
    /// If it cannot be read, is damaged in the middle, or another process writes to it.
    pub fn resume(
        path: &Path,
        mut each: impl FnMut(GameRecord),
    ) -> Result<(Self, RecordHeader), JournalError> {
        // A pipe or a folder is refused before it is opened for writing.
        let opened =
            open_file(path).and_then(|_| OpenOptions::new().read(true).append(true).open(path));
        let file = opened.map_err(|error| failed("cannot open", path, error))?;
        let mut journal = Self { path: path.to_owned(), file, places: Vec::new(), length: 0 };
        journal.lock()?;
        let mut reader = RecordReader::open(path)?;
        let mut seen = HashSet::new();
        let mut offset = reader.whole;
        while let Some(record) = reader.next_record()? {
            let number = record.number;
            if !seen.insert(number) {
                return Err(reader.damaged(format!("game {number} is there twice")));
            }
            let length = (reader.whole - offset) as usize;
            journal.places.push(LineSpan { number, offset, length });
            offset = reader.whole;
            each(record);
        }
        let cut = |error| failed("cannot cut the torn end off", path, error);
        journal.file.set_len(reader.whole).map_err(cut)?;
        journal.length = reader.whole;
        Ok((journal, reader.header))
    }

    fn lock(&self) -> Result<(), JournalError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(JournalError::Busy { path: self.path.clone() }),
            // Some file systems have no locks; writing without one is better than not at all.
            Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Adds games: their numbers, how long their lines are, and the lines one after the other.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(
        &mut self,
        games: impl IntoIterator<Item = (u64, usize)>,
        lines: &[u8],
    ) -> Result<(), JournalError> {
        let mut offset = self.length;
        for (number, length) in games {
            self.places.push(LineSpan { number, offset, length });
            offset += length as u64;
        }
        self.write(lines)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let written = self.file.write_all(bytes);
        self.length += bytes.len() as u64;
        written.map_err(|error| failed("cannot write to", &self.path, error))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the games in the order of their numbers, if they are not.
    ///
    /// # Errors
    /// If the file cannot be read or written. Whatever happens, no game is lost.
    pub fn finish(self) -> Result<(), JournalError> {
        let Self { path, file, mut places, .. } = self;
        if places.is_sorted_by_key(|place| place.number) {
            return Ok(());
        }
        let sorted = path.with_added_extension("sorting");
        let header = places[0].offset;
        places.sort_by_key(|place| place.number);
        let write = || -> io::Result<()> {
            // Games that run side by side end nearly in order, so that most seeks stay in the buffer.
            let mut lines = BufReader::with_capacity(1 << 20, &file);
            let mut out = BufWriter::new(File::create(&sorted)?);
            lines.seek(SeekFrom::Start(0))?;
            io::copy(&mut Read::take(&mut lines, header), &mut out)?;
            let mut at = header;
            let mut line = Vec::new();
            for place in places {
                lines.seek_relative(place.offset as i64 - at as i64)?;
                line.resize(place.length, 0);
                lines.read_exact(&mut line)?;
                at = place.offset + place.length as u64;
                out.write_all(&line)?;
            }
            out.into_inner()?.sync_all()?;
            std::fs::rename(&sorted, &path)
        };
        write().map_err(|error| {
            let _ = std::fs::remove_file(&sorted);
            failed("cannot sort", &path, error)
        })
    }
}

impl RecordReader {
    /// Opens a record.
    ///
    /// # Errors
    /// If it cannot be read, or is no record.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = open_file(path).map_err(|error| failed("cannot open", path, error))?;
        Self::new(path, BufReader::new(file))
    }
}

impl<R: BufRead> RecordReader<R> {
    /// Reads a record from somewhere; errors call it `path`.
    ///
    /// # Errors
    /// If it cannot be read, or is no record.
    pub fn new(path: &Path, mut lines: R) -> Result<Self, JournalError> {
        let mut first = Vec::new();
        // A file that is something else altogether may be one endless line.
        let read = Read::take(&mut lines, LONGEST_HEADER).read_until(b'\n', &mut first);
        read.map_err(|error| failed("cannot read", path, error))?;
        let foreign = |reason: String| JournalError::Foreign { path: path.to_owned(), reason };
        let mut header: RecordHeader = serde_json::from_slice(&first)
            .map_err(|error| foreign(format!("its first line is no header ({error})")))?;
        if header.format != FORMAT {
            return Err(foreign(format!("it is of the form '{}', not '{FORMAT}'", header.format)));
        }
        if !(2..=MAX_SEATS).contains(&header.seats.len()) {
            return Err(foreign("it has no such number of seats as any game here".to_owned()));
        }
        header.settings.rules.check().map_err(|error| foreign(error.to_string()))?;
        let players = header.players.len();
        if players > MOST_PLAYERS {
            return Err(foreign(format!("it has more than {MOST_PLAYERS} players")));
        }
        if header.entries.iter().any(|entry| *entry >= players) {
            return Err(foreign("it enters a player that is not listed".to_owned()));
        }
        let names = header.players.iter_mut().map(|player| &mut player.name);
        for name in names.chain(&mut header.seats) {
            *name = shortened(name, LONGEST_NAME);
        }
        Ok(Self { path: path.to_owned(), lines, line: 1, whole: first.len() as u64, header })
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// The next game; none at the end, which a torn line is, too.
    ///
    /// # Errors
    /// If a line is damaged.
    pub fn next_record(&mut self) -> Result<Option<GameRecord>, JournalError> {
        let mut line = Vec::new();
        let read = Read::take(&mut self.lines, LONGEST_LINE).read_until(b'\n', &mut line);
        let read = read.map_err(|error| failed("cannot read", &self.path, error))?;
        self.line += 1;
        if line.last() != Some(&b'\n') {
            return if read as u64 == LONGEST_LINE {
                Err(self.damaged(format!("it is longer than {LONGEST_LINE} bytes")))
            } else {
                Ok(None)
            };
        }
        let mut record: GameRecord =
            serde_json::from_slice(&line).map_err(|error| self.damaged(unread(&line, &error)))?;
        if !self.header.fits(&record) {
            return Err(self.damaged("the game does not fit the header".to_owned()));
        }
        let details = record.faults.iter_mut().map(|fault| &mut fault.detail);
        for detail in details.chain([&mut record.detail]) {
            *detail = shortened(detail, LONGEST_DETAIL);
        }
        self.whole += line.len() as u64;
        Ok(Some(record))
    }

    fn damaged(&self, reason: String) -> JournalError {
        JournalError::Damaged { path: self.path.clone(), line: self.line, reason }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<GameRecord, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

/// A name for a new record in a folder, which is made if it is not there.
///
/// # Errors
/// If the folder cannot be made.
pub fn free_name(folder: &Path, header: &RecordHeader) -> Result<PathBuf, JournalError> {
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| failed("cannot make the folder", folder, error))?;
    let game = header.game.split(':').next().unwrap_or_default();
    let began: String = header.began.chars().filter(char::is_ascii_digit).collect();
    let name = |copy: u32| match copy {
        1 => format!("{game}-{began}.jsonl"),
        _ => format!("{game}-{began}-{copy}.jsonl"),
    };
    let free = (1..).map(|copy| folder.join(name(copy))).find(|path| !path.exists());
    Ok(free.unwrap_or_default())
}

/// Why a line is no game.
fn unread(line: &[u8], error: &serde_json::Error) -> String {
    match serde_json::from_slice::<RecordHeader>(line) {
        Ok(_) => "another record begins here, so two were joined; put each into a file of its own"
            .to_owned(),
        Err(_) => error.to_string(),
    }
}

const LONGEST_HEADER: u64 = 1 << 24;
/// A game of ten thousand moves with all their data takes a few MB.
const LONGEST_LINE: u64 = 1 << 26;
/// Ratings hold the errors' covariances.
pub const MOST_PLAYERS: usize = 1_000;

fn failed(what: &'static str, path: &Path, error: io::Error) -> JournalError {
    JournalError::Io { what, path: path.to_owned(), error }
}
