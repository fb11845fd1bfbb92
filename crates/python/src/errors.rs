//! Our errors as Python's exceptions, with the same sentences.

use bellwether_core::{Error, ErrorKind, ParseError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    bellwether,
    IllegalMove,
    PyValueError,
    "A move that the rules do not allow here, or a game that is over."
);

/// The exception for an error.
pub(crate) fn raised(error: impl Into<Error>) -> PyErr {
    let error: Error = error.into();
    let message = error.to_string();
    match error.kind() {
        ErrorKind::IllegalMove => IllegalMove::new_err(message),
        ErrorKind::Io => PyOSError::new_err(message),
        ErrorKind::Busy => PyRuntimeError::new_err(message),
        ErrorKind::Stopped => PyKeyboardInterrupt::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// The exception for a text that makes no sense.
pub(crate) fn unread(error: ParseError) -> PyErr {
    raised(error)
}
