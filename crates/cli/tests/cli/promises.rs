//! What the Solve page promises before a game is solved: memory and disk, measured.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::page::{Served, bellwether};

/// Runs its arguments as a command and prints the most memory that it had, in kilobytes.
const MEASURE: &str = "import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";

/// Whether a promise is true within a factor of one and a half.
fn is_kept(promised: f64, measured: f64) -> bool {
    promised <= 1.5 * measured && measured <= 1.5 * promised
}

#[test]
fn solving_takes_what_was_promised() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("promises");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let server = Served::begin(&folder, &[]);
    let measured = |program: &Command| -> f64 {
        let mut command = Command::new("python3");
        command.args(["-c", MEASURE]).arg(program.get_program()).args(program.get_args());
        let output = command.env("BELLWETHER_TABLES", folder.join("tables")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let kilobytes: f64 = said.trim().parse().unwrap_or_else(|error| panic!("{error}: {said}"));
        1024.0 * kilobytes
    };
    // Large enough that they, and not the program itself, are measured.
    for game in ["wolves-eat-sheep:layout=SSSSS/S4/5/5/.W.W.", "connect-four:columns=4,rows=5"] {
        let plan = server.get(&format!("/api/tables/plan?game={game}"));
        let promised = |key: &str| plan[key].as_f64().unwrap_or_else(|| panic!("{plan}"));
        let out = folder.join("out");
        let mut solve = bellwether(&folder, &["solve", game, "--out"]);
        // The program alone has some megabytes.
        let memory = measured(solve.arg(&out)) - 7_500_000.0;
        assert!(is_kept(promised("memory"), memory), "{game}: {memory} bytes: {plan}");
        let files = fs::read_dir(&out).unwrap().flatten();
        let disk: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
        assert!(is_kept(promised("bytes"), disk as f64), "{game}: {disk} bytes on disk: {plan}");
        fs::remove_dir_all(out).unwrap();
    }
    drop(server);
    fs::remove_dir_all(folder).unwrap();
}
