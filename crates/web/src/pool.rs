//! Searches: as many at once as there are cores, the others wait their turn, and none outlives its asker.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bellwether_catalog::AnyAgent;
use tokio::sync::Semaphore;

/// No search of a page takes longer, whatever its agent was told.
const LONGEST: Duration = Duration::from_secs(120);

/// How many agents that have answered are remembered, for their next move.
const REMEMBERED: usize = 6;

/// Where searches run, and the agents that ran last: they hold trees and tables that help at their next move,
/// but a thousand games must not hold a thousand of them.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    agents: Mutex<VecDeque<(String, Box<dyn AnyAgent>)>>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("places", &self.places).finish_non_exhaustive()
    }
}

/// The signal that ends a search. Whoever asked keeps it; dropping it ends the search, too.
#[derive(Debug)]
pub(crate) struct Leash(Arc<AtomicBool>);

impl Leash {
    pub(crate) fn new() -> (Self, Arc<AtomicBool>) {
        let stop = Arc::new(AtomicBool::new(false));
        (Self(Arc::clone(&stop)), stop)
    }

    /// Ends the search at once; it answers with what it has.
    pub(crate) fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.pull();
    }
}

impl Pool {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self { places: Arc::new(Semaphore::new(cores)), agents: Mutex::new(VecDeque::new()) }
    }

    /// The agent that was given back under this name, if it is still there.
    pub(crate) fn take_agent(&self, name: &str) -> Option<Box<dyn AnyAgent>> {
        let mut agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        let at = agents.iter().position(|(known, _)| known == name)?;
        agents.remove(at).map(|(_, agent)| agent)
    }

    pub(crate) fn give_back(&self, name: String, agent: Box<dyn AnyAgent>) {
        let mut agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        agents.push_back((name, agent));
        if agents.len() > REMEMBERED {
            agents.pop_front();
        }
    }

    /// Runs a search when its turn comes; none if it broke down, or was stopped before it began.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: Arc<AtomicBool>,
        search: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let signal = Arc::clone(&stop);
        let mut running = tokio::task::spawn_blocking(move || {
            let result = search(&signal);
            drop(place);
            result
        });
        tokio::select! {
            result = &mut running => result.ok(),
            () = tokio::time::sleep(LONGEST) => {
                stop.store(true, Ordering::Relaxed);
                running.await.ok()
            }
        }
    }
}
