//! Bots graded by the built program: a sound one, and one for everything that can be wrong with a bot.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use snapbox::IntoData;

const SMALL: &str = "breakthrough:rows=5,columns=5";
const SOLVED: &str = "wolf-and-sheep:size=4";

/// A folder of one test's own, with the bot in it.
struct School(PathBuf);

impl School {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("grade-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/graded.py");
        fs::copy(bot, folder.join("graded.py")).unwrap();
        Self(folder)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
        command.arg("grade").args(arguments).env("NO_COLOR", "1").current_dir(&self.0);
        // Tables of whoever runs this stay out of it.
        command.env("BELLWETHER_TABLES", self.0.join("tables"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A short grade of the bot in some manner: the exit code, and what it says.
    fn grade(&self, manner: &str, game: &str, more: &[&str]) -> (i32, Value) {
        let quick = ["--json", "--positions", "12", "--games", "2", "--against", "random"];
        let bot = ["--", "python3", "graded.py", manner];
        let output = self.run(&[&[game], &quick[..], more, &bot[..]].concat());
        let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
        });
        (output.status.code().unwrap(), json)
    }

    fn close(self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// What came of a check: passed, failed, or not tried.
fn check<'a>(grade: &'a Value, name: &str) -> (Option<bool>, &'a str) {
    let checks = grade["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == name).unwrap();
    (check["passed"].as_bool(), check["detail"].as_str().unwrap())
}

fn words<'a>(grade: &'a Value, key: &str) -> &'a str {
    grade[key].as_str().unwrap()
}

#[test]
fn a_sound_bot_gets_its_strength() {
    let school = School::new("sound");
    let more = ["--time", "20", "--out", "games.jsonl", "--html", "grade.html"];
    let (code, grade) = school.grade("sound", SOLVED, &more);
    assert_eq!(code, 0, "{grade}");
    assert!(words(&grade, "verdict").starts_with("sound: no fault in "), "{grade}");
    assert!(grade["checks"].as_array().unwrap().iter().all(|check| check["passed"] == true));
    assert!(grade["legality"]["asked"].as_u64().unwrap() >= 12);
    assert_eq!(grade["games"]["finished"], 2);
    let accuracy = &grade["accuracy"];
    assert_eq!(accuracy["by"], "solved");
    let moves = accuracy["moves"].as_array().unwrap();
    assert_eq!(accuracy["judged"], moves.len());
    assert_eq!(accuracy["kept"], moves.iter().filter(|m| m["kept"] == true).count());
    let phases = accuracy["phases"].as_object().unwrap().values();
    assert_eq!(accuracy["judged"], phases.map(|p| p["judged"].as_u64().unwrap()).sum::<u64>());
    assert!(grade["games"]["timing"]["longest"].as_f64().unwrap() > 0.0);
    // The record is one like any other, and the truth is in it.
    let record = fs::read_to_string(school.0.join("games.jsonl")).unwrap();
    assert!(record.lines().count() == 3 && record.contains("\"truth\""), "{record}");
    let page = fs::read_to_string(school.0.join("grade.html")).unwrap();
    assert!(page.contains("graded.py plays Wolf and Sheep") && page.contains("Sound: no fault"));
    assert!(!page.contains("<script") && !page.contains("http-equiv"));
    let again =
        school.run(&[SOLVED, "--out", "games.jsonl", "--", "python3", "graded.py", "sound"]);
    assert_eq!(again.status.code(), Some(2), "a record is not overwritten");
    school.close();
}

