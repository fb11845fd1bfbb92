//! Reading puzzles from files and from standard input.

use std::io::{self, Write};
use std::path::Path;

use bellwether_core::Error;
use bellwether_core::outside::{printable, read_bounded, read_file};
use bellwether_flow::{Puzzle, text};

use super::FlowExit;

/// The largest file of puzzles.
const LONGEST: u64 = 256 << 20;

/// The files to read.
#[derive(Debug, clap::Args)]
pub(super) struct Files {
    /// Puzzle files, each with one puzzle or many; `-` or nothing reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

/// A puzzle and where it was found.
#[derive(Debug)]
pub(super) struct FoundPuzzle {
    pub(super) file: String,
    /// Its place in the file, from one.
    pub(super) number: usize,
    /// Whether it is the only one in its file.
    pub(super) alone: bool,
    pub(super) puzzle: Puzzle,
}

impl FoundPuzzle {
    /// The file, and the number if it holds several.
    pub(super) fn name(&self) -> String {
        if self.alone { self.file.clone() } else { format!("{}:{}", self.file, self.number) }
    }

    /// Name and size, as headings have it.
    pub(super) fn heading(&self) -> String {
        let puzzle = &self.puzzle;
        let (name, width, height, colors) =
            (self.name(), puzzle.width(), puzzle.height(), puzzle.colors());
        let plural = if colors == 1 { "" } else { "s" };
        format!("{name}  {width}x{height}, {colors} colour{plural}")
    }
}

impl Files {
    /// Reads every puzzle. What is wrong is said at once, on standard error, and does not keep the others from being
    /// read; the exit code tells of it.
    pub(super) fn read(&self) -> (Vec<FoundPuzzle>, FlowExit) {
        let stdin = ["-".to_owned()];
        let files = if self.files.is_empty() { stdin.as_slice() } else { &self.files };
        let (mut puzzles, mut outcome) = (Vec::new(), FlowExit::Fine);
        for read in files.iter().flat_map(|name| read_puzzles(name)) {
            match read {
                Ok(found) => puzzles.push(found),
                Err(error) => {
                    let message = printable(&error.to_string());
                    let _ = writeln!(anstream::stderr(), "error: {message}");
                    outcome = FlowExit::BadInput;
                }
            }
        }
        (puzzles, outcome)
    }
}

/// Reads the puzzles of one file, at least one.
pub(super) fn read_puzzles(name: &str) -> Vec<Result<FoundPuzzle, Error>> {
    let (file, content) = match read_text(name) {
        Ok(read) => read,
        Err(error) => return vec![Err(error)],
    };
    let puzzles = text::parse_each(&content);
    let alone = puzzles.len() == 1;
    let found = |(read, number)| match read {
        Ok(puzzle) => Ok(FoundPuzzle { file: file.clone(), number, alone, puzzle }),
        Err(error) => Err(Error::invalid(error).at(&file)),
    };
    puzzles.into_iter().zip(1..).map(found).collect()
}

fn read_text(name: &str) -> Result<(String, String), Error> {
    let (shown, bytes) = if name == "-" {
        ("stdin".to_owned(), read_bounded(io::stdin(), LONGEST))
    } else {
        (printable(name), read_file(Path::new(name), LONGEST))
    };
    let bytes = bytes.map_err(|error| Error::from(error).at(format!("{shown} cannot be read")))?;
    let content = String::from_utf8(bytes)
        .map_err(|_| Error::invalid(format!("{shown} is not text in UTF-8")))?;
    Ok((shown, content))
}
