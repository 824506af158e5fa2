//! Ciphertexts.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Error,
    bgv::{Ciphertext, Noise},
};

use super::{BgvEvaluationKeys, error::bgv_error, instance::entries};

/// A ciphertext of a vector.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvCiphertext(pub(super) Ciphertext);

impl BgvCiphertext {
    /// What an operation makes, without the interpreter's lock.
    fn made(
        py: Python<'_>,
        operation: impl FnOnce() -> Result<Ciphertext, Error> + Send,
    ) -> PyResult<Self> {
        py.detach(operation).map(Self).map_err(bgv_error)
    }
}

#[pymethods]
impl BgvCiphertext {
    /// The sum.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || &self.0 + &other.0)
    }

    /// The difference.
    fn sub(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || &self.0 - &other.0)
    }

    /// The product, relinearised; the square where both are one ciphertext.
    fn multiply(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || &self.0 * &other.0)
    }

    /// The negative.
    fn negate(&self, py: Python<'_>) -> PyResult<Self> {
        Self::made(py, || Ok(-&self.0))
    }

    /// The power of each entry.
    fn power(&self, py: Python<'_>, exponent: u64) -> PyResult<Self> {
        Self::made(py, || self.0.power(exponent))
    }

    /// The sum with a vector.
    fn add_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let vector = entries(&vector);
        Self::made(py, || self.0.add_plain(&vector))
    }

    /// The difference to a vector.
    fn sub_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let vector = entries(&vector);
        Self::made(py, || self.0.sub_plain(&vector))
    }

    /// The product with a vector, entry by entry.
    fn multiply_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let vector = entries(&vector);
        Self::made(py, || self.0.multiply_plain(&vector))
    }

    /// Its entries where the mask is 1, those of the other where it is 0.
    fn select(
        &self,
        py: Python<'_>,
        other: &Self,
        mask: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<Self> {
        let mask = entries(&mask);
        Self::made(py, || self.0.select(&other.0, &mask))
    }

    /// The vector rotated: entry i becomes entry i + steps.
    fn rotate(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
        Self::made(py, || self.0.rotate(steps))
    }

    /// The same ciphertext, with keys for products and rotations.
    fn using(&self, keys: &BgvEvaluationKeys) -> PyResult<Self> {
        self.0.clone().using(&keys.0).map(Self).map_err(bgv_error)
    }

    /// The keys that it carries.
    #[getter]
    fn evaluation(&self) -> Option<BgvEvaluationKeys> {
        self.0.evaluation().cloned().map(BgvEvaluationKeys)
    }

    /// The same ciphertext, which is computed with and decrypted whatever its noise.
    fn insisting(&self) -> Self {
        Self(self.0.clone().insisting())
    }

    /// The number of parts, the modulus, and what is known of the noise.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let noise: Noise = self.0.noise().map_err(bgv_error)?;
        let dict = PyDict::new(py);
        dict.set_item("parts", self.0.inner().parts().len())?;
        dict.set_item("rung", self.0.inner().rung())?;
        dict.set_item("log2_q", noise.modulus_bits)?;
        dict.set_item("noise_bits", noise.coefficient_bits)?;
        dict.set_item("log2_embedding", noise.embedding_bits)?;
        dict.set_item("bound_bits", noise.bound_bits)?;
        dict.set_item("worst_bits", noise.worst_bits)?;
        dict.set_item("capacity_bits", noise.budget_bits)?;
        dict.set_item("log2_failure", noise.log2_failure)?;
        dict.set_item("log2_average_failure", noise.log2_average_failure)?;
        dict.set_item("insists", self.0.insists())?;
        Ok(dict)
    }

    /// The ciphertext as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.save()).map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
