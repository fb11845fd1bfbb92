//! The command `bellwether cage`.

use std::process::{Command, Stdio};

use crate::caged_folder::{CagedFolder, Setting, finish, untried};

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
