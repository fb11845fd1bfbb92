//! Tournaments and proofs on many machines, over a NATS server with JetStream.
//!
//! One process, the *master*, has the plan and the record; *workers* anywhere pull jobs (some games each), play them and
//! send back the lines of the record. [`ClusterWorkers`] is the master's side: [`Workers`](bellwether_arena::workers::Workers)
//! like the threads of one process, so that a tournament does not know where its games are played.
//!
//! | looking for | see |
//! |---|---|
//! | the server's address, token and connection | [`ClusterAddress`], [`ClusterConnection`] |
//! | the master's side | [`ClusterWorkers`]; of a proof, [`ClusterProvers`] |
//! | how large jobs are | `master/batches.rs` |
//! | the worker's side | [`work`] |
//! | what they send each other | [`messages`], `names.rs` |
//! | whether two programs play the same | [`digest`] |
//! | bots that travel | `archive.rs`, `blobs.rs` |
//! | who is there | [`ClusterWatch`] |
//! | a cluster for the page | [`RemoteCluster`] |
//!
//! Nothing is promised by messages alone. A job is acknowledged after its results are stored; results are acknowledged
//! after they are in the record; whatever is delivered twice is recognised by the game's number. The master looks for
//! games that nobody has any more, and asks for them again.

mod address;
mod archive;
mod blobs;
mod connection;
pub mod digest;
mod master;
mod members;
pub mod messages;
mod names;
mod remote;
mod results;
#[cfg(test)]
mod scale;
mod worker;

pub use address::{ClusterAddress, TOKEN_VARIABLE};
pub use connection::ClusterConnection;
pub use master::proofs::ClusterProvers;
pub use master::view::{ClusterView, SeenWorker};
pub use master::{ClusterOptions, ClusterWorkers};
pub use members::ClusterWatch;
pub use messages::Lane;
pub use remote::RemoteCluster;
pub use worker::{WorkerOptions, work};

/// A name that nobody else has.
pub(crate) fn random_name() -> String {
    let mut bytes = [0; 8];
    if getrandom::fill(&mut bytes).is_err() {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        bytes = (now.as_nanos() as u64).to_le_bytes();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
