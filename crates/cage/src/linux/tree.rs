//! The cage's processes, from `/proc`.
//!
//! Files are read as bytes: a process may give itself a name that is no text. What cannot be read of a process that is
//! there is an error, since a limit that sees nothing bounds nothing.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// A file of a process; none if the process is gone.
pub(super) fn read(process: Pid, file: &str) -> Result<Option<Vec<u8>>, String> {
    let path = format!("/proc/{}/{file}", process.as_raw_nonzero());
    match fs::read(&path) {
        Ok(bytes) if !bytes.is_empty() => Ok(Some(bytes)),
        _ if is_gone(process) => Ok(None),
        Ok(_) => Err(format!("{path} is empty")),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

fn is_gone(process: Pid) -> bool {
    test_kill_process(process) == Err(rustix::io::Errno::SRCH)
}

/// All descendants of a process. One that is just being born may be missed.
pub(super) fn descendants(root: Pid) -> Result<Vec<Pid>, String> {
    let mut found = Vec::new();
    let mut queue = vec![root];
    let lists_children = fs::exists("/proc/thread-self/children").unwrap_or(false);
    let all_processes = if lists_children { Vec::new() } else { parents()? };
    while let Some(parent) = queue.pop() {
        let children = if lists_children {
            children(parent)?
        } else {
            all_processes.iter().filter(|(_, of)| *of == parent).map(|(child, _)| *child).collect()
        };
        queue.extend(&children);
        found.extend(children);
    }
    Ok(found)
}

/// The threads of a process; none if it is gone.
pub(super) fn threads(process: Pid) -> Result<Vec<Pid>, String> {
    let path = format!("/proc/{}/task", process.as_raw_nonzero());
    match fs::read_dir(&path) {
        Ok(folder) => Ok(folder
            .filter_map(Result::ok)
            .filter_map(|entry| number(entry.file_name().as_encoded_bytes()))
            .collect()),
        Err(_) if is_gone(process) => Ok(Vec::new()),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

fn children(process: Pid) -> Result<Vec<Pid>, String> {
    let mut found = Vec::new();
    for thread in threads(process)? {
        let path = format!("/proc/{}/task/{thread}/children", process.as_raw_nonzero());
        match fs::read(&path) {
            Ok(list) => found.extend(words(&list).filter_map(number)),
            Err(_) if is_gone(thread) => {}
            Err(error) => return Err(format!("{path}: {error}")),
        }
    }
    Ok(found)
}

/// Every process with its parent: for kernels that do not list children.
fn parents() -> Result<Vec<(Pid, Pid)>, String> {
    let mut pairs = Vec::new();
    for process in all_processes() {
        // Others' processes may be hidden; they are no descendants of ours.
        let Ok(Some(stat)) = read(process, "stat") else { continue };
        let parent = after_name(&stat).nth(1).and_then(number);
        pairs.extend(parent.map(|parent| (process, parent)));
    }
    Ok(pairs)
}

/// Every process there is.
fn all_processes() -> impl Iterator<Item = Pid> {
    let folder = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    folder.filter_map(|entry| number(entry.file_name().as_encoded_bytes()))
}

/// How many processes and threads this user runs, anywhere.
pub(super) fn tasks_of(user: u32) -> u32 {
    let tasks = |process| {
        let status = read(process, "status").ok().flatten().unwrap_or_default();
        let is_theirs = field(&status, "Uid:") == Some(u64::from(user));
        if is_theirs { field(&status, "Threads:").unwrap_or(1) } else { 0 }
    };
    u32::try_from(all_processes().map(tasks).sum::<u64>()).unwrap_or(u32::MAX)
}

/// Kills all descendants of this process and reaps them, until none is left. Only if orphans come back to us
/// (`PR_SET_CHILD_SUBREAPER`) is that really all.
pub(super) fn sweep() {
    use rustix::process::{WaitOptions, getpid, wait};
    loop {
        for process in descendants(getpid()).unwrap_or_default() {
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

fn number(word: &[u8]) -> Option<Pid> {
    Pid::from_raw(std::str::from_utf8(word).ok()?.parse().ok()?)
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The first number after a line's name, if there is such a line. The kernel writes a process's own name in one line.
pub(super) fn field(text: &[u8], name: &str) -> Option<u64> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let line = lines.find_map(|line| line.strip_prefix(name.as_bytes()))?;
    std::str::from_utf8(words(line).next()?).ok()?.parse().ok()
}

/// The fields of `stat` after the program's name, which may hold anything but ends with the last parenthesis.
pub(super) fn after_name(stat: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = stat.iter().rposition(|&byte| byte == b')').map_or(stat.len(), |at| at + 1);
    words(&stat[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_forge_its_numbers() {
        for name in [&b"a) R 1 (b"[..], b"\xff", b"", b"\n"] {
            let stat = [b"7 (", name, b") S 3 7 7 0 -1 0 0 0 0 0 10 20 30 40 20 0 1"].concat();
            assert_eq!(after_name(&stat).nth(1), Some(&b"3"[..]), "{name:?}");
            assert_eq!(after_name(&stat).nth(11), Some(&b"10"[..]), "{name:?}");
        }
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let status = b"Name:\t\xff\xfe\nVmRSS:\t 5 kB\nRssAnon:\t 7 kB\n";
        assert_eq!(field(status, "RssAnon:"), Some(7));
        assert_eq!(field(b"", "RssAnon:"), None);
    }
}
