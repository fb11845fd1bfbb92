//! Work on all cores, for generic code.
//!
//! [`map`] takes its function as an object, so that rayon's machinery is compiled once for each type of result and not
//! for every game: it was a tenth of the code of all games together. The call through a pointer is paid once for
//! each piece of work, so pieces should be large. [`Threads`] are for work that changes things, and that is done so often
//! that waking threads counts.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};

use crate::{Error, ErrorKind};

/// What `f` returns for each number below `count`, in order, on rayon's current thread pool.
pub fn map<R: Send>(count: usize, f: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    (0..count).into_par_iter().map(f).collect()
}

/// A piece of work for [`Threads::run`].
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The caller's thread and some that help it.
#[derive(Debug)]
pub struct Threads {
    count: usize,
    /// The helpers; none if they are those of rayon's global pool.
    helpers: Option<ThreadPool>,
}

impl Threads {
    /// As many as rayon's global pool has.
    #[must_use]
    pub fn all() -> Self {
        Self { count: rayon::current_num_threads(), helpers: None }
    }

    /// So many; one is the caller's own.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn new(count: usize) -> Result<Self, Error> {
        // A pool of none would have one for every core.
        let helpers = (count > 1).then(|| ThreadPoolBuilder::new().num_threads(count - 1).build());
        let helpers = helpers.transpose().map_err(|error| Error::new(ErrorKind::Io, error))?;
        Ok(Self { count: count.max(1), helpers })
    }

    /// How many threads work, the caller's included.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Does all the work. The caller's thread begins at once, so little work is done before the others are awake.
    pub fn run(&self, tasks: Vec<Task<'_>>) {
        let helpers = (self.count - 1).min(tasks.len().saturating_sub(1));
        let left = Mutex::new(tasks);
        // The lock is not held while a task runs, so a panic leaves a sound list.
        let take = || left.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let work = || {
            while let Some(task) = take() {
                task();
            }
        };
        if helpers == 0 {
            return work();
        }
        match &self.helpers {
            Some(pool) => pool.in_place_scope(|scope| share(scope, helpers, &work)),
            None => rayon::in_place_scope(|scope| share(scope, helpers, &work)),
        }
    }
}

/// Lets so many helpers do the work besides the caller.
fn share<'a>(scope: &Scope<'a>, helpers: usize, work: &'a (dyn Fn() + Sync)) {
    for _ in 0..helpers {
        scope.spawn(move |_| work());
    }
    work();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn all_work_is_done_once_by_any_number_of_threads() {
        let some = (1..4).map(|count| Threads::new(count).unwrap());
        for threads in some.chain([Threads::all()]) {
            let done: Vec<AtomicUsize> = (0..20).map(|_| AtomicUsize::new(0)).collect();
            let task =
                |done| Box::new(move || _ = AtomicUsize::fetch_add(done, 1, Relaxed)) as Task<'_>;
            threads.run(done.iter().map(task).collect());
            assert!(done.iter().all(|done| done.load(Relaxed) == 1), "{threads:?}");
            threads.run(Vec::new());
        }
        assert_eq!(Threads::new(3).unwrap().count(), 3);
    }
}
