//! Rings and tables of parameters, and what is made or loaded with them.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use ringassay::{FreshSeed, bgv::Session};

use super::{BgvCiphertext, BgvEvaluationKeys, BgvPublicKey, BgvSecretKey, error::bgv_error};
use crate::call::interruptible;

/// An instance that computes.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvInstance(pub(super) Session);

#[pymethods]
impl BgvInstance {
    /// The backend that computes.
    #[getter]
    fn backend(&self) -> String {
        self.0.scheme().ring().zq(0).backend().to_string()
    }

    /// Secret, public and evaluation keys, with at most so many rotation keys (0: none), or as they were
    /// chosen.
    fn generate(
        &self,
        py: Python<'_>,
        rotation_keys: Option<usize>,
    ) -> PyResult<(BgvSecretKey, BgvPublicKey, BgvEvaluationKeys)> {
        let generate = || self.0.keys_with(rotation_keys, FreshSeed::from_os()?);
        let keys = interruptible(py, generate)?.map_err(bgv_error)?;
        Ok((
            BgvSecretKey(keys.secret),
            BgvPublicKey(keys.public),
            BgvEvaluationKeys(keys.evaluation),
        ))
    }

    /// A saved secret key.
    fn load_secret_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvSecretKey> {
        py.detach(|| self.0.load_secret_key(data)).map(BgvSecretKey).map_err(bgv_error)
    }

    /// A saved public key.
    fn load_public_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvPublicKey> {
        py.detach(|| self.0.load_public_key(data)).map(BgvPublicKey).map_err(bgv_error)
    }

    /// Saved evaluation keys.
    fn load_evaluation_keys(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvEvaluationKeys> {
        py.detach(|| self.0.load_evaluation_keys(data)).map(BgvEvaluationKeys).map_err(bgv_error)
    }

    /// A saved ciphertext.
    fn load_ciphertext(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvCiphertext> {
        py.detach(|| self.0.load_ciphertext(data)).map(BgvCiphertext).map_err(bgv_error)
    }
}

/// A vector that Python gave.
pub(crate) fn entries(vector: &PyReadonlyArray1<'_, u64>) -> Vec<u64> {
    vector.as_array().iter().copied().collect()
}
