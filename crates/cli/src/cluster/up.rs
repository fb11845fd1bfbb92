//! `cluster up`: a server and some workers on this machine, for a first try.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_cluster::{ClusterAddress, ClusterConnection};
use bellwether_core::Error;
use clap::Args;

use crate::interrupt::Interrupt;

/// Arguments of `cluster up`.
#[derive(Args, Debug)]
pub(crate) struct UpArguments {
    /// How many workers are started; each is a process.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: u16,
    /// Games that each plays at once; by default all of them together as many as there are cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    slots: Option<u16>,
    /// The server's port; only this machine can reach it.
    #[arg(long, value_name = "PORT", default_value_t = 4222)]
    port: u16,
    /// The folder for what the server stores.
    #[arg(long, value_name = "FOLDER")]
    store: Option<PathBuf>,
}

/// How long the server may take to start.
const START: Duration = Duration::from_secs(15);
/// How long processes may take to end.
const END: Duration = Duration::from_secs(10);

/// Processes that end with this value.
struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &self.0 {
            let pid = child.id().to_string();
            let _ = Command::new("kill").args(["-TERM", &pid]).status();
        }
        let deadline = Instant::now() + END;
        for child in &mut self.0 {
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(super) fn up(arguments: &UpArguments) -> anyhow::Result<String> {
    let store = arguments
        .store
        .clone()
        .unwrap_or_else(|| bellwether_catalog::cluster_folder().join("server"));
    let program = server_program()?;
    let interrupt = Interrupt::listen()?;
    let address = ClusterAddress::parse(&format!("nats://127.0.0.1:{}", arguments.port))?;
    let mut server = Command::new(program);
    server.args(["-js", "-a", "127.0.0.1", "-p", &arguments.port.to_string(), "-sd"]).arg(&store);
    // Ctrl-C at the terminal is for us; we end the others.
    std::os::unix::process::CommandExt::process_group(&mut server, 0);
    let server = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut servers = Processes(vec![server.context("nats-server does not start")?]);
    wait_for(&address, &mut servers.0[0], &store)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let slots =
        arguments.slots.map_or((cores / usize::from(arguments.workers)).max(1), usize::from);
    let start = || worker(&address, slots);
    let mut workers = Processes((0..arguments.workers).map(|_| start()).collect::<Result<_, _>>()?);
    anstream::println!(
        "A server and {} workers are up. Give them games, in another terminal:\n  \
         bellwether match breakthrough --agent greedy --agent random --games 100 --cluster {address}\n\
         Ctrl-C ends them.",
        arguments.workers
    );
    while !interrupt.is_set() {
        std::thread::sleep(Duration::from_millis(100));
        if let Some(status) = servers.0[0].try_wait()? {
            return Err(anyhow::anyhow!("the server has ended: {status}"));
        }
        for child in &mut workers.0 {
            if let Some(status) = child.try_wait()? {
                anstream::eprintln!("a worker has ended ({status}): another takes its place");
                std::thread::sleep(Duration::from_secs(1));
                *child = start()?;
            }
        }
    }
    // Workers first: they have something to say to the server.
    drop(workers);
    drop(servers);
    Ok(String::new())
}

fn worker(address: &ClusterAddress, slots: usize) -> anyhow::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["worker", "--cluster", &address.to_string(), "--slots", &slots.to_string()]);
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().context("a worker does not start")
}

/// Where the server's program is: Debian has it where only root's path leads.
fn server_program() -> Result<PathBuf, Error> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    folders.extend(["/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"].map(PathBuf::from));
    let mut programs = folders.into_iter().map(|folder| folder.join("nats-server"));
    programs.find(|program| program.is_file()).ok_or_else(|| {
        Error::not_found(
            "the program nats-server is not installed: `apt install nats-server` or `brew install nats-server` does it",
        )
    })
}

/// Waits until the server answers.
fn wait_for(address: &ClusterAddress, server: &mut Child, store: &Path) -> anyhow::Result<()> {
    let deadline = Instant::now() + START;
    loop {
        if let Some(status) = server.try_wait()? {
            anyhow::bail!(
                "nats-server has ended at once ({status}): is the port of {address} in use, or the folder {} not writable?",
                store.display()
            );
        }
        match ClusterConnection::open(address, "bellwether cluster up") {
            Ok(_) => return Ok(()),
            Err(error) if Instant::now() >= deadline => return Err(error.into()),
            Err(_) => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}
