//! Evaluation keys, and circuits compiled for them.

use std::{any::Any, sync::Arc};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Ciphertext, ComputingScheme, Error, EvaluationKeys, Program, circuit, engine::Plan,
};

use super::{
    SlotCiphertext,
    ciphertext::{AnyCiphertext, Erased},
    erased::same,
    error::scheme_error,
};
use crate::{
    call::{detached, interruptible},
    circuit::Circuit,
};

/// [`EvaluationKeys`] of any scheme.
pub(super) trait AnyEvaluationKeys: Any + Send + Sync {
    fn rotations(&self) -> usize;
    fn compile(&self, circuit: &circuit::Circuit) -> Result<Arc<dyn AnyProgram>, Error>;
    fn save(&self) -> Result<Vec<u8>, Error>;
}

impl<S: ComputingScheme> AnyEvaluationKeys for EvaluationKeys<S> {
    fn rotations(&self) -> usize {
        self.rotations()
    }

    fn compile(&self, circuit: &circuit::Circuit) -> Result<Arc<dyn AnyProgram>, Error> {
        Ok(Arc::new(self.compile(circuit)?))
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.save()
    }
}

/// [`Program`] of any scheme.
pub(super) trait AnyProgram: Send + Sync {
    fn plan(&self) -> &Plan;
    fn evaluate(&self, inputs: &[Erased]) -> Result<Vec<Erased>, Error>;
}

impl<S: ComputingScheme> AnyProgram for Program<S> {
    fn plan(&self) -> &Plan {
        self.plan()
    }

    fn evaluate(&self, inputs: &[Erased]) -> Result<Vec<Erased>, Error> {
        // Handles.
        let own = |input: &Erased| {
            let input: &dyn AnyCiphertext = &**input;
            same::<Ciphertext<S>>(input, "an input").cloned()
        };
        let inputs = inputs.iter().map(own).collect::<Result<Vec<_>, _>>()?;
        let outputs = self.evaluate(&inputs)?.into_iter();
        Ok(outputs.map(|output| Arc::new(output) as Erased).collect())
    }
}

/// What multiplies and rotates.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct SlotEvaluationKeys(pub(super) Arc<dyn AnyEvaluationKeys>);

#[pymethods]
impl SlotEvaluationKeys {
    /// The number of rotation keys.
    #[getter]
    fn rotations(&self) -> usize {
        self.0.rotations()
    }

    /// A circuit, planned and with its constants prepared.
    fn compile(&self, py: Python<'_>, circuit: &Circuit) -> PyResult<SlotProgram> {
        let program = interruptible(py, || self.0.compile(circuit.inner()))?;
        program.map(SlotProgram).map_err(scheme_error)
    }

    /// The keys as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A circuit, ready to be evaluated on fresh ciphertexts.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct SlotProgram(Arc<dyn AnyProgram>);

#[pymethods]
impl SlotProgram {
    /// The plan in words.
    #[getter]
    fn plan(&self) -> String {
        self.0.plan().to_string()
    }

    /// What the evaluation will do: steps by kind, memory, the noise budget of the worst output.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let plan = self.0.plan();
        let figures =
            plan.outputs().iter().filter_map(|&output| plan.figures().get(output as usize));
        let budget_bits = figures.map(|figures| figures.budget_bits).min_by(f64::total_cmp);
        let dict = PyDict::new(py);
        dict.set_item("wires", plan.wires())?;
        dict.set_item("steps", plan.counts())?;
        dict.set_item("peak_bytes", plan.peak_bytes())?;
        dict.set_item("budget_bits", budget_bits)?;
        dict.set_item("outputs", plan.outputs().len())?;
        Ok(dict)
    }

    /// The outputs for one ciphertext for each wire.
    fn evaluate(
        &self,
        py: Python<'_>,
        inputs: Vec<PyRef<'_, SlotCiphertext>>,
    ) -> PyResult<Vec<SlotCiphertext>> {
        let inputs: Vec<Erased> = inputs.iter().map(|input| Arc::clone(&input.0)).collect();
        let outputs = interruptible(py, || self.0.evaluate(&inputs))?.map_err(scheme_error)?;
        Ok(outputs.into_iter().map(SlotCiphertext).collect())
    }
}
