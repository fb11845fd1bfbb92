//! The keeper: the first process in the cage's rooms, which starts the bot and takes all it leaves behind along.
//!
//! A bot in this place would be deaf to signals it does not handle and would have to bury other people's orphans; so
//! the place is taken.

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

use super::namespaces::{Namespaces, furnish};
use super::program::ProgramFiles;
use super::sandboxed::Sandboxed;
use super::{limits, signals, tree};
use crate::policy::HelperOrders;

/// Keeps the cage until the bot ends, then ends with all that is in it.
pub(super) fn run(
    orders: &HelperOrders,
    program: &ProgramFiles,
    rooms: &Namespaces,
    news: &OwnedFd,
) -> ! {
    let _ = rustix::thread::set_name(c"cage-keeper");
    let is_kept = keep(orders, program, rooms, news).is_ok();
    if !rooms.are_own {
        tree::sweep();
    }
    // In rooms of our own the kernel now kills everybody else in them.
    std::process::exit(i32::from(!is_kept));
}

fn keep(
    orders: &HelperOrders,
    program: &ProgramFiles,
    rooms: &Namespaces,
    news: &OwnedFd,
) -> io::Result<()> {
    // Away from the terminal and from the guard's process group, so that who kills that leaves us to our duty.
    let _ = setsid();
    if !rooms.are_own {
        set_child_subreaper(Some(getpid()))?;
    }
    // Counted while the machine's own `/proc` is still to be seen.
    let allowance = limits::allowance(&orders.cage, rooms);
    let furniture = furnish(rooms, orders.cage.file_size);
    // The bot may look at its own kind in `/proc`, but not into us.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let Some(bot) = fork()? else {
        let error = Sandboxed { orders, program, rooms, furniture, allowance }.become_bot();
        report(news, &format!("refused {}", error.raw_os_error().unwrap_or(libc::EIO)));
        std::process::exit(1);
    };
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    let status = wait_for(bot)?;
    match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => report(news, &format!("exited {status}")),
        (_, Some(signal)) => report(news, &format!("killed {signal}")),
        _ => {}
    }
    Ok(())
}

/// Reaps whoever ends until the bot does. Being asked to end is an error, which ends us.
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

/// A line to the guard. If the guard is gone, nobody needs it.
fn report(news: &OwnedFd, line: &str) {
    let _ = write(news, format!("{line}\n").as_bytes());
}

#[expect(unsafe_code, reason = "no safe interface forks")]
fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: we have one thread, so no lock is held by another.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        number => Ok(Pid::from_raw(number)),
    }
}