#[test]
fn what_is_wrong_is_named_and_fails() {
    let school = School::new("wrong");
    let (code, grade) = school.grade("illegal", SMALL, &["--time", "20", "--judge-nodes", "200"]);
    assert_eq!(code, 1);
    let offence = &grade["legality"]["offences"][0];
    assert_eq!(offence["reason"], "illegal move");
    assert!(offence["detail"].as_str().unwrap().contains("a1a9"), "{offence}");
    let position = offence["position"].as_str().unwrap();
    assert!(bellwether_standard::game(SMALL).unwrap().position(position).is_ok(), "{position}");

    let (code, grade) = school.grade("crashes", SMALL, &["--time", "20", "--judge-nodes", "200"]);
    assert_eq!(code, 1);
    let crash = &grade["games"]["offences"][0];
    assert_eq!(crash["reason"], "crash");
    assert!(crash["detail"].as_str().unwrap().contains("out of sheep"), "{crash}");

    let (code, grade) = school.grade("chatty", SMALL, &["--time", "20", "--judge-nodes", "200"]);
    assert_eq!(code, 1);
    let (passed, advice) = check(&grade, "answers with one line");
    assert_eq!(passed, Some(false));
    assert!(advice.contains("'and that is a good one'") && advice.contains("standard error"));
    assert!(words(&grade, "verdict").contains("breach"), "{grade}");

    let (code, grade) = school.grade("lingers", SMALL, &["--time", "20", "--judge-nodes", "200"]);
    assert_eq!(code, 1);
    assert_eq!(check(&grade, "ends when its input ends").0, Some(false));
    assert_eq!(check(&grade, "can be asked again").0, Some(true));
    let faults = grade["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "that is all that is wrong with it: {faults:?}");
    school.close();
}

#[test]
fn a_late_bot_is_reported() {
    let school = School::new("late");
    let (code, grade) = school.grade("slow", SMALL, &["--time", "2", "--judge-nodes", "200"]);
    assert_eq!(code, 1);
    assert!(grade["games"]["timing"]["late"].as_u64().unwrap() > 0, "{grade}");
    assert!(words(&grade, "verdict").contains("late answer"), "{grade}");
    let offences = grade["legality"]["offences"].as_array().unwrap();
    assert!(offences.iter().all(|offence| offence["reason"] == "timeout"), "{offences:?}");
    school.close();
}

#[test]
fn a_bot_that_does_not_answer_plays_no_game() {
    let school = School::new("unasked");
    let (code, grade) = school.grade("leaves", SMALL, &[]);
    assert_eq!(code, 1);
    let (passed, advice) = check(&grade, "starts");
    assert_eq!(passed, Some(false));
    assert!(advice.contains("no time for this") && advice.contains('3'), "{advice}");
    assert_eq!(check(&grade, "can be asked again").0, None);
    assert!(grade["games"].is_null() && grade["legality"].is_null());

    // Whoever reads the question has started, and gets the whole traceback.
    let (code, grade) = school.grade("raises", SMALL, &["--time", "20"]);
    assert_eq!(code, 1);
    assert_eq!(check(&grade, "starts").0, Some(true), "{grade}");
    let (passed, advice) = check(&grade, "answers the first turn");
    assert!(passed == Some(false) && advice.contains("KeyError: 'best move'"), "{advice}");
    let log = grade["checks"][1]["log"].as_str().unwrap();
    assert!(log.starts_with("Traceback (most recent call last):"), "{log}");
    let text = school.run(&[SMALL, "--time", "20", "--", "python3", "graded.py", "raises"]).stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("What it wrote to standard error\n    Traceback"), "{text}");

    let (code, grade) = school.grade("mute", SMALL, &["--time", "0.5"]);
    assert_eq!(code, 1);
    assert_eq!(check(&grade, "starts").0, Some(true));
    let (passed, advice) = check(&grade, "answers the first turn");
    assert!(passed == Some(false) && advice.contains("flush"), "{advice}");
    assert_eq!(check(&grade, "ends when its input ends").0, Some(true));
    school.close();
}

#[test]
fn a_perfect_engine_has_no_fault_and_errs_never() {
    let school = School::new("perfect");
    let binary = env!("CARGO_BIN_EXE_bellwether");
    let arguments = [
        SOLVED,
        "--protocol",
        "ugi",
        "--positions",
        "12",
        "--games",
        "4",
        "--against",
        "random",
        "--against",
        "lamb",
        "--time",
        "20",
        "--min-accuracy",
        "1",
        "--min-score",
        "0.5",
        "--json",
        "--",
        binary,
        "engine",
        "{game}",
        "--agent",
        "perfect",
    ];
    let output = school.run(&arguments);
    let grade: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{grade}");
    assert_eq!(grade["accuracy"]["share"], 1.0, "{grade}");
    assert!(grade["accuracy"]["judged"].as_u64().unwrap() > 8);
    assert_eq!(grade["accuracy"]["blunders"].as_array().unwrap().len(), 0);
    school.close();
}

