//! [`Cage`]: what a bot may see and use, and the command that starts it in there.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::HELPER;

const MEBIBYTE: u64 = 1 << 20;

/// What a bot may see and use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cage {
    /// The bot's own folder: where it starts, and all it sees besides the system's programs and libraries.
    #[serde(skip)]
    pub folder: PathBuf,
    /// Whether it may also write there.
    pub writable: bool,
    /// Other files and folders that it may read.
    #[serde(skip)]
    pub readable: Vec<PathBuf>,
    /// Bytes of memory, of all its processes together.
    pub memory: u64,
    /// Processes and threads, all together.
    pub processes: u32,
    /// Files that one process may have open.
    pub open_files: u32,
    /// Bytes of the largest file it may write, and of all it may put into its temporary folder.
    pub file_size: u64,
    /// Processor time of all its processes together.
    pub cpu: Duration,
    /// The program that builds the cage and hands its arguments to [`enter`](super::enter): this very program
    /// unless another is named.
    #[serde(skip)]
    pub helper: Option<PathBuf>,
}

impl Cage {
    /// A cage around this folder with the usual limits: 1 GiB of memory, 64 processes and threads, 256 open
    /// files, files of 64 MiB, an hour of processor time; nothing may be written.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            writable: false,
            readable: Vec::new(),
            memory: 1024 * MEBIBYTE,
            processes: 64,
            open_files: 256,
            file_size: 64 * MEBIBYTE,
            cpu: Duration::from_secs(3600),
            helper: None,
        }
    }

    /// The command that runs `launch`, a program and its arguments, inside the cage.
    ///
    /// What is started is the helper, which builds the cage, starts the program in it and stays outside as its
    /// supervisor. Standard input, output and error are the program's own: nothing is copied. SIGTERM to the helper ends
    /// everything inside before the helper itself ends; so do SIGKILL to the helper and the end of the process
    /// that called this. How it ended: [`Cage::exit_of`].
    ///
    /// The environment is emptied except for what a program needs to find others and to speak (`PATH`, `LANG`,
    /// `LC_ALL`, `TZ`) and `HOME`, which is its folder. The caller may add more, and may choose another working folder
    /// as long as it lies within `folder`.
    #[must_use]
    pub fn command(&self, launch: &[OsString]) -> Command {
        self.order(HelperMode::Run, launch)
    }

    pub(super) fn order(&self, purpose: HelperMode, launch: &[OsString]) -> Command {
        let folder = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let mut cage = self.clone();
        cage.cpu = cage.cpu.max(Duration::from_secs(1));
        let (caller, home) = (std::process::id(), std::env::var_os("HOME").unwrap_or_default());
        let orders = HelperOrders { purpose, caller, cage, home: None, launch: Vec::new() };
        let mut command = Command::new(self.helper.clone().unwrap_or_else(this_program));
        command.arg(HELPER).arg(serde_json::json!(orders).to_string()).arg(&folder).arg(home);
        for path in &self.readable {
            command.arg(std::path::absolute(path).unwrap_or_else(|_| path.clone()));
        }
        command.arg("--").args(launch).env_clear();
        for name in ["PATH", "LANG", "LC_ALL", "TZ"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("HOME", &folder).current_dir(folder);
        command
    }
}

/// The helper of cages that name none; see [`set_helper`].
static HELPER_PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says which program builds the cages that name none, for a process that is not that program itself: a library within
/// another program, such as Python's interpreter. Only the first call counts; whether it was this one.
pub fn set_helper(program: impl Into<PathBuf>) -> bool {
    HELPER_PROGRAM.set(program.into()).is_ok()
}

/// Our own program, unless another was named. On Linux by a name that holds even when the file was replaced since, as by
/// a new build.
fn this_program() -> PathBuf {
    if let Some(program) = HELPER_PROGRAM.get() {
        return program.clone();
    }
    if cfg!(target_os = "linux") {
        return PathBuf::from("/proc/self/exe");
    }
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bellwether"))
}

/// What the helper is to do in the cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum HelperMode {
    /// Run the program.
    Run,
    /// Try the protections, and print which hold.
    Probe,
}

/// What the helper has to do. Its paths and the command need not be text, so they travel beside the rest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct HelperOrders {
    pub(super) purpose: HelperMode,
    /// The process that ordered the cage: when it is gone, so is the cage.
    pub(super) caller: u32,
    pub(super) cage: Cage,
    /// The home of whoever ordered it.
    #[serde(skip)]
    pub(super) home: Option<PathBuf>,
    #[serde(skip)]
    pub(super) launch: Vec<OsString>,
}

impl HelperOrders {
    /// Reads what [`Cage::order`] wrote, after the helper's name; `None` if it is not in that format.
    pub(super) fn read(mut words: impl Iterator<Item = OsString>) -> Option<Self> {
        let mut orders: Self = serde_json::from_str(words.next()?.to_str()?).ok()?;
        orders.cage.folder = words.next()?.into();
        orders.home = words.next().filter(|home| !home.is_empty()).map(PathBuf::from);
        let is_path = |word: &OsString| word != OsStr::new("--");
        orders.cage.readable = words.by_ref().take_while(is_path).map(PathBuf::from).collect();
        orders.launch = words.collect();
        Some(orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_arrive_as_they_were_sent() {
        let mut cage = Cage::new("/tmp/a bot");
        cage.writable = true;
        cage.memory = 5;
        cage.cpu = Duration::from_secs(7);
        cage.readable = vec!["/opt/book".into()];
        let launch = ["python3", "--", "bot.py"].map(OsString::from);
        let command = cage.command(&launch);
        let mut words = command.get_args().map(OsStr::to_owned);
        assert_eq!(words.next().as_deref(), Some(OsStr::new(HELPER)));
        let orders = HelperOrders::read(words).expect("our own orders");
        assert_eq!(orders.cage, cage);
        assert_eq!(orders.launch, launch);
        assert_eq!(orders.home, std::env::var_os("HOME").map(PathBuf::from));
        assert_eq!(orders.caller, std::process::id());
    }

    #[test]
    fn orders_from_others_are_refused() {
        for words in [&[][..], &["{}", "/tmp"], &["nonsense", "/tmp", "--", "true"]] {
            assert!(HelperOrders::read(words.iter().map(OsString::from)).is_none(), "{words:?}");
        }
    }
}
