//! [`CageExit`]: how a caged program ended, encoded in the supervisor's exit status.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use super::Cage;

/// How a caged program ended.
///
/// A program's own exit status and signal are passed on as they are. The supervisor's own exit statuses are 240 and
/// above; a program that exits with one of those is taken to mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CageExit {
    /// It ended by itself with this status.
    Exited(i32),
    /// A signal ended it.
    Killed(i32),
    /// It used more memory than this many bytes.
    Memory(u64),
    /// It ran more processes and threads than this.
    Processes(u32),
    /// It used more processor time than this.
    Cpu(Duration),
    /// There is no such program.
    NoProgram,
    /// The program may not be run, or what it needs may not be read.
    NotAllowed,
    /// The program could not be started for another reason: standard error says which.
    NotStarted,
    /// There is no cage on this system, or it could not be built: standard error says why.
    NoCage,
}

/// The supervisor's own exit statuses.
pub(crate) mod code {
    pub(crate) const MEMORY: u8 = 240;
    pub(crate) const PROCESSES: u8 = 241;
    pub(crate) const CPU: u8 = 242;
    pub(crate) const NO_PROGRAM: u8 = 243;
    pub(crate) const NOT_ALLOWED: u8 = 244;
    pub(crate) const NOT_STARTED: u8 = 245;
    pub(crate) const NO_CAGE: u8 = 246;
}

impl Cage {
    /// What the exit status of this cage's [`command`](Cage::command) means.
    #[must_use]
    pub fn exit_of(&self, status: ExitStatus) -> CageExit {
        let Some(number) = status.code() else {
            return CageExit::Killed(status.signal().unwrap_or_default());
        };
        match u8::try_from(number) {
            Ok(code::MEMORY) => CageExit::Memory(self.memory),
            Ok(code::PROCESSES) => CageExit::Processes(self.processes),
            Ok(code::CPU) => CageExit::Cpu(self.cpu),
            Ok(code::NO_PROGRAM) => CageExit::NoProgram,
            Ok(code::NOT_ALLOWED) => CageExit::NotAllowed,
            Ok(code::NOT_STARTED) => CageExit::NotStarted,
            Ok(code::NO_CAGE) => CageExit::NoCage,
            _ => CageExit::Exited(number),
        }
    }
}

#[cfg(target_os = "linux")]
impl CageExit {
    /// The supervisor's exit status for this; it has none for a program's own end.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Memory(_) => code::MEMORY,
            Self::Processes(_) => code::PROCESSES,
            Self::Cpu(_) => code::CPU,
            Self::NoProgram => code::NO_PROGRAM,
            Self::NotAllowed => code::NOT_ALLOWED,
            Self::NotStarted | Self::Exited(_) | Self::Killed(_) => code::NOT_STARTED,
            Self::NoCage => code::NO_CAGE,
        }
    }
}

impl CageExit {
    /// Whether the program ended by itself or by a signal, not by a bound of the cage.
    #[must_use]
    pub const fn is_its_own(self) -> bool {
        matches!(self, Self::Exited(_) | Self::Killed(_))
    }
}

impl fmt::Display for CageExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Killed(signal) => {
                write!(f, "killed by signal {signal}")?;
                match name(signal) {
                    Some(name) => write!(f, " ({name})"),
                    None => Ok(()),
                }
            }
            Self::Memory(bytes) => write!(f, "memory limit of {} MiB passed", bytes >> 20),
            Self::Processes(count) => write!(f, "limit of {count} processes and threads passed"),
            Self::Cpu(time) => {
                write!(f, "limit of {} s of processor time passed", time.as_secs())
            }
            Self::NoProgram => f.write_str("could not start: no such program"),
            Self::NotAllowed => f.write_str("could not start: permission denied"),
            Self::NotStarted => f.write_str("could not start"),
            Self::NoCage => f.write_str("the cage could not be built"),
        }
    }
}

/// The usual names of the signals that bots die of; their numbers are the same on all systems we run on.
const fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "illegal instruction",
        6 => "abort",
        8 => "arithmetic error",
        9 => "kill",
        11 => "segmentation fault",
        15 => "terminate",
        24 => "processor time limit",
        25 => "file size limit",
        _ => return None,
    })
}
