//! Bots that `new bot` makes: they are the examples, they build, they answer the turn beside them, and they play every
//! game without a fault.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::record::{GameRecord, Reason};
use serde_json::Value;

/// The language, its file, and the program without which it cannot be tried.
const LANGUAGES: [(&str, &str, &str); 4] = [
    ("python", "bot.py", "python3"),
    ("cpp", "bot.cpp", "g++"),
    ("javascript", "bot.js", "node"),
    ("rust", "bot.rs", "rustc"),
];

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");

/// A folder of this test's own. Its name has what shells and lists of options stumble over.
struct Workshop(PathBuf);

impl Workshop {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("new bot, '{name}'"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn bellwether(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
        command.args(arguments).env("NO_COLOR", "1").current_dir(&self.0).output().unwrap()
    }

    /// What somebody types there, with our program on the path.
    fn typed(&self, line: &str) -> String {
        let binary = Path::new(env!("CARGO_BIN_EXE_bellwether")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        let output =
            shell.args(["-c", line]).env("PATH", path).current_dir(&self.0).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Makes and builds a bot; what it is run by. None if this machine lacks what it takes.
    fn bot(&self, (language, file, program): (&str, &str, &str), game: &str) -> Option<Value> {
        let folder = format!("{language} 1");
        let made =
            self.bellwether(&["new", "bot", "--json", "--language", language, game, &folder]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let text = fs::read_to_string(self.0.join(&folder).join(file)).unwrap();
        let example = Path::new(EXAMPLES).join(language).join(file);
        assert_eq!(text, fs::read_to_string(example).unwrap());
        assert!(text.lines().count() <= 40, "{language}");
        let commands: Value = serde_json::from_slice(&made.stdout).unwrap();
        let readme = fs::read_to_string(self.0.join(&folder).join("README.md")).unwrap();
        for command in ["build", "try", "match", "grade"] {
            let command = commands[command].as_str();
            assert!(command.is_none_or(|command| readme.contains(command)), "{readme}");
        }
        if Command::new(program).arg("--version").output().is_err() {
            // Past the harness, which shows what a test prints only if it fails.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: the {language} bot is neither built nor played: there is no {program}"
            );
            return None;
        }
        if let Some(build) = commands["build"].as_str() {
            self.typed(build);
        }
        Some(commands)
    }

    fn close(self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn records(path: &Path) -> Vec<GameRecord> {
    let mut reader = RecordReader::open(path).unwrap();
    std::iter::from_fn(|| reader.next_record().unwrap()).collect()
}

#[test]
fn bots_in_every_language_play_every_game_without_a_fault() {
    let workshop = Workshop::new("every");
    let mut agents = Vec::new();
    for language in LANGUAGES {
        let Some(commands) = workshop.bot(language, "breakthrough:rows=5,columns=5") else {
            continue;
        };
        let turn = workshop.0.join(format!("{} 1/turn.json", language.0));
        let turn: Value = serde_json::from_str(&fs::read_to_string(turn).unwrap()).unwrap();
        let answer = workshop.typed(commands["try"].as_str().unwrap());
        let moves = turn["moves"].as_array().unwrap();
        assert_eq!(answer.lines().count(), 1, "{answer}");
        assert!(moves.contains(&Value::from(answer.trim())), "{answer}");
        let words: Vec<String> = match language {
            (name, "bot.cpp" | "bot.rs", _) => vec![format!("./{name} 1/bot")],
            (name, file, program) => vec![program.to_owned(), format!("./{name} 1/{file}")],
        };
        agents.push(format!(
            "{}={}",
            language.0,
            bellwether_catalog::bot_agent("bot", &words).unwrap()
        ));
    }
    assert!(agents.iter().any(|agent| agent.starts_with("rust=")), "rustc built this test");
    for (game, seats) in [
        ("breakthrough:rows=5,columns=4", 2),
        ("wolf-and-sheep:size=4", 2),
        ("wolves-eat-sheep:layout=SSSS/SSSS/4/1W2", 2),
        ("connect-four:columns=4,rows=4,connect=3", 2),
        ("battle-sheep:cells=16,size=6,sheep=4", 4),
        ("battle-sheep:cells=16,size=6,sheep=4,hidden", 4),
    ] {
        let file = workshop.0.join("games.jsonl");
        let _ = fs::remove_file(&file);
        let mut arguments = vec!["match", game, "--quiet", "--maxmoves", "80", "--time", "5"];
        arguments.extend(["--records", file.to_str().unwrap()]);
        // A machine without some of the languages still fills the table.
        let missing = seats.max(agents.len()) - agents.len();
        for agent in agents.iter().map(String::as_str).chain(vec!["random"; missing]) {
            arguments.extend(["--agent", agent]);
        }
        let output = workshop.bellwether(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let games = records(&file);
        assert!(!games.is_empty());
        for record in games {
            assert!(record.faults.is_empty(), "{game}: {:?}", record.faults);
            assert_ne!(record.reason, Reason::Resignation, "{game}");
        }
    }
    workshop.close();
}

#[test]
fn the_turn_beside_a_bot_is_the_one_that_is_asked() {
    let workshop = Workshop::new("turn");
    let recorder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/recorder.py");
    fs::copy(recorder, workshop.0.join("recorder.py")).unwrap();
    for game in ["wolf-and-sheep:size=4", "battle-sheep:hidden"] {
        let made = workshop.bellwether(&["new", "bot", game, "mine"]);
        assert!(made.status.success());
        let recorder = "me=bot:cmd=python3 recorder.py,write,cage=off";
        let mut arguments = vec!["match", game, "--agent", recorder, "--time", "1", "--games", "1"];
        arguments.extend(["--noswap", "--no-records", "--quiet", "--concurrency", "1"]);
        for _ in 1..bellwether_standard::game(game).unwrap().seats() {
            arguments.extend(["--agent", "random"]);
        }
        let output = workshop.bellwether(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let asked = fs::read_to_string(workshop.0.join("asked")).unwrap();
        let written = fs::read_to_string(workshop.0.join("mine/turn.json")).unwrap();
        assert_eq!(asked.lines().next(), Some(written.trim_end()));
        fs::remove_dir_all(workshop.0.join("mine")).unwrap();
        fs::remove_file(workshop.0.join("asked")).unwrap();
    }
    workshop.close();
}

#[test]
fn nothing_is_overwritten_and_its_match_can_be_typed() {
    let workshop = Workshop::new("typed");
    let game = "breakthrough:rows=4,columns=3";
    let commands = workshop.bot(LANGUAGES[0], game).unwrap();
    let again = workshop.bellwether(&["new", "bot", game, "python 1"]);
    assert_eq!(again.status.code(), Some(2));
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("python 1/bot.py is there already: choose another folder"), "{said}");
    let line = format!("{} --no-records --quiet", commands["match"].as_str().unwrap());
    let table = workshop.typed(&line);
    assert!(table.contains("python 1 scores") && !table.contains("Faults"), "{table}");
    for (arguments, expected) in [
        (["new", "bot", "breaktrough", "x"], "did you mean 'breakthrough'?"),
        (["new", "bot", "--language=cobol", "breakthrough"], "possible values: python, cpp"),
    ] {
        let output = workshop.bellwether(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(expected));
    }
    workshop.close();
}
