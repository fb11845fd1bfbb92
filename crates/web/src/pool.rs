//! Searches: as many at once as there are cores, the others are queued, and each ends with its request. Bots have a
//! pool of their own, with a queue for each, so that one that hangs keeps only its own games waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_catalog::AnyAgent;
use bellwether_core::{Error, ErrorKind};
use tokio::sync::Semaphore;

/// No search of a page takes longer, whatever its agent's options.
const LONGEST: Duration = Duration::from_secs(120);
/// A bot's time is bounded by its registration: this is beyond any registered limit.
const LONGEST_BOT: Duration = Duration::from_secs(100_000);

/// How many processes of one bot think at once: they use the processor themselves, we only wait.
const BOTS: usize = 8;

/// How long bots get to end when the server does.
const STOP_WAIT: Duration = Duration::from_secs(3);

/// How many agents that have answered are remembered, for their next move.
const REMEMBERED: usize = 6;

/// Where searches run, and the agents that ran last: they hold trees and tables that help at their next move,
/// but a thousand games must not hold a thousand of them.
pub(crate) struct SearchPool {
    /// The places of each queue.
    queues: Mutex<HashMap<String, Arc<Semaphore>>>,
    /// How many places a queue has.
    size: usize,
    longest: Duration,
    agents: Mutex<VecDeque<(String, Box<dyn AnyAgent>)>>,
}

bellwether_core::debug_fields!(SearchPool, [], size);

/// Cancels a search, also when it is dropped.
#[derive(Debug)]
pub(crate) struct CancelGuard(Arc<AtomicBool>);

impl CancelGuard {
    pub(crate) fn new() -> (Self, Arc<AtomicBool>) {
        let stop = Arc::new(AtomicBool::new(false));
        (Self(Arc::clone(&stop)), stop)
    }

    /// Ends the search at once; it answers with what it has.
    pub(crate) fn trigger(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for CancelGuard {
    fn drop(&mut self) {
        self.trigger();
    }
}

/// Does work that may take its time off the threads that answer.
///
/// # Errors
/// If the work fails or breaks down.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(Error::new(ErrorKind::Stopped, error)))
}

/// Lets something happen at most so often.
pub(crate) struct Throttle {
    length: Duration,
    since: Mutex<Instant>,
}

impl Throttle {
    pub(crate) fn new(length: Duration) -> Self {
        Self { length, since: Mutex::new(Instant::now()) }
    }

    /// Whether so much time has passed since the last time it had.
    pub(crate) fn is_open(&self) -> bool {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = since.elapsed() >= self.length;
        if is_open {
            *since = Instant::now();
        }
        is_open
    }
}

impl SearchPool {
    /// For searches: a place for each core.
    pub(crate) fn new() -> Self {
        Self::sized(std::thread::available_parallelism().map_or(2, usize::from), LONGEST)
    }

    /// For bots.
    pub(crate) fn for_bots() -> Self {
        Self::sized(BOTS, LONGEST_BOT)
    }

    fn sized(size: usize, longest: Duration) -> Self {
        Self { queues: Mutex::default(), size, longest, agents: Mutex::new(VecDeque::new()) }
    }

    fn places(&self, queue: &str) -> Arc<Semaphore> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let places = queues.entry(queue.to_owned());
        Arc::clone(places.or_insert_with(|| Arc::new(Semaphore::new(self.size))))
    }

    /// The agent that was given back under this name, if it is still there.
    pub(crate) fn take_agent(&self, name: &str) -> Option<Box<dyn AnyAgent>> {
        let mut agents = self.agents();
        let at = agents.iter().position(|(known, _)| known == name)?;
        agents.remove(at).map(|(_, agent)| agent)
    }

    /// Stores an agent if it `is_needed`, which is evaluated under the lock.
    pub(crate) fn give_back(
        &self,
        name: String,
        agent: Box<dyn AnyAgent>,
        is_needed: impl FnOnce() -> bool,
    ) {
        let mut agents = self.agents();
        let gone = if is_needed() {
            agents.push_back((name, agent));
            if agents.len() > REMEMBERED { agents.pop_front() } else { None }
        } else {
            Some((name, agent))
        };
        // To end a program takes a moment, in which the others must not wait.
        drop(agents);
        drop(gone);
    }

    /// Takes out all agents whose names begin like this.
    pub(crate) fn forget(&self, prefix: &str) -> Vec<Box<dyn AnyAgent>> {
        let mut agents = self.agents();
        let (gone, remaining) = agents.drain(..).partition(|(name, _)| name.starts_with(prefix));
        *agents = remaining;
        let gone: VecDeque<(String, Box<dyn AnyAgent>)> = gone;
        gone.into_iter().map(|(_, agent)| agent).collect()
    }

    /// Waits until all stopped searches have ended, and drops all agents.
    pub(crate) async fn close(&self) {
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let all = async {
            for places in queues.values() {
                let _ = places.acquire_many(u32::try_from(self.size).unwrap_or(u32::MAX)).await;
            }
        };
        let _ = tokio::time::timeout(STOP_WAIT, all).await;
        let idle = self.forget("");
        let _ = tokio::task::spawn_blocking(move || drop(idle)).await;
    }

    fn agents(&self) -> MutexGuard<'_, VecDeque<(String, Box<dyn AnyAgent>)>> {
        self.agents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a search when its turn in this queue comes; none if it broke down, or was stopped before it began.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        queue: &str,
        stop: Arc<AtomicBool>,
        search: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Option<T> {
        let place = self.places(queue).acquire_owned().await.ok()?;
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
            () = tokio::time::sleep(self.longest) => {
                stop.store(true, Ordering::Relaxed);
                running.await.ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_hangs_keeps_only_its_own_queue_waiting() {
        let pool = Arc::new(SearchPool::for_bots());
        let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
        let mut guards = Vec::new();
        let mut hanging = Vec::new();
        for _ in 0..2 * BOTS {
            let (guard, stop) = CancelGuard::new();
            guards.push(guard);
            let (pool, started) = (Arc::clone(&pool), started.clone());
            hanging.push(tokio::spawn(async move {
                let search = move |stop: &AtomicBool| {
                    let _ = started.send(());
                    while !stop.load(Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                };
                pool.run("hangs", stop, search).await
            }));
        }
        for _ in 0..BOTS {
            starts.recv().await.unwrap();
        }
        assert_eq!(pool.run("quick", Arc::default(), |_| 7).await, Some(7));
        drop(guards);
        for search in hanging {
            search.await.unwrap();
        }
    }
}
