//! Programs at our tables, run as their authors run them: good ones play, and whoever sins loses its own game, with the
//! right reason, in time, and leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::bot_folder::BotFolder;
use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::record::{GameRecord, Reason};

impl BotFolder {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
        command.args(arguments).env("NO_COLOR", "1").env("BELLWETHER_SECRET", "x");
        command
    }

    /// Plays a match and gives its records.
    fn play(&self, game: &str, agents: &[&str], more: &[&str]) -> (Vec<GameRecord>, Output) {
        let path = self.path.join("games.jsonl");
        let _ = fs::remove_file(&path);
        let file = path.to_str().unwrap();
        let mut arguments = vec!["match", game, "--records", file, "--quiet"];
        for agent in agents {
            arguments.extend(["--agent", agent]);
        }
        arguments.extend(more);
        let output = self.command(&arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (records(&path), output)
    }
}

fn records(path: &Path) -> Vec<GameRecord> {
    let mut reader =
        RecordReader::new(path, fs::File::open(path).map(std::io::BufReader::new).unwrap())
            .unwrap();
    std::iter::from_fn(|| reader.next_record().unwrap()).collect()
}

const SMALL: &str = "breakthrough:rows=5,columns=5";

/// What a bot does, how it loses, and what its author is told.
const VIOLATIONS: &[(&str, Reason, &str)] = &[
    ("crash_at_start", Reason::Crash, "ZeroDivisionError"),
    ("stall_at_start", Reason::Timeout, "no answer for"),
    ("divide", Reason::Crash, "exit status 1; the last line of its log: ZeroDivisionError"),
    ("stall", Reason::Timeout, "no answer for"),
    ("late", Reason::Timeout, "no answer for"),
    ("illegal", Reason::Illegal, "a1a9"),
    ("garbage", Reason::Illegal, "'I think that'"),
    ("not_text", Reason::Protocol, "not UTF-8"),
    ("empty_line", Reason::Protocol, "an empty line"),
    ("huge_line", Reason::Protocol, "more than 64 KiB"),
    ("endless_line", Reason::Protocol, "more than 64 KiB"),
    ("chatter", Reason::Protocol, "it wrote 'and that is a good one' without being asked"),
    ("last_move_without_newline", Reason::Crash, "exit status 0"),
    ("no_newline", Reason::Timeout, "no answer for"),
    ("leave", Reason::Crash, "exit status 0"),
    (
        "leave_with_three",
        Reason::Crash,
        "exit status 3; the last line of its log: I have had enough",
    ),
    ("segfault", Reason::Crash, "signal 11 (segmentation fault)"),
    ("close_input", Reason::Crash, "closed its standard input"),
    ("close_output", Reason::Crash, "closed its standard output"),
    ("ignore_the_signal", Reason::Timeout, "no answer for"),
    ("leave_a_child", Reason::Crash, "exit status 0"),
    ("leave_a_daemon", Reason::Crash, "exit status 0"),
    ("resign", Reason::Resignation, "resigns"),
];

/// What only a cage keeps a bot from.
#[cfg(target_os = "linux")]
const CAGED_VIOLATIONS: &[(&str, Reason, &str)] = &[
    ("read_passwd", Reason::Crash, "PermissionError: [Errno 13] Permission denied: '/etc/passwd'"),
    ("read_a_neighbour", Reason::Crash, "PermissionError: [Errno 13] Permission denied"),
    ("write_a_file", Reason::Crash, "'diary' ("),
    ("open_a_socket", Reason::Crash, "PermissionError: [Errno 1] Operation not permitted"),
    ("take_ten_gigabytes", Reason::Crash, "MemoryError"),
    ("take_it_by_parts", Reason::Crash, "memory limit of 1024 MiB passed"),
    // The kernel or the supervisor ends it, whichever is first.
    ("fork_for_ever", Reason::Crash, ""),
];

/// What engines do besides.
const ENGINE_VIOLATIONS: &[(&str, Reason, &str)] = &[
    ("ugi_mute", Reason::Timeout, "it did not say ugiok within 3.0 s of its start"),
    ("ugi_flood", Reason::Protocol, "more than 8 MiB in one turn"),
    ("ugi_no_move", Reason::Protocol, "it names no move"),
    ("ugi_illegal", Reason::Illegal, "it had said: error: I was told nothing"),
    ("ugi_crash", Reason::Crash, "ZeroDivisionError"),
];

/// How sins are tried.
#[derive(Clone, Copy)]
struct Trial {
    language: &'static str,
    is_caged: bool,
}

