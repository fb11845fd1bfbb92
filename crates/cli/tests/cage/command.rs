//! The command `bellwether cage`.

use std::process::{Command, Stdio};

use crate::caged_folder::{CagedFolder, PYTHON, Setting, finish, untried};

fn bellwether() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

#[test]
fn it_describes_the_cage() {
    let output = finish(bellwether().arg("cage"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for promise in ["sees its folder", "no network", "at most 1024 MiB of memory", "is not root"] {
        assert!(text.contains(promise), "{text}");
    }
    let output = finish(bellwether().args(["cage", "--json", "--memory", "300"]));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let protections = value["bars"].as_array().unwrap();
    assert_eq!(value["whole"], protections.iter().all(|protection| protection["holds"] == true));
    assert!(
        protections.iter().any(|protection| protection["promise"] == "at most 300 MiB of memory")
    );
}

/// Root or not, with namespaces or without: where the kernel has Landlock, every promise is kept.
#[test]
fn every_level_keeps_its_promises() {
    let settings = [Setting::PLAIN, Setting::NOBODY, Setting::REFUSED, Setting::NOBODY_REFUSED];
    for setting in settings.into_iter().filter(|setting| setting.is_possible()) {
        let report = CagedFolder::new(setting).report();
        let text = format!("{setting:?}: {report:#?}");
        let lacks_landlock = ["no Landlock", "not switched on"]
            .into_iter()
            .chain(["version 1", "version 2", "version 3", "version 4", "version 5"])
            .any(|lack| report.protections[0].how.contains(lack));
        if lacks_landlock {
            untried(&format!("{setting:?}: {}", report.protections[0].how));
        }
        assert!(report.is_whole() || lacks_landlock, "{text}");
        assert!(setting.has_namespaces() || text.contains("namespaces are refused"), "{text}");
    }
}

#[test]
fn it_runs_a_program_inside() {
    let caged = CagedFolder::new(Setting::PLAIN);
    let run = |words: &[&str]| {
        let folder = caged.folder.to_str().unwrap();
        let output = finish(bellwether().args(["cage", "--folder", folder]).args(words));
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(
        run(&["--", "sh", "-c", "pwd; exit 7"]),
        (Some(7), format!("{}\n", caged.folder.display()))
    );
    assert_eq!(run(&["--write", "--", "sh", "-c", "echo text > file; cat file"]).1, "text\n");
    assert_eq!(run(&["--", "cat", "/etc/passwd"]).0, Some(1));
    assert_eq!(run(&["--read", "/etc/passwd", "--", "cat", "/etc/passwd"]).0, Some(0));
    assert_eq!(run(&["--", "no-such-program"]).0, Some(243));
}

#[test]
fn bad_input_is_one_sentence() {
    let output = finish(bellwether().args(["cage", "--folder", "/no/such/folder"]));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: there is no folder `/no/such/folder`\n"
    );
    let output = finish(bellwether().arg("cage-helper"));
    assert_eq!(output.status.code(), Some(246));
    assert!(String::from_utf8(output.stderr).unwrap().contains("started by the arena"));
}

/// What a program does to the terminal would outlive it.
#[test]
fn the_terminal_keeps_its_echo() {
    let caged = CagedFolder::new(Setting::PLAIN);
    let script = "import os, subprocess, sys, termios\n\
        master, slave = os.openpty()\n\
        echo = lambda: termios.tcgetattr(slave)[3] & termios.ECHO\n\
        before = echo()\n\
        end = subprocess.run(sys.argv[1:], stdin=slave, capture_output=True)\n\
        print(bool(before), bool(echo()), end.returncode != 0)\n";
    let mut python = Command::new(PYTHON);
    python.args(["-S", "-c", script, env!("CARGO_BIN_EXE_bellwether"), "cage", "--folder"]);
    python.arg(&caged.folder).args(["--", "stty", "-echo"]);
    let output = finish(&mut python);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "True True True\n", "{output:?}");
}

/// What the cage refused is not taken for the bot's fault: the limit is named, and the option that widens it.
#[test]
fn a_refusal_is_named() {
    let caged = CagedFolder::new(Setting::PLAIN);
    let book = CagedFolder::new(Setting::PLAIN);
    let file = book.file("book", "text");
    caged.file("bot.py", &format!("open('{}').read()\ninput()\nprint('resign')\n", file.display()));
    let bot = format!("bot:cmd={PYTHON} {}/bot.py", caged.folder.display());
    let run = |bot: &str| {
        let mut command = bellwether();
        command.args(["match", "breakthrough:rows=5,columns=4", "--no-records", "--games", "2"]);
        let output = finish(command.args(["--agent", bot, "--agent", "random"]));
        String::from_utf8(output.stdout).unwrap()
    };
    let bot = format!("{bot},dir={}", caged.folder.display());
    let said = run(&bot);
    assert!(said.contains("Permission denied") && said.contains("read=PATH"), "{said}");
    let said = run(&format!("{bot},read={}", file.display()));
    assert!(!said.contains("Permission denied"), "{said}");
}

/// `grade` takes the options that a bot in a match has.
#[test]
fn a_graded_bot_has_the_same_options() {
    let caged = CagedFolder::new(Setting::PLAIN);
    caged.file("bot.py", "import os\nopen('log', 'w').write(str(os.getpid()))\n");
    let mut command = bellwether();
    command.args(["grade", "breakthrough:rows=5,columns=4", "--write", "--processes", "8"]);
    command.args(["--memory", "100", "--open-files", "50", "--file-size", "1", "--cpu", "10"]);
    command.args(["--read", "/etc/hostname", "--dir"]).arg(&caged.folder);
    let output = finish(command.args(["--", PYTHON, "bot.py"]));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(caged.folder.join("log").exists(), "{output:?}");
}
