//! Limits that the kernel enforces for each process.

use rustix::process::{Resource, Rlimit, getrlimit, getuid, setrlimit};

use super::namespaces::Namespaces;
use super::tree;
use crate::Cage;

/// Bytes of addresses that a process may reserve beyond its memory: enough for Node, Java and Go.
const ADDRESSES: u64 = 1 << 38;

/// How many more processes than the bot's own the kernel has to allow. Call it outside the cage's `/proc`.
///
/// The kernel counts the processes of a user, since Linux 5.14 within the user namespace, where only init is one
/// besides. A user of its own has none yet. Otherwise all that the same user runs is counted, the other bots of the
/// tournament included, which come and go: there the kernel's limit is only a fallback; the supervisor's count decides.
pub(super) fn allowance(cage: &Cage, namespaces: &Namespaces) -> u32 {
    if getuid().is_root() {
        return 0;
    }
    if namespaces.has_users && counts_by_namespace() {
        return 1;
    }
    tree::tasks_of(getuid().as_raw()).saturating_add(cage.processes.saturating_mul(7))
}

fn counts_by_namespace() -> bool {
    let uname = rustix::system::uname();
    let release = uname.release().to_string_lossy().into_owned();
    let mut numbers = release.split(['.', '-']).map(|word| word.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}

/// Sets the limits; those that could not be set, with the reason.
pub(super) fn set(cage: &Cage, allowance: u32) -> Vec<String> {
    // The supervisor adds up the time of all processes and reports it; this is for the case that it is gone.
    let cpu = cage.cpu.as_secs().saturating_add(2);
    let limits = [
        // Not the address space alone: Node, Java and Go reserve far more of it than they use.
        (Resource::Data, cage.memory, "memory"),
        // The page tables of what is reserved are memory, too.
        (Resource::As, ADDRESSES.saturating_add(cage.memory), "addresses"),
        (Resource::Stack, cage.memory, "stack"),
        (Resource::Nproc, u64::from(cage.processes) + u64::from(allowance), "processes"),
        (Resource::Nofile, cage.open_files.into(), "open files"),
        (Resource::Fsize, cage.file_size, "file size"),
        (Resource::Cpu, cpu, "processor time"),
        (Resource::Core, 0, "core dumps"),
        (Resource::Memlock, 1 << 16, "locked memory"),
        (Resource::Rtprio, 0, "priority"),
        // Signals and timers that wait are the kernel's memory.
        (Resource::Sigpending, 4096, "waiting signals"),
        (Resource::Msgqueue, 0, "messages"),
    ];
    let mut failures = Vec::new();
    for (resource, bound, name) in limits {
        // The caller may have limits of its own, which only root can lift.
        let before = getrlimit(resource);
        let bound = before.maximum.map_or(bound, |maximum| maximum.min(bound));
        // A larger stack than usual would take addresses from everything else.
        let current = if resource == Resource::Stack { before.current } else { None };
        let current = Some(current.map_or(bound, |usual| usual.min(bound)));
        let limit = Rlimit { current, maximum: Some(bound) };
        if let Err(error) = setrlimit(resource, limit) {
            failures.push(format!("{name} ({error})"));
        }
    }
    failures
}
