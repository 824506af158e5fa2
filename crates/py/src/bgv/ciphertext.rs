//! Ciphertexts, and what can be done with them without keys.

use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error,
    bgv::{Ciphertext, Context},
    serial::Saved,
};

use super::{
    error::bgv_error,
    instance::{Shared, entries},
};

/// A ciphertext of a vector.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvCiphertext {
    shared: Arc<Shared>,
    inner: Ciphertext<RnsRing>,
    insists: bool,
}

impl BgvCiphertext {
    pub(crate) fn new(shared: &Arc<Shared>, inner: Ciphertext<RnsRing>, insists: bool) -> Self {
        Self { shared: Arc::clone(shared), inner, insists }
    }

    /// Whether nothing is refused for its noise.
    pub(crate) fn insists(&self) -> bool {
        self.insists
    }

    pub(crate) fn inner(&self) -> &Ciphertext<RnsRing> {
        &self.inner
    }

    /// What an operation makes of it, and maybe of another.
    fn made(
        &self,
        py: Python<'_>,
        other: Option<&Self>,
        operation: impl FnOnce(&Context<RnsRing>) -> Result<Ciphertext<RnsRing>, Error> + Send,
    ) -> PyResult<Self> {
        let insists = self.insists || other.is_some_and(Self::insists);
        let context = self.shared.context(insists);
        let made = py.detach(|| operation(&context)).map_err(bgv_error)?;
        Ok(Self::new(&self.shared, made, insists))
    }
}

#[pymethods]
impl BgvCiphertext {
    /// The sum.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.made(py, Some(other), |context| context.add(&self.inner, &other.inner))
    }

    /// The difference.
    fn sub(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.made(py, Some(other), |context| context.sub(&self.inner, &other.inner))
    }

    /// The negative.
    fn negate(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, None, |context| Ok(context.negate(&self.inner)))
    }

    /// The sum with a vector.
    fn add_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let plaintext = self.shared.encode(&entries(&vector))?;
        self.made(py, None, |context| context.add_plain(&self.inner, &plaintext))
    }

    /// The product with a vector, entry by entry.
    fn multiply_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let plaintext = self.shared.encode(&entries(&vector))?;
        self.made(py, None, |context| context.multiply_plain(&self.inner, &plaintext))
    }

    /// Its entries where the mask is 1, those of the other where it is 0.
    fn select(
        &self,
        py: Python<'_>,
        other: &Self,
        mask: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<Self> {
        let mask = self.shared.encode(&entries(&mask))?;
        self.made(py, Some(other), |context| {
            let rung = self.inner.rung().min(other.inner.rung());
            let (a, b) =
                (context.switch_to(&self.inner, rung)?, context.switch_to(&other.inner, rung)?);
            context.select(&a, &b, &context.prepare(&mask, rung)?)
        })
    }

    /// The same ciphertext, which is computed with and decrypted whatever its noise.
    fn insisting(&self) -> Self {
        Self::new(&self.shared, self.inner.clone(), true)
    }

    /// The number of parts, the modulus, and what is known of the noise.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (context, inner) = (&self.shared.context, &self.inner);
        let log2_q = context.ladder().rungs().get(inner.rung()).map(|rung| rung.log2_q);
        let dict = PyDict::new(py);
        dict.set_item("parts", inner.parts().len())?;
        dict.set_item("rung", inner.rung())?;
        dict.set_item("log2_q", log2_q)?;
        dict.set_item("noise_bits", context.model().log2_coefficient(inner.noise()))?;
        dict.set_item("log2_embedding", inner.noise().log2_mean())?;
        dict.set_item("bound_bits", context.bound_bits(inner))?;
        dict.set_item("worst_bits", context.model().worst_bits(inner.noise()))?;
        dict.set_item("capacity_bits", context.capacity_bits(inner).map_err(bgv_error)?)?;
        dict.set_item("log2_failure", context.log2_failure(inner).map_err(bgv_error)?)?;
        let average = context.log2_average_failure(inner).map_err(bgv_error)?;
        dict.set_item("log2_average_failure", average)?;
        dict.set_item("insists", self.insists)?;
        Ok(dict)
    }

    /// The ciphertext as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.inner.save(&self.shared.context)).map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
