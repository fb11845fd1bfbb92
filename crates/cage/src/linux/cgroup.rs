//! A control group of the cage's own (cgroup v2), where one may be had: there the kernel itself counts memory, its own for
//! the bot included, processes and processor time.
//!
//! A group that has processes cannot divide its controllers. So ours is made beside a group that we are in: in the nearest
//! folder above that has the controllers switched on for its subgroups and in which we may make one, as root or because it
//! was delegated to us. Nothing of the machine's own groups is changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};

use super::tree;
use crate::Cage;

/// What every group of ours is called, before the supervisor's number.
const NAME: &str = "bellwether-cage-";
/// The controllers we need; processor time is counted without one.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// A group with nothing but a cage in it; removed with its last process.
#[derive(Debug)]
pub(super) struct ControlGroup(PathBuf);

impl ControlGroup {
    /// Makes a group with the limits of this cage; if there is none to be had, why.
    pub(super) fn create(cage: &Cage) -> Result<Self, String> {
        let own = own_folder().ok_or("cgroup v2 is not mounted")?;
        let mut why = format!("no {} in cgroup v2", CONTROLLERS.join(" and "));
        for above in own.ancestors() {
            let Ok(shared) = fs::read_to_string(above.join("cgroup.subtree_control")) else {
                break;
            };
            let is_shared = |name: &&str| shared.split_whitespace().any(|word| word == *name);
            if !CONTROLLERS.iter().all(is_shared) {
                continue;
            }
            remove_abandoned(above);
            match Self::create_in(above, cage) {
                Ok(group) => return Ok(group),
                Err(error) => why = format!("cgroups: {error}"),
            }
        }
        Err(why)
    }

    fn create_in(above: &Path, cage: &Cage) -> io::Result<Self> {
        let folder = above.join(format!("{NAME}{}", std::process::id()));
        fs::create_dir(&folder)?;
        let group = Self(folder);
        // Temporary files are memory, with a bound of their own.
        group.write("memory.max", cage.memory.saturating_add(cage.file_size))?;
        group.write("memory.oom.group", 1)?;
        // Init is one, too.
        group.write("pids.max", u64::from(cage.processes) + 1)?;
        // Where there is no swap there is nothing to forbid.
        let _ = group.write("memory.swap.max", 0);
        Ok(group)
    }

    fn write(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.0.join(file), value.to_string())
    }

    /// Puts a process into it, with all that it will start.
    pub(super) fn admit(&self, process: Pid) -> io::Result<()> {
        fs::write(self.0.join("cgroup.procs"), process.as_raw_nonzero().to_string())
    }

    /// Whether processes were killed because the memory was used up.
    pub(super) fn has_run_out(&self) -> Result<bool, String> {
        Ok(self.field("memory.events", "oom_kill ")? > 0)
    }

    /// Processor time of all processes that were ever in it.
    pub(super) fn cpu(&self) -> Result<Duration, String> {
        Ok(Duration::from_micros(self.field("cpu.stat", "usage_usec ")?))
    }

    fn field(&self, file: &str, name: &str) -> Result<u64, String> {
        let path = self.0.join(file);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        tree::field(&bytes, name).ok_or_else(|| format!("{} has no {name}", path.display()))
    }

    /// Kills what is left in it and removes it.
    pub(super) fn remove(&self) {
        // Linux 5.14; before that, the end of the namespace or the sweep has killed them.
        let _ = self.write("cgroup.kill", 1);
        for _ in 0..1000 {
            match fs::remove_dir(&self.0) {
                // The last process is still on its way out.
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}

/// The folder of the group that we are in.
fn own_folder() -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    folder_of(&groups, &mounts)
}

/// The same, by what the kernel says of our groups and of our mounts.
fn folder_of(groups: &str, mounts: &str) -> Option<PathBuf> {
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let words: Vec<&str> = place.split(' ').collect();
        let (root, point) = (words.get(3)?, words.get(4)?);
        let below = Path::new(own).strip_prefix(root).ok()?;
        kind.starts_with("cgroup2 ").then(|| Path::new(point).join(below))
    })
}

/// Removes groups whose supervisor was killed. One with processes in it stays.
fn remove_abandoned(above: &Path) {
    for entry in fs::read_dir(above).into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name();
        let supervisor = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse().ok());
        if let Some(supervisor) = supervisor.and_then(Pid::from_raw)
            && (supervisor == rustix::process::getpid() || test_kill_process(supervisor).is_err())
        {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_group_is_found_in_every_layout() {
        let whole = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
        let hybrid = "33 32 0:28 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n\
                      41 32 0:36 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let container = "99 98 0:26 /docker/7 /sys/fs/cgroup ro - cgroup2 cgroup ro\n";
        let session = "0::/user.slice/user-1000.slice/session-2.scope\n";
        let found =
            |groups, mounts| folder_of(groups, mounts).map(|path| path.display().to_string());
        let expected = "/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope";
        assert_eq!(found(session, whole).as_deref(), Some(expected));
        assert_eq!(found("8:pids:/\n0::/\n", hybrid).as_deref(), Some("/sys/fs/cgroup/unified/"));
        assert_eq!(found("0::/docker/7/x\n", container).as_deref(), Some("/sys/fs/cgroup/x"));
        assert_eq!(found("8:pids:/\n", whole), None);
    }
}
