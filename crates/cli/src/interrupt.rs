//! Ctrl-C, heard.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

/// Whether someone wants us to stop.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C from now on. The first asks politely; a second ends the program.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let interrupt = Self(Arc::new(AtomicBool::new(false)));
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(interrupt)
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for solvers that look at it.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// The flag itself, for work that goes on elsewhere.
    pub(crate) fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// A question for solvers: has the time run out, or was Ctrl-C pressed?
    pub(crate) fn or_after(&self, limit: Option<Duration>) -> impl Fn() -> bool + Sync + use<> {
        let interrupt = self.clone();
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        move || interrupt.is_set() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
