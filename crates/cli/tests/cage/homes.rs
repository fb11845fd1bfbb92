//! No bot sees a home folder: not as its own folder, and not as what its interpreter was installed into.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::caged_folder::{CagedFolder, Setting, finish};

/// A home where none is expected, with a key in it.
fn home(around: &CagedFolder) -> PathBuf {
    let home = around.folder.join("students/ann");
    fs::create_dir_all(home.join("keys")).unwrap();
    fs::write(home.join("keys/id"), "secret").unwrap();
    fs::write(home.join("bot.py"), "print(open('keys/id').read())\n").unwrap();
    home
}

fn bellwether(home: &Path, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.env("HOME", home).env("NO_COLOR", "1").current_dir(folder).stdin(Stdio::null());
    command
}

#[test]
fn a_home_is_no_bots_folder() {
    let around = CagedFolder::new(Setting::PLAIN);
    let home = home(&around);
    // The home itself, and what holds it.
    for folder in [&home, &around.folder.join("students")] {
        let mut command = bellwether(&home, folder);
        let output = finish(command.args(["cage", "--", "cat", "keys/id", "ann/keys/id"]));
        let (out, err) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
        assert_eq!((out.unwrap().as_str(), output.status.code()), ("", Some(2)));
        let err = err.unwrap();
        assert!(err.contains("move the bot to a folder of its own"), "{err}");
        assert!(err.contains(folder.to_str().unwrap()) && err.contains("--folder"), "{err}");
    }
    // A match, too, before any game.
    let bot = ["--agent", "bot:cmd=python3 bot.py", "--agent", "random", "--no-records"];
    let mut command = bellwether(&home, &home);
    let output = finish(command.args(["match", "breakthrough:rows=5,columns=4"]).args(bot));
    let said = format!("{output:?}");
    assert!(!output.status.success() && !said.contains("secret"), "{said}");
    assert!(said.contains("move the bot to a folder of its own"), "{said}");
    // The helper refuses it by itself, whoever calls it.
    let mut cage = CagedFolder::new(Setting::PLAIN);
    let ssh = cage.folder.join(".ssh");
    fs::create_dir(&ssh).unwrap();
    cage.cage.readable.clear();
    let ended = cage.run(cage.command(&["ls"]));
    assert_eq!(ended.exit, bellwether_cage::CageExit::NotAllowed, "{ended:?}");
    assert!(ended.err.contains("home folder"), "{ended:?}");
    // A folder in a home is as good as any.
    let own = home.join("bot");
    fs::create_dir(&own).unwrap();
    let output = finish(bellwether(&home, &own).args(["cage", "--", "cat", "../keys/id"]));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let output = finish(bellwether(&home, &own).args(["cage", "--", "ls"]));
    assert!(output.status.success(), "{output:?}");
    // To look at the cage is harmless anywhere.
    assert!(finish(bellwether(&home, &home).arg("cage")).status.success());
}

/// `~/bin/tool` beside a `~/lib` does not make the home an installation.
#[test]
fn a_home_is_no_installation() {
    let (around, caged) = (CagedFolder::new(Setting::PLAIN), CagedFolder::new(Setting::PLAIN));
    let home = home(&around);
    fs::create_dir(home.join("lib")).unwrap();
    fs::create_dir(home.join("bin")).unwrap();
    let key = home.join("keys/id");
    let tool = around.file("students/ann/bin/tool", &format!("#!/bin/sh\ncat {}\n", key.display()));
    let mut command = bellwether(&home, &caged.folder);
    let output = finish(command.args(["cage", "--"]).arg(tool));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    assert!(String::from_utf8(output.stderr).unwrap().contains("Permission denied"));
}
