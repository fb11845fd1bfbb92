//! The supervisor: the helper process itself. It stays outside the cage, watches it and reports how the bot ended.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, WaitOptions, getpid, getppid, kill_process, set_child_subreaper, waitpid,
};
use rustix::stdio::{dup2_stdin, dup2_stdout};

use super::cgroup::ControlGroup;
use super::namespaces::{ForkSide, Namespaces, split};
use super::program::ProgramFiles;
use super::usage::{Usage, UsageMeter};
use super::{init, signals, tree};
use crate::homes::HomeFolders;
use crate::policy::{HelperMode, HelperOrders};
use crate::{CageExit, say};

/// How often the limits are checked. Between two checks a bot can fill a few hundred megabytes.
const PULSE: Duration = Duration::from_millis(50);

/// Builds the cage, supervises it, and exits as the bot did.
pub(crate) fn run(orders: &HelperOrders) -> ExitCode {
    let _ = rustix::thread::set_name(c"cage-supervisor");
    match build(orders) {
        Ok(CageExit::Exited(status)) => ExitCode::from(status.to_le_bytes()[0]),
        Ok(CageExit::Killed(signal)) => {
            signals::die_of(signal);
            ExitCode::from(128_u8.wrapping_add(signal.to_le_bytes()[0]))
        }
        Ok(exit) => {
            say(&exit.to_string());
            ExitCode::from(exit.code())
        }
        Err(error) => {
            say(&format!("{}: {error}", CageExit::NoCage));
            ExitCode::from(CageExit::NoCage.code())
        }
    }
}

fn build(orders: &HelperOrders) -> io::Result<CageExit> {
    close_inherited();
    let homes = HomeFolders::known(orders.home.as_deref(), &orders.cage.folder);
    if let (HelperMode::Run, Err(why)) = (orders.purpose, homes.check(&orders.cage.folder)) {
        say(&why);
        return Ok(CageExit::NotAllowed);
    }
    let program = match (orders.purpose, orders.launch.first()) {
        (HelperMode::Probe, _) => ProgramFiles::none(),
        (HelperMode::Run, None) => return Ok(CageExit::NoProgram),
        (HelperMode::Run, Some(word)) => {
            match ProgramFiles::find(word, &orders.cage.folder, &homes) {
                Some(program) => program,
                None => {
                    say(&format!("there is no program `{}`", word.display()));
                    return Ok(CageExit::NoProgram);
                }
            }
        }
    };
    signals::block();
    let (report, report_writer) = pipe_with(PipeFlags::CLOEXEC)?;
    let mut group = ControlGroup::create(&orders.cage);
    match split(&mut group)? {
        ForkSide::Init(namespaces) => {
            init::run(orders, &program, &namespaces, &group.map(drop), &report_writer)
        }
        ForkSide::Supervisor(init, namespaces) => {
            drop(report_writer);
            let meter = UsageMeter::new(init);
            let mut supervisor = Supervisor { orders, init, namespaces, group: group.ok(), meter };
            supervisor.release_pipes()?;
            let mut end = supervisor.watch();
            supervisor.clear(&end);
            if let (WatchEnd::Own, Some(exit)) = (&end, supervisor.remove_group()) {
                end = WatchEnd::Limit(exit);
            }
            match end {
                WatchEnd::Own => Ok(read_report(report)),
                WatchEnd::Limit(exit) => Ok(exit),
                WatchEnd::Signalled(signal) => Ok(CageExit::Killed(signal)),
                WatchEnd::Orphaned => Ok(CageExit::Killed(libc::SIGTERM)),
            }
        }
    }
}

/// Why the watch is over.
enum WatchEnd {
    /// The bot ended.
    Own,
    /// It passed a limit.
    Limit(CageExit),
    /// The supervisor got a signal to end it.
    Signalled(i32),
    /// The process that ordered the cage is gone.
    Orphaned,
}

struct Supervisor<'a> {
    orders: &'a HelperOrders,
    init: Pid,
    namespaces: Namespaces,
    /// Where the kernel counts.
    group: Option<ControlGroup>,
    /// Where we do.
    meter: UsageMeter,
}

