//! `cage`: which protections work on this machine, or a program run in the cage.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::time::Duration;

use bellwether_cage::{Cage, CageReport};
use bellwether_core::Error;
use bellwether_core::spec::Spec;
use clap::Args;

/// What a bot may see and use, for `cage` and `grade`.
#[derive(Args, Debug)]
pub(crate) struct CageOptions {
    /// Let it write in its folder, too.
    #[arg(long)]
    write: bool,
    /// Let it also read this file or folder; may be given several times.
    #[arg(long, value_name = "PATH")]
    read: Vec<PathBuf>,
    /// Mebibytes of memory for all its processes together; by default 1024.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: Option<u64>,
    /// Processes and threads; by default 64.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    processes: Option<u32>,
    /// Files that one process may have open; by default 256.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    open_files: Option<u32>,
    /// Mebibytes of the largest file it may write; by default 64.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    file_size: Option<u64>,
    /// Seconds of processor time for all its processes together; by default 3600.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    cpu: Option<u64>,
}

impl CageOptions {
    /// The same as options of a bot's agent.
    pub(crate) fn add_to(&self, mut spec: Spec) -> Result<Spec, Error> {
        if self.write {
            spec = spec.with("write", "on");
        }
        if !self.read.is_empty() {
            let paths =
                std::env::join_paths(&self.read).ok().and_then(|paths| paths.into_string().ok());
            let paths =
                paths.ok_or_else(|| Error::invalid("--read takes a path without a colon"))?;
            spec = spec.with("read", &paths);
        }
        let numbers = [
            ("memory", self.memory),
            ("processes", self.processes.map(u64::from)),
            ("open-files", self.open_files.map(u64::from)),
            ("file-size", self.file_size),
            ("cpu", self.cpu),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                spec = spec.with(name, &number.to_string());
            }
        }
        Ok(spec)
    }
}

/// Arguments of `cage`.
#[derive(Args, Debug)]
pub(crate) struct CageArguments {
    /// The bot's folder, which it sees.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    #[command(flatten)]
    options: CageOptions,
    /// The program to run inside, with its arguments; without one the cage is tried and described.
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
}

impl CageArguments {
    fn cage(&self) -> Result<Cage, Error> {
        if !self.folder.is_dir() {
            return Err(Error::not_found(format!(
                "there is no folder `{}`",
                self.folder.display()
            )));
        }
        let (usual, options) = (Cage::new(&self.folder), &self.options);
        Ok(Cage {
            writable: options.write,
            readable: options.read.clone(),
            memory: options.memory.map_or(usual.memory, |mebibytes| mebibytes << 20),
            processes: options.processes.unwrap_or(usual.processes),
            open_files: options.open_files.unwrap_or(usual.open_files),
            file_size: options.file_size.map_or(usual.file_size, |mebibytes| mebibytes << 20),
            cpu: options.cpu.map_or(usual.cpu, Duration::from_secs),
            ..usual
        })
    }
}

/// Runs the program, or returns the text that describes the cage.
pub(crate) fn run(arguments: &CageArguments, json: bool) -> anyhow::Result<String> {
    let cage = arguments.cage()?;
    if arguments.command.is_empty() {
        let report = CageReport::probe(&cage)?;
        return Ok(if json { to_json(&report) } else { to_text(&report) });
    }
    anyhow::ensure!(!json, Error::invalid("--json works only without a program"));
    cage.check_folder().map_err(|why| Error::invalid(format!("{why}, and name it by --folder")))?;
    // This process becomes the supervisor, so that signals and the exit status are the program's.
    Err(cage.command(&arguments.command).exec().into())
}

fn to_json(report: &CageReport) -> String {
    let whole = report.is_whole();
    format!("{:#}\n", serde_json::json!({ "whole": whole, "bars": report.protections }))
}

fn to_text(report: &CageReport) -> String {
    let mut text = String::new();
    let widest = report
        .protections
        .iter()
        .map(|protection| protection.promise.chars().count())
        .max()
        .unwrap_or(0);
    for protection in &report.protections {
        let holds = if protection.holds { "yes" } else { "NO " };
        let _ = writeln!(text, "{holds}  {:widest$}  {}", protection.promise, protection.how);
    }
    let missing = report.protections.iter().filter(|protection| !protection.holds).count();
    let _ = match missing {
        0 => writeln!(text, "\nAll protections work."),
        1 => writeln!(text, "\n1 protection is missing: run only bots that you trust that far."),
        _ => writeln!(
            text,
            "\n{missing} protections are missing: run only bots that you trust that far."
        ),
    };
    text
}
