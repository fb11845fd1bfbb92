//! `flow show`: puzzles as pictures.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use bellwether_core::outside::replace_file;
use bellwether_core::{Error, bail};
use bellwether_flow::draw::{Style, pipes};
use bellwether_flow::{Method, Puzzle, Solution, SolverLimits, svg};
use serde_json::json;

use super::FlowExit;
use super::input::Files;
use crate::interrupt::Interrupt;

/// Draw puzzles at the terminal or as SVG.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    files: Files,
    /// Draw the solution too
    #[arg(long)]
    solution: bool,
    /// Write SVG to this file, numbered if there are several puzzles; `-` writes to standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
}

impl ShowArguments {
    pub(super) fn run(&self, json: bool) -> anyhow::Result<FlowExit> {
        anyhow::ensure!(!(json && self.svg.is_some()), Error::invalid("--json excludes --svg"));
        self.svg.as_deref().map(check_svg).transpose()?;
        let (puzzles, mut outcome) = self.files.read();
        let interrupt = Interrupt::listen()?;
        let mut out = anstream::stdout().lock();
        for (index, found) in puzzles.iter().enumerate() {
            let puzzle = &found.puzzle;
            let solution =
                if self.solution { solve(puzzle, &interrupt, &mut outcome) } else { None };
            match &self.svg {
                Some(path) if path.as_os_str() == "-" => {
                    anyhow::ensure!(
                        puzzles.len() == 1,
                        Error::invalid("one SVG holds one puzzle; give a file name to number them")
                    );
                    write!(out, "{}", svg::svg(puzzle, solution.as_ref()))?;
                }
                Some(path) => {
                    let number = (puzzles.len() > 1).then_some(index + 1);
                    write_svg(&numbered(path, number), puzzle, solution.as_ref())?;
                }
                None if json => writeln!(out, "{}", to_json(puzzle))?,
                None => {
                    writeln!(out, "# {}", found.heading())?;
                    writeln!(out, "{}", pipes(puzzle, solution.as_ref(), Style::Ansi))?;
                }
            }
        }
        Ok(if interrupt.is_set() { FlowExit::Interrupted } else { outcome })
    }
}

fn solve(puzzle: &Puzzle, interrupt: &Interrupt, outcome: &mut FlowExit) -> Option<Solution> {
    let stop = || interrupt.is_set();
    let mut report =
        Method::Sweep.solve(puzzle, 1, &SolverLimits { stop: &stop, ..SolverLimits::NONE });
    if report.solutions.is_empty() && !interrupt.is_set() {
        *outcome = (*outcome).max(FlowExit::Unsolvable);
    }
    report.solutions.pop()
}

/// Refuses a file whose ending promises another kind of picture.
pub(super) fn check_svg(path: &Path) -> Result<(), Error> {
    match path.extension() {
        Some(ending) if !ending.eq_ignore_ascii_case("svg") => {
            bail!("--svg writes SVG, so name a file that ends in .svg, not '{}'", path.display())
        }
        _ => Ok(()),
    }
}

/// Writes a picture to a file.
pub(super) fn write_svg(
    path: &Path,
    puzzle: &Puzzle,
    solution: Option<&Solution>,
) -> anyhow::Result<()> {
    replace_file(path, svg::svg(puzzle, solution).as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// `board.svg` with a number becomes `board-3.svg`.
pub(super) fn numbered(path: &Path, number: Option<usize>) -> PathBuf {
    let Some(number) = number else { return path.to_owned() };
    let mut name = path.file_stem().map(OsString::from).unwrap_or_default();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn to_json(puzzle: &Puzzle) -> serde_json::Value {
    let place = |index: usize| json!({ "row": index / puzzle.width() + 1, "column": index % puzzle.width() + 1 });
    let colors = puzzle.sources().iter().map(|&[a, b]| {
        let label = puzzle.cells()[a].map_or("", |color| puzzle.label(color));
        json!({ "label": label, "sources": [place(a), place(b)] })
    });
    json!({ "width": puzzle.width(), "height": puzzle.height(), "colors": colors.collect::<Vec<_>>() })
}
