//! Who is there: masters and workers of a cluster, by the signs of life they give.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::StreamExt;

use crate::connection::ClusterConnection;
use crate::messages::{MasterBeat, WorkerBeat, decode};
use crate::names;

/// Masters and workers.
#[derive(Clone, Debug, Default)]
pub struct ClusterMembers {
    /// The masters, by their runs.
    pub masters: BTreeMap<String, MasterBeat>,
    /// The workers, by name.
    pub workers: BTreeMap<String, WorkerBeat>,
}

/// Listens for so long, and tells who was heard.
#[must_use]
pub fn members(connection: &ClusterConnection, time: Duration) -> ClusterMembers {
    connection.wait(async {
        let mut members = ClusterMembers::default();
        let deadline = Instant::now() + time;
        let subscribed = connection.client.subscribe("bellwether.beat.*").await;
        let Ok(mut beats) = subscribed else { return members };
        while let Some(left) = deadline.checked_duration_since(Instant::now())
            && let Ok(Some(message)) = tokio::time::timeout(left, beats.next()).await
        {
            match message.subject.as_str() {
                names::WORKER_BEATS => {
                    if let Ok(beat) = decode::<WorkerBeat>(&message.payload) {
                        if beat.is_leaving {
                            members.workers.remove(&beat.worker);
                        } else {
                            members.workers.insert(beat.worker.clone(), beat);
                        }
                    }
                }
                names::MASTER_BEATS => {
                    if let Ok(beat) = decode::<MasterBeat>(&message.payload) {
                        members.masters.insert(beat.run.clone(), beat);
                    }
                }
                _ => {}
            }
        }
        members
    })
}
