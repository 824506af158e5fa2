//! What this machine computes with.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_cost::price::KERNELS;
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

/// How this module was built: `commit` and `compiler` as `make build` states them (none otherwise),
/// `profile`, `kernels` (a digest of the kernels' sources), and on how many `threads` it may compute.
#[pyfunction]
pub(crate) fn build_facts(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("commit", option_env!("RINGASSAY_COMMIT"))?;
    dict.set_item("compiler", option_env!("RINGASSAY_COMPILER"))?;
    dict.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
    dict.set_item("kernels", KERNELS)?;
    dict.set_item("threads", threads())?;
    Ok(dict)
}

/// What rayon's own pool has, which nobody need start for that.
pub(crate) fn threads() -> usize {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
    asked
        .filter(|&threads| threads > 0)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}
