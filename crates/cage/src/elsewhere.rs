//! What Unix systems other than Linux get: bounds on single processes.

use std::process::ExitCode;

use super::policy::{HelperMode, HelperOrders};
use super::{CageExit, CageReport, Protection, say};

/// Runs the program with the limits there are, and warns that this is no cage.
pub(super) fn run(orders: &HelperOrders) -> ExitCode {
    match orders.purpose {
        HelperMode::Probe => describe(),
        HelperMode::Run => {
            say(WARNING);
            become_bot(orders)
        }
    }
}

const WARNING: &str = "only Linux has the cage: this bot can read your files and use the network";

fn describe() -> ExitCode {
    use std::io::Write;
    let protection = |promise: &str, holds, how: &str| Protection {
        promise: promise.to_owned(),
        holds,
        how: how.to_owned(),
    };
    let protections = vec![
        protection("sees its folder and the system's programs only", false, "needs Linux"),
        protection("has no network and no sockets", false, "needs Linux"),
        protection("reaches no other process", false, "needs Linux"),
        protection("leaves no process behind", false, "needs Linux; its process group is killed"),
        protection("bounds on each process", true, "resource limits, where there are any"),
    ];
    let text = serde_json::json!(CageReport { protections }).to_string();
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// This process becomes the bot, in a process group of its own, which the caller can kill.
fn become_bot(orders: &HelperOrders) -> ExitCode {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Resource, Rlimit, setpgid, setrlimit};

    let cage = &orders.cage;
    let limits = [
        (Resource::Data, cage.memory),
        (Resource::Nofile, cage.open_files.into()),
        (Resource::Fsize, cage.file_size),
        (Resource::Cpu, cage.cpu.as_secs()),
        (Resource::Core, 0),
    ];
    for (resource, bound) in limits {
        // Best effort: not every system knows them all.
        let _ = setrlimit(resource, Rlimit { current: Some(bound), maximum: Some(bound) });
    }
    let _ = setpgid(None, None);
    let [program, arguments @ ..] = orders.launch.as_slice() else {
        return ExitCode::from(CageExit::NoProgram.code());
    };
    let error = Command::new(program).args(arguments).exec();
    say(&format!("could not start `{}`: {error}", program.display()));
    let exit = match error.kind() {
        std::io::ErrorKind::NotFound => CageExit::NoProgram,
        std::io::ErrorKind::PermissionDenied => CageExit::NotAllowed,
        _ => CageExit::NotStarted,
    };
    ExitCode::from(exit.code())
}
