//! Predictions of positional schemes, made by [`ringassay_predict`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_cost::price::{Calibration, Pricer};
use ringassay_interrupt::checkpoint;
use ringassay_predict::{
    Account, Application, FUNCTIONS, Point, Predicted, Predictor, Workload, tally_application,
};

use crate::{
    calibrate::CalibrationError,
    call::interruptible,
    document::document,
    errors::value_error,
    explore::{Columns, scheme_of},
};

/// A point with what is done there: each basic function once, or an expression, or a circuit file.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Applied {
    scheme: String,
    n: usize,
    log2_q: u32,
    log2_w: u32,
    t: u64,
    expression: Option<String>,
    circuit: Option<Vec<u8>>,
}

impl Applied {
    fn read(&self) -> PyResult<(Point, Application)> {
        let scheme = scheme_of(&self.scheme)?;
        let Self { n: degree, log2_q, log2_w, t, .. } = *self;
        let workload = match (&self.expression, &self.circuit) {
            (None, None) => None,
            (Some(expression), None) => Some(Workload::of_expression(expression, t)),
            (None, Some(circuit)) => Some(Workload::of_text(circuit, t)),
            _ => return Err(value_error("either an expression or a circuit")),
        };
        let application = match workload {
            None => Application::Functions { switches: false },
            Some(workload) => Application::Circuit(workload.map_err(value_error)?),
        };
        Ok((Point { scheme, degree, log2_q, log2_w, t }, application))
    }
}

/// What an application counts at a point, function by function, with a trace of its memory, as a
/// dictionary; with times where a predictor is given.
#[pyfunction]
#[pyo3(signature = (applied, predictor = None))]
pub(crate) fn tally_point<'py>(
    py: Python<'py>,
    applied: Applied,
    predictor: Option<&PointPredictor>,
) -> PyResult<Bound<'py, PyAny>> {
    let (point, application) = applied.read()?;
    let pricer = predictor.map(PointPredictor::pricer);
    let account = interruptible(py, || {
        let tally = tally_application(&point, &application, true).map_err(value_error)?;
        Ok::<_, PyErr>(Account::new(&tally, pricer))
    })??;
    document(py, &account)
}

/// Prices points by a calibration.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PointPredictor {
    predictor: Predictor,
}

impl PointPredictor {
    /// Its prices.
    pub(crate) fn pricer(&self) -> &Pricer {
        self.predictor.pricer()
    }
}

#[pymethods]
impl PointPredictor {
    #[new]
    fn new(calibration: &str) -> PyResult<Self> {
        let calibration = Calibration::from_json(calibration)
            .map_err(|error| CalibrationError::new_err(error.to_string()))?;
        Ok(Self { predictor: Predictor::new(&calibration) })
    }

    /// What an application takes at a point: nanoseconds of each basic function and of all, peaks of
    /// memory.
    fn predict_application<'py>(
        &self,
        py: Python<'py>,
        applied: Applied,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (point, application) = applied.read()?;
        let found = interruptible(py, || self.predictor.predict_application(&point, &application))?
            .map_err(value_error)?;
        let dict = PyDict::new(py);
        dict.set_item("ns", found.ns.to_vec())?;
        dict.set_item("total_ns", found.total_ns)?;
        dict.set_item("peak_bytes", found.peak_bytes)?;
        dict.set_item("live_bytes", found.live_bytes)?;
        dict.set_item("complexity", found.complexity)?;
        dict.set_item("extrapolated", found.extrapolated)?;
        Ok(dict)
    }

    /// What the five-function application takes at each point of a scheme: columns of equal length,
    /// NaN where there is no such instance.
    #[pyo3(signature = (scheme, columns, switches = false))]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        scheme: &str,
        columns: Columns<'py>,
        switches: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let scheme = scheme_of(scheme)?;
        let (n, log2_q) = (columns.n.as_slice()?, columns.log2_q.as_slice()?);
        let (log2_w, t) = (columns.log2_w.as_slice()?, columns.t.as_slice()?);
        if [log2_q.len(), log2_w.len(), t.len()] != [n.len(); 3] {
            return Err(value_error("all columns need the same length"));
        }
        let point = |at: usize| Point {
            scheme,
            degree: n[at] as usize,
            log2_q: log2_q[at].round().clamp(0.0, 1e6) as u32,
            log2_w: log2_w[at].round().clamp(0.0, 1e6) as u32,
            t: t[at],
        };
        let points: Vec<Point> = (0..n.len()).map(point).collect();
        let found: Vec<Option<Predicted>> = interruptible(py, || {
            let predict = |point: &Point| {
                checkpoint();
                self.predictor.predict_with(point, switches).ok()
            };
            points.iter().map(predict).collect()
        })?;
        let dict = PyDict::new(py);
        let column = |name: &str, f: &dyn Fn(&Predicted) -> f64| {
            let values = found.iter().map(|one| one.as_ref().map_or(f64::NAN, f));
            dict.set_item(name, values.collect::<Vec<f64>>().into_pyarray(py))
        };
        for (at, name) in FUNCTIONS.into_iter().enumerate() {
            column(&format!("{name}_ns"), &|one| one.ns[at])?;
        }
        column("switch_ns", &|one| one.switch_ns)?;
        column("total_ns", &|one| one.total_ns)?;
        column("peak_bytes", &|one| one.peak_bytes as f64)?;
        column("key_bytes", &|one| one.key_bytes as f64)?;
        column("key_peak_bytes", &|one| one.key_peak_bytes as f64)?;
        column("ciphertext_bytes", &|one| one.ciphertext_bytes as f64)?;
        column("work_bytes", &|one| one.work_bytes as f64)?;
        column("complexity", &|one| one.complexity)?;
        column("extrapolated", &|one| one.extrapolated as f64)?;
        column("multiplications", &|one| one.operations.multiplications as f64)?;
        column("additions", &|one| one.operations.additions as f64)?;
        column("subtractions", &|one| one.operations.subtractions as f64)?;
        column("divisions", &|one| one.operations.divisions as f64)?;
        column("modulo", &|one| one.operations.modulo as f64)?;
        column("random", &|one| one.operations.random as f64)?;
        column("round", &|one| one.operations.round as f64)?;
        Ok(dict)
    }
}
