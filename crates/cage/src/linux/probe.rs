//! Tries the bars from inside, and prints what held.

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
pub(super) fn run(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> ! {
    let report = CageReport { bars: tried(inmate, bars) };
    let text = serde_json::json!(report).to_string();
    let is_written = io::stdout().write_all(text.as_bytes()).is_ok();
    std::process::exit(i32::from(!is_written));
}

fn tried(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Vec<Protection> {
    vec![
        files(inmate, bars),
        user(bars),
        network(inmate, bars),
        others(inmate, bars),
        system_calls(bars),
        descendants(inmate),
        memory(inmate, bars),
        open_files(inmate, bars),
        bound(Resource::Fsize, inmate.orders.cage.file_size, "MiB of one file", 1 << 20, bars),
        bound(Resource::Cpu, inmate.orders.cage.cpu.as_secs(), "s of processor time", 1, bars),
        // Last: its threads stay until the end.
        processes(inmate, bars),
    ]
}

fn bar(promise: impl Into<String>, holds: bool, how: impl Into<String>) -> Protection {
    Protection { promise: promise.into(), holds, how: how.into() }
}

fn files(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Protection {
    let is_closed = File::open("/etc/passwd").is_err() && fs::read_dir("/tmp").is_err();
    let how = match &bars.files {
        Ok(fence) => format!("Landlock, version {}", fence.version()),
        Err(why) => why.clone(),
    };
    let temporary = if inmate.furniture.has_temporary {
        format!("; its temporary files vanish with it (TMPDIR={TEMPORARY})")
    } else {
        "; it has no temporary folder".to_owned()
    };
    bar("sees its folder and the system's programs only", is_closed, how + &temporary)
}

fn user(bars: &AppliedProtections) -> Protection {
    let how = match &bars.user {
        Ok(who) => who,
        Err(why) => why,
    };
    bar("is not root", bars.user.is_ok() && !geteuid().is_root(), how)
}

fn network(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Protection {
    let is_closed = TcpListener::bind("127.0.0.1:0").is_err()
        && UdpSocket::bind("127.0.0.1:0").is_err()
        && UnixDatagram::unbound().is_err();
    let room = if inmate.rooms.are_own { "a network namespace with nothing in it" } else { "" };
    bar("has no network and no sockets", is_closed, means([room, filter(bars)], inmate))
}

fn others(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Protection {
    let guard = i32::try_from(inmate.rooms.number).ok().and_then(Pid::from_raw);
    let is_out_of_reach = guard.is_none_or(|guard| test_kill_process(guard).is_err());
    let room = if inmate.rooms.are_own { "a process namespace" } else { "" };
    let fence = match &bars.files {
        Ok(fence) if fence.bounds_signals() => "Landlock",
        _ => "",
    };
    bar("reaches no other process", is_out_of_reach, means([room, fence], inmate))
}

fn system_calls(bars: &AppliedProtections) -> Protection {
    let is_refused = memfd_create("probe", MemfdFlags::CLOEXEC).is_err();
    let how = match &bars.syscalls {
        Ok(()) => "seccomp, by a list of what programs need",
        Err(why) => why,
    };
    bar("has only the usual system calls", is_refused, how)
}

fn descendants(inmate: &Sandboxed<'_>) -> Protection {
    let how = if inmate.rooms.are_own {
        "the process namespace ends with its first process".to_owned()
    } else {
        format!("orphans are hunted down ({})", inmate.rooms.refused.join("; "))
    };
    bar("leaves no process behind", true, how)
}

fn memory(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Protection {
    let limit = inmate.orders.cage.memory;
    let too_much = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_bounded = Vec::<u8>::new().try_reserve_exact(too_much).is_err();
    let how = limited("RLIMIT_DATA, and the guard adds up what all processes use", bars);
    bar(format!("at most {} MiB of memory", limit >> 20), is_bounded, how)
}

fn open_files(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Protection {
    let limit = inmate.orders.cage.open_files;
    let files: Vec<_> = (0..=limit).map_while(|_| File::open("/dev/null").ok()).collect();
    let is_bounded = files.len() < limit as usize;
    bar(format!("at most {limit} open files"), is_bounded, limited("RLIMIT_NOFILE", bars))
}

fn processes(inmate: &Sandboxed<'_>, bars: &AppliedProtections) -> Protection {
    let limit = inmate.orders.cage.processes;
    // Where the kernel's limit is loose, the guard's is not; but it must be there.
    let bound = limit.saturating_add(inmate.allowance);
    let start = || thread::Builder::new().stack_size(1 << 14).spawn(thread::park);
    let started = (0..=bound).map_while(|_| start().ok()).count();
    let how = limited("RLIMIT_NPROC, and the guard counts", bars);
    bar(format!("at most {limit} processes and threads"), started < bound as usize, how)
}

fn bound(
    resource: Resource,
    limit: u64,
    what: &str,
    unit: u64,
    bars: &AppliedProtections,
) -> Protection {
    // The guard comes first where it adds up, so the kernel's own bound is a little later.
    let is_set = getrlimit(resource).maximum.is_some_and(|maximum| maximum <= limit + 2);
    let name = if resource == Resource::Cpu {
        "RLIMIT_CPU, and the guard adds up"
    } else {
        "RLIMIT_FSIZE"
    };
    bar(format!("at most {} {what}", limit / unit), is_set, limited(name, bars))
}

fn limited(how: &str, bars: &AppliedProtections) -> String {
    match bars.limits.as_slice() {
        [] => how.to_owned(),
        failures => format!("{how}; not set: {}", failures.join(", ")),
    }
}

fn filter(bars: &AppliedProtections) -> &'static str {
    if bars.syscalls.is_ok() { "seccomp" } else { "" }
}

/// The means by which a promise is kept, or why there are none.
fn means(means: [&str; 2], inmate: &Sandboxed<'_>) -> String {
    let means: Vec<_> = means.into_iter().filter(|name| !name.is_empty()).collect();
    match (means.as_slice(), inmate.rooms.refused.as_slice()) {
        ([], refused) => refused.join("; "),
        (means, []) => means.join(" and "),
        (means, refused) => format!("{} ({})", means.join(" and "), refused.join("; ")),
    }
}
