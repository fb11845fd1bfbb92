//! Programs run in the cage as outside, whatever they are written in.

use std::path::Path;
use std::process::Command;

use bellwether_cage::CageExit;

use crate::caged_folder::{CagedFolder, Setting, alone, finish, skip, untried};

const SETTINGS: [Setting; 3] = [Setting::PLAIN, Setting::NOBODY, Setting::NOBODY_REFUSED];

/// Runs it in every setting; it must say what is expected.
fn says(prepare: impl Fn(&CagedFolder), launch: &[&str], expected: &str) {
    for setting in SETTINGS.into_iter().filter(|setting| setting.is_possible()) {
        let caged = CagedFolder::new(setting);
        prepare(&caged);
        let ended = caged.run(caged.command(launch));
        assert_eq!(ended.out, expected, "{setting:?}: {launch:?}: {ended:?}");
        assert_eq!(ended.exit, CageExit::Exited(0), "{setting:?}: {launch:?}");
    }
}

/// Whether a program is installed; says so if not. No protection depends on it.
fn is_there(program: &str) -> bool {
    let found = finish(Command::new("sh").args(["-c", &format!("command -v {program}")]));
    if !found.status.success() {
        skip(&format!("{program} is not installed"), false);
    }
    found.status.success()
}

const PYTHON: &str = "import asyncio, json, random, subprocess, tempfile, threading, time\n\
    async def main():\n\
    \x20   await asyncio.sleep(0)\n\
    \x20   return subprocess.run(['echo', 'child'], capture_output=True, text=True).stdout.strip()\n\
    print(asyncio.run(main()), time.localtime().tm_year > 2000)\n";

#[test]
fn the_systems_python() {
    says(
        |caged| drop(caged.file("bot.py", PYTHON)),
        &["/usr/bin/python3", "bot.py"],
        "child True\n",
    );
}

/// Which may be a home folder's, as with pyenv; one that an ordinary user cannot reach is not tried as one.
#[test]
fn the_python_on_the_path() {
    let caged = CagedFolder::new(Setting::PLAIN);
    caged.file("bot.py", &format!("#!/usr/bin/env python3\n{PYTHON}"));
    for launch in [&["python3", "bot.py"][..], &["./bot.py"], &["env", "python3", "bot.py"]] {
        let ended = caged.run(caged.command(launch));
        assert_eq!(ended.out, "child True\n", "{launch:?}: {ended:?}");
    }
}

/// Workers need semaphores, which live in the private temporary folder.
#[test]
fn pythons_workers() {
    let caged = CagedFolder::new(Setting::PLAIN);
    let how = &caged.report().protections[0].how;
    if !how.contains("TMPDIR") {
        return untried(&format!("there is no private temporary folder: {how}"));
    }
    caged.file("bot.py", "import multiprocessing\nif __name__ == '__main__':\n    with multiprocessing.Pool(2) as pool: print(sum(pool.map(abs, [-1, -2])))\n");
    let ended = caged.run(caged.command(&["/usr/bin/python3", "bot.py"]));
    assert_eq!(ended.out, "3\n", "{ended:?}");
}

#[test]
fn node() {
    if is_there("node") {
        let script = "const { execSync } = require('child_process');\n\
            setTimeout(() => console.log('node', execSync('echo child').toString().trim()), 1);\n";
        says(|caged| drop(caged.file("bot.js", script)), &["node", "bot.js"], "node child\n");
    }
}

#[test]
fn java() {
    if is_there("java") && is_there("javac") {
        let source = "public class Bot { public static void main(String[] a) throws Exception {\
            Thread t = new Thread(() -> System.out.println(\"java\")); t.start(); t.join(); } }";
        let compile = |caged: &CagedFolder| {
            let file = caged.file("Bot.java", source);
            assert!(finish(Command::new("javac").arg(file)).status.success());
            caged.own("Bot.class");
        };
        says(compile, &["java", "-cp", ".", "Bot"], "java\n");
    }
}

#[test]
fn compiled_programs() {
    if is_there("g++") {
        let source = "#include <iostream>\n#include <thread>\nint main() { std::thread([] { std::cout << \"c++\" << std::endl; }).join(); }";
        let compile = |caged: &CagedFolder| {
            let file = caged.file("bot.cpp", source);
            let mut compiler = Command::new("g++");
            compiler.args(["-pthread", "-o"]).arg(caged.folder.join("bot")).arg(file);
            assert!(finish(&mut compiler).status.success());
            caged.own("bot");
        };
        says(compile, &["./bot"], "c++\n");
    }
}

/// Our own binary, which is written in Rust and starts threads.
#[test]
fn our_own_engine() {
    let copy = |caged: &CagedFolder| {
        let binary = Path::new(env!("CARGO_BIN_EXE_bellwether"));
        alone(|| std::fs::copy(binary, caged.folder.join("engine")).unwrap());
        caged.own("engine");
    };
    let launch = ["./engine", "perft", "breakthrough", "--depth", "3", "--threads", "2"];
    let outside = finish(Command::new(env!("CARGO_BIN_EXE_bellwether")).args(&launch[1..]));
    says(copy, &launch, &String::from_utf8(outside.stdout).unwrap());
}
