//! Rooms of its own: namespaces in which there is no network and nobody else.
//!
//! Without root they hang on a user namespace, which some containers and distributions refuse; then the next best is
//! tried, down to no room at all.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;

use rustix::io::{read, write};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Signal, WaitOptions, getegid, geteuid, kill_process, set_parent_process_death_signal,
    waitpid,
};

/// The namespaces that everything after the user namespace needs.
const ROOMS: i32 = libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWNS;

/// Where the private temporary folder is: a place that every Linux has, where nobody's bot lives.
pub(super) const TEMPORARY: &str = "/dev/shm";

/// The rooms that the keeper and all below it are in.
#[derive(Clone, Debug)]
pub(super) struct Namespaces {
    /// Own processes, network, and so on.
    pub(super) are_own: bool,
    /// A user namespace besides.
    pub(super) has_users: bool,
    /// What was refused on the way.
    pub(super) refused: Vec<String>,
    /// A number that no other living cage has.
    pub(super) number: u32,
}

impl Namespaces {
    /// What makes the keeper end everything: the first process of a process namespace takes all others along; any
    /// other has to be asked to hunt them down.
    pub(super) fn end(&self) -> Signal {
        if self.are_own { Signal::KILL } else { Signal::TERM }
    }
}

/// The two sides of a split.
pub(super) enum ForkSide {
    /// We go on outside; the keeper has this number.
    Guard(Pid, Namespaces),
    /// We are the keeper.
    Keeper(Namespaces),
}

/// Starts the keeper in the best rooms to be had.
pub(super) fn split() -> io::Result<ForkSide> {
    let attempts = [
        (libc::CLONE_NEWUSER | ROOMS, "user namespaces are refused"),
        (ROOMS, "namespaces without one need root"),
        (0, "no process can be started"),
    ];
    let mut refused = Vec::new();
    for (flags, complaint) in attempts {
        let rooms = Namespaces {
            are_own: flags & ROOMS != 0,
            has_users: flags & libc::CLONE_NEWUSER != 0,
            refused: refused.clone(),
            number: std::process::id(),
        };
        match attempt(flags, &rooms) {
            Ok(Some(keeper)) => return Ok(ForkSide::Guard(keeper, rooms)),
            Ok(None) => return Ok(ForkSide::Keeper(rooms)),
            Err(error) => refused.push(format!("{complaint} ({error})")),
        }
    }
    Err(io::Error::other(refused.join("; ")))
}

/// As `fork`: the keeper's number outside, `None` in the keeper, which waits until its users are mapped.
fn attempt(flags: i32, rooms: &Namespaces) -> io::Result<Option<Pid>> {
    let (asked, go) = pipe_with(PipeFlags::CLOEXEC)?;
    let Some(keeper) = clone(flags)? else {
        drop(go);
        // First this, then the pipe: whenever the guard dies, one of the two tells.
        set_parent_process_death_signal(Some(rooms.end()))?;
        if read(&asked, &mut [0; 1]) != Ok(1) {
            std::process::exit(1);
        }
        return Ok(None);
    };
    drop(asked);
    match open_door(keeper, rooms, &go) {
        Ok(()) => Ok(Some(keeper)),
        Err(error) => {
            let _ = kill_process(keeper, Signal::KILL);
            let _ = waitpid(Some(keeper), WaitOptions::empty());
            Err(error)
        }
    }
}

fn open_door(keeper: Pid, rooms: &Namespaces, go: &OwnedFd) -> io::Result<()> {
    if rooms.has_users {
        map_users(keeper)?;
    }
    write(go, &[1])?;
    Ok(())
}

/// Everybody is who he was. Root maps all users that it knows, so that it may become one of them and still has its way
/// with everybody's files; others can only map themselves.
fn map_users(keeper: Pid) -> io::Result<()> {
    let folder = format!("/proc/{}", keeper.as_raw_nonzero());
    if geteuid().is_root() {
        fs::write(
            format!("{folder}/uid_map"),
            identity(&fs::read_to_string("/proc/self/uid_map")?),
        )?;
        return fs::write(
            format!("{folder}/gid_map"),
            identity(&fs::read_to_string("/proc/self/gid_map")?),
        );
    }
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    fs::write(format!("{folder}/setgroups"), "deny")?;
    fs::write(format!("{folder}/uid_map"), format!("{user} {user} 1"))?;
    fs::write(format!("{folder}/gid_map"), format!("{group} {group} 1"))
}

/// The identity on what a map (`inside outside count`, a line each) knows.
fn identity(map: &str) -> String {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        Some(format!("{0} {0} {1}\n", words.next()?, words.nth(1)?))
    };
    map.lines().filter_map(line).collect()
}

#[expect(unsafe_code, reason = "no safe interface forks into new namespaces")]
fn clone(flags: i32) -> io::Result<Option<Pid>> {
    let flags = libc::c_long::from(flags | libc::SIGCHLD);
    let nothing: libc::c_long = 0;
    // SAFETY: without a stack and without shared memory this is `fork`, and we have one thread, so no lock is held by
    // another. The C library's idea of our thread's number is stale in the child, which sends itself no signals.
    let number =
        unsafe { libc::syscall(libc::SYS_clone, flags, nothing, nothing, nothing, nothing) };
    match i32::try_from(number) {
        Ok(number) if number >= 0 => Ok(Pid::from_raw(number)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// What could be mounted in the keeper's rooms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mounts {
    /// A `/proc` that shows the cage only.
    pub(super) has_processes: bool,
    /// A temporary folder that vanishes with the cage.
    pub(super) has_temporary: bool,
}

/// Furnishes the rooms; called by the keeper.
pub(super) fn furnish(rooms: &Namespaces, temporary_bytes: u64) -> Mounts {
    if !rooms.are_own {
        return Mounts::default();
    }
    // The machine's name is none of the bot's business.
    let _ = rustix::system::sethostname(b"cage");
    // Nothing that is mounted from here on may show outside.
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    if mount_change("/", private).is_err() {
        return Mounts::default();
    }
    let plain = MountFlags::NOSUID | MountFlags::NODEV;
    let size = std::ffi::CString::new(format!("size={temporary_bytes},nr_inodes=4096,mode=1777"));
    Mounts {
        has_processes: mount("proc", "/proc", "proc", plain, None).is_ok(),
        has_temporary: size.is_ok_and(|size| {
            mount("tmpfs", TEMPORARY, "tmpfs", plain, Some(size.as_c_str())).is_ok()
        }),
    }
}
