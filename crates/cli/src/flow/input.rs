//! Reading puzzles from files and from standard input.

use std::fs;
use std::io::{self, Read};

use anyhow::Context;
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
        let colors = if puzzle.colors() == 1 {
            "1 colour".to_owned()
        } else {
            format!("{} colours", puzzle.colors())
        };
        format!("{}  {}x{}, {colors}", self.name(), puzzle.width(), puzzle.height())
    }
}

impl Files {
    /// Reads every puzzle; nothing is done before all are known to be sound.
    pub(super) fn read(&self) -> anyhow::Result<Vec<FoundPuzzle>> {
        let from_stdin = [String::from("-")];
        let names = if self.files.is_empty() { &from_stdin[..] } else { &self.files };
        let mut found = Vec::new();
        for name in names {
            let (file, content) = read_text(name)?;
            let puzzles = text::parse(&content).with_context(|| file.clone())?;
            let alone = puzzles.len() == 1;
            let numbered = puzzles.into_iter().zip(1..);
            found.extend(numbered.map(|(puzzle, number)| FoundPuzzle {
                file: file.clone(),
                number,
                alone,
                puzzle,
            }));
        }
        Ok(found)
    }
}

fn read_text(name: &str) -> anyhow::Result<(String, String)> {
    let (shown, bytes) = if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        ("stdin", bytes)
    } else {
        (name, fs::read(name).with_context(|| format!("{name} cannot be read"))?)
    };
    let content =
        String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{shown} is not text in UTF-8"))?;
    Ok((shown.to_owned(), content))
}
