//! The attack battery: attempts on the cage from a C and a Python program, each with the answer it must get.
//!
//! The programs list their attempts; here they are run, in every setting. The attempts that the cage must end take a cage
//! each, and seconds: some of them are made in the gate, all of them by `cargo xtask attack`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use bellwether_cage::CageExit;

use crate::caged_folder::{CagedFolder, PYTHON, Setting, alone, untried};

/// Fewer than this, and the battery is not what it was.
const LEAST: usize = 200;
const SETTINGS: [Setting; 4] =
    [Setting::PLAIN, Setting::NOBODY, Setting::REFUSED, Setting::NOBODY_REFUSED];

/// The C program, compiled once.
fn compiled() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cage/attack/attack.c");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attack");
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-pthread", "-o"]).arg(&program).arg(source);
        let output = alone(|| compiler.output()).ok()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(program)
    };
    let program = PROGRAM.get_or_init(compile).as_deref();
    if program.is_none() {
        untried("there is no C compiler for the attack battery: install gcc");
    }
    program
}

/// A cage with the two programs in it.
fn caged(setting: Setting) -> CagedFolder {
    let caged = CagedFolder::new(setting);
    caged.file("attack.py", include_str!("attack/attack.py"));
    if let Some(program) = compiled() {
        alone(|| fs::copy(program, caged.folder.join("attack")).unwrap());
        caged.own("attack");
    }
    caged
}

/// The command of one of the programs: all its attempts, or one.
fn launch(program: &str, setting: Setting, attempt: Option<&str>) -> Vec<String> {
    let start = if program == "C" { vec!["./attack"] } else { vec![PYTHON, "-S", "attack.py"] };
    let mode = if setting.has_namespaces() { "namespaces" } else { "none" };
    let outside = std::process::id().to_string();
    let words = start.into_iter().chain([mode, &outside]).chain(attempt);
    words.map(str::to_owned).collect()
}

/// Makes all attempts that a process survives; how many, and those that were not answered as they must be.
fn survive(setting: Setting, program: &str) -> (usize, Vec<String>) {
    let caged = caged(setting);
    let words = launch(program, setting, None);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ended = caged.run(caged.command(&words));
    let lines: Vec<&str> = ended.out.lines().collect();
    assert_eq!(lines.last(), Some(&"end|done|done"), "{setting:?}: {program}: {ended:?}");
    let mut names = BTreeSet::new();
    let mut wrong = Vec::new();
    for line in &lines[..lines.len() - 1] {
        let [name, expected, answer] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{setting:?}: {program}: not an attempt: {line}");
        };
        assert!(names.insert(name), "{program}: two attempts are called {name}");
        if !expected.split('/').any(|expected| expected == answer) {
            wrong.push(format!("{setting:?}: {program}: {name}: {answer} instead of {expected}"));
        }
    }
    (names.len(), wrong)
}

/// An attempt that the cage must end, and how.
struct Ending {
    program: &'static str,
    attempt: &'static str,
    limit: Limit,
    /// Whether it is quick enough for the gate.
    is_short: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Memory,
    Cpu,
    Processes,
    /// This signal.
    Signal(i32),
}

const fn ending(
    program: &'static str,
    attempt: &'static str,
    limit: Limit,
    is_short: bool,
) -> Ending {
    Ending { program, attempt, limit, is_short }
}

const ENDINGS: &[Ending] = &[
    ending("C", "memory", Limit::Memory, false),
    ending("C", "memory-renamed", Limit::Memory, true),
    ending("C", "memory-hidden", Limit::Memory, true),
    ending("C", "memory-leaderless", Limit::Memory, true),
    ending("C", "page-tables", Limit::Memory, true),
    ending("C", "socket-buffers", Limit::Memory, true),
    ending("C", "pipe-buffers", Limit::Memory, false),
    ending("C", "cpu", Limit::Cpu, false),
    ending("C", "cpu-renamed", Limit::Cpu, false),
    ending("C", "cpu-leaderless", Limit::Cpu, false),
    ending("C", "cpu-unreaped", Limit::Cpu, true),
    ending("C", "cpu-orphaned", Limit::Cpu, false),
    ending("C", "bomb-renamed", Limit::Processes, true),
    ending("C", "old-interface", Limit::Signal(31), true),
    ending("Python", "memory-children", Limit::Memory, false),
    ending("Python", "daemons-memory", Limit::Memory, false),
    ending("Python", "cpu-threads", Limit::Cpu, false),
    ending("Python", "cpu-processes", Limit::Cpu, false),
    ending("Python", "deaf", Limit::Cpu, false),
];

impl Ending {
    /// What is wrong, if it did not end as it must.
    fn make(&self, setting: Setting) -> Option<String> {
        let mut caged = caged(setting);
        caged.cage.memory = if self.attempt == "socket-buffers" { 32 << 20 } else { 128 << 20 };
        caged.cage.cpu = Duration::from_secs(if self.limit == Limit::Cpu { 1 } else { 100 });
        caged.cage.processes = 40;
        let words = launch(self.program, setting, Some(self.attempt));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = caged.run(caged.command(&words));
        let is_ended = match (self.limit, ended.exit) {
            (Limit::Memory, CageExit::Memory(_))
            | (Limit::Cpu, CageExit::Cpu(_))
            | (Limit::Processes, CageExit::Processes(_)) => true,
            // The kernel's own limit of processes answers first where it can.
            (Limit::Processes, CageExit::Exited(0)) => ended.out == "stopped\n",
            (Limit::Signal(signal), CageExit::Killed(by)) => signal == by,
            _ => false,
        };
        let (program, attempt) = (self.program, self.attempt);
        (!is_ended).then(|| format!("{setting:?}: {program}: {attempt}: {ended:?}"))
    }
}

fn attack(setting: Setting, is_long: bool) {
    if !setting.is_whole() || compiled().is_none() {
        return;
    }
    let mut count = 0;
    let mut wrong = Vec::new();
    for program in ["C", "Python"] {
        let (made, answered) = survive(setting, program);
        count += made;
        wrong.extend(answered);
    }
    for ending in ENDINGS.iter().filter(|ending| is_long || ending.is_short) {
        count += 1;
        wrong.extend(ending.make(setting));
    }
    assert!(wrong.is_empty(), "{} of {count} attempts:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= LEAST, "only {count} attempts");
    if is_long {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "{setting:?}: {count} attempts, all as they must be");
    }
}

#[test]
fn attack_with_namespaces() {
    attack(Setting::PLAIN, false);
}

#[test]
fn attack_as_an_ordinary_user() {
    attack(Setting::NOBODY, false);
}

#[test]
fn attack_where_namespaces_are_refused() {
    attack(Setting::REFUSED, false);
}

#[test]
fn attack_as_an_ordinary_user_where_namespaces_are_refused() {
    attack(Setting::NOBODY_REFUSED, false);
}

/// The long form: `cargo xtask attack`.
#[test]
#[ignore = "takes a minute; cargo xtask attack runs it"]
fn attack_at_length() {
    for setting in SETTINGS.into_iter().filter(|setting| setting.is_possible()) {
        attack(setting, true);
    }
}
