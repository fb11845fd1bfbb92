//! Long work without the interpreter's lock, which Ctrl-C ends.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::pool::with_threads;

/// How long work may take to end after Ctrl-C before it is left alone.
const MOMENT: Duration = Duration::from_millis(50);

/// How often Ctrl-C is looked for.
pub(crate) const OFTEN: Duration = Duration::from_millis(10);

/// Does `work` on another thread and looks for signals meanwhile. Python's own handlers run; if one raises an exception,
/// `stop` is set and the exception returned once `work` has ended.
///
/// Only Python's main thread hears signals. Work that is asked for by others ends by itself.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    attending(py, stop, |()| Ok(()), |_| work())
}

/// The same for work that nobody waits for once it is to stop: after an exception it has a moment to end, and then ends by
/// itself. A search that has just begun may still be clearing its memory.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    attending_or_leaving(py, stop, |()| Ok(()), |_| work())
}

/// Work that was left alone, and may not have ended yet.
static LEFT: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Whether work that was left alone has not ended yet: it may still hold a file.
pub(crate) fn is_any_left() -> bool {
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    left.retain(|worker| !worker.is_finished());
    !left.is_empty()
}

/// What a worker sends.
enum Sent<W, T> {
    Word(W),
    Result(T),
}

/// The same, where `work` may send word of how it goes; see [`attending`].
pub(crate) fn attending_or_leaving<T: Send + 'static, W: Send + 'static>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut attend: impl FnMut(W) -> PyResult<()> + Send,
    work: impl FnOnce(&(dyn Fn(W) + Sync)) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let worker = thread::spawn(move || {
        // Nobody listens any more if it was abandoned.
        let result = with_threads(|| work(&|word| _ = sender.send(Sent::Word(word))));
        let _ = sender.send(Sent::Result(result));
    });
    py.detach(move || {
        loop {
            let word = match receiver.recv_timeout(OFTEN) {
                Ok(Sent::Result(result)) => return result.map_err(raised),
                Ok(Sent::Word(word)) => Some(word),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    // pyo3 makes an exception of it.
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => {
                        return Err(PyRuntimeError::new_err("a search ended without a result"));
                    }
                },
            };
            let heard = Python::attach(|py| {
                word.map_or(Ok(()), &mut attend)?;
                py.check_signals()
            });
            if let Err(error) = heard {
                stop.store(true, Ordering::Relaxed);
                let end = Instant::now() + MOMENT;
                while let Ok(Sent::Word(_)) =
                    receiver.recv_timeout(end.saturating_duration_since(Instant::now()))
                {
                }
                LEFT.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                return Err(error);
            }
        }
    })
}

/// The same, where `work` may send word of how it goes; `attend` gets that on the thread that asked, with the
/// interpreter's lock. An exception there ends the work, too.
pub(crate) fn attending<T: Send, W: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut attend: impl FnMut(W) -> PyResult<()> + Send,
    work: impl FnOnce(&(dyn Fn(W) + Sync)) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = scope.spawn(move || {
                with_threads(|| {
                    work(&move |word| {
                        // Nobody listens any more: the caller has been told why.
                        let _ = sender.send(word);
                    })
                })
            });
            let mut error = None;
            loop {
                let word = receiver.recv_timeout(OFTEN);
                let is_over = matches!(word, Err(RecvTimeoutError::Disconnected));
                if error.is_none() {
                    let heard = Python::attach(|py| {
                        if let Ok(word) = word {
                            attend(word)?;
                        }
                        py.check_signals()
                    });
                    if let Err(heard) = heard {
                        error = Some(heard);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                if is_over {
                    break;
                }
            }
            match (worker.join(), error) {
                (_, Some(error)) => Err(error),
                (Ok(result), None) => result.map_err(raised),
                // pyo3 makes an exception of it.
                (Err(panic), None) => resume_unwind(panic),
            }
        })
    })
}
