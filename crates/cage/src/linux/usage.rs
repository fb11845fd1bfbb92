//! What all processes of the cage use together, added up by the supervisor.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::tree::{after_name, descendants, field, read, threads};

/// What some processes use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Bytes in memory or swapped out that are not in a file, page tables and buffers of pipes and sockets included.
    pub(super) memory: u64,
    /// Processes and threads.
    pub(super) tasks: u32,
    /// Processor time since the start, that of ended processes included.
    pub(super) cpu: Duration,
}

/// The kernel's memory for a pipe that is not enlarged, which the cage forbids.
const PIPE: u64 = 64 << 10;
/// A socket may hold one message more than its bound.
const SOCKET_EXCESS: u64 = 64 << 10;

/// Looks at the descendants of init, again and again.
#[derive(Debug)]
pub(super) struct UsageMeter {
    init: Pid,
    /// What a socket may hold.
    socket: u64,
    seen: HashMap<(Pid, u64), Times>,
    looked_at: Instant,
    cpu: Duration,
}

/// Processor time of a process, in ticks.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    own: u64,
    /// That of children it has waited for.
    reaped: u64,
}

impl UsageMeter {
    pub(super) fn new(init: Pid) -> Self {
        let bound = fs::read_to_string("/proc/sys/net/core/wmem_default").ok();
        let socket = bound.and_then(|text| text.trim().parse().ok()).unwrap_or(256 << 10);
        Self {
            init,
            socket: socket + SOCKET_EXCESS,
            seen: HashMap::new(),
            looked_at: Instant::now(),
            cpu: Duration::ZERO,
        }
    }

    /// What the processes use now.
    ///
    /// # Errors
    /// If something of a living process cannot be read.
    pub(super) fn look(&mut self, memory_limit: u64) -> Result<Usage, String> {
        let processes = descendants(self.init)?;
        let mut sum = Usage::default();
        let mut buffers = BufferCount::default();
        for &process in &processes {
            let Some(status) = living_status(process)? else { continue };
            sum.memory += memory(&status);
            let tasks = field(&status, "Threads:").ok_or("a process hides its threads")?;
            sum.tasks += u32::try_from(tasks.max(1)).unwrap_or(u32::MAX);
            buffers.add(process, &status)?;
        }
        sum.cpu = self.processor_time(&processes)?;
        if sum.memory > memory_limit && processes.len() > 1 {
            sum.memory = sum.memory.min(shared_fairly(&processes)?);
        }
        sum.memory += buffers.sockets() * self.socket + buffers.pipes.len() as u64 * PIPE;
        Ok(sum)
    }

    /// A child that nobody waits for (its parent ignores SIGCHLD) takes its time with it. So what was seen of each
    /// process is kept, and one that is new and runs counts as running since the last look: its predecessors may have come
    /// and gone in between.
    fn processor_time(&mut self, processes: &[Pid]) -> Result<Duration, String> {
        let mut now = HashMap::new();
        let (mut own, mut reaped, mut new_running) = (0, 0, 0);
        for &process in processes.iter().chain([&self.init]) {
            let Some(stat) = read(process, "stat")? else { continue };
            let numbers: Vec<u64> = after_name(&stat)
                .skip(1)
                .map(|word| std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()))
                .map(Option::unwrap_or_default)
                .collect();
            let [user, system, waited_user, waited_system, .., start] =
                *numbers.get(10..19).ok_or("a process hides its times")?
            else {
                return Err("a process hides its times".to_owned());
            };
            let mut times = Times { own: user + system, reaped: waited_user + waited_system };
            if process == self.init {
                // What it does itself is ours.
                times.own = 0;
            }
            let before = self.seen.remove(&(process, start));
            let is_running = after_name(&stat).next() == Some(b"R");
            new_running += u32::from(before.is_none() && is_running && process != self.init);
            let before = before.unwrap_or_default();
            own += times.own.saturating_sub(before.own);
            reaped += times.reaped.saturating_sub(before.reaped);
            now.insert((process, start), times);
        }
        // What is left has ended: if it was waited for, its time is in its parent's now, and was counted before.
        let counted: u64 = self.seen.values().map(|times| times.own + times.reaped).sum();
        self.seen = now;
        let hertz = rustix::param::clock_ticks_per_second().max(1);
        let ticks = own + reaped.saturating_sub(counted);
        let rise = Duration::from_millis(ticks.saturating_mul(1000) / hertz);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let elapsed = std::mem::replace(&mut self.looked_at, Instant::now()).elapsed();
        self.cpu += rise.max(elapsed * new_running.min(cores));
        Ok(self.cpu)
    }
}

/// The status of a process, from a thread that still has memory if the first has ended; none if the process is gone.
fn living_status(process: Pid) -> Result<Option<Vec<u8>>, String> {
    let Some(status) = read(process, "status")? else { return Ok(None) };
    let is_alive = |status: &[u8]| field(status, "RssAnon:").is_some();
    if is_alive(&status) || field(&status, "Threads:").is_some_and(|count| count < 2) {
        return Ok(Some(status));
    }
    for thread in threads(process)? {
        if let Some(status) = read(process, &format!("task/{thread}/status"))?
            && is_alive(&status)
        {
            return Ok(Some(status));
        }
    }
    Ok(Some(status))
}

/// Bytes of memory, by a `status`. One that has ended has none.
fn memory(status: &[u8]) -> u64 {
    let fields = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:", "HugetlbPages:"];
    fields.iter().filter_map(|name| field(status, name)).sum::<u64>() * 1024
}

/// Memory with what a fork shares counted once, which takes the kernel longer to find out.
fn shared_fairly(processes: &[Pid]) -> Result<u64, String> {
    let mut sum = 0;
    for &process in processes {
        let Some(status) = living_status(process)? else { continue };
        // It may not be ours to read: then what it shares counts in full.
        let rollup = read(process, "smaps_rollup").ok().flatten().unwrap_or_default();
        let shares = ["Pss_Anon:", "Pss_Shmem:", "SwapPss:"].map(|name| field(&rollup, name));
        sum += match shares {
            [Some(anonymous), Some(shared), swapped] => {
                let tables = field(&status, "VmPTE:").unwrap_or(0);
                let huge = field(&status, "HugetlbPages:").unwrap_or(0);
                (anonymous + shared + swapped.unwrap_or(0) + tables + huge) * 1024
            }
            _ => memory(&status),
        };
    }
    Ok(sum)
}

/// The pipes and sockets of some processes, each once.
#[derive(Debug, Default)]
struct BufferCount {
    sockets: HashSet<PathBuf>,
    pipes: HashSet<PathBuf>,
    /// Descriptors of processes that do not show theirs: each may be a socket.
    unknown: u64,
}

impl BufferCount {
    fn add(&mut self, process: Pid, status: &[u8]) -> Result<(), String> {
        // A first thread that has ended shows no files; the one that the status is of does.
        let thread = field(status, "Pid:").ok_or("a process hides its number")?;
        let folder = format!("/proc/{}/task/{thread}/fd", process.as_raw_nonzero());
        let Ok(files) = fs::read_dir(folder) else {
            self.unknown += field(status, "FDSize:").unwrap_or(0);
            return Ok(());
        };
        for target in files.filter_map(|file| fs::read_link(file.ok()?.path()).ok()) {
            let name = target.as_os_str().as_bytes();
            if name.starts_with(b"socket:") {
                self.sockets.insert(target);
            } else if name.starts_with(b"pipe:") {
                self.pipes.insert(target);
            }
        }
        Ok(())
    }

    fn sockets(&self) -> u64 {
        self.sockets.len() as u64 + self.unknown
    }
}
