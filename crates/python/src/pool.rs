//! Threads after a fork: a child of this process has none of those that rayon's pool had, and would wait for them for ever.
//!
//! `multiprocessing` forks on Linux unless told otherwise, and so do the loaders of torch.

use std::process;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bellwether_core::{Error, ErrorKind};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The process that loaded the module.
static HOME: OnceLock<u32> = OnceLock::new();

/// A child's own threads, and which process that is.
static OWN: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Remembers the process that loads the module.
pub(crate) fn begin() {
    HOME.get_or_init(process::id);
}

/// Whether this process is a child of the one that loaded the module.
fn is_child() -> bool {
    HOME.get().is_some_and(|home| *home != process::id())
}

/// Does `work` with threads of this very process: rayon's global pool, or in a child one of its own.
pub(crate) fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    if is_child() { Ok(own()?.install(work)) } else { Ok(work()) }
}

fn own() -> Result<Arc<ThreadPool>, Error> {
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    match own.as_ref() {
        Some((process, pool)) if *process == process::id() => Ok(Arc::clone(pool)),
        _ => {
            let made = ThreadPoolBuilder::new().build();
            let made = Arc::new(made.map_err(|error| Error::new(ErrorKind::Io, error))?);
            // Its threads are those of a parent: there is nobody to tell that it ends.
            std::mem::forget(own.replace((process::id(), Arc::clone(&made))));
            Ok(made)
        }
    }
}

/// Says what to do about threads that belong to a parent of this process.
pub(crate) fn check_process(process: u32) -> Result<(), Error> {
    if process == process::id() {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Busy,
        "the threads of this BatchEnv did not come along when the process was forked: make it in the child",
    ))
}
