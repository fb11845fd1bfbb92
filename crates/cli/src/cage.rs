//! `cage`: which protections work on this machine, or a program run in the cage.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::time::Duration;

use bellwether_cage::{Cage, CageReport};
use bellwether_core::Error;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct CageArguments {
    /// The bot's folder, which it sees.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Let it write there, too.
    #[arg(long)]
    write: bool,
    /// Let it also read this file or folder; may be given several times.
    #[arg(long, value_name = "PATH")]
    read: Vec<PathBuf>,
    /// Mebibytes of memory for all its processes together.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// Processes and threads.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    processes: u32,
    /// Files that one process may have open.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    open_files: u32,
    /// Mebibytes of the largest file it may write.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    file_size: u64,
    /// Seconds of processor time for all its processes together.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    cpu: u64,
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
        let mut cage = Cage::new(&self.folder);
        cage.writable = self.write;
        cage.readable.clone_from(&self.read);
        cage.memory = self.memory << 20;
        cage.processes = self.processes;
        cage.open_files = self.open_files;
        cage.file_size = self.file_size << 20;
        cage.cpu = Duration::from_secs(self.cpu);
        Ok(cage)
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
