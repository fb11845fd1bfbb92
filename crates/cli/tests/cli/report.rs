//! `solve --report` and `solve --fairest` through the built binary, on boards that are solved in no time.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const SMALL: &str = "wolves-eat-sheep:layout=SSS/.../.W.";

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn start(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(arguments)
        .env("BELLWETHER_TABLES", folder)
        .current_dir(folder)
        .output()
        .expect("it starts")
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = start(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let text = run(folder, &[arguments, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Every tag is closed by its own kind, and nothing is fetched or run.
fn check_page(page: &str) {
    let body = page.strip_prefix("<!doctype html>").expect("a doctype");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = body;
    while let Some((_, tag_and_rest)) = rest.split_once('<') {
        let (tag, after) = tag_and_rest.split_once('>').expect("a tag ends");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        assert!(!name.is_empty() && tag.matches('"').count() % 2 == 0, "<{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    for foreign in ["<script", "http:", "https:", "@import", "<link", " src=", "NaN", "inf\""] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    for part in rest_of_urls(page) {
        assert!(part.starts_with('#'), "a request: {part}");
    }
}

fn rest_of_urls(page: &str) -> Vec<&str> {
    let urls = page.split("url(").skip(1).chain(page.split("href=\"").skip(1));
    urls.collect()
}

/// 1234567 as people write it.
fn grouped(number: &Value) -> String {
    let digits = number.as_u64().expect("a number").to_string();
    let groups: Vec<String> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| String::from_utf8_lossy(group).into_owned())
        .collect();
    groups.join(",")
}

#[test]
fn a_report_is_written_twice_and_says_what_the_table_says() {
    let folder = folder("numbers");
    let said = run(&folder, &["solve", SMALL, "--report", "small.html"]);
    assert!(said.ends_with("\nwrote small.md and small.html\n"), "{said}");
    let (markdown, page) = (read(&folder, "small.md"), read(&folder, "small.html"));
    check_page(&page);
    let table = json(&folder, &["solve", SMALL]);
    for tier in table["tiers"].as_array().expect("tiers") {
        for side in tier["sides"].as_array().expect("sides") {
            for result in ["win", "draw", "lose"] {
                // A game without draws has no column for them.
                if result == "draw" && side[result] == 0 {
                    continue;
                }
                let text = grouped(&side[result]);
                assert!(markdown.contains(&format!(" {text} (")), "{text} in {markdown}");
                assert!(page.contains(&format!(">{text} <small>")), "{text}");
            }
        }
    }
    let query = json(&folder, &["query", SMALL, "--line"]);
    let line: Vec<&str> =
        query["line"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    assert!(markdown.contains(&format!("Line: `{}`", line.join(" "))), "{line:?}: {markdown}");
    // The histogram counts what the tiers count.
    for (word, result) in [("won", "win"), ("lost", "lose")] {
        let tiers = table["tiers"].as_array().expect("tiers").iter();
        let sides = tiers.flat_map(|tier| tier["sides"].as_array().expect("sides"));
        let counted: u64 = sides.filter_map(|side| side[result].as_u64()).sum();
        let title = format!("<title>{word} in ");
        let bars = page.split(&title).skip(1);
        let drawn = bars.filter_map(|bar| {
            let (_, rest) = bar.split_once("plies: ")?;
            let (count, _) = rest.split_once(" positions")?;
            count.replace(',', "").parse::<u64>().ok()
        });
        assert_eq!(drawn.sum::<u64>(), counted, "{result}");
    }
}

#[test]
fn the_same_table_makes_the_same_report() {
    let folder = folder("again");
    run(&folder, &["solve", SMALL, "--report", "one"]);
    run(&folder, &["solve", SMALL, "--report", "two.md", "--threads", "1"]);
    assert_eq!(read(&folder, "one.md"), read(&folder, "two.md"));
    assert_eq!(read(&folder, "one.html"), read(&folder, "two.html"));
    let said = json(&folder, &["solve", SMALL, "--report", "three.html"]);
    assert_eq!(said["report"], serde_json::json!(["three.md", "three.html"]));
}

#[test]
fn the_markdown_of_a_small_board() {
    let folder = folder("snapshot");
    run(&folder, &["solve", SMALL, "--report", "small"]);
    snapbox::assert_data_eq!(read(&folder, "small.md"), snapbox::file!["../report/small.md"]);
}

#[test]
fn a_report_has_nothing_that_its_game_has_not() {
    let folder = folder("draw");
    run(&folder, &["solve", "connect-four:columns=3,rows=4", "--report", "draw"]);
    let report = read(&folder, "draw.md");
    let fair = "Yes: with best play neither side can win, and the game ends in a draw.";
    assert!(report.contains(fair), "{report}");
    assert!(report.contains("first moves of Red"), "{report}");
    // A line that ends is shown to its end: twelve squares.
    let line = report.split_once("Line: `").and_then(|(_, rest)| rest.split_once('`'));
    assert_eq!(line.map(|(line, _)| line.split(' ').count()), Some(12), "{report}");
    for absent in
        ["for ever", "sheep", "Named starts", "number of pieces", "the Red", "The Red", "e Yellow"]
    {
        assert!(!report.contains(absent), "{absent}: {report}");
    }
    // Red moves with an even number of empty squares: the other tiers have no row.
    let (_, red) = report.split_once("Red to move\n\n|").expect("a table");
    let (red, _) = red.split_once("Yellow to move").expect("another table");
    assert!(red.contains("12 empty") && !red.contains("11 empty"), "{red}");
}

#[test]
fn wolf_and_sheep_has_a_report_with_every_square_and_size() {
    let folder = folder("wolf-and-sheep");
    run(&folder, &["solve", "wolf-and-sheep:size=6", "--report", "six"]);
    let (markdown, page) = (read(&folder, "six.md"), read(&folder, "six.html"));
    check_page(&page);
    for name in ["wolf on a1", "wolf on c1", "wolf on e1", "4×4, 2 sheep", "16×16, 8 sheep"] {
        assert!(markdown.contains(name) && page.contains(name), "{name}");
    }
    for square in ["a1", "c1", "e1"] {
        let game = format!("wolf-and-sheep:size=6,wolf={square}");
        let value = json(&folder, &["query", &game]);
        let wins = value["positionValue"] == "win";
        let (sign, winner) = if wins { ('▲', "wolf") } else { ('▼', "sheep") };
        let text = format!("| wolf | {sign} {winner} in {} |", value["remoteness"]);
        assert!(markdown.contains(&text), "{square}: {text}: {markdown}");
    }
}

#[test]
fn the_fairest_starts_are_those_query_calls_drawn() {
    let folder = folder("fairest");
    let games =
        ["wolves-eat-sheep:layout=SSSS/SS../..../.WW.", "wolves-eat-sheep:layout=SSS/S../W.."];
    for game in games {
        let found = json(&folder, &["solve", game, "--fairest"]);
        let group = &found["tables"][0];
        let (mut fair, mut longest) = (Vec::new(), None);
        let starts = group["starts"].as_array().expect("starts");
        assert!(starts.len() >= 4, "{found}");
        for start in starts {
            let position = start["position"].as_str().expect("a position");
            let asked = json(&folder, &["query", game, "--position", position]);
            assert_eq!(asked["positionValue"], start["positionValue"], "{position}");
            assert_eq!(asked["remoteness"], start["remoteness"], "{position}");
            assert_eq!(asked["mover"]["name"], start["first"], "{position}");
            let mover_wins = asked["positionValue"] == "win";
            match asked["positionValue"].as_str() {
                Some("draw") => {
                    assert_eq!(start["winner"], Value::Null);
                    fair.push(Value::from(position));
                }
                _ => assert_eq!(start["winner"] == start["first"], mover_wins),
            }
            longest = longest.max(asked["remoteness"].as_u64());
        }
        assert_eq!(group["fair"].as_array().expect("a list"), &fair);
        let closest = starts.iter().find(|start| start["position"] == group["closest"]);
        assert_eq!(closest.and_then(|start| start["remoteness"].as_u64()), longest);
        let text = run(&folder, &["solve", game, "--fairest"]);
        let rows = text
            .lines()
            .filter(|line| line.contains('▲') || line.contains('▼') || line.contains('◆'));
        assert!(rows.count() > starts.len() / 2, "{text}");
    }
}

#[test]
fn other_numbers_of_wolves_are_shown_once_they_are_solved() {
    let folder = folder("more-wolves");
    let two = "wolves-eat-sheep:layout=SSS/.../W.W";
    let found = json(&folder, &["solve", SMALL, "--fairest"]);
    assert_eq!(found["tables"].as_array().expect("tables").len(), 1);
    let make: Vec<&str> = found["missing"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|m| m["make"].as_str())
        .collect();
    assert!(make.contains(&format!("bellwether solve {two}").as_str()), "{make:?}");
    run(&folder, &["solve", two]);
    let found = json(&folder, &["solve", SMALL, "--fairest"]);
    let wolves: Vec<u64> = found["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .filter_map(|t| t["wolves"].as_u64())
        .collect();
    assert_eq!(wolves, [1, 2]);
}

#[test]
fn what_cannot_be_reported_is_refused_before_anything_is_solved() {
    let folder = folder("refused");
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "wolf-and-sheep:size=4", "--fairest"], "it is for wolves-eat-sheep"),
        (&["solve", "breakthrough", "--fairest"], "need a table, and breakthrough has none"),
        (&["solve", "breakthrough", "--report", "x"], "need a table, and breakthrough has none"),
        (&["solve", "battle-sheep", "--fairest"], "there is no solver for battle-sheep"),
        (&["solve", SMALL, "--report", "no/such/folder/x"], "there is no folder 'no/such/folder'"),
        (&["solve", SMALL, "--report", "/"], "is not the name of a file"),
    ];
    for (arguments, expected) in cases {
        let output = start(&folder, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 0, "something was made");
}
