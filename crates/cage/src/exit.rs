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
    /// What it uses could not be measured, so it was ended: standard error says what could not be read.
    Unmeasured,
}

impl Cage {
    /// What the exit status of this cage's [`command`](Cage::command) means.
    #[must_use]
    pub fn exit_of(&self, status: ExitStatus) -> CageExit {
        let Some(number) = status.code() else {
            return CageExit::Killed(status.signal().unwrap_or_default());
        };
        let bounds = [
            CageExit::Memory(self.memory),
            CageExit::Processes(self.processes),
            CageExit::Cpu(self.cpu),
            CageExit::NoProgram,
            CageExit::NotAllowed,
            CageExit::NotStarted,
            CageExit::NoCage,
            CageExit::Unmeasured,
        ];
        let known = bounds.into_iter().find(|exit| i32::from(exit.code()) == number);
        known.unwrap_or(CageExit::Exited(number))
    }
}

impl CageExit {
    /// The supervisor's exit status for this; it has none for a program's own end.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Memory(_) => 240,
            Self::Processes(_) => 241,
            Self::Cpu(_) => 242,
            Self::NoProgram => 243,
            Self::NotAllowed => 244,
            Self::NotStarted | Self::Exited(_) | Self::Killed(_) => 245,
            Self::NoCage => 246,
            Self::Unmeasured => 247,
        }
    }

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
            Self::Unmeasured => f.write_str("what it uses could not be measured, so it was ended"),
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
