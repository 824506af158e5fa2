//! Predictions of evaluations on our own BGV and CKKS, made by [`ringassay_predict`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_circuit::text::{read_circuit, read_key_parameters};
use ringassay_cost::price::Calibration;
use ringassay_predict::{
    Encryption, EvaluationPredictor as Predictor, EvaluationPrices as Prices, Options,
};

use crate::{calibrate::CalibrationError, call::interruptible, errors::value_error};

/// A calibration, and what is measured beside it once for all predictors.
#[pyclass(module = "ringassay._native", frozen)]
pub(crate) struct EvaluationPrices {
    prices: Prices,
}

#[pymethods]
impl EvaluationPrices {
    #[new]
    fn new(calibration: &str) -> PyResult<Self> {
        let calibration = Calibration::from_json(calibration)
            .map_err(|error| CalibrationError::new_err(error.to_string()))?;
        Ok(Self { prices: Prices::new(calibration) })
    }

    /// Prices evaluations by the system under test `ringassay-bgv` under one key, or
    /// `ringassay-ckks` where that is one for reals. With an index no other one is searched for.
    #[pyo3(signature = (params, encryption = "public", rotation_keys = None, index = None))]
    fn predictor(
        &self,
        py: Python<'_>,
        params: &[u8],
        encryption: &str,
        rotation_keys: Option<usize>,
        index: Option<u64>,
    ) -> PyResult<EvaluationPredictor> {
        let asked = read_key_parameters(params).map_err(value_error)?;
        let encryption = match encryption {
            "public" => Encryption::Public,
            "secret" => Encryption::Secret,
            other => {
                return Err(value_error(format!(
                    "encryption is by the public or the secret key, not by {other:?}"
                )));
            }
        };
        let options = Options { encryption, rotation_keys, index, ..Options::default() };
        let predictor = interruptible(py, || self.prices.predictor(&asked, &options))?;
        Ok(EvaluationPredictor { predictor: predictor.map_err(value_error)? })
    }
}

/// Prices evaluations of one instance.
#[pyclass(module = "ringassay._native")]
pub(crate) struct EvaluationPredictor {
    predictor: Predictor,
}

#[pymethods]
impl EvaluationPredictor {
    /// Of the instance: m, n, and log2 of Q·P.
    #[getter]
    fn parameters(&self) -> (u64, u64, f64) {
        self.predictor.parameters()
    }

    /// What an evaluation of a circuit, as text, takes.
    fn predict<'py>(&mut self, py: Python<'py>, circuit: &[u8]) -> PyResult<Bound<'py, PyDict>> {
        let circuit = read_circuit(circuit).map_err(value_error)?;
        let found = interruptible(py, || self.predictor.predict(&circuit))?.map_err(value_error)?;
        let dict = PyDict::new(py);
        dict.set_item("evaluate_ns", found.evaluate_ns)?;
        dict.set_item("plan_ns", found.plan_ns)?;
        dict.set_item("receive_ns", found.receive_ns)?;
        dict.set_item("read_ns", found.read_ns)?;
        dict.set_item("write_ns", found.write_ns)?;
        dict.set_item("new_memory_ns", found.new_memory_ns)?;
        dict.set_item("peak_bytes", found.peak_bytes)?;
        dict.set_item("ciphertext_bytes", found.ciphertext_bytes)?;
        dict.set_item("input_bytes", found.input_bytes)?;
        dict.set_item("calls", found.calls)?;
        dict.set_item("extrapolated", found.extrapolated)?;
        dict.set_item("unknown", found.unknown)?;
        Ok(dict)
    }
}
