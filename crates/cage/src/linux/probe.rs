//! Tries the protections from inside, and prints which hold.

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixDatagram;
use std::thread;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, Resource, geteuid, getrlimit, test_kill_process};

use super::namespaces::TEMPORARY;
use super::sandboxed::{AppliedProtections, Sandboxed};
use crate::{CageReport, Protection};

/// Tries everything, prints the report as JSON, and ends.
pub(super) fn run(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> ! {
    let report = CageReport { protections: tried(sandboxed, protections) };
    let text = serde_json::json!(report).to_string();
    let is_written = io::stdout().write_all(text.as_bytes()).is_ok();
    std::process::exit(i32::from(!is_written));
}

fn tried(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Vec<Protection> {
    vec![
        files(sandboxed, protections),
        user(protections),
        network(sandboxed, protections),
        others(sandboxed, protections),
        system_calls(protections),
        descendants(sandboxed),
        memory(sandboxed, protections),
        open_files(sandboxed, protections),
        file_size(sandboxed, protections),
        processor_time(sandboxed, protections),
        // Last: its threads stay until the end.
        processes(sandboxed, protections),
    ]
}

fn protection(promise: impl Into<String>, holds: bool, how: impl Into<String>) -> Protection {
    Protection { promise: promise.into(), holds, how: how.into() }
}

fn files(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let is_closed = File::open("/etc/passwd").is_err() && fs::read_dir("/tmp").is_err();
    let how = match &protections.files {
        Ok(landlock) if sandboxed.mounts.is_read_only => {
            format!("Landlock, version {}, and read-only mounts", landlock.version())
        }
        Ok(landlock) => format!("Landlock, version {}", landlock.version()),
        Err(why) => why.clone(),
    };
    let temporary = if sandboxed.mounts.has_temporary {
        format!("; its temporary files vanish with it (TMPDIR={TEMPORARY})")
    } else {
        "; it has no temporary folder".to_owned()
    };
    protection("sees its folder and the system's programs only", is_closed, how + &temporary)
}

fn user(protections: &AppliedProtections) -> Protection {
    let how = match &protections.user {
        Ok(who) => who,
        Err(why) => why,
    };
    protection("is not root", protections.user.is_ok() && !geteuid().is_root(), how)
}

fn network(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let is_closed = TcpListener::bind("127.0.0.1:0").is_err()
        && UdpSocket::bind("127.0.0.1:0").is_err()
        && UnixDatagram::unbound().is_err();
    let namespace =
        if sandboxed.namespaces.are_own { "a network namespace with nothing in it" } else { "" };
    protection(
        "has no network and no sockets",
        is_closed,
        means([namespace, filter(protections)], sandboxed),
    )
}

fn others(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let supervisor = i32::try_from(sandboxed.namespaces.number).ok().and_then(Pid::from_raw);
    let is_out_of_reach =
        supervisor.is_none_or(|supervisor| test_kill_process(supervisor).is_err());
    let namespace = if sandboxed.namespaces.are_own { "a process namespace" } else { "" };
    let landlock = match &protections.files {
        Ok(landlock) if landlock.bounds_signals() => "Landlock",
        _ => "",
    };
    protection("reaches no other process", is_out_of_reach, means([namespace, landlock], sandboxed))
}

fn system_calls(protections: &AppliedProtections) -> Protection {
    let is_refused = memfd_create("probe", MemfdFlags::CLOEXEC).is_err();
    let how = match &protections.syscalls {
        Ok(()) => "seccomp, by a list of what programs need",
        Err(why) => why,
    };
    protection("has only the usual system calls", is_refused, how)
}

fn descendants(sandboxed: &Sandboxed<'_>) -> Protection {
    let how = if sandboxed.namespaces.are_own {
        "the process namespace ends with its first process".to_owned()
    } else {
        format!("orphans are found and killed ({})", sandboxed.namespaces.refused.join("; "))
    };
    protection("leaves no process behind", true, how)
}

fn memory(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let limit = sandboxed.orders.cage.memory;
    let too_much = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_bounded = Vec::<u8>::new().try_reserve_exact(too_much).is_err();
    let how = limited(
        &counted("RLIMIT_DATA", "the supervisor adds up what all processes use", sandboxed),
        protections,
    );
    protection(format!("at most {} MiB of memory", limit >> 20), is_bounded, how)
}

fn open_files(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let limit = sandboxed.orders.cage.open_files;
    let files: Vec<_> = (0..=limit).map_while(|_| File::open("/dev/null").ok()).collect();
    let is_bounded = files.len() < limit as usize;
    protection(
        format!("at most {limit} open files"),
        is_bounded,
        limited("RLIMIT_NOFILE", protections),
    )
}

fn processes(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let limit = sandboxed.orders.cage.processes;
    // Where the kernel's limit is loose, the supervisor's is not; but it must be there.
    let bound = limit.saturating_add(sandboxed.allowance);
    let start = || thread::Builder::new().stack_size(1 << 14).spawn(thread::park);
    let started = (0..=bound).map_while(|_| start().ok()).count();
    let how = limited(&counted("RLIMIT_NPROC", "the supervisor counts", sandboxed), protections);
    protection(format!("at most {limit} processes and threads"), started < bound as usize, how)
}

fn file_size(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let limit = sandboxed.orders.cage.file_size;
    let how = limited("RLIMIT_FSIZE", protections);
    protection(
        format!("at most {} MiB of one file", limit >> 20),
        is_set(Resource::Fsize, limit),
        how,
    )
}

fn processor_time(sandboxed: &Sandboxed<'_>, protections: &AppliedProtections) -> Protection {
    let limit = sandboxed.orders.cage.cpu.as_secs();
    let how = limited(&counted("RLIMIT_CPU", "the supervisor adds up", sandboxed), protections);
    protection(format!("at most {limit} s of processor time"), is_set(Resource::Cpu, limit), how)
}

/// Whether the kernel bounds this. The supervisor acts first on sums, so the kernel's own bound is a little higher.
fn is_set(resource: Resource, limit: u64) -> bool {
    getrlimit(resource).maximum.is_some_and(|maximum| maximum <= limit + 2)
}

/// Who counts what all processes use: the kernel, in a group of the cage's own, or the supervisor.
fn counted(limit: &str, supervisor: &str, sandboxed: &Sandboxed<'_>) -> String {
    match sandboxed.group {
        Ok(()) => format!("{limit}, and the kernel counts (cgroup)"),
        Err(why) => format!("{limit}, and {supervisor} ({why})"),
    }
}

fn limited(how: &str, protections: &AppliedProtections) -> String {
    match protections.limits.as_slice() {
        [] => how.to_owned(),
        failures => format!("{how}; not set: {}", failures.join(", ")),
    }
}

fn filter(protections: &AppliedProtections) -> &'static str {
    if protections.syscalls.is_ok() { "seccomp" } else { "" }
}

/// The means by which a promise holds, or why there are none.
fn means(means: [&str; 2], sandboxed: &Sandboxed<'_>) -> String {
    let means: Vec<_> = means.into_iter().filter(|name| !name.is_empty()).collect();
    match (means.as_slice(), sandboxed.namespaces.refused.as_slice()) {
        ([], refused) => refused.join("; "),
        (means, []) => means.join(" and "),
        (means, refused) => format!("{} ({})", means.join(" and "), refused.join("; ")),
    }
}
