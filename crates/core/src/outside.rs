//! What comes from outside: text that is shown to people, and files that are read.
//!
//! Names, answers and paths are written by others. Before they reach a terminal or a page they go through
//! [`printable`]; a file is opened by [`open_file`], which never waits and never reads without end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest name that is shown.
pub const LONGEST_NAME: usize = 100;

/// The longest sentence that is shown.
pub const LONGEST_DETAIL: usize = 2_000;

/// Text on one line that a terminal only shows: line ends become spaces; other control characters, and characters that
/// change the direction of what follows or are not seen at all, become `�`.
#[must_use]
pub fn printable(text: &str) -> String {
    let shown = |letter: char| match letter {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        _ if is_hidden(letter) => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    text.chars().map(shown).collect()
}

/// The same, and no longer than so many characters: what is too long ends in `…`.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => printable(text),
        Some((end, _)) => printable(&text[..end]) + "…",
    }
}

/// Whether a character does something else than to be seen: controls, and the formats that turn, hide or tag text.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Opens a file to read it. Only a regular file: a pipe would be waited for, a device has no end.
///
/// # Errors
/// If it cannot be opened, or is a folder, a pipe or a device.
pub fn open_file(path: &Path) -> io::Result<File> {
    let check = |about: std::fs::Metadata| {
        if about.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, not a file"));
        }
        if !about.is_file() {
            let what = "it is a pipe or a device, not a file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        Ok(())
    };
    // Before it is opened, because opening a pipe waits; and after, because it may have been exchanged.
    check(std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    check(file.metadata()?)?;
    Ok(file)
}

/// All bytes of a file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is no regular file, or is longer.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_file(path)?;
    let length = file.metadata()?.len();
    // A file of zeros may be larger than memory.
    if length > most { Err(too_long(most)) } else { read_bounded(file, most) }
}

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is no regular file, is longer, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_file(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text (UTF-8)"))
}

/// All bytes of something that may not be longer than `most`.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_bounded(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

fn too_long(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {most} bytes"))
}

/// Replaces a file by these bytes, or leaves what was there: a full disk leaves no half of it. What is no regular file
/// (`/dev/stdout`) is written to.
///
/// # Errors
/// If it cannot be written.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays one.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes);
    }
    let unfinished = path.with_added_extension("unfinished");
    let written =
        std::fs::write(&unfinished, bytes).and_then(|()| std::fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_only_shows() {
        assert_eq!(printable("a\x1b[31mb\u{202e}c\u{9b}d\ne"), "a�[31mb�c�d e");
        // Joined signs and other scripts stay as they are.
        let family = "👩\u{200d}👧 שלום सत्यम्";
        assert_eq!(printable(family), family);
        assert_eq!(shortened("łódź", 4), "łódź");
        assert_eq!(shortened("łódźx", 4), "łódź…");
    }

    #[test]
    fn only_regular_files_are_read_and_only_so_much_of_them() {
        let folder =
            std::env::temp_dir().join(format!("bellwether-outside-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("text");
        replace_file(&file, b"four").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "four");
        assert_eq!(read_text(&file, 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_file(&folder, 9).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let zero = Path::new("/dev/zero");
        assert_eq!(read_file(zero, 9).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        // Nothing of it is left where it cannot be written.
        assert!(replace_file(&folder.join("no").join("text"), b"").is_err());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
