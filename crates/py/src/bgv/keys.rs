//! Secret and public keys.

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay::bgv::{PublicKey, SecretKey};

use super::{BgvCiphertext, error::bgv_error, instance::entries};

/// The secret key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvSecretKey(pub(super) SecretKey);

/// The public key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvPublicKey(pub(super) PublicKey);

#[pymethods]
impl BgvSecretKey {
    /// A vector under the secret key.
    fn encrypt(
        &self,
        py: Python<'_>,
        vector: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<BgvCiphertext> {
        let vector = entries(&vector);
        py.detach(|| self.0.encrypt(&vector)).map(BgvCiphertext).map_err(bgv_error)
    }

    /// The vector of a ciphertext.
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &BgvCiphertext,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let vector = py.detach(|| self.0.decrypt(&ciphertext.0)).map_err(bgv_error)?;
        Ok(vector.to_pyarray(py))
    }

    /// log2 of the root mean square of the noise in the canonical embedding, and of its largest
    /// coefficient.
    fn measure(&self, py: Python<'_>, ciphertext: &BgvCiphertext) -> PyResult<(f64, f64)> {
        py.detach(|| self.0.measure(&ciphertext.0)).map_err(bgv_error)
    }

    /// The key as bytes: keep them secret.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.0.save().map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

#[pymethods]
impl BgvPublicKey {
    /// A vector under the public key.
    fn encrypt(
        &self,
        py: Python<'_>,
        vector: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<BgvCiphertext> {
        let vector = entries(&vector);
        py.detach(|| self.0.encrypt(&vector)).map(BgvCiphertext).map_err(bgv_error)
    }

    /// The key as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.save()).map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
