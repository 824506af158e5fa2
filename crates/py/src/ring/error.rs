//! The one exception of this module.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    ringassay._native,
    RingError,
    PyValueError,
    "What cannot be done with these rings, elements or parameters, and what would work."
);

/// Any error of the ring as that exception.
pub(crate) fn ring_error(error: impl std::fmt::Display) -> PyErr {
    RingError::new_err(error.to_string())
}
