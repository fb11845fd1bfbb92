//! The Python package `bellwether` with the example's game and agent besides the standard ones.

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    bellwether_python::fill(module, your_game::catalog)
}
