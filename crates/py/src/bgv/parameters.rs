//! Parameters, chosen or loaded.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay_params::bgv::{Choice, choose, security};
use ringassay_scheme::{bgv::Parameters, encoding::PlaintextRing};
use ringassay_security::{Estimate, helib_bits};

use super::{BgvInstance, RequestArguments, error::bgv_error};
use crate::call::interruptible;

/// A parameter set for vectors of one length.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvParameters {
    parameters: Parameters,
    length: usize,
    security: Estimate,
    /// How they were chosen; nothing for those that were loaded.
    choice: Option<Choice>,
}

#[pymethods]
impl BgvParameters {
    /// The parameters that serve a request best.
    #[staticmethod]
    fn choose(py: Python<'_>, request: RequestArguments) -> PyResult<Self> {
        let request = request.read()?;
        let choice = interruptible(py, || choose(&request))?.map_err(bgv_error)?;
        Ok(Self {
            parameters: choice.parameters.clone(),
            length: request.length,
            security: choice.security.clone(),
            choice: Some(choice),
        })
    }

    /// Saved parameters, for vectors of this length.
    #[staticmethod]
    fn load(py: Python<'_>, data: &[u8], length: usize) -> PyResult<Self> {
        let parameters = py.detach(|| Parameters::load(data)).map_err(bgv_error)?;
        let security = interruptible(py, || security(&parameters))?.map_err(bgv_error)?;
        Ok(Self { parameters, length, security, choice: None })
    }

    /// The parameters as bytes, without the length of vectors.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.parameters.save().map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// ℓ.
    #[getter]
    fn length(&self) -> usize {
        self.length
    }

    /// What they are.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (parameters, choice) = (&self.parameters, self.choice.as_ref());
        let (m, n) = (parameters.index.m(), parameters.index.totient());
        let (log2_qp, plaintext) = (parameters.log2_qp(), parameters.plaintext);
        let slots = PlaintextRing::new(&parameters.index, plaintext.prime, plaintext.exponent);
        let dict = PyDict::new(py);
        dict.set_item("m", m)?;
        dict.set_item("n", n)?;
        dict.set_item("plaintext", parameters.t())?;
        dict.set_item("slots", slots.map_err(bgv_error)?.slots().count())?;
        dict.set_item("log2_q", parameters.log2_q())?;
        dict.set_item("log2_p", parameters.log2_p())?;
        dict.set_item("large", &parameters.large)?;
        dict.set_item("small", &parameters.small)?;
        dict.set_item("special", &parameters.special)?;
        dict.set_item("digits", parameters.digits().len())?;
        dict.set_item("secret", parameters.secret.to_string())?;
        dict.set_item("error", parameters.error().to_string())?;
        dict.set_item("security_bits", self.security.bits)?;
        dict.set_item("security", self.security.to_string())?;
        dict.set_item("helib_bits", helib_bits(m, n, log2_qp, parameters.sigma, None))?;
        dict.set_item("is_secure", choice.map(|choice| choice.is_secure))?;
        dict.set_item("log2_failure", choice.map(|choice| choice.log2_failure))?;
        dict.set_item("rotation_hints", choice.map(|choice| choice.rotations.len()))?;
        dict.set_item("mean_automorphisms", choice.map(|choice| choice.rotation_terms.0))?;
        dict.set_item("most_automorphisms", choice.map(|choice| choice.rotation_terms.1))?;
        dict.set_item("explanation", choice.map_or(&[][..], |choice| &choice.explanation))?;
        dict.set_item("choice_ns", choice.map(|choice| choice.duration.as_nanos() as u64))?;
        Ok(dict)
    }

    /// Rings and tables for them.
    fn instance(&self, py: Python<'_>) -> PyResult<BgvInstance> {
        let rotations = self.choice.as_ref().map(|choice| choice.rotations.clone());
        interruptible(py, || BgvInstance::new(&self.parameters, self.length, rotations))?
    }
}
