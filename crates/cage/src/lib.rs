//! A cage for untrusted programs: they can harm neither the machine nor each other.
//!
//! Inside, a program sees its own folder and the system's programs and libraries, no network and no other process; its
//! memory, processes, open files, file sizes and processor time are bounded; and when it ends or is ended, so does
//! everything it started. `docs/cage.md` says what is promised and what is not.
//!
//! | module | what it does |
//! |---|---|
//! | `policy` | [`Cage`], and the command that starts a program in it |
//! | `exit` | [`CageExit`]: how the program ended |
//! | `homes` | folders that no bot may see |
//! | `refusal` | which limit a bot's error message speaks of |
//! | `report` | [`CageReport`]: what is in force on this machine, found by trying |
//! | `linux` | the cage itself |
//! | `elsewhere` | what other Unix systems get |
//!
//! A process has to confine itself, and doing so after a fork in a program with threads is a minefield. So
//! [`Cage::command`] starts a *helper*: normally the caller's own binary again, whose `main` calls [`enter`] before
//! anything else, while it still has one thread.

#[cfg(not(unix))]
compile_error!("Bellwether runs on Linux and, with less of a cage, on macOS: see docs/cage.md");

#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod exit;
mod homes;
#[cfg(target_os = "linux")]
mod linux;
mod policy;
mod refusal;
mod report;

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;

pub use exit::CageExit;
pub use policy::{Cage, set_helper};
pub use report::{CageReport, Protection};

use policy::HelperOrders;

/// The word after the program's name that makes it a helper.
pub const HELPER: &str = "cage-helper";

/// Builds a cage and supervises it, if the arguments (of the whole command line, the program's name first) say that this
/// process was started for that; `None` if it was not.
///
/// Call it at the very start of `main`, before there is a second thread.
#[must_use]
pub fn enter(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut words = arguments.into_iter().skip(1);
    if words.next().as_deref() != Some(OsStr::new(HELPER)) {
        return None;
    }
    Some(match HelperOrders::read(words) {
        Some(orders) => system::run(&orders),
        None => {
            say("it is started by the arena, not by hand: see `bellwether cage --help`");
            ExitCode::from(CageExit::NoCage.code())
        }
    })
}

/// Writes a line to standard error, beside what the bot itself writes there.
fn say(sentence: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{HELPER}: {sentence}");
}
