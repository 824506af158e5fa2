//! Evaluation keys, and circuits compiled for them.

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay_engine::{Error, Plan, Program, Target};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    bgv::{Ciphertext, EvaluationKeys},
    encoding::KeySet,
    serial::Saved,
};

use super::{BgvCiphertext, error::bgv_error, instance::Shared};
use crate::{call::interruptible, circuit::Circuit};

/// The most memory for prepared constants of a program.
const CONSTANT_BYTES: u64 = 1 << 30;

/// What multiplies and rotates.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvEvaluationKeys {
    shared: Arc<Shared>,
    set: KeySet,
    /// For circuits, made when first needed.
    target: OnceLock<Target>,
    keys: Arc<EvaluationKeys<RnsRing>>,
}

impl BgvEvaluationKeys {
    pub(crate) fn new(shared: &Arc<Shared>, keys: EvaluationKeys<RnsRing>) -> PyResult<Self> {
        let exponents: Vec<u32> = keys.automorphisms().collect();
        let set = KeySet::new(shared.encoder.ring(), &exponents).map_err(bgv_error)?;
        let (shared, keys) = (Arc::clone(shared), Arc::new(keys));
        Ok(Self { shared, set, target: OnceLock::new(), keys })
    }

    /// What circuits are planned for.
    fn target(&self) -> Result<&Target, Error> {
        if let Some(target) = self.target.get() {
            return Ok(target);
        }
        let (parameters, length) = (self.shared.context.parameters(), self.shared.layout.length());
        let products = self.keys.relinearisation().is_some();
        let made = Target::new(parameters, length, products, self.set.exponents())?;
        Ok(self.target.get_or_init(|| made))
    }
}

#[pymethods]
impl BgvEvaluationKeys {
    /// The number of hints for rotations.
    #[getter]
    fn rotations(&self) -> usize {
        self.set.exponents().len()
    }

    /// The product, relinearised.
    fn multiply(
        &self,
        py: Python<'_>,
        a: &BgvCiphertext,
        b: &BgvCiphertext,
    ) -> PyResult<BgvCiphertext> {
        let insists = a.insists() || b.insists();
        let context = self.shared.context(insists);
        let product = py.detach(|| context.multiply(a.inner(), b.inner(), &self.keys));
        Ok(BgvCiphertext::new(&self.shared, product.map_err(bgv_error)?, insists))
    }

    /// The vector rotated: entry i becomes entry i + steps.
    fn rotate(&self, py: Python<'_>, a: &BgvCiphertext, steps: i64) -> PyResult<BgvCiphertext> {
        let shared = &self.shared;
        let (context, encoder) = (shared.context(a.insists()), &shared.encoder);
        let rotated = py.detach(|| {
            let (plan, rung) = (shared.layout.rotation(steps), a.inner().rung());
            let rotation = context.prepare_rotation(&plan, &self.set, encoder, rung)?;
            context.rotate(a.inner(), &rotation, &self.keys)
        });
        Ok(BgvCiphertext::new(&self.shared, rotated.map_err(bgv_error)?, a.insists()))
    }

    /// A circuit, planned and with its constants prepared.
    fn compile(&self, py: Python<'_>, circuit: &Circuit) -> PyResult<BgvProgram> {
        let program = interruptible(py, || {
            let target = self.target()?;
            let plan = Plan::new(circuit.inner(), target)?;
            Program::new(plan, target, &self.shared.context, CONSTANT_BYTES)
        })?;
        Ok(BgvProgram {
            shared: Arc::clone(&self.shared),
            keys: Arc::clone(&self.keys),
            program: program.map_err(bgv_error)?,
        })
    }

    /// The keys as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.keys.save(&self.shared.context)).map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A circuit, ready to be evaluated on fresh ciphertexts.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvProgram {
    shared: Arc<Shared>,
    keys: Arc<EvaluationKeys<RnsRing>>,
    program: Program<RnsRing>,
}

#[pymethods]
impl BgvProgram {
    /// The plan in words.
    #[getter]
    fn plan(&self) -> String {
        self.program.plan().to_string()
    }

    /// What the evaluation will do: steps by kind, memory, the noise of the output.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let plan = self.program.plan();
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
        let wires = self.program.plan().wires();
        if inputs.len() != wires as usize {
            let given = inputs.len();
            return Err(bgv_error(Error::Inputs { wires, given }));
        }
        let inputs: Vec<Ciphertext<RnsRing>> = inputs.iter().map(|c| c.inner().clone()).collect();
        let output = interruptible(py, || {
            self.program.evaluate(&self.keys, |wire| Ok(inputs[wire as usize].clone()))
        })?;
        Ok(BgvCiphertext::new(&self.shared, output.map_err(bgv_error)?, false))
    }
}
