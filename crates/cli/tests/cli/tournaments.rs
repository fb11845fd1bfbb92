//! `replay` and `report` through the built binary, and the examples of the chapter on tournaments.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use snapbox::{Assert, IntoData};

/// Small records whose times are made up from node counts, so that what is printed of them never changes.
const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");

/// An empty folder of its own for each test, with the records in it.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for record in ["battle.jsonl", "breakthrough.jsonl", "wolves.jsonl"] {
        fs::copy(Path::new(RECORDS).join(record), folder.join(record)).unwrap();
    }
    folder
}

/// What is said, on standard output and then on standard error, and the exit code.
fn bellwether(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    let output = command.args(arguments).env("NO_COLOR", "1").current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).unwrap(), output.status.code().unwrap())
}

/// The error that a command ends with.
fn error(folder: &Path, arguments: &[&str]) -> String {
    let (said, code) = bellwether(folder, arguments);
    assert_eq!(code, 2, "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "one sentence: {said}");
    said.trim_end().strip_prefix("error: ").expect("an error").to_owned()
}

/// The record with line `number` (from 1) changed.
fn changed(folder: &Path, record: &str, number: usize, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(folder.join(record)).unwrap();
    let lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| if index + 1 == number { change(line) } else { line.to_owned() });
    let text: Vec<String> = lines.map(|line| line + "\n").collect();
    fs::write(folder.join("changed.jsonl"), text.concat()).unwrap();
}

/// Runs every `console` example of the chapter, in order, in one folder with the records; then every `sql`
/// block on the database that the examples made, against the `text` block that follows it.
#[test]
fn the_examples_in_the_chapter_hold() {
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    let folder = scratch("tournaments-chapter");
    let check = |actual: String, expected: &str, what: &str| {
        let what = what.to_owned();
        let result = Assert::new().try_eq(Some(&what), actual.into_data(), expected.into_data());
        if let Err(difference) = result {
            panic!("{difference}");
        }
    };
    let mut examples = 0;
    for block in blocks(&chapter, "console") {
        for example in block.split("$ bellwether ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            let arguments: Vec<&str> = command.split_whitespace().collect();
            let (said, code) = bellwether(&folder, &arguments);
            let said = if code == 0 { said } else { format!("? {code}\n{said}") };
            check(said.trim_end().to_owned(), expected.trim_end(), command);
            examples += 1;
        }
    }
    let database = Connection::open(folder.join("games.db")).unwrap();
    let mut queries = 0;
    for part in chapter.split("```sql\n").skip(1) {
        let (query, rest) = part.split_once("```").unwrap();
        let expected = blocks(rest, "text").next().unwrap();
        check(table(&database, query).trim_end().to_owned(), expected.trim_end(), query);
        queries += 1;
    }
    assert!(examples >= 6 && queries >= 3, "{examples} examples, {queries} queries");
}

fn blocks<'a>(text: &'a str, kind: &str) -> impl Iterator<Item = &'a str> {
    let fence = format!("```{kind}\n");
    let parts: Vec<&str> = text.split(fence.as_str()).skip(1).collect();
    parts.into_iter().map(|part| part.split("```").next().unwrap())
}

/// A query's rows as `sqlite3 -column` prints them.
fn table(database: &Connection, query: &str) -> String {
    let mut statement = database.prepare(query).unwrap();
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let count = names.len();
    let cell = |value: ValueRef<'_>| match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => format!("{number:?}"),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
    };
    let rows = statement
        .query_map([], |row| (0..count).map(|index| row.get_ref(index).map(cell)).collect())
        .unwrap();
    let mut rows: Vec<Vec<String>> = rows.map(Result::unwrap).collect();
    rows.insert(0, names);
    let widths: Vec<usize> = (0..count)
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap())
        .collect();
    rows.insert(1, widths.iter().map(|width| "-".repeat(*width)).collect());
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[test]
fn every_game_of_the_records_can_be_replayed() {
    let folder = scratch("tournaments-every");
    for (record, games) in [("battle.jsonl", 2), ("breakthrough.jsonl", 6), ("wolves.jsonl", 6)] {
        for game in 1..=games {
            let number = game.to_string();
            let (said, code) = bellwether(&folder, &["replay", record, "--game", &number]);
            assert_eq!(code, 0, "{said}");
            assert!(said.contains("ply 0: the start"), "{said}");
            assert!(said.contains("win by rule: ") || said.contains("move cap: "), "{said}");
        }
    }
    let (said, _) = bellwether(&folder, &["replay", "breakthrough.jsonl"]);
    snapbox::assert_data_eq!(said, snapbox::file!["../records/breakthrough-1.txt"]);
}

