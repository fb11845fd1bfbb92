//! Reading puzzles from files and from standard input.

use std::fs;
use std::io::{self, Read};

use anyhow::Context;
use bellwether_core::Error;
use bellwether_flow::{Puzzle, text};

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
    /// Reads every puzzle; nothing is done before all are known to be sound.
    pub(super) fn read(&self) -> anyhow::Result<Vec<FoundPuzzle>> {
        if self.files.is_empty() {
            return read_puzzles("-");
        }
        let read: anyhow::Result<Vec<_>> =
            self.files.iter().map(|name| read_puzzles(name)).collect();
        Ok(read?.into_iter().flatten().collect())
    }
}

/// Reads the puzzles of one file, at least one.
pub(super) fn read_puzzles(name: &str) -> anyhow::Result<Vec<FoundPuzzle>> {
    let (file, content) = read_text(name)?;
    let puzzles = text::parse(&content).map_err(|error| Error::invalid(error).at(&file))?;
    let alone = puzzles.len() == 1;
    let found = |(puzzle, number)| FoundPuzzle { file: file.clone(), number, alone, puzzle };
    Ok(puzzles.into_iter().zip(1..).map(found).collect())
}

fn read_text(name: &str) -> anyhow::Result<(String, String)> {
    let (shown, bytes) = if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        ("stdin", bytes)
    } else {
        (name, fs::read(name).with_context(|| format!("{name} cannot be read"))?)
    };
    let content = String::from_utf8(bytes)
        .map_err(|_| Error::invalid(format!("{shown} is not text in UTF-8")))?;
    Ok((shown.to_owned(), content))
}
