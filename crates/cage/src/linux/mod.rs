//! The cage on Linux: three processes, one inside the other.
//!
//! | process | module | what it does |
//! |---|---|---|
//! | supervisor | `supervisor` | the helper itself: outside, checks memory and time, passes on how it ended |
//! | init | `init` | process 1 of the namespaces: reaps, and ends everything with itself |
//! | sandboxed | `sandboxed` | confines itself, then becomes the bot |
//!
//! The protections, each in force where the kernel lets us, none depending on another:
//!
//! | module | what it does |
//! |---|---|
//! | `namespaces` | no network, no other processes, a `/proc` and a temporary folder of its own |
//! | `filesystem` | which files may be read and written: Landlock |
//! | `program` | which files the program itself is made of |
//! | `identity` | another user, if we are root |
//! | `limits` | bounds on what one process may use |
//! | `syscalls` | which system calls there are: seccomp |
//! | `tree` | who the processes are |
//! | `usage` | what all of them use together, added up |
//! | `cgroup` | the same, counted by the kernel where it lets us |
//! | `probe` | tries all of it |

mod cgroup;
mod filesystem;
mod identity;
mod init;
mod limits;
mod namespaces;
mod probe;
mod program;
mod sandboxed;
mod signals;
mod supervisor;
mod syscalls;
mod tree;
mod usage;

pub(super) use supervisor::run;