#[test]
fn a_hidden_game_shows_a_seat_only_its_own() {
    let folder = scratch("tournaments-hidden");
    let eyes = ["replay", "battle.jsonl", "--ply", "4", "--eyes", "1"];
    let (said, _) = bellwether(&folder, &eyes);
    assert!(said.contains("a16") && said.contains("b?") && !said.contains("b16"), "{said}");
    let (whole, _) = bellwether(&folder, &["replay", "battle.jsonl", "--ply", "4"]);
    assert!(whole.contains("b16"), "{whole}");
    let (json, _) = bellwether(&folder, &["--json", "replay", "battle.jsonl", "--eyes", "1"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    for (index, log) in value["log"].as_array().unwrap().iter().enumerate() {
        let own = log["seat"] == 1;
        assert_eq!(log.as_object().unwrap().len() > 1, own, "{log}");
        assert_eq!(value["moves"][index], value["positions"][index + 1]["move"]);
        let text = value["moves"][index].as_str().unwrap();
        assert!(
            own || text.starts_with('@') || text.ends_with('?') || !text.contains(':'),
            "{text}"
        );
    }
}

#[test]
fn json_has_the_record_and_every_position() {
    let folder = scratch("tournaments-json");
    let (json, _) = bellwether(&folder, &["--json", "replay", "wolves.jsonl", "--game", "2"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let text = fs::read_to_string(folder.join("wolves.jsonl")).unwrap();
    let record: serde_json::Value = serde_json::from_str(text.lines().nth(2).unwrap()).unwrap();
    for (field, content) in record.as_object().unwrap() {
        assert_eq!(&value[field], content, "{field}");
    }
    let positions = value["positions"].as_array().unwrap();
    let count = |field: &str| record[field].as_array().unwrap().len();
    assert_eq!(positions.len(), 1 + count("opening") + count("moves"));
    assert_eq!(positions[0]["move"], serde_json::Value::Null);
    let (json, _) =
        bellwether(&folder, &["--json", "replay", "wolves.jsonl", "--game", "2", "--ply", "3"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["positions"].as_array().unwrap().as_slice(), &positions[3..4]);
}

#[test]
fn what_is_not_there_is_named() {
    let folder = scratch("tournaments-missing");
    let replay =
        |more: &[&str]| error(&folder, &[&["replay", "breakthrough.jsonl"], more].concat());
    assert_eq!(
        replay(&["--game", "9"]),
        "there is no game 9 in breakthrough.jsonl: it has games 1 to 6; --list shows them"
    );
    assert_eq!(
        replay(&["--game", "3", "--ply", "99"]),
        "there is no ply 99: game 3 has plies 0 (the start) to 5"
    );
    assert_eq!(replay(&["--eyes", "3"]), "there is no seat 3: the table has seats 1 to 2");
    let said = error(&folder, &["replay", "nowhere.jsonl"]);
    assert!(said.starts_with("cannot open nowhere.jsonl: "), "{said}");
    let said = error(&folder, &["report", "wolves.jsonl", "battle.jsonl", "--html", "x.html"]);
    assert!(said.contains("one tournament"), "{said}");
    let (said, code) = bellwether(&folder, &["report", "wolves.jsonl", "battle.jsonl"]);
    assert!(code == 0 && said.contains("wolves.jsonl: ") && said.contains("Truth"), "{said}");
}

#[test]
fn torn_damaged_and_foreign_records() {
    let folder = scratch("tournaments-damaged");
    let path = folder.join("changed.jsonl");
    let text = fs::read_to_string(folder.join("wolves.jsonl")).unwrap();
    // A run that was killed in the middle of a line: the other games are whole.
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    let (said, code) = bellwether(&folder, &["replay", "changed.jsonl", "--list"]);
    assert!(code == 0 && said.contains("games 1 to 5"), "{said}");
    fs::write(&path, text.lines().next().unwrap().to_owned() + "\n").unwrap();
    assert_eq!(
        error(&folder, &["replay", "changed.jsonl"]),
        "changed.jsonl holds no finished game"
    );
    assert_eq!(
        error(&folder, &["report", "changed.jsonl", "--pgn", "x.pgn"]),
        "there is no finished game to write"
    );
    changed(&folder, "wolves.jsonl", 3, |line| line.replace("\"round\"", "round"));
    for command in
        [&["replay", "changed.jsonl"][..], &["report", "changed.jsonl", "--sqlite", "x.db"]]
    {
        let said = error(&folder, command);
        assert!(said.starts_with("changed.jsonl, line 3: "), "{said}");
    }
    assert!(!folder.join("x.db").exists() && !folder.join("x.pgn").exists());
    fs::write(&path, "some text\n").unwrap();
    let said = error(&folder, &["replay", "changed.jsonl"]);
    assert!(said.starts_with("changed.jsonl is not a record of a tournament: "), "{said}");
}

#[test]
fn games_that_cannot_have_been_played_are_refused() {
    let folder = scratch("tournaments-illegal");
    let replay = || error(&folder, &["replay", "changed.jsonl"]);
    changed(&folder, "breakthrough.jsonl", 2, |line| {
        let (before, after) = line.split_once("\"moves\":[\"").unwrap();
        format!("{before}\"moves\":[\"e9{}", &after[2..])
    });
    let said = replay();
    assert!(said.starts_with("game 1: move 3: "), "{said}");
    changed(&folder, "breakthrough.jsonl", 2, |line| line.replace("breakthrough:", "brakthrough:"));
    let said = replay();
    assert!(said.starts_with("game 1: there is no game 'brakthrough'"), "{said}");
    changed(&folder, "breakthrough.jsonl", 2, |line| {
        line.replace("breakthrough:rows=5,columns=5", "battle-sheep")
    });
    assert_eq!(replay(), "game 1: battle-sheep has 4 seats, but the record has 2");
}

#[test]
fn exports_replace_their_own_and_nothing_else() {
    let folder = scratch("tournaments-exports");
    let report = |more: &[&str]| bellwether(&folder, &[&["report"], more].concat());
    for _ in 0..2 {
        let (said, code) = report(&["wolves.jsonl", "breakthrough.jsonl", "--pgn", "x.pgn"]);
        assert_eq!((said.as_str(), code), ("x.pgn: 12 games\n", 0));
    }
    let pgn = fs::read_to_string(folder.join("x.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 12);
    assert!(!folder.join("x.pgn.unfinished").exists());
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    assert_eq!(
        error(&folder, &["report", "wolves.jsonl", "--pgn", "notes.txt"]),
        "notes.txt is there and is no PGN: name another file"
    );
    for option in ["--pgn", "--sqlite"] {
        for out in ["wolves.jsonl", "./breakthrough.jsonl"] {
            assert_eq!(
                error(&folder, &["report", "wolves.jsonl", option, out]),
                format!("{out} is a record: name another file to write to")
            );
        }
    }
    let said = error(&folder, &["report", "wolves.jsonl", "--sqlite", "x.pgn"]);
    assert_eq!(said, "x.pgn is not a database of tournaments: name another file");
    let said = error(&folder, &["report", "battle.jsonl", "--pgn", "y.pgn"]);
    assert!(said.starts_with("battle.jsonl: PGN is for two seats, and battle-sheep"), "{said}");
    assert!(!folder.join("y.pgn").exists());
    let (said, _) = report(&["--json", "battle.jsonl", "--sqlite", "x.db"]);
    assert!(said.contains("\"games\":2,\"moves\":89,\"replaced\":false"), "{said}");
}
