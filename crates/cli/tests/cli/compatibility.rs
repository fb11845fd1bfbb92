//! What an earlier binary wrote and said: later ones must read, verify, replay and answer it with the same bytes.
//!
//! Everything in `fixtures` was made by the binary of commit cba2c79 (version 0.1.0), with seeds and with budgets that no
//! clock decides. The commands stand in the `.session` files there, each with what it printed or the name of the file
//! that it wrote:
//!
//! ```text
//! # a comment
//! $ COMMAND                 prints the lines that follow, each after a |
//! FILE $ COMMAND            writes this file, at {file} or into its {folder}
//! ```
//!
//! Commands run in a copy of the folder and must succeed. What they make stands in `made` beside the copy, to be looked at
//! when a test fails. What is expected comes from an earlier binary, never from the one that is tested: a difference is
//! to be explained, not copied over.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::page::Served;

/// The JSON fields that differ from run to run, or from version to version, by what they mean: times, the day, the
/// program's version, how old a saved game is, an estimate of the solver's memory. Nothing else may differ.
const VARYING: [&str; 6] = ["seconds", "nodesPerSecond", "began", "version", "age", "memory"];

/// What later binaries write down of a bot in a record's header: its folder on this machine, and a number for its files.
const ADDED: &str = r#","bots":["#;

/// What later binaries tell the page of a game besides: whether its board is turned, and whether it has an evaluation bar.
const ADDED_FLAGS: [&str; 2] = ["turned", "judged"];

/// And in words: what its options mean, and why it is over.
const ADDED_TEXTS: [&str; 2] = ["about", "why"];

/// One command of a session.
#[derive(Debug)]
struct Step {
    /// The file that it writes; none if it prints.
    file: Option<String>,
    words: Vec<String>,
    /// What it printed.
    printed: String,
}

/// A copy of the fixtures, and a folder for what commands make.
struct Checks {
    fixtures: PathBuf,
    made: PathBuf,
    failures: Vec<String>,
}

impl Checks {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compatibility").join(name);
        let _ = fs::remove_dir_all(&folder);
        let (fixtures, made) = (folder.join("fixtures"), folder.join("made"));
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"), &fixtures);
        Self { fixtures, made, failures: Vec::new() }
    }

    fn session(&self, name: &str) -> Vec<Step> {
        let text = fs::read_to_string(self.fixtures.join(format!("{name}.session"))).unwrap();
        let steps = parse(&text);
        assert!(!steps.is_empty(), "{name}.session has no command");
        steps
    }

    /// Runs a command in the copy; what it prints, if it succeeds.
    fn run(&mut self, words: &[String]) -> Option<String> {
        let output = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .args(words)
            .current_dir(&self.fixtures)
            .env("NO_COLOR", "1")
            .env("BELLWETHER_TABLES", "tables")
            .env("BELLWETHER_MATCHES", self.made.join("matches"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let printed = String::from_utf8_lossy(&output.stdout);
            self.failures.push(format!(
                "{}\n  ended with {}: {said}{printed}",
                words.join(" "),
                output.status
            ));
            return None;
        }
        Some(String::from_utf8(output.stdout).unwrap())
    }

    /// Runs a session's commands and compares what they print and write.
    fn check(&mut self, name: &str) {
        for step in self.session(name) {
            let made = step.file.as_ref().map(|file| self.made.join(file));
            let words: Vec<String> =
                step.words.iter().map(|word| filled(word, made.as_deref())).collect();
            let Some(printed) = self.run(&words) else { continue };
            let what = step.words.join(" ");
            match (&step.file, made) {
                (Some(file), Some(made)) => {
                    let was = fs::read(self.fixtures.join(file)).unwrap();
                    let is = fs::read(made).unwrap_or_default();
                    self.compare(&format!("{file}: {what}"), &was, &is);
                }
                _ => self.compare(&what, step.printed.as_bytes(), printed.as_bytes()),
            }
        }
    }

    /// Notes where the first line that differs begins to; bytes that are no text are compared as they are.
    fn compare(&mut self, what: &str, was: &[u8], is: &[u8]) {
        if was == is {
            return;
        }
        let (Ok(was), Ok(is)) = (str::from_utf8(was), str::from_utf8(is)) else {
            let at =
                was.iter().zip(is).position(|(a, b)| a != b).unwrap_or(was.len().min(is.len()));
            let (was, is) = (was.len(), is.len());
            self.failures.push(format!("{what}\n  differs from byte {at}: {was} bytes, now {is}"));
            return;
        };
        let (was, is) = (constant(was), constant(is));
        if was == is {
            return;
        }
        let same = was.lines().zip(is.lines()).take_while(|(a, b)| a == b).count();
        let line = |text: &str| text.lines().nth(same).unwrap_or("(nothing)").to_owned();
        let (was, is) = (line(&was), line(&is));
        let at = was.chars().zip(is.chars()).take_while(|(a, b)| a == b).count();
        let near =
            |text: &str| -> String { text.chars().skip(at.max(60) - 60).take(160).collect() };
        let (number, was, is) = (same + 1, near(&was), near(&is));
        self.failures.push(format!("{what}\n  line {number}\n  was {was}\n  is  {is}"));
    }

    fn done(self) {
        let mut text = String::new();
        for failure in &self.failures {
            let _ = writeln!(text, "{failure}\n");
        }
        let count = self.failures.len();
        assert!(count == 0, "{count} differences (see {}):\n\n{text}", self.made.display());
    }
}

