//! Many puzzles at once: several threads work, results come out in order, and Ctrl-C loses none that is finished.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt::Interrupt;

/// A limit in seconds from the command line.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 =
        text.parse().map_err(|_| "a number of seconds is needed, such as 2.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "seconds must be a number from 0 up".to_owned())
}

/// The default number of threads.
pub(super) fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// How often finished results are collected: seldom enough that thousands of small puzzles do not wake us one by one.
const ROUND: Duration = Duration::from_millis(10);

/// Works on every job and delivers the results to `out` in the order of the jobs.
///
/// When interrupted, what is finished is delivered, and the rest is left.
pub(super) fn work_through<J: Sync, R: Send, W: Write>(
    jobs: &[J],
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(&J) -> R + Sync,
    out: &mut W,
    mut deliver: impl FnMut(&mut W, &J, R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let progress = progress_bar(jobs.len());
    if threads <= 1 {
        // Alone, one thread does both: no time is lost on handing over.
        let mut flushed = Instant::now();
        for job in jobs.iter().take_while(|_| !interrupt.is_set()) {
            let result = work(job);
            progress.suspend(|| deliver(out, job, result))?;
            progress.inc(1);
            if flushed.elapsed() >= ROUND {
                out.flush()?;
                flushed = Instant::now();
            }
        }
        progress.finish_and_clear();
        return Ok(out.flush()?);
    }
    let next = AtomicUsize::new(0);
    let finished: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let (working, all_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            let (working, next, finished, work) = (working.clone(), &next, &finished, &work);
            scope.spawn(move || {
                let _working = working; // its end tells that this thread has ended
                while !interrupt.is_set() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { return };
                    let result = work(job);
                    lock(finished).push((index, result));
                }
            });
        }
        drop(working);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        loop {
            let over = all_done.recv_timeout(ROUND) == Err(RecvTimeoutError::Disconnected);
            waiting.extend(std::mem::take(&mut *lock(&finished)));
            // After an interruption there may be gaps; what is finished is delivered all the same.
            while let Some((index, result)) = waiting.pop_first() {
                if index != due && !over {
                    waiting.insert(index, result);
                    break;
                }
                if let Err(error) = progress.suspend(|| deliver(out, &jobs[index], result)) {
                    interrupt.set();
                    return Err(error);
                }
                progress.inc(1);
                due = index + 1;
            }
            out.flush()?;
            if over {
                progress.finish_and_clear();
                return Ok(());
            }
        }
    })
}

/// A lock that a panic elsewhere does not close: what was finished before it is still good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
