//! Namespaces without a network and without other processes.
//!
//! Without root they need a user namespace, which some containers and distributions refuse; then the next best is
//! tried, down to no namespace at all.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::io::{read, write};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Signal, WaitOptions, getegid, geteuid, kill_process, set_parent_process_death_signal,
    waitpid,
};

use super::cgroup::ControlGroup;
use crate::Cage;

/// The namespaces that everything after the user namespace needs.
const NAMESPACES: i32 = libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWNS;

/// Where the private temporary folder is: every Linux has it, and no bot is stored there.
pub(super) const TEMPORARY: &str = "/dev/shm";

/// The namespaces of init and its descendants.
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
    /// The signal by which init ends everything: with process 1 of a namespace the kernel kills all others; without
    /// a namespace init has to kill them itself.
    pub(super) fn end(&self) -> Signal {
        if self.are_own { Signal::KILL } else { Signal::TERM }
    }
}

/// The two sides of a split.
pub(super) enum ForkSide {
    /// The supervisor, outside; init has this process id.
    Supervisor(Pid, Namespaces),
    /// Init.
    Init(Namespaces),
}

/// Starts init in the best namespaces available.
pub(super) fn split(group: &mut Result<ControlGroup, String>) -> io::Result<ForkSide> {
    let attempts = [
        (libc::CLONE_NEWUSER | NAMESPACES, "user namespaces are refused"),
        (NAMESPACES, "namespaces without one need root"),
        (0, "no process can be started"),
    ];
    let mut refused = Vec::new();
    for (flags, complaint) in attempts {
        let namespaces = Namespaces {
            are_own: flags & NAMESPACES != 0,
            has_users: flags & libc::CLONE_NEWUSER != 0,
            refused: refused.clone(),
            number: std::process::id(),
        };
        match attempt(flags, &namespaces, group) {
            Ok(Some(init)) => return Ok(ForkSide::Supervisor(init, namespaces)),
            Ok(None) => return Ok(ForkSide::Init(namespaces)),
            Err(error) => refused.push(format!("{complaint} ({error})")),
        }
    }
    Err(io::Error::other(refused.join("; ")))
}

/// Init may start, but is in no group of its own.
const NO_GROUP: [u8; 1] = [0];

/// As `fork`: init's process id outside, `None` in init, which waits until its users are mapped.
fn attempt(
    flags: i32,
    namespaces: &Namespaces,
    group: &mut Result<ControlGroup, String>,
) -> io::Result<Option<Pid>> {
    let (waiting, go) = pipe_with(PipeFlags::CLOEXEC)?;
    let Some(init) = clone(flags)? else {
        drop(go);
        // First this, then the pipe: whenever the supervisor dies, one of the two shows it.
        set_parent_process_death_signal(Some(namespaces.end()))?;
        let mut word = [0; 1];
        if read(&waiting, &mut word) != Ok(1) {
            std::process::exit(1);
        }
        if word == NO_GROUP && group.is_ok() {
            *group = Err("cgroups: it may not be moved there".to_owned());
        }
        return Ok(None);
    };
    drop(waiting);
    if let Ok(joined) = group
        && let Err(error) = joined.admit(init)
    {
        joined.remove();
        *group = Err(format!("cgroups: {error}"));
    }
    match let_start(init, namespaces, group.is_ok(), &go) {
        Ok(()) => Ok(Some(init)),
        Err(error) => {
            let _ = kill_process(init, Signal::KILL);
            let _ = waitpid(Some(init), WaitOptions::empty());
            Err(error)
        }
    }
}

fn let_start(init: Pid, namespaces: &Namespaces, has_group: bool, go: &OwnedFd) -> io::Result<()> {
    if namespaces.has_users {
        map_users(init)?;
    }
    write(go, if has_group { &[1] } else { &NO_GROUP })?;
    Ok(())
}

/// Maps each uid to itself. Root maps all users that it knows, so that it may become one of them and still access
/// all files; others can only map themselves.
fn map_users(init: Pid) -> io::Result<()> {
    let folder = format!("/proc/{}", init.as_raw_nonzero());
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

/// What could be mounted in init's namespaces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mounts {
    /// A `/proc` that shows the cage only.
    pub(super) has_processes: bool,
    /// A temporary folder that vanishes with the cage.
    pub(super) has_temporary: bool,
    /// Whether everything else but a writable folder is read-only.
    pub(super) is_read_only: bool,
}

/// Mounts the private `/proc` and temporary folder; called by init.
pub(super) fn mount_private(namespaces: &Namespaces, cage: &Cage) -> Mounts {
    if !namespaces.are_own {
        return Mounts::default();
    }
    // Hides the machine's name.
    let _ = rustix::system::sethostname(b"cage");
    // Nothing that is mounted from here on may show outside.
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    if mount_change("/", private).is_err() {
        return Mounts::default();
    }
    let is_read_only = make_read_only(cage).is_ok();
    let plain = MountFlags::NOSUID | MountFlags::NODEV;
    let size = cage.file_size;
    let size = std::ffi::CString::new(format!("size={size},nr_inodes=4096,mode=1777"));
    Mounts {
        is_read_only,
        has_processes: mount("proc", "/proc", "proc", plain, None).is_ok(),
        has_temporary: size.is_ok_and(|size| {
            mount("tmpfs", TEMPORARY, "tmpfs", plain, Some(size.as_c_str())).is_ok()
        }),
    }
}

/// Makes all mounts read-only, except the bot's folder if it may write there. Reading leaves no trace then, either: by the
/// times at which files were last read, which all may see, one bot could talk to another.
fn make_read_only(cage: &Cage) -> io::Result<()> {
    let working = std::env::current_dir()?;
    if cage.writable {
        mount_bind_recursive(&cage.folder, &cage.folder)?;
    }
    change_mount(Path::new("/"), MOUNT_READ_ONLY, 0)?;
    if cage.writable {
        change_mount(&cage.folder, 0, MOUNT_READ_ONLY)?;
        // Where we are is still in the mount below.
        std::env::set_current_dir(working)?;
    }
    Ok(())
}

/// `MOUNT_ATTR_RDONLY`.
const MOUNT_READ_ONLY: u64 = 1;
/// The mounts below, too.
const AT_RECURSIVE: libc::c_int = 0x8000;

/// Sets and clears attributes of a mount and those below it; since Linux 5.12.
#[expect(unsafe_code, reason = "no safe interface changes a tree of mounts")]
fn change_mount(path: &Path, set: u64, clear: u64) -> io::Result<()> {
    let path = std::ffi::CString::new(path.as_os_str().as_bytes())?;
    // As the kernel's `mount_attr`: what is set, what is cleared, propagation, user namespace.
    let attributes: [u64; 4] = [set, clear, 0, 0];
    // SAFETY: the path is a string and the attributes are as long as we say; both outlive the call.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            AT_RECURSIVE,
            attributes.as_ptr(),
            size_of_val(&attributes),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
