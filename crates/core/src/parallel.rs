//! Work on all cores, for generic code.
//!
//! [`map`] takes its function as an object, so that rayon's machinery is compiled once for each type of result and not
//! for every game: it was a tenth of the code of all games together. The call through a pointer is paid once for
//! each piece of work, so pieces should be large. [`Threads`] are for work that changes things, and that is done so often
//! that waking threads counts.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{Scope, ThreadPool, ThreadPoolBuilder, Yield};

use crate::{Error, ErrorKind};

/// What `f` returns for each number below `count`, in order, on rayon's current thread pool.
pub fn map<R: Send>(count: usize, f: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    (0..count).into_par_iter().map(f).collect()
}

/// A piece of work for [`Threads::run`].
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// So often a thread looks for something to do before it sleeps: for some tens of microseconds, which is about what waking
/// it costs.
const LOOKS: usize = 1000;

/// The caller's thread and some that help it.
///
/// Between two calls of [`run`](Self::run) the helpers stay awake for a moment: a caller with much work in small parts comes
/// again at once.
#[derive(Debug)]
pub struct Threads {
    count: usize,
    /// The helpers; none if they are those of rayon's global pool.
    helpers: Option<ThreadPool>,
    /// How many helpers stay awake.
    awake: Arc<AtomicUsize>,
}

impl Threads {
    /// As many as rayon's global pool has.
    #[must_use]
    pub fn all() -> Self {
        Self { count: rayon::current_num_threads(), helpers: None, awake: Arc::default() }
    }

    /// So many; one is the caller's own.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn new(count: usize) -> Result<Self, Error> {
        // A pool of none would have one for every core.
        let helpers = (count > 1).then(|| ThreadPoolBuilder::new().num_threads(count - 1).build());
        let helpers = helpers.transpose().map_err(|error| Error::new(ErrorKind::Io, error))?;
        Ok(Self { count: count.max(1), helpers, awake: Arc::default() })
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
        let ended = AtomicUsize::new(0);
        let help = || {
            work();
            ended.fetch_add(1, Ordering::Release);
        };
        match &self.helpers {
            Some(pool) => pool.in_place_scope(|scope| share(scope, helpers, &work, &help, &ended)),
            None => rayon::in_place_scope(|scope| share(scope, helpers, &work, &help, &ended)),
        }
        self.keep_awake(helpers);
    }

    /// Lets so many helpers look for more work before they sleep.
    fn keep_awake(&self, helpers: usize) {
        while self.awake.fetch_add(1, Ordering::Relaxed) < helpers {
            let awake = Arc::clone(&self.awake);
            let wait = move || {
                look_for_work();
                awake.fetch_sub(1, Ordering::Relaxed);
            };
            match &self.helpers {
                Some(pool) => pool.spawn(wait),
                None => rayon::spawn(wait),
            }
        }
        self.awake.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Lets so many helpers do the work besides the caller, and waits for them without sleeping at first.
fn share<'a>(
    scope: &Scope<'a>,
    helpers: usize,
    work: &(dyn Fn() + Sync),
    help: &'a (dyn Fn() + Sync),
    ended: &AtomicUsize,
) {
    for _ in 0..helpers {
        scope.spawn(move |_| help());
    }
    work();
    for _ in 0..LOOKS {
        if ended.load(Ordering::Acquire) == helpers {
            break;
        }
        spin_loop();
    }
}

/// Does what there is to do in this thread's pool, until there was nothing for a while.
fn look_for_work() {
    let mut looks = 0;
    while looks < LOOKS {
        match rayon::yield_now() {
            Some(Yield::Executed) => looks = 0,
            Some(Yield::Idle) => looks += 1,
            None => return,
        }
        spin_loop();
    }
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

    #[test]
    fn helpers_that_stay_awake_do_what_comes_at_once_and_what_comes_later() {
        let threads = Threads::new(3).unwrap();
        let done = AtomicUsize::new(0);
        let tasks =
            || (0..5).map(|_| Box::new(|| _ = done.fetch_add(1, Relaxed)) as Task<'_>).collect();
        // More in a row than could stand upon each other on a thread's stack.
        for _ in 0..100_000 {
            threads.run(tasks());
        }
        assert_eq!(done.load(Relaxed), 500_000);
        while threads.awake.load(Relaxed) > 0 {
            std::thread::yield_now();
        }
        threads.run(tasks());
        assert_eq!(done.load(Relaxed), 500_005);
        assert!(threads.awake.load(Relaxed) <= 2);
    }

    #[test]
    fn a_panic_in_a_helper_reaches_the_caller_and_leaves_the_others_able() {
        let threads = Threads::new(2).unwrap();
        let broken = || panic!("a task that panics");
        let tasks: Vec<Task<'_>> = vec![Box::new(broken), Box::new(broken)];
        assert!(
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| threads.run(tasks))).is_err()
        );
        let done = AtomicUsize::new(0);
        threads
            .run((0..5).map(|_| Box::new(|| _ = done.fetch_add(1, Relaxed)) as Task<'_>).collect());
        assert_eq!(done.load(Relaxed), 5);
    }
}
