//! What streams and subjects are called on the server.
//!
//! | stream | subject | holds |
//! |---|---|---|
//! | `BELLWETHER_RUNS` | `bellwether.run.RUN` | what is played: a [`RunNotice`](crate::messages::RunNotice) each |
//! | `BELLWETHER_JOBS` | `bellwether.job.RUN` | games to play, until a worker has acknowledged them |
//! | `BELLWETHER_RESULTS` | `bellwether.result.RUN` | games that were played, until the master has written them down |
//! | `BELLWETHER_BLOBS` | `bellwether.blob.RUN.DIGEST.PART` | headers and bots, in parts |
//!
//! Signs of life are not stored: `bellwether.beat.worker`, `bellwether.beat.master` and `bellwether.over`.

use std::time::Duration;

use async_nats::jetstream::stream::{Config, RetentionPolicy};

pub(crate) const RUNS: &str = "BELLWETHER_RUNS";
pub(crate) const JOBS: &str = "BELLWETHER_JOBS";
pub(crate) const RESULTS: &str = "BELLWETHER_RESULTS";
pub(crate) const BLOBS: &str = "BELLWETHER_BLOBS";

/// Where workers say that they are there.
pub(crate) const WORKER_BEATS: &str = "bellwether.beat.worker";
/// Where masters say what they have.
pub(crate) const MASTER_BEATS: &str = "bellwether.beat.master";
/// Where masters say that a run is over.
pub(crate) const OVER: &str = "bellwether.over";

pub(crate) const ALL_RUNS: &str = "bellwether.run.>";

const DAY: Duration = Duration::from_secs(24 * 3600);

pub(crate) fn run(run: &str) -> String {
    format!("bellwether.run.{run}")
}

pub(crate) fn jobs(run: &str) -> String {
    format!("bellwether.job.{run}")
}

pub(crate) fn results(run: &str) -> String {
    format!("bellwether.result.{run}")
}

pub(crate) fn blob(run: &str, digest: &str, part: usize) -> String {
    format!("bellwether.blob.{run}.{digest}.{part}")
}

pub(crate) fn blobs(run: &str) -> String {
    format!("bellwether.blob.{run}.>")
}

/// The streams as they are made on a server that has none. What nobody came back for goes by itself.
pub(crate) fn streams() -> [Config; 4] {
    let stream = |name: &str, subjects: &str, days: u32| Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        max_age: DAY * days,
        ..Config::default()
    };
    let queue = |name, subjects| Config {
        retention: RetentionPolicy::WorkQueue,
        ..stream(name, subjects, 7)
    };
    let newest = |name, subjects, days| Config {
        max_messages_per_subject: 1,
        ..stream(name, subjects, days)
    };
    [
        newest(RUNS, ALL_RUNS, 1),
        queue(JOBS, "bellwether.job.>"),
        queue(RESULTS, "bellwether.result.>"),
        newest(BLOBS, "bellwether.blob.>", 30),
    ]
}
