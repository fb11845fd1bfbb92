//! `report`: statistics of recorded tournaments, and exports.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bellwether_arena::pgn;
use bellwether_catalog::{Catalog, Replay};
use bellwether_core::outside::{open_file, printable, replace_file};
use bellwether_core::{Error, bail};
use bellwether_report::counted;
use bellwether_store::{ExportCounts, StoreError};
use serde_json::{Value, json};

use crate::records;
use crate::tournament::TournamentStats;

/// Arguments of `report`.
#[derive(clap::Args, Debug)]
pub(crate) struct ReportArguments {
    /// Records of tournaments.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

/// Other forms of a record.
#[derive(clap::Args, Debug)]
pub(crate) struct Outputs {
    /// Write one page with everything here, for a browser: tables, plots, every game to play through.
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    /// Write the games of two seats here as PGN; what was there is replaced.
    #[arg(long, visible_alias = "pgnout", value_name = "OUT")]
    pub(crate) pgn: Option<PathBuf>,
    /// Put the tournaments into this SQLite database, beside those that are there.
    #[arg(long, value_name = "OUT")]
    pub(crate) sqlite: Option<PathBuf>,
}

impl Outputs {
    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        self.html.iter().chain(&self.pgn).chain(&self.sqlite)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// Checks what can be checked before hours of play.
    pub(crate) fn check(&self, files: &[PathBuf]) -> Result<(), Error> {
        for out in self.all() {
            refuse_own_input(files, out)?;
            let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                let folder = folder.display();
                return Err(Error::not_found(format!("there is no folder '{folder}' to write to")));
            }
        }
        if self.html.is_some() && files.len() > 1 {
            bail!("a page is of one tournament: name one record for --html");
        }
        Ok(())
    }
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &ReportArguments,
    as_json: bool,
) -> anyhow::Result<String> {
    let ReportArguments { files, outputs } = arguments;
    if outputs.is_empty() {
        return summaries(catalog, files, as_json);
    }
    let Exports { text, value } = export(catalog, files, outputs)?;
    Ok(if as_json { format!("{value}\n") } else { text })
}

/// What was written where, as text and as JSON.
pub(crate) struct Exports {
    pub(crate) text: String,
    pub(crate) value: Value,
}

/// The statistics of each record.
fn summaries(catalog: &Catalog, files: &[PathBuf], as_json: bool) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut values = Vec::new();
    for file in files {
        let mut reader = records::open(file)?;
        let game = catalog.game(&reader.header().game)?;
        let mut digest = TournamentStats::new(reader.header(), &game.sides());
        let header = reader.header().clone();
        for record in records::games(&mut reader) {
            let record = record?;
            digest.add(&record);
            // A move that the rules do not allow would be counted like any other.
            Replay::new(catalog, &header, record).map_err(|error| error.at(file.display()))?;
        }
        if files.len() > 1 {
            let shown = file.display().to_string();
            let _ = writeln!(text, "{}: {}\n", printable(&shown), printable(&header.game));
        }
        let _ = writeln!(text, "{}", digest.text());
        let mut value = digest.json();
        value["file"] = json!(file);
        values.push(value);
    }
    text.truncate(text.trim_end().len());
    Ok(if as_json { format!("{}\n", Value::from(values)) } else { format!("{text}\n") })
}

/// Writes records in other forms.
pub(crate) fn export(
    catalog: &Catalog,
    files: &[PathBuf],
    outputs: &Outputs,
) -> anyhow::Result<Exports> {
    outputs.check(files)?;
    let mut text = String::new();
    let mut value = json!({});
    if let (Some(out), [file]) = (&outputs.html, files) {
        let games = write_page(catalog, file, out)?;
        value["html"] = json!({ "file": out, "games": games });
        let _ = writeln!(text, "{}: a page of {}", out.display(), counted(games, "game"));
    }
    if let Some(out) = &outputs.pgn {
        let games = write_pgn(catalog, files, out)?;
        value["pgn"] = json!({ "file": out, "games": games });
        let _ = writeln!(text, "{}: {}", out.display(), counted(games, "game"));
    }
    if let Some(out) = &outputs.sqlite {
        let mut list = Vec::new();
        for file in files {
            let written = write_sqlite(file, out)?;
            list.push(written);
            let how = if written.replaced { ", in place of what was there" } else { "" };
            let games = counted(written.games, "game");
            let moves = counted(written.moves, "move");
            let number = written.tournament;
            let _ = writeln!(
                text,
                "{}: tournament {number} with {games} and {moves}{how}",
                out.display()
            );
        }
        value["sqlite"] = json!({ "file": out, "tournaments": list });
    }
    Ok(Exports { text, value })
}

