//! Calibrations, made by [`ringassay_calibrate`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_calibrate::Settings;
use ringassay_cost::price::{Calibration, Machine, Phase};

use crate::call::interruptible;

create_exception!(
    ringassay._native,
    CalibrationError,
    PyValueError,
    "A machine that cannot be calibrated, or a text that is no calibration."
);

/// Measures the kernels of this machine; the calibration as JSON. In so many rounds, or in as many as fit
/// into so many seconds; `progress(done, rounds)` is called after each.
#[pyfunction]
#[pyo3(signature = (rounds=None, progress=None, seconds=None))]
pub(crate) fn calibrate(
    py: Python<'_>,
    rounds: Option<usize>,
    progress: Option<Py<PyAny>>,
    seconds: Option<f64>,
) -> PyResult<String> {
    let mut settings = rounds.map_or_else(Settings::default, Settings::exactly);
    settings.seconds = seconds.unwrap_or(settings.seconds);
    interruptible(py, || {
        let mut failed = None;
        let hear = |done: usize, all: usize| {
            let Some(progress) = progress.as_ref().filter(|_| failed.is_none()) else { return };
            failed = Python::attach(|py| progress.call1(py, (done, all)).err());
        };
        let calibration = ringassay_calibrate::calibrate(settings, hear).map_err(error)?;
        match failed {
            Some(error) => Err(error),
            None => calibration.to_json().map_err(error),
        }
    })?
}

/// What a calibration says of itself: where, when, how well.
#[pyfunction]
pub(crate) fn calibration_facts<'py>(
    py: Python<'py>,
    calibration: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let calibration = Calibration::from_json(calibration).map_err(error)?;
    let dict = PyDict::new(py);
    let machine = &calibration.machine;
    dict.set_item("processor", &machine.processor)?;
    dict.set_item("cores", machine.cores)?;
    dict.set_item("backend", &machine.backend)?;
    dict.set_item("profile", &machine.profile)?;
    dict.set_item("version", &machine.version)?;
    dict.set_item("measured_at", calibration.measured_at)?;
    dict.set_item("seconds", calibration.seconds)?;
    dict.set_item("rounds", calibration.rounds)?;
    dict.set_item("cells", calibration.cells.len())?;
    dict.set_item("spread", calibration.spread())?;
    dict.set_item("confidence", calibration.confidence)?;
    dict.set_item("fresh_ns_per_byte", calibration.fresh_ns_per_byte)?;
    dict.set_item("phase", calibration.phase.map(|phase| phase_facts(py, phase)).transpose()?)?;
    Ok(dict)
}

fn phase_facts(py: Python<'_>, phase: Phase) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("vector_ns", phase.vector_ns)?;
    dict.set_item("scalar_ns", phase.scalar_ns)?;
    dict.set_item("vector_range", phase.vector_range)?;
    dict.set_item("samples", phase.samples)?;
    dict.set_item("is_unsteady", phase.is_unsteady())?;
    Ok(dict)
}

/// In what a calibration's machine, program or kernels differ from what is here, in words. Measures
/// nothing.
#[pyfunction]
pub(crate) fn calibration_differences(calibration: &str) -> PyResult<Vec<String>> {
    let calibration = Calibration::from_json(calibration).map_err(error)?;
    Ok(calibration.machine.differences(&Machine::here().map_err(error)?))
}

/// Whether a calibration holds here and now: the `reasons` why not, and the `drift` of `cells` that
/// were measured again.
#[pyfunction]
pub(crate) fn check_calibration<'py>(
    py: Python<'py>,
    calibration: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let calibration = Calibration::from_json(calibration).map_err(error)?;
    let found = interruptible(py, || ringassay_calibrate::check(&calibration))?.map_err(error)?;
    let dict = PyDict::new(py);
    dict.set_item("reasons", found.reasons)?;
    dict.set_item("drift", found.drift)?;
    dict.set_item("cells", found.cells)?;
    dict.set_item("vector", found.phase.map(|[vector, _]| vector))?;
    dict.set_item("scalar", found.phase.map(|[_, scalar]| scalar))?;
    Ok(dict)
}

fn error(error: impl std::fmt::Display) -> PyErr {
    CalibrationError::new_err(error.to_string())
}
