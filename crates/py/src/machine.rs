//! What this machine computes with.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_kernels::{BACKEND_VARIABLE, Backend};

use crate::errors::value_error;

/// The backends of the kernels: `available`, `chosen`, and the `variable` that forces one.
///
/// Raises `ValueError` when the variable names one that cannot be had.
#[pyfunction]
pub(crate) fn backends(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let available: Vec<String> = Backend::available().iter().map(Backend::to_string).collect();
    dict.set_item("available", available)?;
    dict.set_item("chosen", Backend::from_env().map_err(value_error)?.to_string())?;
    dict.set_item("variable", BACKEND_VARIABLE)?;
    Ok(dict)
}