impl Supervisor<'_> {
    /// Closes its copies of the bot's pipes: the arena must see when the bot closes them.
    fn release_pipes(&self) -> io::Result<()> {
        let nothing = File::options().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&nothing)?;
        dup2_stdout(&nothing)?;
        if !self.namespaces.are_own {
            // If init is killed, its children become ours.
            let _ = set_child_subreaper(Some(getpid()));
        }
        Ok(())
    }

    fn watch(&mut self) -> WatchEnd {
        let mut checked_at = Instant::now();
        loop {
            match signals::wait(PULSE.saturating_sub(checked_at.elapsed())) {
                Some(libc::SIGCHLD) if self.has_ended() => return WatchEnd::Own,
                Some(libc::SIGCHLD) | None => {}
                Some(signal) => return WatchEnd::Signalled(signal),
            }
            if checked_at.elapsed() < PULSE {
                continue;
            }
            // A death signal would be tied to the thread that started us, which may end long before its process.
            if !self.caller_lives() {
                return WatchEnd::Orphaned;
            }
            if let Some(exit) = self.passed_limit() {
                return WatchEnd::Limit(exit);
            }
            checked_at = Instant::now();
        }
    }

    /// The caller is our parent, or was replaced by us.
    fn caller_lives(&self) -> bool {
        let is_caller =
            |process: Pid| process.as_raw_nonzero().get().cast_unsigned() == self.orders.caller;
        is_caller(getpid()) || getppid().is_some_and(is_caller)
    }

    fn has_ended(&self) -> bool {
        !matches!(waitpid(Some(self.init), WaitOptions::NOHANG), Ok(None))
    }

    fn passed_limit(&mut self) -> Option<CageExit> {
        let cage = &self.orders.cage;
        if self.orders.purpose == HelperMode::Probe {
            // It goes to the kernel's limits on purpose, which may be a little wider than ours.
            return None;
        }
        let usage = match self.measure() {
            Ok(usage) => usage,
            Err(why) => {
                say(&why);
                return Some(CageExit::Unmeasured);
            }
        };
        if usage.memory > cage.memory {
            Some(CageExit::Memory(cage.memory))
        } else if usage.tasks > cage.processes {
            Some(CageExit::Processes(cage.processes))
        } else if usage.cpu > cage.cpu {
            Some(CageExit::Cpu(cage.cpu))
        } else {
            None
        }
    }

    /// In a group the kernel bounds memory and processes, and tells the processor time exactly.
    fn measure(&mut self) -> Result<Usage, String> {
        match &self.group {
            Some(group) => Ok(Usage { cpu: group.cpu()?, ..Usage::default() }),
            None => self.meter.look(self.orders.cage.memory),
        }
    }

    /// Removes the group; the limit that it ended the bot for, if it did.
    fn remove_group(&self) -> Option<CageExit> {
        let group = self.group.as_ref()?;
        let has_run_out = group.has_run_out();
        group.remove();
        has_run_out.unwrap_or(false).then_some(CageExit::Memory(self.orders.cage.memory))
    }

    /// Returns when nothing is left of the cage.
    fn clear(&self, end: &WatchEnd) {
        if !matches!(end, WatchEnd::Own) {
            let _ = kill_process(self.init, self.namespaces.end());
            // The kernel reports the first process of a namespace only when all others are gone; without a
            // namespace, init kills them before it ends.
            let _ = waitpid(Some(self.init), WaitOptions::empty());
        }
        if !self.namespaces.are_own {
            tree::sweep();
        }
    }
}

/// Closes inherited descriptors, which Landlock would not keep the bot from reading.
#[expect(unsafe_code, reason = "no safe interface closes descriptors that were not opened here")]
fn close_inherited() {
    // SAFETY: we have opened nothing yet, so nothing of ours is closed.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32) != 0 {
            // Before Linux 5.9: 4096 is the usual hard limit of descriptors.
            for descriptor in 3..4096 {
                libc::close(descriptor);
            }
        }
    }
}

/// What init or the sandboxed process wrote before they ended. The bot itself cannot write there.
fn read_report(report: OwnedFd) -> CageExit {
    let mut text = String::new();
    let _ = File::from(report).read_to_string(&mut text);
    let exit = |line: &str| {
        let (kind, number) = line.split_once(' ')?;
        let number = number.parse().ok()?;
        Some(match kind {
            "exited" => CageExit::Exited(number),
            "killed" => CageExit::Killed(number),
            "refused" => match number {
                libc::ENOENT => CageExit::NoProgram,
                libc::EACCES | libc::EPERM => CageExit::NotAllowed,
                _ => CageExit::NotStarted,
            },
            _ => return None,
        })
    };
    // Nothing was written if init was killed from outside.
    text.lines().find_map(exit).unwrap_or(CageExit::Killed(libc::SIGKILL))
}
