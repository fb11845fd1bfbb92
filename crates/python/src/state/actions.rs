//! The legal actions as a list of Python: the call that random games make most.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use super::PyState;
use crate::game::MOST_CACHED;

/// Words of a set of actions that most games do with; they are cleared at every call.
const FEW_WORDS: usize = 4;

impl PyState {
    /// The legal actions, in rising order.
    pub(super) fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let Some(numbers) = self.handle.numbers(py)? else {
            let mut actions = self.position.actions();
            actions.sort_unstable();
            return PyList::new(py, actions);
        };
        // As the bits of a set they are in order: for so few much faster than comparing them.
        if self.handle.actions <= 64 * FEW_WORDS {
            self.shared_numbers::<FEW_WORDS>(py, numbers)
        } else {
            self.shared_numbers::<{ MOST_CACHED / 64 }>(py, numbers)
        }
    }

    /// The legal actions as a list of objects that all lists share, in rising order.
    ///
    /// The slow twin is `PyList::new`, which larger games get; tests compare both with the mask.
    fn shared_numbers<'py, const WORDS: usize>(
        &self,
        py: Python<'py>,
        numbers: &[Py<PyInt>],
    ) -> PyResult<Bound<'py, PyList>> {
        let mut words = [0_u64; WORDS];
        self.position.add_actions(&mut words);
        let count: u32 = words.iter().map(|word| word.count_ones()).sum();
        #[expect(
            unsafe_code,
            reason = "PyList::new took a tenth of a random game: docs/notes/python.md"
        )]
        // SAFETY: PyList_New gives a list of our own with `count` empty places, or null and an exception. Each place is
        // filled once, and PyList_SetItem takes over the reference that it is given.
        unsafe {
            let list = Bound::from_owned_ptr_or_err(py, ffi::PyList_New(count as ffi::Py_ssize_t))?;
            let mut place = 0;
            for (word, numbers) in words.into_iter().zip(numbers.chunks(64)) {
                let mut rest = word;
                while rest != 0 {
                    let number = numbers[rest.trailing_zeros() as usize].clone_ref(py);
                    ffi::PyList_SetItem(list.as_ptr(), place, number.into_ptr());
                    place += 1;
                    rest &= rest - 1;
                }
            }
            Ok(list.cast_into_unchecked())
        }
    }
}