/// Limit, margin and grace for a first answer are 3.6 s; whoever is waited for so many seconds would be for ever.
const HANG: f64 = 60.0;

/// Lets somebody sin in two games, once from each seat.
fn check(trial: Trial, violation: &str, reason: Reason, detail: &str) {
    let Trial { language, is_caged } = trial;
    let folder = BotFolder::new(&format!("{violation}-{is_caged}"));
    let neighbour = PathBuf::from(format!("{}-neighbour", folder.path.display()));
    fs::create_dir_all(&neighbour).unwrap();
    fs::write(neighbour.join("secret"), "the best first move is").unwrap();
    let command = folder.python(&format!("sinner.py {violation}"));
    // Only who sins against the clock has one: on a busy machine it takes seconds to start an interpreter.
    let is_timed = reason == Reason::Timeout;
    let start = match (language, is_timed) {
        ("ugi", true) => ",start=3",
        ("ugi", false) => ",start=60",
        _ => "",
    };
    let agent = format!("sinner={language}:{command}{start}");
    let mut more = vec!["--games", "2"];
    more.extend(is_timed.then_some(["--time", "1.5"]).into_iter().flatten());
    more.extend((!is_caged).then_some("--no-cage"));
    let (records, output) = folder.play(SMALL, &[&agent, "random"], &more);
    assert_eq!(records.len(), 2, "{violation}");
    for record in records {
        let said = &record.detail;
        assert_eq!(record.reason, reason, "{violation}: {said}");
        assert!(said.contains(detail), "{violation}: {said}");
        let seat = record.players.iter().position(|player| *player == 0).unwrap();
        assert_eq!((record.faults.len(), record.faults[0].seat), (1, seat + 1), "{violation}");
        assert!(record.payoffs[seat] < record.payoffs[1 - seat], "{violation}");
        let moves: f64 = record.log.iter().map(|log| log.seconds).sum();
        let waited = record.seconds - moves;
        assert!(!is_timed || waited < HANG, "{violation}: {waited} s");
    }
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("0 - 2 - 0"), "{violation}: {table}");
    fs::remove_dir_all(neighbour).unwrap();
    folder.close();
}

/// Most of them wait most of the time, so a few at once.
fn check_all(trial: Trial, violations: &[(&str, Reason, &str)]) {
    for few in violations.chunks(4) {
        std::thread::scope(|scope| {
            for &(violation, reason, detail) in few {
                scope.spawn(move || check(trial, violation, reason, detail));
            }
        });
    }
}

