//! How a bot ended is reported, and nothing is left of it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use bellwether_cage::CageExit;

use crate::caged_folder::{CagedFolder, PYTHON, Setting, finish, line, start};

/// A program that leaves daemons behind: in sessions of their own, deaf to polite signals.
const DAEMONS: &str = "import signal\n\
    for name in ['SIGTERM', 'SIGINT', 'SIGHUP']: signal.signal(getattr(signal, name), signal.SIG_IGN)\n\
    for number in range(4):\n\
    \x20   if os.fork() == 0:\n\
    \x20       os.setsid()\n\
    \x20       if os.fork(): os._exit(0)\n\
    \x20       os.close(0); os.close(1); os.close(2)\n\
    \x20       time.sleep(300)\n\
    \x20       os._exit(0)\n\
    print('ready', flush=True)\n";

fn all(setting: Setting) {
    if !setting.is_possible() {
        return;
    }
    exits_are_reported(setting);
    not_started(setting);
    daemons(setting);
    ended_from_outside(setting, "-TERM");
    ended_from_outside(setting, "-KILL");
    caller_gone(setting);
    pipes(setting);
}

#[test]
fn ends_with_namespaces() {
    all(Setting::PLAIN);
}

#[test]
fn ends_as_an_ordinary_user() {
    all(Setting::NOBODY);
}

#[test]
fn ends_where_namespaces_are_refused() {
    all(Setting::REFUSED);
}

#[test]
fn ends_as_an_ordinary_user_where_namespaces_are_refused() {
    all(Setting::NOBODY_REFUSED);
}

fn exits_are_reported(setting: Setting) {
    let caged = CagedFolder::new(setting);
    for (script, exit) in [
        ("exit 0", CageExit::Exited(0)),
        ("exit 3", CageExit::Exited(3)),
        ("kill -SEGV $$", CageExit::Killed(11)),
        ("kill -KILL $$", CageExit::Killed(9)),
        ("kill -TERM $$", CageExit::Killed(15)),
    ] {
        let ended = caged.run(caged.command(&["sh", "-c", script]));
        assert_eq!(ended.exit, exit, "{setting:?}: {script}: {ended:?}");
    }
}

fn not_started(setting: Setting) {
    let caged = CagedFolder::new(setting);
    for name in ["no-such-program", "./no-such-program"] {
        let ended = caged.run(caged.command(&[name]));
        assert_eq!(ended.exit, CageExit::NoProgram, "{setting:?}: {ended:?}");
        assert!(ended.err.contains(&format!("`{name}`")), "{}", ended.err);
    }
    let plain = caged.file("plain", "no program");
    std::fs::set_permissions(plain, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let ended = caged.run(caged.command(&["./plain"]));
    assert_eq!(ended.exit, CageExit::NotAllowed, "{setting:?}: {ended:?}");
}

fn daemons(setting: Setting) {
    let caged = CagedFolder::new(setting);
    // `run` sees to it that none is left.
    let ended = caged.run(caged.python(DAEMONS));
    assert_eq!((ended.out.as_str(), ended.exit), ("ready\n", CageExit::Exited(0)), "{setting:?}");
}

fn ended_from_outside(setting: Setting, signal: &str) {
    let caged = CagedFolder::new(setting);
    let mut child = start(&mut caged.python(&format!("{DAEMONS}time.sleep(300)\n")));
    assert_eq!(line(&mut child), "ready");
    // The guard, the bot and its daemons.
    caged.wait_until("all are there", |left| left >= 6);
    let kill = finish(Command::new("kill").args([signal, &child.id().to_string()]));
    assert!(kill.status.success(), "{kill:?}");
    let status = child.wait().unwrap();
    if signal == "-TERM" {
        // The guard ends last.
        assert_eq!(caged.left(), Vec::<String>::new(), "{setting:?}");
        assert_eq!(caged.cage.exit_of(status), CageExit::Killed(15), "{setting:?}");
    }
    caged.wait_until("nothing is left", |left| left == 0);
}

/// The process that ordered the cage is killed.
fn caller_gone(setting: Setting) {
    let caged = CagedFolder::new(setting);
    let command = caged.python(&format!("{DAEMONS}time.sleep(300)\n"));
    let words = command.get_args().map(|word| word.to_str().unwrap().to_owned());
    // Rewritten so that the caller is the shell in between.
    let (ours, theirs) = (format!("\"caller\":{}", std::process::id()), "\"caller\":$$");
    let quoted = |word: String| match word.contains(&ours) {
        true => format!("\"{}\"", word.replace(&ours, theirs).replace('"', "\\\"")),
        false => format!("'{word}'"),
    };
    let words: Vec<_> = words.map(quoted).collect();
    let program = command.get_program().to_str().unwrap();
    let script = format!("'{program}' {} & read end; kill -KILL $$", words.join(" "));
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.current_dir(&caged.folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    setting.dress(&mut shell);
    let mut child = start(&mut shell);
    assert_eq!(line(&mut child), "ready", "{setting:?}: {script}");
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    child.wait().unwrap();
    caged.wait_until("nothing is left", |left| left == 0);
}

/// The pipes are the bot's own: what it closes is closed.
fn pipes(setting: Setting) {
    let caged = CagedFolder::new(setting);
    caged.file("bot.py", "import os, sys, time\nprint(sys.stdin.readline().upper(), end='', flush=True)\nos.close(1)\ntime.sleep(300)\n");
    let mut command = caged.command(&[PYTHON, "-S", "bot.py"]);
    let mut child = start(command.stdin(Stdio::piped()));
    child.stdin.as_mut().unwrap().write_all(b"e2e4\n").unwrap();
    let mut said = String::new();
    child.stdout.as_mut().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "E2E4\n");
    assert!(child.try_wait().unwrap().is_none(), "{setting:?}: it should still run");
    child.kill().unwrap();
    child.wait().unwrap();
    caged.wait_until("nothing is left", |left| left == 0);
}

/// Where a user's `/proc` does not show all processes, and there are no namespaces, nothing can be counted.
#[test]
fn what_cannot_be_measured_is_ended() {
    let setting = Setting::NOBODY_REFUSED;
    if !setting.is_possible() {
        return;
    }
    let caged = CagedFolder::new(setting);
    let command = caged.python("print('ready', flush=True)\ntime.sleep(300)\n");
    let mut hidden = Command::new("unshare");
    let script = "mount -t proc -o hidepid=2 proc /proc && \
        exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"";
    hidden.args(["--mount", "sh", "-c", script, "sh"]).arg(command.get_program());
    hidden.args(command.get_args()).current_dir(&caged.folder);
    hidden.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    hidden.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let ended = caged.run(hidden);
    assert_eq!(ended.exit, CageExit::Unmeasured, "{ended:?}");
    assert!(ended.err.contains("/proc/"), "{ended:?}");
}
