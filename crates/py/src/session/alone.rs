//! One program that is asked once, for Python.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay_harness as harness;

use super::asked::{Bounds, Command};
use super::{options, step_failed};
use crate::document::document;

/// Starts the client of `command` in isolation, gives it `question`, and returns what it wrote with
/// the protections that stood around it (protection to `state` and `why`). Raises `StepFailed`.
#[pyfunction]
pub(crate) fn ask_program<'py>(
    py: Python<'py>,
    command: Command,
    bounds: Bounds,
    guard: PathBuf,
    question: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
    let (spec, bounds) = (command.spec()?, bounds.bounds()?);
    let options = options(guard, None, Vec::new());
    let answer = py
        .detach(|| harness::ask(&spec, question, &bounds, &options))
        .map_err(|failure| step_failed(py, &failure))?;
    Ok((PyBytes::new(py, &answer.output), document(py, &answer.isolation)?))
}