/// The steps of a session's text.
fn parse(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(printed) = line.strip_prefix('|') {
            let step = steps.last_mut().unwrap_or_else(|| panic!("no command before {line}"));
            step.printed.push_str(printed);
            step.printed.push('\n');
            continue;
        }
        let (file, command) = line.split_once("$ ").unwrap_or_else(|| panic!("no command: {line}"));
        let file = Some(file.trim().to_owned()).filter(|file| !file.is_empty());
        steps.push(Step { file, words: words(command), printed: String::new() });
    }
    steps
}

/// The words of a command; double quotes hold one together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    words.collect()
}

/// A word with the place of the file that is to be made, whose folder is there.
fn filled(word: &str, made: Option<&Path>) -> String {
    let Some(made) = made else { return word.to_owned() };
    let folder = made.parent().unwrap();
    fs::create_dir_all(folder).unwrap();
    word.replace("{file}", made.to_str().unwrap()).replace("{folder}", folder.to_str().unwrap())
}

/// A text in which all that may vary is 0, without what was added since.
fn constant(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some((before, (_, after))) =
        text.split_once(ADDED).and_then(|(before, added)| Some((before, added.split_once(']')?)))
    {
        text = format!("{before}{after}");
    }
    for flag in ADDED_FLAGS {
        for value in [true, false] {
            text = text.replace(&format!(",\"{flag}\":{value}"), "");
        }
    }
    for name in ADDED_TEXTS {
        text = text.replace(&format!(",\"{name}\":null"), "");
        while let Some((before, after)) = text.split_once(&format!(",\"{name}\":\""))
            && let Some((_, after)) = after.split_once('"')
        {
            text = format!("{before}{after}");
        }
    }
    for field in VARYING {
        let name = format!("\"{field}\":");
        let mut parts = text.split(name.as_str());
        let mut rest = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = match part.strip_prefix('"') {
                Some(quoted) => quoted.find('"').map(|end| end + 2),
                None => part.find([',', '}']),
            };
            rest.push_str(&name);
            rest.push('0');
            rest.push_str(&part[end.unwrap_or(part.len())..]);
        }
        text = rest;
    }
    text
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let there = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &there);
        } else {
            fs::copy(entry.path(), there).unwrap();
        }
    }
}

/// Tournaments come out the same, and their records are verified, reported, replayed and exported as they were.
#[test]
fn records() {
    let mut checks = Checks::new("records");
    // When these were played, strategies were not asked for the truth.
    fs::remove_file(checks.fixtures.join("tables/breakthrough-5x4.strategy")).unwrap();
    checks.check("records");
    checks.done();
}

