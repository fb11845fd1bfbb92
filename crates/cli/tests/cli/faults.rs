//! What machines do to programs: a process that is stopped and goes on, a full disk, a wall clock that jumps back.
//! Nothing is lost, and nobody is blamed. Kills are in `killed`, `tournament` and `serve`.

use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::bot_folder::BotFolder;
use crate::page::{Served, bellwether};
use crate::timeless::timeless;
use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::RecordReader;
use serde_json::json;

/// A game that is solved in a moment, into a table of some thousand bytes.
const SOLVED: &str = "wolf-and-sheep:size=6";

/// A folder of one test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn records(path: &Path) -> Vec<GameRecord> {
    RecordReader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Waits for something that comes about, however busy the machine is.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "not within a minute: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Stops a process as Ctrl-Z does, and lets it go on after a while.
fn suspend(child: &Child, time: Duration) {
    let send = |signal: &str| {
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    };
    send("-STOP");
    thread::sleep(time);
    send("-CONT");
}

/// Says that something cannot be tried on this machine. In CI that is a failure.
fn untried(why: &str) {
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_ci, "cannot be tried, and CI must try it: {why}");
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// The table that `solve` makes in a folder.
fn table(folder: &Path) -> Option<Vec<u8>> {
    let files = fs::read_dir(folder).ok()?.flatten().map(|file| file.path());
    let mut tables = files.filter(|path| path.extension().is_some_and(|end| end == "table"));
    tables.next().map(|path| fs::read(path).unwrap())
}