#[test]
fn thresholds_decide_and_the_words_arrive_as_they_were() {
    let school = School::new("words");
    let quoted = ["quoted", "a b", "c,d", "it's", "say \"hi\"", "", "{}"];
    let odd = school.0.join("odd, 'folder' \"x\"");
    fs::create_dir(&odd).unwrap();
    fs::rename(school.0.join("graded.py"), odd.join("graded.py")).unwrap();
    let file = odd.join("graded.py");
    let quick = [SOLVED, "--time", "20", "--positions", "8", "--games", "2", "--against", "greedy"];
    let bot = [&["--", "python3", file.to_str().unwrap()][..], &quoted[..]].concat();
    let output = school.run(&[&quick[..], &bot[..]].concat());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    for part in
        ["✓ sound", "Protocol (simple)", "Legality", "Games", "Rating", "Timing", "Accuracy"]
    {
        assert!(printed.contains(part), "{part} is missing: {printed}");
    }
    let output = school.run(&[&quick[..], &["--min-score", "1"], &bot[..]].concat());
    // It may win twice by chance; then the threshold is met.
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_met = printed.contains("scores 100.0 %");
    assert_eq!(output.status.code(), Some(i32::from(!is_met)), "{printed}");
    assert_eq!(printed.contains("less than 100.0 %"), !is_met, "{printed}");
    school.close();
}

#[test]
fn battle_sheep_is_graded_by_places_at_a_table_of_four() {
    let school = School::new("sheep");
    let game = "battle-sheep:cells=16,size=6,sheep=4,hidden";
    let output = school.run(&[
        game,
        "--json",
        "--time",
        "20",
        "--positions",
        "8",
        "--games",
        "4",
        "--against",
        "random",
        "--",
        "python3",
        "graded.py",
        "sound",
    ]);
    let grade: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{grade}");
    assert!(grade["accuracy"]["by"].is_null());
    assert_eq!(grade["games"]["finished"], 4);
    assert!(grade["games"]["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)));
    school.close();
}

#[test]
fn ctrl_c_keeps_what_is_finished_and_still_reports() {
    let school = School::new("stopped");
    let arguments = [
        SMALL,
        "--time",
        "20",
        "--positions",
        "4",
        "--games",
        "1000",
        "--judge-nodes",
        "100",
        "--against",
        "random",
        "--out",
        "games.jsonl",
        "--",
        "python3",
        "graded.py",
        "unhurried",
    ];
    let grading = school.command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let record = school.0.join("games.jsonl");
    let began = Instant::now();
    // The header, and a game or two.
    while fs::read_to_string(&record).map_or(0, |text| text.lines().count()) < 2 {
        assert!(began.elapsed() < Duration::from_secs(120), "no game was finished");
        std::thread::sleep(Duration::from_millis(50));
    }
    let pid = grading.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = grading.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{printed}");
    assert!(printed.contains("stopped before the end") && printed.contains("Timing"), "{printed}");
    assert!(printed.contains("match --resume games.jsonl"), "{printed}");
    school.close();
}

#[test]
fn bad_input_is_reported_before_anything_is_started() {
    let school = School::new("input");
    let bot = ["--", "python3", "graded.py", "sound"];
    for (arguments, expected) in [
        (&["breaktrough"][..], "did you mean 'breakthrough'?"),
        (&[SMALL, "--games", "3"][..], "--games takes a multiple of 2, not 3"),
        (&[SMALL, "--against", "gredy"][..], "did you mean 'greedy'?"),
        (&[SMALL, "--min-accuracy", "80"][..], "it takes a share from 0 to 1"),
        (&[SMALL, "--time", "0"][..], "--time takes more than 0 seconds"),
        (&[SMALL, "--html", "no/such/folder.html"][..], "cannot be a page there"),
        (&[SOLVED, "--protocol", "uci"][..], "no uci engine plays Wolf and Sheep"),
    ] {
        let output = school.run(&[arguments, &bot[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    for command in [&["--", "no-such-program"][..], &["--", "./graded.py"][..], &[]] {
        let output = school.run(&[&[SMALL][..], command].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
    }
    school.close();
}

/// Runs every `console` example of the chapter, in order, in one folder.
#[test]
fn the_examples_in_the_chapter_hold() {
    let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    let school = School::new("chapter");
    let mut examples = 0;
    for block in chapter.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, expected) =
            block.strip_prefix("$ bellwether ").unwrap().split_once('\n').unwrap();
        let mut bellwether = Command::new(env!("CARGO_BIN_EXE_bellwether"));
        bellwether.args(command.split(' ')).env("NO_COLOR", "1").current_dir(&school.0);
        let output = bellwether.env("BELLWETHER_TABLES", school.0.join("tables")).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{command}: {said}");
        let expected = expected.trim_end().into_data();
        let said = said.trim_end().to_owned().into_data();
        if let Err(difference) = snapbox::Assert::new().try_eq(Some(&command), said, expected) {
            panic!("{difference}");
        }
        examples += 1;
    }
    assert_eq!(examples, 2);
    school.close();
}
