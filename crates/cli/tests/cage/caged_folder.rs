//! A folder with a bot in it, and a cage around it.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use bellwether_cage::{Cage, CageExit, CageReport};

/// The system's own Python, which lies where every cage lets one read.
pub(crate) const PYTHON: &str = "/usr/bin/python3";
const MARK: &str = "BELLWETHER_CAGE_TEST";
const NOBODY: u32 = 65_534;

/// Who runs the cage, and on what kind of machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Whether an ordinary user runs it though we are root.
    as_ordinary_user: bool,
    /// Whether namespaces are refused, as in many containers.
    refused: bool,
}

impl Setting {
    pub(crate) const PLAIN: Self = Self { as_ordinary_user: false, refused: false };
    pub(crate) const NOBODY: Self = Self { as_ordinary_user: true, refused: false };
    pub(crate) const REFUSED: Self = Self { as_ordinary_user: false, refused: true };
    pub(crate) const NOBODY_REFUSED: Self = Self { as_ordinary_user: true, refused: true };

    /// Whether every protection can be tried here; says so if not.
    pub(crate) fn is_whole(self) -> bool {
        if !self.is_possible() {
            return false;
        }
        let report = CagedFolder::new(self).report();
        for protection in report.protections.iter().filter(|protection| !protection.holds) {
            untried(&format!(
                "{self:?}: \"{}\" does not hold: {}",
                protection.promise, protection.how
            ));
        }
        report.is_whole()
    }

    /// Whether this setting can be tried here; says so if not.
    pub(crate) fn is_possible(self) -> bool {
        let is_possible = !self.as_ordinary_user || is_root();
        if !is_possible {
            // Nothing is left untried: an ordinary user tries it without becoming one.
            skip(&format!("{self:?}: only root can become another user"), false);
        }
        is_possible
    }

    pub(crate) fn has_namespaces(self) -> bool {
        !self.refused
    }

