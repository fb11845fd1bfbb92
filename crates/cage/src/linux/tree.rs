//! The cage's processes and their total use of resources, from `/proc`.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// What some processes use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Bytes in memory that are not in a file.
    pub(super) memory: u64,
    /// Processes and threads.
    pub(super) tasks: u32,
    /// Processor time, that of ended children included.
    pub(super) cpu: Duration,
}

/// What the descendants of a process use.
pub(super) fn usage(root: Pid, memory_limit: u64) -> Usage {
    let processes = descendants(root);
    let mut sum = Usage::default();
    let mut ticks = 0;
    for &process in &processes {
        let status = text(process, "status");
        let kibibytes = field(&status, "RssAnon:") + field(&status, "RssShmem:");
        sum.memory += kibibytes * 1024;
        sum.tasks += u32::try_from(field(&status, "Threads:")).unwrap_or(u32::MAX);
        ticks += busy_ticks(&text(process, "stat"));
    }
    let hertz = rustix::param::clock_ticks_per_second().max(1);
    sum.cpu = Duration::from_millis(ticks.saturating_mul(1000) / hertz);
    if sum.memory > memory_limit && processes.len() > 1 {
        sum.memory = sum.memory.min(shared_fairly(&processes));
    }
    sum
}

/// Memory with what a fork shares counted once, which takes the kernel longer to find out.
fn shared_fairly(processes: &[Pid]) -> u64 {
    let of = |&process: &Pid| {
        let rollup = text(process, "smaps_rollup");
        if rollup.is_empty() {
            let status = text(process, "status");
            return field(&status, "RssAnon:") + field(&status, "RssShmem:");
        }
        field(&rollup, "Pss_Anon:") + field(&rollup, "Pss_Shmem:")
    };
    processes.iter().map(of).sum::<u64>() * 1024
}

/// All descendants of a process. One that is just being born may be missed.
pub(super) fn descendants(root: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    let mut queue = vec![root];
    let lists_children = fs::exists("/proc/thread-self/children").unwrap_or(false);
    let all_processes = if lists_children { Vec::new() } else { parents() };
    while let Some(parent) = queue.pop() {
        let children = if lists_children {
            children(parent)
        } else {
            all_processes.iter().filter(|(_, of)| *of == parent).map(|(child, _)| *child).collect()
        };
        queue.extend(&children);
        found.extend(children);
    }
    found
}

fn children(process: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())) else {
        return Vec::new();
    };
    let lists = threads
        .filter_map(Result::ok)
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let mut found = Vec::new();
    for list in lists {
        found.extend(list.split_whitespace().filter_map(number));
    }
    found
}

/// Every process with its parent: for kernels that do not list children.
fn parents() -> Vec<(Pid, Pid)> {
    let parent = |process: Pid| {
        let stat = text(process, "stat");
        let parent = after_name(&stat).nth(1).and_then(number)?;
        Some((process, parent))
    };
    all_processes().filter_map(parent).collect()
}

/// Every process there is.
fn all_processes() -> impl Iterator<Item = Pid> {
    let folder = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    folder.filter_map(|entry| number(entry.file_name().to_str()?))
}

/// How many processes and threads this user runs, anywhere.
pub(super) fn tasks_of(user: u32) -> u32 {
    let tasks = |process| {
        let status = text(process, "status");
        let is_theirs = field(&status, "Uid:") == u64::from(user);
        if is_theirs { field(&status, "Threads:") } else { 0 }
    };
    u32::try_from(all_processes().map(tasks).sum::<u64>()).unwrap_or(u32::MAX)
}

/// Kills all descendants of this process and reaps them, until none is left. Only if orphans come back to us
/// (`PR_SET_CHILD_SUBREAPER`) is that really all.
pub(super) fn sweep() {
    use rustix::process::{WaitOptions, getpid, wait};
    loop {
        for process in descendants(getpid()) {
            let _ = kill_process(process, Signal::KILL);
        }
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn number(word: &str) -> Option<Pid> {
    Pid::from_raw(word.parse().ok()?)
}

fn text(process: Pid, file: &str) -> String {
    fs::read_to_string(format!("/proc/{}/{file}", process.as_raw_nonzero())).unwrap_or_default()
}

/// The first number after a line's name; 0 if there is no such line.
fn field(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The fields of `stat` after the program's name, which may hold anything but ends with the last parenthesis.
fn after_name(stat: &str) -> impl Iterator<Item = &str> {
    stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace()
}

/// Processor time in `stat`: its own and that of children it has reaped.
fn busy_ticks(stat: &str) -> u64 {
    after_name(stat).skip(11).take(4).filter_map(|word| word.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_forge_its_numbers() {
        let stat = "7 (a) R 1 (b) S 3 7 7 0 -1 0 0 0 0 0 10 20 30 40 20 0 1";
        assert_eq!(after_name(stat).nth(1), Some("3"));
        assert_eq!(busy_ticks(stat), 100);
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        assert_eq!(field("VmRSS:\t 5 kB\nRssAnon:\t 7 kB\n", "RssAnon:"), 7);
        assert_eq!(field("", "RssAnon:"), 0);
    }
}
