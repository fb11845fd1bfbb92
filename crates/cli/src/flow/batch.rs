//! Many puzzles at once: several threads work, results come out in order, and Ctrl-C loses none that is finished.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

/// Whether someone wants us to stop.
#[derive(Clone, Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C from now on. The first asks politely; a second ends the program.
    pub(super) fn listen() -> anyhow::Result<Self> {
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

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// A question for solvers: has the time run out, or was Ctrl-C pressed?
    pub(super) fn or_after(&self, limit: Option<Duration>) -> impl Fn() -> bool + Sync + use<> {
        let interrupt = self.clone();
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        move || interrupt.is_set() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A limit in seconds from the command line.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "a number of seconds is needed, such as 2.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "seconds must be a number from 0 up".to_owned())
}

/// Threads to use when none are asked for.
pub(super) fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Works on every job and delivers the results in the order of the jobs.
///
/// When interrupted, what is finished is delivered, and the rest is left.
pub(super) fn work_through<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(&J) -> R + Sync,
    mut deliver: impl FnMut(&J, R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let progress = progress_bar(jobs.len());
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { return };
                    if interrupt.is_set() || sender.send((index, work(job))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (index, result) in receiver {
            progress.inc(1);
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&due) {
                let delivered = progress.suspend(|| deliver(&jobs[due], result));
                if let Err(error) = delivered {
                    interrupt.set();
                    return Err(error);
                }
                due += 1;
            }
        }
        // After an interruption there may be gaps; what is finished is delivered all the same.
        for (index, result) in waiting {
            deliver(&jobs[index], result)?;
        }
        progress.finish_and_clear();
        Ok(())
    })
}

/// A bar on standard error, for batches only; it hides itself when that is not a terminal.
fn progress_bar(jobs: usize) -> ProgressBar {
    if jobs < 2 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(jobs as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} puzzles, {eta} left") {
        bar.set_style(style);
    }
    bar
}
