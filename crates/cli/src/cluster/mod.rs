//! `worker` and `cluster …`, and what `match --cluster` needs of them.

mod notes;
mod status;
mod up;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bellwether_arena::record::RecordHeader;
use bellwether_arena::runner::GameRunner;
use bellwether_catalog::{AnyGame, Catalog};
use bellwether_cluster::{
    ClusterAddress, ClusterConnection, ClusterOptions, ClusterProvers, ClusterWorkers, Lane,
    RemoteCluster, WorkerOptions,
};
use bellwether_core::Error;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

pub(crate) use notes::ClusterNotes;

use crate::args::within;
use crate::interrupt::Interrupt;
use crate::tournament::silence_player_panics;

/// Where a tournament is played or a game is proven, if not here.
#[derive(Args, Debug, Default)]
pub(crate) struct ClusterArguments {
    /// Let the workers of this server do it: nats://[TOKEN@]HOST:PORT. The token may be in BELLWETHER_CLUSTER_TOKEN
    /// instead.
    #[arg(long = "cluster", value_name = "SERVER")]
    pub(crate) address: Option<String>,
    /// With --cluster: the file with the certificate of who signed the server's.
    #[arg(long, value_name = "FILE", requires = "address")]
    cluster_ca: Option<PathBuf>,
    /// With --cluster: seconds without a sign of life after which a worker's jobs go to another.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = deadline)]
    job_deadline: f64,
}

fn deadline(text: &str) -> Result<f64, String> {
    within(text, "seconds", 1.0..=3_600.0)
}

impl ClusterArguments {
    /// The workers of the cluster, for this tournament.
    pub(crate) fn open(
        &self,
        (name, lane): (&str, Lane),
        game: &dyn AnyGame,
        header: &RecordHeader,
        runner: &dyn GameRunner,
    ) -> Result<ClusterWorkers, Error> {
        let options = ClusterOptions { lane, ..self.options() };
        ClusterWorkers::open(self.connect(name)?, game, header, runner, &options)
    }

    /// The workers of the cluster, for a proof of this game.
    pub(crate) fn provers(&self, game: &dyn AnyGame) -> Result<ClusterProvers, Error> {
        ClusterProvers::open(self.connect("solve")?, game, &self.options())
    }

    /// The workers of the cluster, for the tournaments of the page; none without `--cluster`.
    pub(crate) fn remote(&self, catalog: &Catalog) -> Result<Option<Arc<RemoteCluster>>, Error> {
        if self.address.is_none() {
            return Ok(None);
        }
        let connection = self.connect("serve")?;
        Ok(Some(Arc::new(RemoteCluster::new(catalog, connection, self.options()))))
    }

    fn connect(&self, name: &str) -> Result<Arc<ClusterConnection>, Error> {
        let address = self.address.as_deref().unwrap_or_default();
        Ok(Arc::new(connect(address, self.cluster_ca.as_ref(), name)?))
    }

    fn options(&self) -> ClusterOptions {
        let deadline = Duration::from_secs_f64(self.job_deadline);
        ClusterOptions { deadline, ..ClusterOptions::default() }
    }

    /// The words of a command line that mean this, without the token.
    pub(crate) fn words(&self) -> String {
        let address = self.address.as_deref().and_then(|text| ClusterAddress::parse(text).ok());
        address.map_or_else(String::new, |address| format!(" --cluster {address}"))
    }
}

fn connect(address: &str, ca: Option<&PathBuf>, name: &str) -> Result<ClusterConnection, Error> {
    let mut address = ClusterAddress::parse(address)?;
    address.authority = ca.cloned();
    ClusterConnection::open(&address, &format!("bellwether {name}"))
}

/// Arguments of `worker`.
#[derive(Args, Debug)]
pub(crate) struct WorkerArguments {
    /// The server: nats://[TOKEN@]HOST:PORT. The token may be in BELLWETHER_CLUSTER_TOKEN instead.
    #[arg(long, value_name = "SERVER")]
    cluster: String,
    /// The file with the certificate of who signed the server's.
    #[arg(long, value_name = "FILE")]
    cluster_ca: Option<PathBuf>,
    /// Games that are played, or parts of proofs that are searched, at once; by default the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    slots: Option<u16>,
    /// What it does: `games` of tournaments, parts of `proofs`, and games for `data`.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "games,proofs,data")]
    lanes: Vec<LaneName>,
    /// Memory for the tables of proofs, like 8G or 500M; by default half of what is free.
    #[arg(long, value_name = "SIZE", value_parser = crate::args::size)]
    memory: Option<u64>,
    /// Also play for tournaments with bots that run without a cage, with all that you may do.
    #[arg(long)]
    uncaged_bots: bool,
    /// End when there was nothing to do for so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = crate::args::seconds)]
    idle: Option<f64>,
    /// The folder of solved tables.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// The folder for bots that come from elsewhere.
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
}

/// A [`Lane`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LaneName {
    /// Games of tournaments.
    Games,
    /// Parts of proofs.
    Proofs,
    /// Games that are played for their positions.
    Data,
}

impl From<&LaneName> for Lane {
    fn from(name: &LaneName) -> Self {
        match name {
            LaneName::Games => Self::Games,
            LaneName::Proofs => Self::Proofs,
            LaneName::Data => Self::Data,
        }
    }
}

/// Plays games for others until Ctrl-C; what is printed at the end.
pub(crate) fn work(
    catalog: &Catalog,
    arguments: &WorkerArguments,
    as_json: bool,
) -> anyhow::Result<String> {
    let connection = connect(&arguments.cluster, arguments.cluster_ca.as_ref(), "worker")?;
    let interrupt = Interrupt::listen()?;
    silence_player_panics();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = WorkerOptions {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        slots: arguments.slots.map_or(cores, usize::from),
        lanes: arguments.lanes.iter().map(Lane::from).collect(),
        memory: arguments.memory.unwrap_or_else(|| bellwether_catalog::solving_memory() / 2),
        tables: arguments.tables.clone().unwrap_or_else(bellwether_catalog::tables_folder),
        files: arguments.files.clone().unwrap_or_else(bellwether_catalog::cluster_folder),
        uncaged: arguments.uncaged_bots,
        idle: arguments.idle.map(Duration::from_secs_f64),
    };
    let say = |line: &str| anstream::eprintln!("{}", bellwether_report::printable(line));
    let games = bellwether_cluster::work(catalog, &connection, &options, interrupt.flag(), &say)?;
    interrupt.flag().store(true, Ordering::Relaxed);
    Ok(if as_json {
        format!("{}\n", json!({ "games": games }))
    } else {
        format!("{games} games played\n")
    })
}

#[derive(Subcommand, Debug)]
pub(crate) enum ClusterCommand {
    /// Start a server and workers on this machine, until Ctrl-C. It needs the program nats-server.
    #[command(after_help = "Example: bellwether cluster up --workers 2\n\n\
        Then, in another terminal: bellwether match breakthrough --agent greedy --agent random --games 100 \
        --cluster nats://127.0.0.1:4222")]
    Up(up::UpArguments),
    /// List the tournaments and workers of a server.
    Status(status::StatusArguments),
}

/// Runs a command; what is printed at its end.
pub(crate) fn run(command: &ClusterCommand, as_json: bool) -> anyhow::Result<String> {
    match command {
        ClusterCommand::Up(arguments) => up::up(arguments),
        ClusterCommand::Status(arguments) => Ok(status::status(arguments, as_json)?),
    }
}
