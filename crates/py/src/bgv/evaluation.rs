//! Evaluation keys, and circuits compiled for them.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::bgv::{Ciphertext, EvaluationKeys, Program};

use super::{BgvCiphertext, error::bgv_error};
use crate::{call::interruptible, circuit::Circuit};

/// What multiplies and rotates.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvEvaluationKeys(pub(super) EvaluationKeys);

#[pymethods]
impl BgvEvaluationKeys {
    /// The number of rotation keys.
    #[getter]
    fn rotations(&self) -> usize {
        self.0.rotations()
    }

    /// A circuit, planned and with its constants prepared.
    fn compile(&self, py: Python<'_>, circuit: &Circuit) -> PyResult<BgvProgram> {
        let program = interruptible(py, || self.0.compile(circuit.inner()))?;
        program.map(BgvProgram).map_err(bgv_error)
    }

    /// The keys as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.save()).map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A circuit, ready to be evaluated on fresh ciphertexts.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvProgram(Program);

#[pymethods]
impl BgvProgram {
    /// The plan in words.
    #[getter]
    fn plan(&self) -> String {
        self.0.plan().to_string()
    }

    /// What the evaluation will do: steps by kind, memory, the noise of the output.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let plan = self.0.plan();
        let output = plan.figures().get(plan.output() as usize);
        let dict = PyDict::new(py);
        dict.set_item("wires", plan.wires())?;
        dict.set_item("steps", plan.counts())?;
        dict.set_item("peak_bytes", plan.peak_bytes())?;
        dict.set_item("capacity_bits", output.map(|figures| figures.capacity_bits))?;
        Ok(dict)
    }

    /// The output for one ciphertext for each wire.
    fn evaluate(
        &self,
        py: Python<'_>,
        inputs: Vec<PyRef<'_, BgvCiphertext>>,
    ) -> PyResult<BgvCiphertext> {
        // Handles.
        let inputs: Vec<Ciphertext> = inputs.iter().map(|input| input.0.clone()).collect();
        let output = interruptible(py, || self.0.evaluate(&inputs))?;
        output.map(BgvCiphertext).map_err(bgv_error)
    }
}
