//! Ctrl-C and other requests to end, heard.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Whether someone wants us to stop.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C, SIGTERM and SIGHUP from now on. The first asks politely; a second ends the program.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let interrupt = Self(Arc::new(AtomicBool::new(false)));
        let heard = interrupt.clone();
        on_signal(move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })?;
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

/// Calls `heard` at every Ctrl-C, SIGTERM and SIGHUP from now on, on a thread of its own.
pub(crate) fn on_signal(mut heard: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    // `nohup` means that a terminal that closes ends nothing.
    let hangup = Some(SIGHUP).filter(|_| !is_hangup_ignored());
    let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))
        .context("cannot listen for Ctrl-C")?;
    let listen = move || signals.forever().for_each(|_| heard());
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
    Ok(())
}

/// Whether SIGHUP was ignored when we were started.
pub(crate) fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bits = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    bits.is_some_and(|bits| bits >> (SIGHUP - 1) & 1 == 1)
}
