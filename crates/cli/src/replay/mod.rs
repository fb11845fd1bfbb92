//! `replay`: recorded games, stepped through at a terminal or printed.
//!
//! | module | what it does |
//! |---|---|
//! | here | finding the game; text and JSON |
//! | [`view`] | the text of a ply |
//! | [`keys`] | stepping with keys |
//! | [`verify`] | playing it all again |

mod keys;
mod verify;
mod view;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use bellwether_arena::record::{Reason, RecordHeader};
use bellwether_catalog::{Catalog, Replay};
use bellwether_core::{Error, Seat, bail};
use bellwether_report::{TableCell, TextTable, printable, text};
use serde_json::{Value, json};

use crate::records;
use crate::screen::Screen;
use crate::show;

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub(crate) struct ReplayArguments {
    /// The record of a tournament.
    file: PathBuf,
    /// The game's number in the tournament; by default the first there is.
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Begin at this ply, or print only it: 0 is the start, and the opening's moves count.
    #[arg(long, value_name = "K")]
    ply: Option<usize>,
    /// Show what this seat sees (1 is the first): matters in hidden games.
    #[arg(long, alias = "eyes", value_name = "SEAT")]
    view: Option<usize>,
    /// List the games instead.
    #[arg(long, conflicts_with_all = ["game", "ply", "view"])]
    list: bool,
    /// Replay every game from the record alone, and verify that the result is the same.
    #[arg(long, conflicts_with_all = ["game", "ply", "view", "list"])]
    verify: bool,
    /// The folder of solved tables, for players that need them.
    #[arg(long, value_name = "FOLDER", requires = "verify")]
    tables: Option<PathBuf>,
}

/// What is to be printed, and whether all is well.
pub(crate) fn run(
    catalog: &Catalog,
    arguments: &ReplayArguments,
    as_json: bool,
) -> anyhow::Result<(String, bool)> {
    if arguments.verify {
        let tables = arguments.tables.clone().unwrap_or_else(bellwether_catalog::tables_folder);
        return verify::verify(catalog, &arguments.file, &tables, as_json);
    }
    Ok((show(catalog, arguments, as_json)?, true))
}

fn show(catalog: &Catalog, arguments: &ReplayArguments, as_json: bool) -> anyhow::Result<String> {
    let recorded = RecordedGames::open(catalog, &arguments.file)?;
    if arguments.list {
        return Ok(recorded.list(as_json)?);
    }
    let number = arguments.game.unwrap_or(recorded.numbers[0]);
    let line = recorded.line(number)?;
    let viewer = arguments.view.map(|seat| show::seat(line.game.as_ref(), seat)).transpose()?;
    let ply = arguments.ply.map(|ply| line.check(ply)).transpose()?;
    if as_json {
        return Ok(format!("{}\n", json_of(&recorded.header, &line, ply, viewer)));
    }
    if Screen::is_there() {
        keys::run(&recorded, line, ply, viewer)?;
        return Ok(String::new());
    }
    let plies = ply.map_or(0..=line.ply(), |ply| ply..=ply);
    let mut text = view::heading(&recorded.header, &line);
    for ply in plies {
        let _ = write!(text, "\n{}", view::ply(&recorded.header, &line, ply, viewer));
    }
    Ok(text)
}

/// A record's games. They are read again when needed: a record may be larger than memory.
#[derive(Debug)]
struct RecordedGames {
    catalog: Catalog,
    path: PathBuf,
    header: RecordHeader,
    /// Of the games that are there, in order.
    numbers: Vec<u64>,
}

impl RecordedGames {
    fn open(catalog: &Catalog, path: &Path) -> Result<Self, Error> {
        let mut reader = records::open(path)?;
        let numbers = records::games(&mut reader).map(|game| Ok(game?.number));
        let mut numbers = numbers.collect::<Result<Vec<u64>, Error>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            bail!("{} holds no finished game", path.display());
        }
        let (catalog, header) = (catalog.clone(), reader.header().clone());
        Ok(Self { catalog, path: path.to_owned(), header, numbers })
    }

    const fn header(&self) -> &RecordHeader {
        &self.header
    }

    fn after(&self, number: u64) -> Option<u64> {
        self.numbers.iter().copied().find(|other| *other > number)
    }

    fn before(&self, number: u64) -> Option<u64> {
        self.numbers.iter().copied().rfind(|other| *other < number)
    }

    fn line(&self, number: u64) -> Result<Replay, Error> {
        let mut reader = records::open(&self.path)?;
        for game in records::games(&mut reader) {
            let record = game?;
            if record.number == number {
                return Replay::new(&self.catalog, &self.header, record);
            }
        }
        Err(Error::not_found(format!(
            "there is no game {number} in {}: it has {}; --list shows them",
            self.path.display(),
            self.holdings()
        )))
    }

    /// `game 1`, `games 1 to 8`, `5 games from 1 to 8`.
    fn holdings(&self) -> String {
        let (first, last) = (self.numbers[0], self.numbers[self.numbers.len() - 1]);
        let count = self.numbers.len();
        match last - first {
            0 => format!("game {first}"),
            span if span == count as u64 - 1 => format!("games {first} to {last}"),
            _ => format!("{count} games from {first} to {last}"),
        }
    }

    fn list(&self, as_json: bool) -> Result<String, Error> {
        let mut reader = records::open(&self.path)?;
        let mut rows: Vec<(u64, String, String, usize, Reason)> = Vec::new();
        for game in records::games(&mut reader) {
            let record = game?;
            let names = record.players.iter().map(|player| &*self.header.players[*player].name);
            let names = printable(&names.collect::<Vec<_>>().join(" vs "));
            let plies = record.opening.len() + record.moves.len();
            rows.push((record.number, names, record.result(), plies, record.reason));
        }
        rows.sort_by_key(|(number, ..)| *number);
        if as_json {
            let row =
                |(number, players, result, plies, reason): (u64, String, String, usize, Reason)| {
                    json!({
                        "number": number, "players": players, "result": result,
                        "plies": plies, "reason": reason,
                    })
                };
            let rows: Vec<Value> = rows.into_iter().map(row).collect();
            return Ok(format!("{}\n", json!({ "game": self.header.game, "games": rows })));
        }
        let row = |(number, names, result, plies, reason): (u64, _, _, usize, Reason)| {
            vec![
                TableCell::measure(number.to_string()),
                TableCell::Text(names),
                TableCell::Text(result),
                TableCell::measure(format!("{plies} plies")),
                TableCell::text(reason.name()),
            ]
        };
        let table = TextTable::new(&[""; 5], rows.into_iter().map(row).collect());
        let rows = text::aligned(&table, &[5, 0, 0, 10]);
        Ok(format!("{}: {}\n{rows}", printable(&self.header.game), self.holdings()))
    }
}