fn solve(out: &Path) -> Command {
    let mut command = bellwether(out, &["solve", SOLVED, "--out"]);
    command.arg(out).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A match of two players of whom each has 0.4 s for a move, give or take half a second.
fn timed_match(folder: &Path, path: &Path) -> Command {
    let mut command = bellwether(folder, &["match", "breakthrough", "--quiet", "--games", "1"]);
    command.args(["--agent", "pvs", "--agent", "pvs:hash=1", "--noswap", "--maxmoves", "6"]);
    command.args(["--time", "0.4", "--margin", "500", "--records"]).arg(path);
    command.stdout(Stdio::null());
    command
}

fn check_timed_match(path: &Path) {
    let [record] = &records(path)[..] else { panic!("not one game") };
    assert_eq!(record.moves.len(), 6, "{}: {}", record.reason, record.detail);
    assert!(record.faults.is_empty());
    let longest = record.log.iter().map(|log| log.seconds).fold(0.0, f64::max);
    assert!(longest < 1.4, "a move that was interrupted is in the record: {longest} s");
}

#[test]
fn a_stopped_referee_blames_nobody() {
    let folder = folder("stopped");
    let path = folder.join("games.jsonl");
    let mut child = timed_match(&folder, &path).spawn().unwrap();
    until("a record", || fs::metadata(&path).is_ok_and(|about| about.size() > 0));
    // In the middle of a game of two seconds.
    thread::sleep(Duration::from_millis(600));
    suspend(&child, Duration::from_millis(1_500));
    assert!(child.wait().unwrap().success());
    check_timed_match(&path);
    fs::remove_dir_all(folder).unwrap();
}

/// A bot that tells when it was asked, and answers when it may.
const PATIENT: &str = "import json, os, sys, time
for line in sys.stdin:
    open('asked', 'w').close()
    while not os.path.exists('go'):
        time.sleep(0.01)
    print(json.loads(line)['moves'][0], flush=True)
";

#[test]
fn a_stopped_server_blames_no_bot() {
    let folder = BotFolder::new("stopped-server");
    fs::write(folder.path.join("patient.py"), PATIENT).unwrap();
    let house = folder.path.with_extension("house");
    fs::create_dir_all(&house).unwrap();
    let bot = format!("patient=bot:{},write", folder.python("patient.py"));
    // With what is forgiven, and two seconds for its start, it has 3.1 s.
    let server = Served::begin(&house, &["--bot", &bot, "--bot-time", "1"]);
    let (_, mut page) = server.open("breakthrough", &["person", "patient"]);
    page.play("a2a3", 0);
    until("the bot is asked", || folder.path.join("asked").exists());
    suspend(&server.child, Duration::from_millis(3_300));
    thread::sleep(Duration::from_millis(300));
    fs::write(folder.path.join("go"), "").unwrap();
    let state = page.wait("state", |state| !state["over"].is_null() || state["ply"] == 2);
    assert!(state["faults"].is_null() && state["over"].is_null(), "{state}");
    drop((page, server));
    fs::remove_dir_all(house).unwrap();
    folder.close();
}

#[test]
fn a_stopped_tournament_of_the_page_blames_nobody() {
    let folder = folder("stopped-tournament");
    let server = Served::begin(&folder, &[]);
    let request = json!({
        "game": "breakthrough", "players": [{ "agent": "pvs" }, { "agent": "pvs:hash=1" }],
        "games": 1, "noswap": true, "time": 0.4, "mostMoves": 6,
    });
    let begun = server.post("/api/tournaments", &request);
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    thread::sleep(Duration::from_millis(600));
    suspend(&server.child, Duration::from_millis(1_500));
    server.until(&id, |state| state["status"] == "finished");
    drop(server);
    let files = fs::read_dir(folder.join("matches")).unwrap().flatten();
    let paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    check_timed_match(&paths[0]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_stopped_grade_blames_no_bot() {
    let folder = BotFolder::new("stopped-grade");
    fs::write(folder.path.join("patient.py"), PATIENT).unwrap();
    let mut command =
        bellwether(&folder.path, &["--json", "grade", "breakthrough:rows=5,columns=5"]);
    command.args(["--time", "1", "--positions", "4", "--games", "2", "--against", "random"]);
    command.args(["--judge-nodes", "200", "--write", "--", "python3", "patient.py"]);
    command.current_dir(&folder.path);
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    until("the bot is asked", || folder.path.join("asked").exists());
    // The first answer may take a second, two for its start and what is forgiven.
    suspend(&child, Duration::from_millis(3_300));
    thread::sleep(Duration::from_millis(300));
    fs::write(folder.path.join("go"), "").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("sound: no fault in "), "{said}");
    folder.close();
}

#[test]
fn a_stopped_solver_goes_on() {
    let folder = folder("stopped-solver");
    let (whole, stopped) = (folder.join("whole"), folder.join("stopped"));
    assert!(solve(&whole).status().unwrap().success());
    let mut child = solve(&stopped).spawn().unwrap();
    for _ in 0..5 {
        thread::sleep(Duration::from_millis(5));
        suspend(&child, Duration::from_millis(50));
    }
    assert!(child.wait().unwrap().success());
    assert!(table(&whole).is_some() && table(&whole) == table(&stopped), "the bytes differ");
    fs::remove_dir_all(folder).unwrap();
}

/// A small disk of its own, in memory.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None where it may not be mounted.
    fn mount(path: PathBuf) -> Option<Self> {
        fs::create_dir_all(&path).unwrap();
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(&path);
        let is_there = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !is_there {
            untried("only root can mount a small disk, and not everywhere");
        }
        is_there.then_some(Self(path))
    }

    /// Leaves no byte free.
    fn fill(&self) {
        let mut filler = fs::File::create(self.0.join("filler")).unwrap();
        while filler.write_all(&[0; 4096]).is_ok() {}
    }

    fn empty(&self) {
        fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_loses_no_finished_game_and_spoils_no_table() {
    let folder = folder("full");
    let Some(disk) = SmallDisk::mount(folder.join("disk")) else { return };
    let (whole, cut) = (folder.join("whole.jsonl"), disk.0.join("cut.jsonl"));
    let begin = |path: &Path| {
        let mut command = bellwether(&folder, &["match", "breakthrough:rows=6,columns=6"]);
        command.args(["--quiet", "--agent", "greedy", "--agent", "random", "--games", "400"]);
        command.arg("--records").arg(path);
        command
    };
    assert!(begin(&whole).output().unwrap().status.success());
    // Room for some of the games.
    fs::write(disk.0.join("spare"), vec![0; 200 << 10]).unwrap();
    disk.fill();
    fs::remove_file(disk.0.join("spare")).unwrap();
    let output = begin(&cut).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let resume = format!("bellwether match --resume {}", cut.display());
    assert!(said.contains("No space left") && said.contains(&resume), "{said}");
    // A line that was cut off is no game.
    let finished = || {
        let text = fs::read_to_string(&cut).unwrap();
        let copy = folder.join("copy.jsonl");
        fs::write(&copy, &text[..=text.rfind('\n').unwrap()]).unwrap();
        timeless(&copy)
    };
    let (begun, all) = (finished(), timeless(&whole));
    assert!(begun.len() > 10 && begun.len() < all.len(), "{} lines", begun.len());
    assert!(begun.iter().all(|game| all.contains(game)), "a finished game differs");
    // It cannot go on before there is room, and loses nothing by trying.
    let try_again = || bellwether(&folder, &["match", "--quiet", "--resume"]).arg(&cut).output();
    assert_eq!(try_again().unwrap().status.code(), Some(1));
    assert!(finished().len() >= begun.len(), "games were lost");
    disk.empty();
    let output = try_again().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(timeless(&cut), all);
    fs::remove_file(&cut).unwrap();

    disk.fill();
    let (tables, table_there) = (folder.join("tables"), disk.0.join("tables"));
    assert!(solve(&tables).status().unwrap().success());
    assert!(!solve(&table_there).status().unwrap().success());
    assert_eq!(table(&table_there), None, "an unfinished table has the final name");
    disk.empty();
    assert!(solve(&table_there).status().unwrap().success());
    assert!(table(&tables).is_some() && table(&tables) == table(&table_there), "the bytes differ");
    drop(disk);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_server_outlives_a_full_disk() {
    let folder = folder("full-server");
    let Some(disk) = SmallDisk::mount(folder.join("disk")) else { return };
    let server = Served::begin(&disk.0, &[]);
    let (id, mut page) = server.open("breakthrough", &["person", "person"]);
    page.play("a2a3", 0);
    page.state_at(1);
    disk.fill();
    page.play("h7h6", 1);
    // Saved or not, it answers.
    assert_eq!(server.get(&format!("/api/games/{id}"))["moves"][0]["text"], "a2a3");
    disk.empty();
    drop((page, server));

    let server = Served::begin(&disk.0, &[]);
    let mut page = server.enter(&id);
    let state = page.wait("state", |_| true);
    let ply = state["ply"].as_u64().unwrap();
    assert!(ply >= 1, "a move that was saved is lost: {state}");
    page.any_move(&state);
    drop((page, server));
    drop(disk);
    fs::remove_dir_all(folder).unwrap();
}

/// A wall clock for one program, which jumps when it is told to; the machine's own is left alone.
struct OwnClock {
    library: PathBuf,
    /// What the program's clock is ahead by.
    offset: PathBuf,
}

impl OwnClock {
    /// None where it is not installed.
    fn new(folder: &Path) -> Option<Self> {
        let folders = fs::read_dir("/usr/lib").unwrap().flatten().map(|entry| entry.path());
        let mut files = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1"));
        let Some(library) = files.find(|file| file.exists()) else {
            untried("there is no libfaketime: `cargo xtask test` installs it");
            return None;
        };
        let clock = Self { library, offset: folder.join("clock") };
        clock.set("+0");
        Some(clock)
    }

    fn set(&self, offset: &str) {
        // Whole or not at all: the program may read it at any time.
        let new = self.offset.with_extension("new");
        fs::write(&new, offset).unwrap();
        fs::rename(&new, &self.offset).unwrap();
    }

    fn dress(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("FAKETIME_TIMESTAMP_FILE", &self.offset);
        command.env("FAKETIME_NO_CACHE", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        command.env("DONT_FAKE_MONOTONIC", "1");
    }
}

#[test]
fn a_wall_clock_may_jump_back_an_hour() {
    let folder = folder("clock");
    let Some(clock) = OwnClock::new(&folder) else { return };
    let path = folder.join("games.jsonl");
    let mut command = timed_match(&folder, &path);
    clock.dress(&mut command);
    let mut child = command.spawn().unwrap();
    until("a record", || fs::metadata(&path).is_ok_and(|about| about.size() > 0));
    thread::sleep(Duration::from_millis(600));
    clock.set("-3600");
    assert!(child.wait().unwrap().success());
    check_timed_match(&path);

    let (there, here) = (folder.join("there"), folder.join("here"));
    assert!(solve(&here).status().unwrap().success());
    clock.set("+0");
    let mut command = solve(&there);
    clock.dress(&mut command);
    let mut child = command.spawn().unwrap();
    clock.set("-3600");
    assert!(child.wait().unwrap().success());
    assert!(table(&here).is_some() && table(&here) == table(&there), "the bytes differ");

    clock.set("+0");
    let server = Served::begin_as(&folder, &[], |command| clock.dress(command));
    let (id, mut page) = server.open("breakthrough", &["person", "greedy"]);
    page.play("a2a3", 0);
    let state = page.turn_after(0);
    clock.set("-3600");
    let state = page.any_move(&state);
    assert_eq!((&state["ply"], &state["over"]), (&json!(4), &json!(null)), "{state}");
    let games = server.get("/api/games");
    assert!(games.to_string().contains(&id), "{games}");
    drop((page, server));
    fs::remove_dir_all(folder).unwrap();
}
