//! [`RemoteCluster`]: a cluster for those who know only tournaments, like the page.

use std::sync::Arc;

use bellwether_arena::record::RecordHeader;
use bellwether_arena::runner::GameRunner;
use bellwether_arena::workers::{RemoteStatus, RemoteWorkers, Workers};
use bellwether_catalog::Catalog;
use bellwether_core::{Error, ErrorKind};

use crate::connection::ClusterConnection;
use crate::master::{ClusterOptions, ClusterWorkers};
use crate::members::ClusterWatch;

/// The workers of a cluster, for tournaments of the games of a catalogue.
#[derive(Debug)]
pub struct RemoteCluster {
    catalog: Catalog,
    connection: Arc<ClusterConnection>,
    options: ClusterOptions,
    watch: ClusterWatch,
}

impl RemoteCluster {
    /// Listens to the workers from now on.
    #[must_use]
    pub fn new(
        catalog: &Catalog,
        connection: Arc<ClusterConnection>,
        options: ClusterOptions,
    ) -> Self {
        let watch = ClusterWatch::new(Arc::clone(&connection));
        Self { catalog: catalog.clone(), connection, options, watch }
    }
}

impl RemoteWorkers for RemoteCluster {
    fn open(
        &self,
        header: &RecordHeader,
        runner: &dyn GameRunner,
    ) -> Result<(String, Box<dyn Workers + Send>), Error> {
        if self.connection.is_lost() {
            let address = self.connection.address();
            let message = format!("the server at {address} cannot be reached: start it again");
            return Err(Error::new(ErrorKind::Busy, message));
        }
        let game = self.catalog.game(&header.game)?;
        let connection = Arc::clone(&self.connection);
        let opened =
            ClusterWorkers::open(connection, game.as_ref(), header, runner, &self.options)?;
        Ok((opened.run().to_owned(), Box::new(opened)))
    }

    fn status(&self) -> RemoteStatus {
        self.watch.status()
    }
}
