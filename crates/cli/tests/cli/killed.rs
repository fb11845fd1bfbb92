//! `solve` killed at random moments, and run again, gives the same table as if nothing had happened.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use bellwether_core::random::{below, seeded};

const GAME: &str = "wolves-eat-sheep:layout=SSSSS/S4/5/5/.W.W.";

fn solve(out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(["solve", GAME, "--out"]).arg(out);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn table(out: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(out).ok()?.filter_map(Result::ok).map(|file| file.path());
    files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "table"))
}

#[test]
fn ten_kills_leave_no_trace() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed");
    let _ = fs::remove_dir_all(&folder);
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    let began = std::time::Instant::now();
    assert!(solve(&whole).status().unwrap().success());
    let usual = began.elapsed().as_millis() as usize;
    let expected = fs::read(table(&whole).unwrap()).unwrap();
    let mut rng = seeded(7);
    let mut kills = 0;
    while kills < 10 {
        let mut child = solve(&killed).spawn().unwrap();
        thread::sleep(Duration::from_millis(below(&mut rng, usual.max(20)) as u64));
        // SIGKILL: it gets no chance to tidy up.
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if let Some(path) = table(&killed) {
            assert!(fs::read(&path).unwrap() == expected, "an unfinished table has the final name");
            fs::remove_file(path).unwrap();
        }
    }
    assert!(solve(&killed).status().unwrap().success());
    assert!(fs::read(table(&killed).unwrap()).unwrap() == expected, "the bytes differ");
    fs::remove_dir_all(folder).unwrap();
}
