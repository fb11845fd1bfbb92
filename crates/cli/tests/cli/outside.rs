//! Text and files from outside: names only show, files are bounded, and nothing is waited for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Only what hangs takes so long.
const HANG: Duration = Duration::from_secs(60);

fn run(arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if began.elapsed() > HANG {
            let _ = child.kill();
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bellwether-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn word(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/breakthrough.jsonl");

/// A record whose header and games say other things in places.
fn changed_record(file: &Path, change: impl Fn(&mut serde_json::Value)) {
    let lines = fs::read_to_string(RECORD).expect("a record");
    let changed = lines.lines().map(|line| {
        let mut value = serde_json::from_str(line).expect("JSON");
        change(&mut value);
        format!("{value}\n")
    });
    fs::write(file, changed.collect::<String>()).expect("a file");
}

#[test]
fn names_in_a_record_are_only_shown() {
    let folder = folder("names");
    let file = folder.join("names.jsonl");
    let evil = "a\u{1b}[31m\u{1b}]0;owned\u{7}\u{202e}b\u{9b}2J";
    changed_record(&file, |line| {
        if line.get("format").is_some() {
            line["players"][0]["name"] = evil.into();
            line["players"][1]["name"] = "x".repeat(70_000).into();
            line["seats"][0] = format!("{evil}{}", "y".repeat(70_000)).into();
        } else {
            line["detail"] = evil.into();
        }
    });
    let out = folder.join("out.html");
    for arguments in [
        &["report", word(&file)][..],
        &["report", word(&file), "--json"],
        &["report", word(&file), "--html", word(&out)],
        &["match", "--resume", word(&file)],
        &["replay", word(&file)],
        &["replay", word(&file), "--list"],
        &["replay", word(&file), "--verify"],
    ] {
        let output = run(arguments);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        let bad = |letter: char| (letter.is_control() && letter != '\n') || letter == '\u{202e}';
        assert!(!said.contains(bad), "{arguments:?}: {said:?}");
        assert!(said.lines().all(|line| line.len() < 5_000), "{arguments:?}");
        // The record's games are made up, so that they come out otherwise.
        let is_verified = arguments.contains(&"--verify");
        assert_eq!(output.status.success(), !is_verified, "{arguments:?}: {said}");
    }
    assert!(!fs::read_to_string(&out).expect("a page").contains('\u{202e}'));
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = folder("files");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    // Far larger than memory, and nothing in it.
    let huge = folder.join("huge");
    fs::File::create(&huge).and_then(|file| file.set_len(1 << 42)).expect("a sparse file");
    for path in [word(&pipe), "/dev/zero", word(&folder), word(&huge)] {
        let field = format!("battle-sheep:field={path}");
        for arguments in [
            &["replay", path][..],
            &["replay", path, "--verify"],
            &["report", path],
            &["match", "--resume", path],
            &["check-table", path],
            &["flow", "solve", path],
            &["flow", "count", path],
            &["flow", "show", path],
            &["show", &field],
            &[
                "match",
                "breakthrough",
                "--agent",
                "random",
                "--agent",
                "random",
                "--openings",
                path,
            ],
        ] {
            let output = run(arguments);
            let said = text(&output.stderr);
            // A file that is no table has always ended `check-table` with 1.
            assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {said}");
            assert!(said.starts_with("error: ") && said.lines().count() == 1, "{said}");
            assert!(said.contains(path), "{arguments:?}: {said}");
        }
    }
    let output = run(&["check-table", word(&folder)]);
    assert!(text(&output.stderr).contains("it is a folder, not a file"));
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn what_is_wrong_with_a_record_is_said_in_a_sentence() {
    let folder = folder("records");
    let joined = folder.join("joined.jsonl");
    let one = fs::read_to_string(RECORD).expect("a record");
    fs::write(&joined, one.repeat(2)).expect("a file");
    let illegal = folder.join("illegal.jsonl");
    changed_record(&illegal, |line| {
        if line["number"] == 2 {
            line["moves"] = serde_json::json!(["zz9", "a2a3"]);
            line["log"] = serde_json::json!([]);
        }
    });
    for (file, sentence) in [
        (&joined, format!("line {}: another record begins here", one.lines().count() + 1)),
        (&illegal, "game 2: move 3: 'zz9'".to_owned()),
    ] {
        let output = run(&["report", word(file)]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&sentence), "{said}");
    }
    // A folder for records gets the record.
    let game = "breakthrough:rows=4,columns=2";
    let records = folder.join("records");
    fs::create_dir(&records).expect("a folder");
    let agents = ["--agent", "random", "--agent", "random", "--quiet", "--records"];
    let output = run(&[&["match", game][..], &agents, &[word(&records)]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_dir(&records).expect("a folder").count(), 1);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

/// What comes through a full disk is whole, or is not there.
#[test]
fn a_page_that_cannot_be_written_leaves_the_old_one() {
    let folder = folder("disk");
    let page = folder.join("page.html");
    fs::write(&page, "the old page").expect("a file");
    // Files of this process end after two blocks, as on a full disk.
    let command = format!(
        "trap '' XFSZ; ulimit -f 2; exec '{}' report '{RECORD}' --html '{}'",
        env!("CARGO_BIN_EXE_bellwether"),
        page.display()
    );
    let output = Command::new("sh").args(["-c", &command]).output().expect("sh");
    let said = text(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("cannot write") && said.contains("page.html"), "{said}");
    assert_eq!(fs::read_to_string(&page).expect("it is there"), "the old page");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn a_number_below_zero_is_a_value() {
    for (arguments, option) in [
        (&["match", "breakthrough", "--games", "-5"][..], "--games"),
        (&["flow", "generate", "--count", "-1"], "--count"),
        (&["perft", "breakthrough", "--depth", "-2"], "--depth"),
        (&["play", "breakthrough", "--bot-time", "-2"], "--bot-time"),
    ] {
        let output = run(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("invalid value '-") && said.contains(option), "{said}");
        assert!(!said.contains("tip:"), "{said}");
    }
}
