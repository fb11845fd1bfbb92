//! Work on all cores, for generic code.
//!
//! [`map`] takes its function as an object, so that rayon's machinery is compiled once for each type of result and not
//! for every game: it was a tenth of the code of all games together. The call through a pointer is paid once for
//! each piece of work, so pieces should be large. [`run`] is the same for work that changes things.

use rayon::prelude::*;

/// What `f` returns for each number below `count`, in order, on rayon's current thread pool.
pub fn map<R: Send>(count: usize, f: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    (0..count).into_par_iter().map(f).collect()
}

/// A piece of work for [`run`].
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does all the work, on rayon's current thread pool; a single piece on the caller's thread.
pub fn run(mut tasks: Vec<Task<'_>>) {
    let Some(own) = tasks.pop() else { return };
    if tasks.is_empty() {
        return own();
    }
    rayon::scope(|scope| {
        for task in tasks {
            scope.spawn(|_| task());
        }
        own();
    });
}

/// The threads of rayon's current pool.
#[must_use]
pub fn threads() -> usize {
    rayon::current_num_threads()
}