/// A tournament that an earlier binary began goes on as that binary would have gone on.
#[test]
fn unfinished_records() {
    let mut checks = Checks::new("unfinished");
    for name in ["breakthrough", "knockout", "wolf-swiss", "hidden"] {
        let file = format!("records/{name}.jsonl");
        let path = checks.fixtures.join(&file);
        let whole = fs::read_to_string(&path).unwrap();
        let begun: String = whole.lines().take(2).flat_map(|line| [line, "\n"]).collect();
        fs::write(&path, begun).unwrap();
        let words = ["match", "--resume", &file, "--tables", "tables"].map(str::to_owned);
        if checks.run(&words).is_some() {
            let is = fs::read(&path).unwrap();
            checks.compare(&format!("{file}, begun and gone on with"), whole.as_bytes(), &is);
        }
    }
    checks.done();
}

/// Games are solved into the same bytes, and tables and strategies are checked and asked.
#[test]
fn tables() {
    let mut checks = Checks::new("tables");
    checks.check("tables");
    checks.done();
}

/// Boards, moves, counts and searches of each game, and puzzles.
#[test]
fn answers() {
    let mut checks = Checks::new("answers");
    for name in ["breakthrough", "wolf-and-sheep", "wolves-eat-sheep", "battle-sheep", "flow"] {
        checks.check(name);
    }
    checks.done();
}

/// Each agent's row of `bench` is there as it was. The sum over all rows is not looked at: another game changes it.
#[test]
fn rows_of_the_bench() {
    let mut checks = Checks::new("bench");
    let row = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    for step in checks.session("bench") {
        let Some(printed) = checks.run(&step.words) else { continue };
        let is: Vec<String> = printed.lines().map(row).collect();
        let missing = step.printed.lines().map(row).filter(|was| !is.contains(was));
        checks.failures.extend(missing.map(|was| format!("no such row: {was}")));
    }
    checks.done();
}

/// Games that were saved on the page are listed, shown, handed out and played on.
#[test]
fn saved_games() {
    let mut checks = Checks::new("saved");
    // When these were saved, the page did not ask strategies, and offered no truth of their games.
    for file in fs::read_dir(checks.fixtures.join("tables")).unwrap().flatten() {
        if file.path().extension().is_some_and(|ending| ending == "strategy") {
            fs::remove_file(file.path()).unwrap();
        }
    }
    let server = Served::begin(&checks.fixtures, &[]);
    let mut pages = Vec::new();
    for step in checks.session("saved") {
        match step.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["GET", path] => {
                let mut output = server.text("GET", path, "");
                if !output.ends_with('\n') {
                    output.push('\n');
                }
                checks.compare(path, step.printed.as_bytes(), output.as_bytes());
            }
            ["PLAY", id, text, ply] => {
                let mut page = server.enter(id);
                let ply = ply.parse().unwrap();
                page.play(text, ply);
                page.turn_after(ply);
                pages.push(page);
            }
            _ => panic!("neither GET nor PLAY: {:?}", step.words),
        }
    }
    drop(pages);
    drop(server);
    checks.done();
}

#[test]
fn only_what_varies_is_left_out() {
    let text =
        r#"{"seconds":1.5e-7,"nodes":3,"began":"2026-01-01T00:00:00Z","s":"\"x"} {"seconds":2}"#;
    let same = r#"{"seconds":0,"nodes":3,"began":0,"s":"\"x"} {"seconds":0}"#;
    assert_eq!(constant(text), same);
    let steps = parse("# c\n\na/b $ do \"x y\" {file}\n$ say\n|# one\n|\n|two \n");
    assert_eq!(steps[0].file.as_deref(), Some("a/b"));
    assert_eq!(steps[0].words, ["do", "x y", "{file}"]);
    assert_eq!((steps[1].words.len(), steps[1].printed.as_str()), (1, "# one\n\ntwo \n"));
}
