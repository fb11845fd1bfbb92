//! Whole numbers from Python: what is out of range is a `ValueError` in one sentence, not an `OverflowError`.

use bellwether_core::notation::excerpt;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// What was given, for quoting in an error.
pub(crate) fn given(value: &Bound<'_, PyAny>) -> String {
    value.str().map_or_else(|_| String::new(), |text| excerpt(&text.to_string_lossy()))
}

/// A number that a Python integer is read into.
pub(crate) trait Whole: Sized {
    /// Reads it.
    fn read(value: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! whole {
    ($($number:ty)*) => {
        $(impl Whole for $number {
            fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
                value.extract().map_err(|error: PyErr| {
                    if !error.is_instance_of::<PyOverflowError>(value.py()) {
                        return error;
                    }
                    PyValueError::new_err(format!(
                        "{} is not a number from {} to {}",
                        given(value),
                        Self::MIN,
                        Self::MAX
                    ))
                })
            }
        })*
    };
}

whole!(u32 u64 usize i64);

/// For `#[pyo3(from_py_with)]`: a whole number.
pub(crate) fn whole<T: Whole>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    T::read(value)
}

/// The same, or None.
pub(crate) fn whole_or_none<T: Whole>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { T::read(value).map(Some) }
}

/// An array of one dimension: the one that was given if it is of this type, or a copy of what has other whole numbers.
pub(crate) fn numbers<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    if let Ok(array) = value.cast::<PyArray1<T>>() {
        return Ok(array.try_readonly()?);
    }
    let py = value.py();
    let wrong =
        || PyTypeError::new_err(format!("{name} are an array of whole numbers, of one dimension"));
    let array = py.import("numpy")?.call_method1("asarray", (value,)).map_err(|_| wrong())?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    // An empty list is one of floats for numpy.
    let is_whole =
        matches!(kind.as_str(), "i" | "u") || array.getattr("size")?.extract::<usize>()? == 0;
    if !is_whole || array.getattr("ndim")?.extract::<usize>()? != 1 {
        return Err(wrong());
    }
    let cast = array.call_method1("astype", (T::get_dtype(py),))?;
    if !array.call_method1("__eq__", (&cast,))?.call_method0("all")?.extract::<bool>()? {
        return Err(PyValueError::new_err(format!("{name} has numbers that are too large")));
    }
    Ok(cast.cast::<PyArray1<T>>()?.try_readonly()?)
}