/// A slip of the fingers must not cost the record.
fn refuse_own_input(files: &[PathBuf], out: &Path) -> Result<(), Error> {
    let is_same = |file: &PathBuf| {
        file == out || matches!((file.canonicalize(), out.canonicalize()), (Ok(a), Ok(b)) if a == b)
    };
    // Records that are not read this time are worth as much.
    let is_record =
        || out.is_file() && bellwether_arena::record::journal::RecordReader::open(out).is_ok();
    if files.iter().any(is_same) || is_record() {
        let out = out.display();
        bail!("{out} is a record: name another file to write to");
    }
    Ok(())
}

/// Only what looks like an earlier PGN is replaced.
fn refuse_other_text(out: &Path) -> anyhow::Result<()> {
    if !out.is_file() {
        return Ok(());
    }
    let mut first = Vec::new();
    let file = open_file(out).with_context(|| format!("cannot read {}", out.display()))?;
    file.take(1).read_to_end(&mut first)?;
    if matches!(first.first(), None | Some(b'[')) {
        return Ok(());
    }
    let out = out.display();
    Err(Error::invalid(format!("{out} is there and is no PGN: name another file")).into())
}

fn write_pgn(catalog: &Catalog, files: &[PathBuf], out: &Path) -> anyhow::Result<u64> {
    refuse_other_text(out)?;
    // A link stays one. What is no file (`/dev/stdout`) is written to, not replaced.
    let out = &out.canonicalize().unwrap_or_else(|_| out.to_owned());
    if out.exists() && !out.is_file() {
        return write_games(catalog, files, out, out);
    }
    // What was there is replaced only by something whole.
    let unfinished = out.with_added_extension("unfinished");
    let written = write_games(catalog, files, &unfinished, out);
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written
}

fn write_games(
    catalog: &Catalog,
    files: &[PathBuf],
    unfinished: &Path,
    out: &Path,
) -> anyhow::Result<u64> {
    let failed = || format!("cannot write {}", out.display());
    let mut page: Option<BufWriter<File>> = None;
    let mut games = 0;
    for file in files {
        let mut reader = records::open(file)?;
        let header = reader.header().clone();
        for record in records::games(&mut reader) {
            let record = record?;
            let starter =
                bellwether_catalog::starter(catalog, &record).map(bellwether_core::Seat::index);
            let text = pgn::game(&header, &record, starter)
                .map_err(|error: Error| error.at(file.display()))?;
            let page = match &mut page {
                Some(page) => page,
                // Made only when there is something to write.
                None => page.insert(BufWriter::new(File::create(unfinished).with_context(failed)?)),
            };
            page.write_all(text.as_bytes()).with_context(failed)?;
            games += 1;
        }
    }
    let Some(page) = page else {
        return Err(Error::not_found("there is no finished game to write").into());
    };
    page.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(failed)?;
    if unfinished != out {
        std::fs::rename(unfinished, out).with_context(failed)?;
    }
    Ok(games)
}

fn write_page(catalog: &Catalog, file: &Path, out: &Path) -> anyhow::Result<u64> {
    let (header, records) = records::read(file)?;
    let games = records.len() as u64;
    let text = bellwether_catalog::record_page(catalog, &header, records)
        .map_err(|error: Error| error.at(file.display()))?;
    let written = replace_file(out, text.as_bytes());
    written.with_context(|| format!("cannot write {}", out.display()))?;
    Ok(games)
}

fn write_sqlite(file: &Path, out: &Path) -> anyhow::Result<ExportCounts> {
    let reader = records::open(file)?;
    let header = reader.header().clone();
    bellwether_store::write(out, &header, reader).map_err(|error| match error {
        StoreError::Sqlite { .. } => error.into(),
        _ => Error::invalid(error).into(),
    })
}
