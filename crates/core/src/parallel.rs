//! Work on all cores, for generic code.
//!
//! [`map`] takes its function as an object, so that rayon's machinery is compiled once for each type of result and not
//! for every game: it was a tenth of the code of all games together. The call through a pointer is paid once for
//! each piece of work, so pieces should be large.

use rayon::prelude::*;

/// What `f` returns for each number below `count`, in order, on rayon's current thread pool.
pub fn map<R: Send>(count: usize, f: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    (0..count).into_par_iter().map(f).collect()
}
