//! `match` as its users run it: the same games whatever runs beside what, killed and gone on with, stopped
//! by Ctrl-C.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use bellwether_core::random::{below, seeded};
use serde_json::Value;

use crate::timeless::timeless;

fn bellwether(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(arguments).env("NO_COLOR", "1");
    command
}

fn run(arguments: &[&str]) -> Output {
    bellwether(arguments).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn one_game_at_a_time_or_two_give_the_same_record() {
    let folder = folder("concurrency");
    let tournaments: [&[&str]; 3] = [
        &[
            "breakthrough:rows=5,columns=5",
            "--agent",
            "pvs:nodes=300",
            "--agent",
            "mcts:simulations=60",
            "--agent",
            "greedy",
            "--games",
            "6",
            "--openings",
            "random",
        ],
        &[
            "battle-sheep:hidden",
            "--agent",
            "mcts:simulations=20",
            "--agent",
            "random",
            "--agent",
            "random",
            "--agent",
            "greedy",
            "--games",
            "8",
        ],
        &[
            "wolf-and-sheep:size=6",
            "--agent",
            "a=alphabeta:depth=2",
            "--agent",
            "b=alphabeta:depth=1,error=0.3",
            "--agent",
            "c=random",
            "--agent",
            "d=perfect:error=0.2",
            "--tournament",
            "swiss",
            "--rounds",
            "3",
        ],
    ];
    for (index, tournament) in tournaments.iter().enumerate() {
        let records: Vec<PathBuf> = ["1", "2"]
            .iter()
            .map(|concurrency| {
                let path = folder.join(format!("{index}-{concurrency}.jsonl"));
                let mut arguments = vec!["match"];
                arguments.extend(*tournament);
                arguments.extend([
                    "--concurrency",
                    concurrency,
                    "--records",
                    path.to_str().unwrap(),
                ]);
                let output = run(&arguments);
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                path
            })
            .collect();
        assert_eq!(timeless(&records[0]), timeless(&records[1]));
        let verified = run(&["replay", records[0].to_str().unwrap(), "--verify"]);
        let said = String::from_utf8_lossy(&verified.stdout).into_owned();
        assert!(verified.status.success() && said.contains(" 0 did not.\n"), "{said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_record_that_was_tampered_with_is_found_out() {
    let folder = folder("tampered");
    let path = folder.join("games.jsonl");
    let game = "breakthrough:rows=5,columns=5";
    let file = path.to_str().unwrap();
    let output =
        run(&["match", game, "--agent", "pvs:nodes=200", "--agent", "greedy", "--records", file]);
    assert!(output.status.success());
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(r#""agent":"pvs:nodes=200""#));
    let changed = text.replace(r#""agent":"pvs:nodes=200""#, r#""agent":"pvs:nodes=900""#);
    fs::write(&path, changed).unwrap();
    let verified = run(&["replay", file, "--verify"]);
    assert_eq!(verified.status.code(), Some(1));
    let said = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(said.contains("differs: "), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

/// Records made before options without effect were refused hold them, and are as good as ever.
#[test]
fn records_with_options_that_are_refused_now_verify_and_resume() {
    let folder = folder("refused-options");
    let path = folder.join("games.jsonl");
    let file = path.to_str().unwrap();
    for (now, old) in [
        ("mcts:simulations=20", "mcts:simulations=20,depth=3,threads=1"),
        ("maxn:depth=1", "maxn:depth=1,ties=shallow"),
        ("paranoid:depth=1", "paranoid:depth=1,ties=shallow"),
        ("brs:depth=1", "brs:depth=1,ties=shallow"),
    ] {
        let game = "battle-sheep:hidden,seats=2,cells=24,size=6,sheep=8";
        let refused = run(&["match", game, "--agent", old, "--agent", "random", "--no-records"]);
        assert_eq!(refused.status.code(), Some(2), "{old}");
        let _ = fs::remove_file(&path);
        let played = run(&["match", game, "--agent", now, "--agent", "random", "--records", file]);
        assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
        let whole = fs::read_to_string(&path).unwrap().replace(now, old);
        assert!(whole.contains(&format!(r#""agent":"{old}""#)));
        let last = whole.trim_end().rfind('\n').unwrap();
        fs::write(&path, &whole[..=last]).unwrap();
        let resumed = run(&["match", "--resume", file]);
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
        let verified = run(&["replay", file, "--verify"]);
        let said = String::from_utf8_lossy(&verified.stdout).into_owned();
        assert!(
            verified.status.success() && said.contains("2 games came out the same, 0 did not"),
            "{old}: {said}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn ten_kills_lose_and_repeat_no_game() {
    let folder = folder("killed-match");
    let (whole, killed) = (folder.join("whole.jsonl"), folder.join("killed.jsonl"));
    let begin = |path: &Path| {
        let mut command = bellwether(&["match", "breakthrough:rows=6,columns=6", "--quiet"]);
        command.args(["--agent", "greedy", "--agent", "random", "--games", "3000", "--records"]);
        command.arg(path).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let began = std::time::Instant::now();
    assert!(begin(&whole).status().unwrap().success());
    let usual = began.elapsed().as_millis() as usize;
    let mut rng = seeded(11);
    let mut lines = 0;
    for kill in 0..10 {
        let goes_on = killed.exists() && lines > 0;
        let mut command = if goes_on {
            let mut command = bellwether(&["match", "--quiet", "--resume"]);
            command.arg(&killed).stdout(Stdio::null()).stderr(Stdio::null());
            command
        } else {
            let _ = fs::remove_file(&killed);
            begin(&killed)
        };
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(10 + below(&mut rng, (usual / 8).max(20)) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&killed).unwrap_or_default();
        let now = text.lines().count();
        assert!(now + 1 >= lines, "kill {kill} lost games: {now} lines after {lines}");
        lines = now;
    }
    let output = run(&["match", "--quiet", "--resume", killed.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records = timeless(&killed);
    assert_eq!(records.len(), 3001);
    assert_eq!(records, timeless(&whole));
    fs::remove_dir_all(folder).unwrap();
}

/// Forty games of which two differ are two: the score may be any number of them, the certainty is not.
#[test]
fn games_that_repeat_prove_nothing() {
    let players = ["--agent", "a=pvs:nodes=100,seed=1", "--agent", "b=pvs:nodes=50,seed=1"];
    let play = |games: &str, more: &[&str]| {
        let fixed = ["--json", "match", "breakthrough:rows=5,columns=5", "--no-records"];
        let output = run(&[&fixed[..], &players, &["--games", games], more].concat());
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        (value, String::from_utf8(output.stderr).unwrap())
    };
    let (two, said) = play("2", &[]);
    assert!(said.is_empty() && two["differentGames"].is_null(), "{said}{two}");
    let (many, said) = play("40", &["--openings", "start"]);
    assert!(said.is_empty(), "{said}");
    assert_eq!((&many["games"], &many["differentGames"]), (&Value::from(40), &Value::from(2)));
    let margin = |value: &Value| value["duel"]["eloMargin"].as_f64().unwrap();
    assert!(margin(&many) >= margin(&two) - 1.0, "{many}\n{two}");
    let width = |value: &Value| {
        let wilson = &value["duel"]["wilson"];
        wilson[1].as_f64().unwrap() - wilson[0].as_f64().unwrap()
    };
    assert!(width(&many) > 0.5, "{many}");
    // Nor do they decide a sequential test: its ratio is that of the games that differ.
    let test = ["--openings", "start", "--sprt", "elo0=0,elo1=200,model=logistic"];
    let [(first, _), (many, _)] = ["2", "40"].map(|games| play(games, &test));
    assert_eq!(many["sprt"]["llr"], first["sprt"]["llr"], "{many}");
    assert!(first["sprt"]["llr"].as_f64().unwrap() > 0.0, "{first}");
    assert_eq!((&many["games"], &many["sprt"]["leftOut"]), (&40.into(), &38.into()), "{many}");
    // Left alone, such players begin elsewhere each time.
    let (varied, said) = play("40", &[]);
    assert!(said.starts_with("Games begin after 4 random moves"), "{said}");
    assert!(varied["differentGames"].as_u64().is_none_or(|different| different > 30), "{varied}");
    assert!(width(&varied) < width(&many), "{varied}");
    // Who draws lots needs no help.
    let arguments = ["match", "breakthrough:rows=5,columns=5", "--agent", "greedy", "--agent"];
    let output = run(&[&arguments[..], &["random", "--games", "6", "--no-records"]].concat());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Standings before the end tell of every pairing, because every pairing was played.
#[test]
fn pairings_take_turns() {
    let agents = ["--agent", "greedy", "--agent", "random", "--agent", "again=random"];
    let arguments = ["match", "breakthrough:rows=4,columns=4", "--games", "8", "--no-records"];
    let output = run(&[&arguments[..], &agents, &["--concurrency", "1"]].concat());
    let said = String::from_utf8(output.stdout).unwrap();
    let played: Vec<&str> =
        said.lines().take(24).map(|line| line.split(['(', ')']).nth(1).unwrap()).collect();
    for part in played.chunks(6) {
        for pair in ["greedy vs random", "random vs greedy", "greedy vs again", "again vs random"] {
            assert_eq!(part.iter().filter(|players| **players == pair).count(), 1, "{part:?}");
        }
    }
}

#[test]
fn ctrl_c_stops_cleanly_and_says_how_to_go_on() {
    let folder = folder("interrupted");
    let path = folder.join("games.jsonl");
    let file = path.to_str().unwrap();
    let child = bellwether(&["match", "breakthrough", "--agent", "pvs:nodes=20000", "--agent"])
        .args(["pvs:nodes=20000,seed=3", "--games", "400", "--records", file])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while fs::read_to_string(&path).map_or(0, |text| text.lines().count()) < 3 {
        thread::sleep(Duration::from_millis(20));
    }
    let interrupted =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains(&format!("bellwether match --resume {file}")), "{said}");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() >= 3);
    fs::remove_dir_all(folder).unwrap();
}
