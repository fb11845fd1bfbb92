//! `cluster status`: who is there, and what each does.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bellwether_cluster::ClusterWatch;
use bellwether_core::Error;
use bellwether_report::printable;
use clap::Args;
use serde_json::json;

/// Arguments of `cluster status`.
#[derive(Args, Debug)]
pub(crate) struct StatusArguments {
    /// The server: nats://[TOKEN@]HOST:PORT.
    #[arg(long, value_name = "SERVER")]
    cluster: String,
    /// The file with the certificate of who signed the server's.
    #[arg(long, value_name = "FILE")]
    cluster_ca: Option<PathBuf>,
}

/// Everybody gives a sign of life every two seconds.
const LISTEN: Duration = Duration::from_millis(2_600);

pub(super) fn status(arguments: &StatusArguments, as_json: bool) -> Result<String, Error> {
    let connection =
        super::connect(&arguments.cluster, arguments.cluster_ca.as_ref(), "cluster status")?;
    let watch = ClusterWatch::new(Arc::new(connection));
    std::thread::sleep(LISTEN);
    let (masters, workers) = (watch.masters(), watch.workers());
    if as_json {
        let workers: Vec<_> = workers.iter().map(|worker| &worker.beat).collect();
        return Ok(format!("{}\n", json!({ "tournaments": masters, "workers": workers })));
    }
    let mut text = String::new();
    if masters.is_empty() {
        text.push_str("no tournament\n");
    }
    for master in &masters {
        let (run, game) = (printable(&master.run), printable(&master.game));
        let _ = writeln!(
            text,
            "run {run}  {game}: {} games played, {} to go",
            master.done, master.left
        );
    }
    if workers.is_empty() {
        text.push_str("no workers\n");
    }
    for worker in workers.iter().map(|worker| &worker.beat) {
        let (name, version) = (printable(&worker.worker), printable(&worker.version));
        let (slots, games) = (worker.slots, worker.games);
        let _ = write!(text, "worker {name}  version {version}, {slots} at once, {games} games");
        for slot in &worker.playing {
            let _ = write!(text, ", game {} of run {}", slot.game, printable(&slot.run));
        }
        text.push('\n');
        for (run, why) in &worker.refused {
            let _ = writeln!(text, "  not for run {}: {}", printable(run), printable(why));
        }
    }
    Ok(text)
}
