//! Exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use ringassay_circuit::{generate, text};

create_exception!(
    ringassay._native,
    FormatError,
    PyValueError,
    "A text that is not in its format; has the attributes line, column, expected and found."
);
create_exception!(
    ringassay._native,
    GenerateError,
    PyValueError,
    "A circuit that cannot be generated as asked."
);

/// The exception for a text that could not be read.
pub(crate) fn format_error(py: Python<'_>, error: &text::FormatError) -> PyErr {
    let exception = FormatError::new_err(error.to_string());
    let value = exception.value(py);
    let attributes = value
        .setattr("line", error.line)
        .and_then(|()| value.setattr("column", error.column))
        .and_then(|()| value.setattr("expected", &error.expected))
        .and_then(|()| value.setattr("found", &error.found));
    match attributes {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// The exception for a value that breaks a rule of the circuit model.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a circuit that cannot be generated.
pub(crate) fn generate_error(error: &generate::GenerateError) -> PyErr {
    GenerateError::new_err(error.to_string())
}
