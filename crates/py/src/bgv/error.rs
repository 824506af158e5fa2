//! The one exception of this room.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    ringassay._native,
    BgvError,
    PyValueError,
    "What cannot be done with these parameters, keys or ciphertexts, and what would work."
);

/// Any error of the scheme or the engine as that exception.
pub(crate) fn bgv_error(error: impl std::fmt::Display) -> PyErr {
    BgvError::new_err(error.to_string())
}
