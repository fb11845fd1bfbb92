//! Init: process 1 of the cage's namespaces. It starts the bot and ends with everything the bot left running.
//!
//! A bot as process 1 would ignore signals that it does not handle and would have to reap orphans; hence a process of
//! its own.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::io::write;
use rustix::process::{
    DumpableBehavior, Pid, WaitOptions, WaitStatus, getpid, set_child_subreaper,
    set_dumpable_behavior, setsid, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::namespaces::{Namespaces, mount_private};
use super::program::ProgramFiles;
use super::sandboxed::Sandboxed;
use super::{limits, signals, tree};
use crate::policy::HelperOrders;

/// Runs the bot until it ends, then ends with every process of the cage.
pub(super) fn run(
    orders: &HelperOrders,
    program: &ProgramFiles,
    namespaces: &Namespaces,
    group: &Result<(), String>,
    writer: &OwnedFd,
) -> ! {
    let _ = rustix::thread::set_name(c"cage-init");
    let is_ended = run_bot(orders, program, namespaces, group, writer).is_ok();
    if !namespaces.are_own {
        tree::sweep();
    }
    // In a process namespace of our own the kernel now kills all other processes in it.
    std::process::exit(i32::from(!is_ended));
}

fn run_bot(
    orders: &HelperOrders,
    program: &ProgramFiles,
    namespaces: &Namespaces,
    group: &Result<(), String>,
    writer: &OwnedFd,
) -> io::Result<()> {
    // Away from the terminal and from the supervisor's process group: a signal to that group must not end us.
    let _ = setsid();
    if !namespaces.are_own {
        set_child_subreaper(Some(getpid()))?;
    }
    // Counted while the machine's own `/proc` is still visible.
    let allowance = limits::allowance(&orders.cage, namespaces);
    let mounts = mount_private(namespaces, &orders.cage);
    // The bot may see its own processes in `/proc`, but not our memory.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let Some(bot) = fork()? else {
        let error =
            Sandboxed { orders, program, namespaces, group, mounts, allowance }.become_bot();
        report(writer, &format!("refused {}", error.raw_os_error().unwrap_or(libc::EIO)));
        std::process::exit(1);
    };
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    let status = wait_for(bot)?;
    match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => report(writer, &format!("exited {status}")),
        (_, Some(signal)) => report(writer, &format!("killed {signal}")),
        _ => {}
    }
    Ok(())
}

/// Reaps processes until the bot ends. A signal to end is an error.
fn wait_for(bot: Pid) -> io::Result<WaitStatus> {
    loop {
        while let Some((process, status)) = wait(WaitOptions::NOHANG)? {
            if process == bot {
                return Ok(status);
            }
        }
        match signals::wait(Duration::from_secs(3600)) {
            Some(libc::SIGCHLD) | None => {}
            Some(_) => return Err(io::ErrorKind::Interrupted.into()),
        }
    }
}

/// Writes a line to the supervisor; if that is gone, it is not needed.
fn report(writer: &OwnedFd, line: &str) {
    let _ = write(writer, format!("{line}\n").as_bytes());
}

#[expect(unsafe_code, reason = "no safe interface forks")]
fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: we have one thread, so no lock is held by another.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        number => Ok(Pid::from_raw(number)),
    }
}