    /// Runs a command as the user who runs the cage.
    pub(crate) fn dress(self, command: &mut Command) {
        if self.as_ordinary_user {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
}

/// Says that a protection cannot be tried on this machine. In CI that is a failure.
pub(crate) fn untried(why: &str) {
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    skip(why, is_ci);
}

/// Says that something is not tried, past the test harness, which shows nothing of tests that pass.
pub(crate) fn skip(why: &str, is_failure: bool) {
    assert!(!is_failure, "cannot be tried, and CI must try it: {why}");
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

#[test]
#[should_panic(expected = "CI must try it: no Landlock")]
fn in_ci_nothing_is_skipped() {
    skip("no Landlock", true);
}

/// Held while a program is written and while one is started: a process that is just being started would hold the other's
/// file open for writing, and the kernel runs no such file.
static STARTING: Mutex<()> = Mutex::new(());

pub(crate) fn alone<T>(act: impl FnOnce() -> T) -> T {
    let _guard = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    act()
}

pub(crate) fn start(command: &mut Command) -> Child {
    alone(|| command.spawn().unwrap())
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Output {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    start(command).wait_with_output().unwrap()
}

pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0)
}

/// A bot's folder, removed at the end.
pub(crate) struct CagedFolder {
    pub(crate) setting: Setting,
    pub(crate) cage: Cage,
    pub(crate) folder: PathBuf,
    mark: String,
    helpers: Arc<Helpers>,
}

impl CagedFolder {
    pub(crate) fn new(setting: Setting) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mark = format!("cage-test-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(&mark);
        fs::create_dir(&folder).unwrap();
        let mut cage = Cage::new(&folder);
        let helpers = Helpers::shared();
        cage.helper = Some(helpers.path(setting));
        // As private as a temporary folder can be: the user who runs the cage must still get in.
        if setting.as_ordinary_user {
            chown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
        Self { setting, cage, folder, mark, helpers }
    }

    /// Puts a file into the folder.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        alone(|| fs::write(self.folder.join(name), text).unwrap());
        self.own(name)
    }

    /// Gives a file of the folder to the user who runs the cage, as a program.
    pub(crate) fn own(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        if self.setting.as_ordinary_user {
            chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        path
    }

    /// What is in force in this cage.
    pub(crate) fn report(&self) -> CageReport {
        let mut command = Command::new(self.helpers.path(self.setting));
        command.args(["cage", "--json", "--folder"]).arg(&self.folder).stdin(Stdio::null());
        self.setting.dress(&mut command);
        let output = finish(&mut command);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
    }

    /// The caged command, marked, so that what is left of it can be found.
    pub(crate) fn command(&self, launch: &[&str]) -> Command {
        let launch: Vec<_> = launch.iter().map(OsString::from).collect();
        let mut command = self.cage.command(&launch);
        self.setting.dress(&mut command);
        command.env(MARK, &self.mark);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts a Python program; `tell` prints what became of something tried.
    pub(crate) fn python(&self, program: &str) -> Command {
        let prelude = "import errno, os, sys, time\n\
            def tell(name, act):\n\
            \x20   try: act(); said = 'done'\n\
            \x20   except OSError as error: said = errno.errorcode[error.errno]\n\
            \x20   except MemoryError: said = 'MemoryError'\n\
            \x20   print(name, said, flush=True)\n";
        self.file("bot.py", &format!("{prelude}{program}"));
        self.command(&[PYTHON, "-S", "bot.py"])
    }

    /// Runs it to its end; nothing may be left of it.
    pub(crate) fn run(&self, mut command: Command) -> Ended {
        let output = start(&mut command).wait_with_output().unwrap();
        assert_eq!(self.left(), Vec::<String>::new(), "{:?}: left behind", self.setting);
        Ended {
            exit: self.cage.exit_of(output.status),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The processes of this cage that still run.
    pub(crate) fn left(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.mark);
        let holds_mark = |process: &Path| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|word| word == mark.as_bytes())
        };
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let marked = processes.map(|entry| entry.path()).filter(|process| holds_mark(process));
        let name = |process: PathBuf| {
            let words = fs::read(process.join("cmdline")).unwrap_or_default();
            format!("{}: {}", process.display(), String::from_utf8_lossy(&words).replace('\0', " "))
        };
        marked.map(name).collect()
    }

    /// Waits until so many processes of this cage run.
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(usize) -> bool) {
        let patience = Instant::now() + Duration::from_secs(60);
        while !is_so(self.left().len()) {
            assert!(Instant::now() < patience, "{:?}: {what}: {:?}", self.setting, self.left());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for CagedFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) exit: CageExit,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Reads a line from a running program.
pub(crate) fn line(child: &mut Child) -> String {
    use std::io::Read;
    let out = child.stdout.as_mut().unwrap();
    let mut line = Vec::new();
    let mut byte = [0];
    while out.read(&mut byte).unwrap() == 1 && byte[0] != b'\n' {
        line.push(byte[0]);
    }
    String::from_utf8(line).unwrap()
}

/// The helpers, where everybody can run them: our binary, and a program that first forbids namespaces, as a container's
/// rules would. Shared by all cages that there are, and removed with the last.
struct Helpers(PathBuf);

impl Helpers {
    fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Helpers>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let helpers = Arc::new(Self::new());
            *shared = Arc::downgrade(&helpers);
            helpers
        })
    }

    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("cage-test-helpers-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        alone(|| {
            fs::copy(env!("CARGO_BIN_EXE_bellwether"), folder.join("bellwether")).unwrap();
            fs::write(folder.join("refusing"), include_str!("refusing.py")).unwrap();
        });
        for file in [".", "bellwether", "refusing"] {
            fs::set_permissions(folder.join(file), Permissions::from_mode(0o755)).unwrap();
        }
        Self(folder)
    }

    fn path(&self, setting: Setting) -> PathBuf {
        self.0.join(if setting.refused { "refusing" } else { "bellwether" })
    }
}

impl Drop for Helpers {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
