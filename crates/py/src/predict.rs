//! Predictions of positional schemes, made by [`ringassay_predict`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_circuit::text::{read_circuit, read_key_parameters};
use ringassay_cost::price::Calibration;
use ringassay_predict::{
    CircuitPredictor as Circuits, FUNCTIONS, Options, Point, Predicted, Predictor,
};

use crate::{
    calibrate::CalibrationError,
    errors::value_error,
    explore::{Columns, scheme_of},
};

/// Prices points by a calibration.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PointPredictor {
    predictor: Predictor,
}

#[pymethods]
impl PointPredictor {
    #[new]
    fn new(calibration: &str) -> PyResult<Self> {
        let calibration = Calibration::from_json(calibration)
            .map_err(|error| CalibrationError::new_err(error.to_string()))?;
        Ok(Self { predictor: Predictor::new(&calibration) })
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
        let found: Vec<Option<Predicted>> = py.detach(|| {
            points.iter().map(|point| self.predictor.predict_with(point, switches).ok()).collect()
        });
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

/// Prices evaluations by the system under test `ringassay-bgv` under one key.
#[pyclass(module = "ringassay._native")]
pub(crate) struct CircuitPredictor {
    circuits: Circuits,
}

#[pymethods]
impl CircuitPredictor {
    #[new]
    fn new(py: Python<'_>, calibration: &str, params: &[u8]) -> PyResult<Self> {
        let calibration = Calibration::from_json(calibration)
            .map_err(|error| CalibrationError::new_err(error.to_string()))?;
        let asked = read_key_parameters(params).map_err(value_error)?;
        let circuits = py.detach(|| Circuits::new(calibration, &asked, &Options::default()));
        Ok(Self { circuits: circuits.map_err(value_error)? })
    }

    /// Of the instance: m, n, and log2 of Q·P.
    #[getter]
    fn parameters(&self) -> (u64, u64, f64) {
        let parameters = &self.circuits.instance().choice.parameters;
        let index = &parameters.index;
        (index.m(), index.totient() as u64, parameters.log2_qp())
    }

    /// What an evaluation of a circuit, as text, takes.
    fn predict<'py>(&mut self, py: Python<'py>, circuit: &[u8]) -> PyResult<Bound<'py, PyDict>> {
        let circuit = read_circuit(circuit).map_err(value_error)?;
        let found = py.detach(|| self.circuits.predict(&circuit)).map_err(value_error)?;
        let dict = PyDict::new(py);
        dict.set_item("evaluate_ns", found.evaluate_ns)?;
        dict.set_item("plan_ns", found.plan_ns)?;
        dict.set_item("read_ns", found.read_ns)?;
        dict.set_item("write_ns", found.write_ns)?;
        dict.set_item("peak_bytes", found.peak_bytes)?;
        dict.set_item("ciphertext_bytes", found.ciphertext_bytes)?;
        dict.set_item("calls", found.calls)?;
        dict.set_item("extrapolated", found.extrapolated)?;
        dict.set_item("unknown", found.unknown)?;
        Ok(dict)
    }
}
