//! The module `bellwether._native` with the standard games. A crate of your own that has these lines with your catalogue is
//! the same package with your games: `examples/your-game/python`.

use pyo3::prelude::*;

/// The native part of the package `bellwether`.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    bellwether_python::fill(module, bellwether_standard::standard)
}