/// The record with names and the text of every position, or of one; as `viewer` sees them, if given.
fn json_of(
    header: &RecordHeader,
    line: &Replay,
    ply: Option<usize>,
    viewer: Option<Seat>,
) -> Value {
    let mut value = json!(line.record);
    let names = line.record.players.iter().map(|player| header.players[*player].name.as_str());
    value["names"] = names.collect();
    value["seats"] = json!(header.seats);
    value["result"] = line.record.result().into();
    if viewer.is_some() {
        hide(&mut value, line, viewer);
    }
    let plies = ply.map_or(0..=line.ply(), |ply| ply..=ply);
    let position = |ply: usize| {
        let text = line.at(ply).text(viewer);
        json!({ "ply": ply, "move": line.move_text(ply, viewer), "position": text })
    };
    value["positions"] = plies.map(position).collect();
    value
}

/// Takes out of a record what a seat may not know.
fn hide(value: &mut Value, line: &Replay, viewer: Option<Seat>) {
    let opening = line.record.opening.len();
    let texts = |plies: std::ops::RangeInclusive<usize>| -> Value {
        plies.filter_map(|ply| line.move_text(ply, viewer)).collect()
    };
    if opening > 0 {
        value["opening"] = texts(1..=opening);
    }
    value["moves"] = texts(opening + 1..=line.ply());
    if value.get("stderr").is_some() {
        value["stderr"] = json!(line.stderr(viewer).collect::<Vec<_>>());
    }
    if let Some(log) = value.get_mut("log").and_then(Value::as_array_mut) {
        for (index, entry) in log.iter_mut().enumerate() {
            if line.log(opening + index + 1, viewer).is_none() {
                *entry = json!({ "seat": entry["seat"] });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_arena::pgn;
    use bellwether_core::random::{below, seeded};

    /// Any record is shown or refused.
    #[test]
    fn no_record_that_parses_makes_us_panic() {
        let folder = std::env::temp_dir().join(format!("bellwether-replay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("mutated.jsonl");
        let mut random = seeded(7);
        let (mut shown, mut refused) = (0, 0);
        for name in ["battle", "breakthrough", "wolves"] {
            let file = format!("{}/tests/records/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(file).unwrap();
            let lines: Vec<&str> = text.lines().take(2).collect();
            for _ in 0..150 {
                let mut bytes = lines[1].as_bytes().to_vec();
                let at = below(&mut random, bytes.len());
                bytes[at] = b"0123456789abz-{}[]\",:\\"[below(&mut random, 22)];
                let content = [lines[0].as_bytes(), b"\n", &bytes, b"\n"].concat();
                std::fs::write(&path, content).unwrap();
                match show_all(&path) {
                    Ok(()) => shown += 1,
                    Err(_) => refused += 1,
                }
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(shown > 50 && refused > 50, "{shown} shown, {refused} refused");
    }

    fn show_all(path: &Path) -> Result<(), Error> {
        let recorded = RecordedGames::open(&bellwether_standard::standard(), path)?;
        recorded.list(false)?;
        let line = recorded.line(recorded.numbers[0])?;
        for viewer in [None, Some(Seat::FIRST)] {
            view::heading(&recorded.header, &line);
            for ply in 0..=line.ply() {
                view::ply(&recorded.header, &line, ply, viewer);
                view::moves_around(&line, ply, viewer, 40);
            }
            json_of(&recorded.header, &line, None, viewer);
        }
        if recorded.header.seats.len() == 2 {
            pgn::game(&recorded.header, &line.record, None)?;
        }
        Ok(())
    }
}