#[test]
fn a_violation_loses_its_own_game_in_time_and_leaves_nothing_behind() {
    check_all(Trial { language: "bot", is_caged: true }, VIOLATIONS);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_cage_forbids_loses_the_game() {
    check_all(Trial { language: "bot", is_caged: true }, CAGED_VIOLATIONS);
}

/// Outside a cage a daemon gets away; everything else ends as it does inside.
#[test]
fn a_violation_outside_a_cage_loses_too() {
    let inside = ["leave_a_daemon", "resign"];
    let violations: Vec<_> =
        VIOLATIONS.iter().filter(|(violation, ..)| !inside.contains(violation)).copied().collect();
    check_all(Trial { language: "bot", is_caged: false }, &violations);
}

#[test]
fn engines_with_violations_lose_too() {
    check_all(Trial { language: "ugi", is_caged: true }, ENGINE_VIOLATIONS);
}

#[test]
fn bots_play_every_game_and_every_seat() {
    let folder = BotFolder::new("plays");
    let bot = format!("bot:{}", folder.python("random_bot.py"));
    for game in [SMALL, "wolf-and-sheep:size=6", "wolves-eat-sheep", "battle-sheep"] {
        let seats = bellwether_standard::game(game).unwrap().seats();
        let agents: Vec<&str> = [bot.as_str(), "random", "random", "greedy"][..seats].to_vec();
        let (records, output) = folder.play(game, &agents, &["--maxmoves", "60"]);
        assert_eq!(records.len(), seats, "{game}");
        for record in &records {
            assert!(!record.reason.is_fault() && record.faults.is_empty(), "{game}: {record:?}");
        }
        let table = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(table.contains("random_bot.py"), "it is called by its file's name: {table}");
    }
    folder.close();
}

#[test]
fn at_a_table_of_four_the_others_play_on() {
    let folder = BotFolder::new("four");
    let sinner = format!("sinner=bot:{}", folder.python("sinner.py leave"));
    let watchful = format!("bot:{}", folder.python("watchful.py"));
    let (records, _) = folder.play(
        "battle-sheep:hidden",
        &[&sinner, &watchful, "mcts:simulations=20", "random"],
        &["--games", "2", "--noswap"],
    );
    // The line of a game says who was out, though somebody else won it.
    let arguments = ["match", "battle-sheep", "--agent", &sinner, "--agent", "random"];
    let mut shown = folder.command(&arguments);
    shown.args(["--agent", "random", "--agent", "random", "--games", "1", "--noswap"]);
    let said = shown.arg("--no-records").output().unwrap().stdout;
    let said = String::from_utf8(said).unwrap();
    let line = said.lines().next().unwrap();
    assert!(line.starts_with("Finished game 1 ") && line.contains("; seat 1: crash: "), "{said}");
    for record in records {
        assert_eq!(record.faults.len(), 1, "{:?}", record.faults);
        let fault = &record.faults[0];
        assert_eq!((record.players[fault.seat - 1], fault.reason), (0, Reason::Crash));
        let worst = record.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(record.payoffs[fault.seat - 1] <= worst);
        assert!(record.moves.len() > 20);
    }
    folder.close();
}

#[test]
fn our_own_engine_plays_as_a_bot() {
    let folder = BotFolder::new("engines");
    let binary = env!("CARGO_BIN_EXE_bellwether");
    for (game, seats) in [
        (SMALL, 2),
        ("wolf-and-sheep:size=6", 2),
        ("wolves-eat-sheep", 2),
        ("battle-sheep", 4),
        ("battle-sheep:hidden", 4),
    ] {
        let ugi = format!(
            "ours=ugi:cmd={binary} engine {{game}} --agent greedy,dir={}",
            folder.path.display()
        );
        let agents: Vec<&str> = [ugi.as_str(), "random", "random", "random"][..seats].to_vec();
        let (records, _) =
            folder.play(game, &agents, &["--maxmoves", "80", "--games", "2", "--noswap"]);
        for record in &records {
            assert!(!record.reason.is_fault() && record.faults.is_empty(), "{game}: {record:?}");
        }
    }
    let uci = format!(
        "ours=uci:cmd={binary} engine breakthrough --agent pvs:nodes=300,dir={}",
        folder.path.display()
    );
    let more = ["--tc", "20+0.1", "--games", "2", "--openings", "random"];
    let (records, _) = folder.play("breakthrough", &[&uci, "random"], &more);
    for record in &records {
        assert_eq!(record.reason, Reason::Win, "{record:?}");
        let ours = record.players.iter().position(|player| *player == 0).unwrap();
        assert_eq!(record.winner(), Some(ours));
        assert!(
            record.log.iter().any(|log| log.seat == ours + 1 && log.nodes > 0),
            "it tells what it saw"
        );
    }
    folder.close();
}

#[test]
fn bots_can_be_asked_about_a_position_and_get_nothing_of_ours() {
    let folder = BotFolder::new("best");
    fs::write(
        folder.path.join("surroundings.sh"),
        "#!/bin/sh\nread question\nenv >&2\npwd >&2\nenv > surroundings\necho a2a3\n",
    )
    .unwrap();
    let path = folder.path.display().to_string();
    let bot = format!("bot:cmd=sh {path}/surroundings.sh,write,cage=off");
    let output = folder.command(&["best", SMALL, "--agent", &bot]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("White  a2a3"));
    let surroundings = fs::read_to_string(folder.path.join("surroundings")).unwrap();
    assert!(surroundings.contains(&format!("HOME={path}")), "{surroundings}");
    assert!(surroundings.contains("LANG=C.UTF-8") && !surroundings.contains("SECRET"));
    folder.close();
}

#[test]
fn missing_programs_are_reported_before_the_first_game() {
    let folder = BotFolder::new("missing");
    for (agent, expected) in [
        (
            "bot:cmd=no-such-program x",
            "there is no program 'no-such-program', neither here nor on the path",
        ),
        ("bot:cmd=./nothing", "there is no program './nothing'"),
        ("bot", "bot needs the command that starts it: bot:cmd=python3 bot.py"),
        ("bot:cmd='x", "a quotation mark is missing"),
        ("ugi:cmd=sh,set=Hash", "set takes NAME:VALUE;NAME:VALUE, not 'Hash'"),
        ("bot:cmd=sh,memory=1", "option 'memory' takes a number from 16"),
        ("bot:cmd=sh,hash=1", "bot has no option 'hash'"),
    ] {
        let arguments = ["match", SMALL, "--agent", agent, "--agent", "random", "--no-records"];
        let output = folder.command(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{agent}: {said}");
        assert!(said.contains(expected), "{agent}: {said}");
    }
    folder.close();
}

/// A script that is not there would lose every game: it is looked for before the first.
#[test]
fn missing_scripts_are_reported_before_the_first_game() {
    let folder = BotFolder::new("missing-script");
    let path = folder.path.join("games.jsonl");
    for command in
        ["python3 nosuch.py", "python3 -u nosuch.py", "sh nosuch", "env python3 nosuch.py"]
    {
        let agent = format!("bot:cmd={command}");
        let arguments = ["match", SMALL, "--agent", &agent, "--agent", "random", "--records"];
        let output = folder.command(&arguments).arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("there is no file 'nosuch"), "{command}: {said}");
        assert!(!path.exists(), "{command}: a record was begun");
    }
    folder.close();
}

/// The interpreter's folder is not the bot's, however the interpreter is named.
#[test]
fn a_bot_works_in_its_own_folder_whatever_starts_it() {
    let folder = BotFolder::new("interpreter");
    let found = Command::new("sh").args(["-c", "command -v python3"]).output().unwrap();
    let python = String::from_utf8(found.stdout).unwrap().trim().to_owned();
    let file = folder.path.join("games.jsonl");
    let agent = format!("bot:cmd={python} random_bot.py");
    let arguments = ["match", SMALL, "--agent", &agent, "--agent", "random", "--records"];
    let mut command = folder.command(&arguments);
    let output = command.arg(&file).current_dir(&folder.path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("(random_bot.py vs random)"), "{said}");
    for record in records(&file) {
        assert!(record.faults.is_empty(), "{record:?}");
    }
    folder.close();
}

/// A match goes on from any folder with the bots that it was begun with, and with no others unless it is told to.
#[test]
fn a_resumed_match_has_the_same_bots() {
    let folder = BotFolder::new("resumed");
    let path = folder.path.join("games.jsonl");
    let file = path.to_str().unwrap();
    let agent = "bot:cmd=python3 random_bot.py";
    let mut begin = folder.command(&["match", SMALL, "--agent", agent, "--agent", "random"]);
    begin.args(["--games", "4", "--records", file]).current_dir(&folder.path);
    assert!(begin.output().unwrap().status.success());
    let whole = fs::read_to_string(&path).unwrap();
    let begun: String = whole.lines().take(3).flat_map(|line| [line, "\n"]).collect();
    let resume = |more: &[&str]| {
        fs::write(&path, &begun).unwrap();
        let mut command = folder.command(&["match", "--quiet", "--resume", file]);
        let output = command.args(more).current_dir("/").output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(resume(&[]).0, Some(0));
    let all = records(&path);
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|record| record.faults.is_empty()), "{all:?}");
    // What the bot imports is a part of it.
    fs::write(folder.path.join("sinner.py"), "# nothing").unwrap();
    let (code, said) = resume(&[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("the files of random_bot.py are not those"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), begun, "nothing was played");
    assert_eq!(resume(&["--changed-bots"]).0, Some(0));
    assert_eq!(records(&path).len(), 4);
    folder.close();
}

/// What a bot writes to its standard error is in the record of the game, and in everything that is made of it.
#[test]
fn a_traceback_can_be_read_afterwards() {
    let folder = BotFolder::new("traceback");
    let agent = format!("sinner=bot:{}", folder.python("sinner.py explain"));
    let page = folder.path.join("games.html");
    let more = ["--games", "1", "--noswap", "--html", page.to_str().unwrap()];
    let (records, _) = folder.play(SMALL, &[&agent, "random"], &more);
    let [output] = &records[0].stderr[..] else { panic!("{:?}", records[0]) };
    assert_eq!(output.seat, 1);
    let parts = [
        "a line for the author\nTraceback (most recent call last):\n",
        "in divide",
        "ZeroDivisionError",
    ];
    for part in parts {
        assert!(output.text.contains(part), "{}", output.text);
    }
    let record = folder.path.join("games.jsonl");
    let replayed = folder.command(&["replay", record.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(replayed.stdout).unwrap();
    assert!(
        said.contains("White wrote to standard error:\n  a line for the author\n  Trace"),
        "{said}"
    );
    assert!(said.contains("    return 1 // 0\n"), "{said}");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("a line for the author\\nTraceback"), "the page does not have it");
    folder.close();
}

#[test]
fn an_engine_starts_no_program_because_its_runner_says_so() {
    let folder = BotFolder::new("refused");
    let mut engine = folder
        .command(&["engine", SMALL, "--agent", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = "setoption name Agent value bot:cmd=touch started\nquit\n";
    std::io::Write::write_all(&mut engine.stdin.take().unwrap(), output.as_bytes()).unwrap();
    let said = engine.wait_with_output().unwrap().stdout;
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("error: a bot is a program"), "{said}");
    folder.close();
}

/// The question that the chapter on the protocol shows is the one that is asked.
#[test]
fn the_question_in_the_chapter_is_the_one_sent() {
    let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PROTOCOL.md");
    let chapter = fs::read_to_string(chapter).unwrap();
    let (_, part) = chapter.split_once("```simple ").unwrap();
    let mut lines = part.lines();
    let mut arguments = lines.next().unwrap().split(' ');
    let (game, more) = (arguments.next().unwrap(), arguments.collect::<Vec<&str>>());
    let question = lines.next().unwrap().strip_prefix("> ").unwrap();
    let answer = lines.next().unwrap().strip_prefix("< ").unwrap();
    let folder = BotFolder::new("chapter");
    let bot = format!("bot:{},write", folder.python("recorder.py"));
    let (records, _) =
        folder.play(game, &[&bot, "random"], &[&["--games", "1", "--noswap"], &more[..]].concat());
    let asked = fs::read_to_string(folder.path.join("asked")).unwrap();
    assert_eq!(asked.lines().next().unwrap(), question);
    assert_eq!(&records[0].moves[0], answer);
    // Later questions tell what has happened since.
    let later: bellwether_arena::bots::simple::BotQuestion =
        serde_json::from_str(asked.lines().nth(1).unwrap()).unwrap();
    assert_eq!(later.ply, 2);
    assert!(later.history.iter().map(String::as_str).eq(records[0].moves.iter().take(2)));
    folder.close();
}

/// How much a process holds: descriptors, children and memory in KiB.
fn held(child: &Child) -> Option<(usize, usize, u64)> {
    let about = PathBuf::from(format!("/proc/{}", child.id()));
    let descriptors = fs::read_dir(about.join("fd")).ok()?.count();
    let mut children = 0;
    for task in fs::read_dir(about.join("task")).ok()?.flatten() {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        children += list.split_whitespace().count();
    }
    let status = fs::read_to_string(about.join("status")).ok()?;
    let resident = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some((descriptors, children, resident.split_whitespace().nth(1)?.parse().ok()?))
}

/// BELLWETHER_LEAK_GAMES=1000 plays as many.
#[test]
fn many_games_hold_no_more_than_few() {
    let folder = BotFolder::new("leak");
    let games = std::env::var("BELLWETHER_LEAK_GAMES").unwrap_or_else(|_| "60".to_owned());
    let path = folder.path.join("games.jsonl");
    let bot = folder.python("random_bot.py");
    let (one, other) = (format!("one=bot:{bot}"), format!("other=bot:{bot}"));
    let game = "breakthrough:rows=4,columns=4";
    let mut child = folder
        .command(&["match", game, "--agent", &one, "--agent", &other, "--games", &games])
        .args(["--concurrency", "2", "--quiet", "--records", path.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let request: usize = games.parse().unwrap();
    let began = Instant::now();
    let mut samples = Vec::new();
    while child.try_wait().unwrap().is_none() {
        let lines = fs::read_to_string(&path).map_or(0, |text| text.lines().count());
        samples.extend(held(&child).map(|held| (lines, held)));
        assert!(began.elapsed() < Duration::from_secs(60 + request as u64 * 5), "it hangs");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(records(&path).len(), request);
    let (early, late): (Vec<_>, Vec<_>) =
        samples.into_iter().partition(|(lines, _)| *lines < request / 3);
    let most = |samples: &[(usize, (usize, usize, u64))]| {
        let each = |pick: fn(&(usize, usize, u64)) -> u64| {
            samples.iter().map(|(_, held)| pick(held)).max().unwrap()
        };
        (each(|held| held.0 as u64), each(|held| held.1 as u64), each(|held| held.2))
    };
    let (early, late) = (most(&early), most(&late));
    // Two games at a time: four bots with three streams each, and a few that are just coming or going.
    assert!(late.0 <= early.0 + 12 && late.0 < 60, "descriptors: {early:?}, {late:?}");
    assert!(late.1 <= 8, "children: {early:?}, {late:?}");
    assert!(late.2 <= early.2 + 4096, "KiB: {early:?}, {late:?}");
    folder.close();
}
