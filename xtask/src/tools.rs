//! Programs that the tests need besides Rust, installed where they are missing.

use std::process::Command;

/// A program, and the Debian package that has it.
const NEEDED: &[(&str, &str)] = &[
    // Misbehaving bots, and a client of the course's server.
    ("python3", "python3"),
    // A wall clock that jumps, for one process.
    ("faketime", "faketime"),
    // The server of clusters, and networks to cut.
    ("nats-server", "nats-server"),
    ("ip", "iproute2"),
    ("openssl", "openssl"),
    // The page, as its visitors see it: Chromium without a window.
    ("chromium-headless-shell", "chromium-headless-shell"),
    ("node", "nodejs"),
    ("npm", "npm"),
];

/// A module of Python, and the Debian package that has it: Debian's Python comes without some of its own.
const NEEDED_MODULES: &[(&str, &str)] = &[("ensurepip", "python3-venv"), ("pip", "python3-pip")];

/// Installs what is missing; whether everything is there now.
pub(crate) fn install() -> bool {
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let programs = NEEDED.iter().filter(|(program, _)| !is_there(program));
    let has_module = |module: &str| {
        let output = Command::new("python3").args(["-m", module, "--version"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let modules = NEEDED_MODULES.iter().filter(|(module, _)| !has_module(module));
    let missing: Vec<&str> = programs.chain(modules).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return true;
    }
    let names = missing.join(" ");
    println!("   installing {names}");
    // Package lists may be missing or old; the installation itself tells whether that mattered.
    apt(&["update"]);
    let is_done = apt(&[&["install", "--yes", "--no-install-recommends"], &missing[..]].concat());
    if !is_done {
        eprintln!("these could not be installed: {names}; install them and start again");
    }
    is_done
}

fn apt(arguments: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command.status().is_ok_and(|status| status.success())
}
