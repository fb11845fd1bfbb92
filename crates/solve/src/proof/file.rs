//! Strategy files: a text header, the compressed positions, and a checksum.
//!
//! ```text
//! bellwether strategy 1
//! game breakthrough:rows=5,columns=6
//! winner 2
//! tail 3
//! positions 123456
//! bytes 654321
//! (an empty line)
//! ```
//!
//! then the positions' keys in ascending order, each as its difference to the one before (the first to −1)
//! less one, as a LEB128 number; then the CRC-32 of everything before it, little-endian.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use bellwether_core::outside::{open_file, read_bounded};
use bellwether_core::{Error, ErrorKind, Seat};

use super::Strategy;

const START: [u8; 20] = *b"bellwether strategy ";
const TITLE: &str = "bellwether strategy 1";
const CHECKSUM: usize = 4;
/// The maximal length of a header: far more than any game's options need.
const LONGEST_HEADER: usize = 4096;
/// More than any strategy that was ever found.
const LONGEST_FILE: u64 = 4 << 30;

/// Why a strategy file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What is wrong with the contents, in one sentence.
    #[error("{0}")]
    Content(String),
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io(error) => error.into(),
            FileError::Content(message) => Self::new(ErrorKind::Damaged, message),
        }
    }
}

fn fail<T>(message: impl Into<String>) -> Result<T, FileError> {
    Err(FileError::Content(message.into()))
}

impl Strategy {
    /// The strategy as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut least = 0;
        for &code in &self.positions {
            let mut rest = code - least;
            while rest >= 128 {
                body.push(rest as u8 | 128);
                rest >>= 7;
            }
            body.push(rest as u8);
            least = code.saturating_add(1);
        }
        let mut header = String::new();
        let _ = write!(
            header,
            "{TITLE}\ngame {}\nwinner {}\ntail {}\npositions {}\nbytes {}\n\n",
            self.game,
            self.winner.number(),
            self.tail,
            self.positions.len(),
            body.len()
        );
        let mut bytes = header.into_bytes();
        bytes.append(&mut body);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are no strategy, are damaged, or are of a later version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        if !bytes.starts_with(&START) {
            return fail("this is no strategy file: it does not begin with 'bellwether strategy'");
        }
        let start = &bytes[..bytes.len().min(LONGEST_HEADER)];
        let Some(end) = start.windows(2).position(|pair| pair == b"\n\n") else {
            return fail("the header of the strategy file has no end");
        };
        let Ok(header) = std::str::from_utf8(&bytes[..end]) else {
            return fail("the header of the strategy file is no text");
        };
        let mut lines = header.lines();
        if lines.next() != Some(TITLE) {
            return fail("the strategy file is of another version than 1");
        }
        let mut field = |name: &str| match lines.next().and_then(|line| line.split_once(' ')) {
            Some((found, value)) if found == name => Ok(value),
            _ => fail(format!("the strategy file does not say '{name}' where it should")),
        };
        let game = field("game")?.to_owned();
        let winner = match field("winner")? {
            "1" => Seat::FIRST,
            "2" => Seat::SECOND,
            _ => return fail("the winner in the strategy file is neither 1 nor 2"),
        };
        let tail = number(field("tail")?, "tail")?;
        if !Strategy::TAILS.contains(&tail) {
            return fail("the tail in the strategy file is none of 1, 3 and 5");
        }
        let count: usize = number(field("positions")?, "positions")?;
        let length: usize = number(field("bytes")?, "bytes")?;
        if lines.next().is_some() {
            return fail("the header of the strategy file is too long");
        }
        let rest = &bytes[end + 2..];
        if length.checked_add(CHECKSUM) != Some(rest.len()) {
            return fail("the strategy file is cut short or has more bytes than it says");
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return fail("the strategy file is damaged: its checksum does not fit");
        }
        let positions = positions(&rest[..length], count)?;
        Ok(Self { game, winner, tail, positions })
    }

    /// Writes the strategy to a file atomically: under another name first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = Path::new(&name);
        let written = (|| {
            let mut file = fs::File::create(part)?;
            file.write_all(&self.to_bytes())?;
            file.sync_all()?;
            fs::rename(part, path)
        })();
        if written.is_err() {
            let _ = fs::remove_file(part);
        }
        Ok(written?)
    }

    /// Reads a strategy from a file.
    ///
    /// # Errors
    /// If the file cannot be read, is no strategy, or is damaged.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let mut file = open_file(path)?;
        // A large file that is something else is not read into memory.
        let mut start = [0; START.len()];
        let is_one = file.read_exact(&mut start).is_ok() && start == START;
        let rest = if is_one { read_bounded(file, LONGEST_FILE)? } else { Vec::new() };
        Self::from_bytes(&[start.as_slice(), &rest].concat())
    }
}

fn number<T: std::str::FromStr>(text: &str, name: &str) -> Result<T, FileError> {
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) => fail(format!("'{name}' in the strategy file is not followed by a number")),
    }
}

/// Reads `count` rising codes that fill `bytes`.
fn positions(bytes: &[u8], count: usize) -> Result<Vec<u128>, FileError> {
    // Every position takes a byte at least, so a count can ask for no more memory than the file is long.
    if count > bytes.len() {
        return fail("the strategy file has fewer positions than it says");
    }
    let mut positions = Vec::with_capacity(count);
    let mut bytes = bytes.iter();
    let mut least = Some(0u128);
    for _ in 0..count {
        let code = gap(&mut bytes).zip(least).and_then(|(gap, least)| least.checked_add(gap));
        let Some(code) = code else {
            return fail("the positions of the strategy file are invalid");
        };
        positions.push(code);
        least = code.checked_add(1);
    }
    match bytes.next() {
        None => Ok(positions),
        Some(_) => fail("the strategy file has more positions than it says"),
    }
}

fn gap<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u128> {
    let mut gap = 0u128;
    for shift in (0..128).step_by(7) {
        let byte = *bytes.next()?;
        let group = u128::from(byte & 127);
        if group << shift >> shift != group {
            return None;
        }
        gap |= group << shift;
        if byte < 128 {
            return Some(gap);
        }
    }
    None
}
