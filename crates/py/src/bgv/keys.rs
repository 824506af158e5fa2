//! Secret and public keys.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    Error,
    bgv::{Ciphertext, Context, Plaintext, PublicKey, SecretKey},
    serial::Saved,
};

use super::{
    BgvCiphertext,
    error::bgv_error,
    instance::{Shared, entries},
};

/// The secret key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvSecretKey {
    shared: Arc<Shared>,
    key: SecretKey<RnsRing>,
}

/// The public key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvPublicKey {
    shared: Arc<Shared>,
    key: PublicKey<RnsRing>,
}

impl BgvSecretKey {
    pub(crate) fn new(shared: &Arc<Shared>, key: SecretKey<RnsRing>) -> Self {
        Self { shared: Arc::clone(shared), key }
    }
}

impl BgvPublicKey {
    pub(crate) fn new(shared: &Arc<Shared>, key: PublicKey<RnsRing>) -> Self {
        Self { shared: Arc::clone(shared), key }
    }
}

/// A vector under some key, with randomness from the operating system.
fn encrypted(
    py: Python<'_>,
    shared: &Arc<Shared>,
    vector: &PyReadonlyArray1<'_, u64>,
    encrypt: impl FnOnce(&Context<RnsRing>, &Plaintext, &Seed) -> Result<Ciphertext<RnsRing>, Error>
    + Send,
) -> PyResult<BgvCiphertext> {
    let vector = entries(vector);
    py.detach(|| {
        let plaintext = shared.encode(&vector)?;
        let seed = Seed::from_os().map_err(bgv_error)?;
        let ciphertext = encrypt(&shared.context, &plaintext, &seed).map_err(bgv_error)?;
        Ok(BgvCiphertext::new(shared, ciphertext, false))
    })
}

#[pymethods]
impl BgvSecretKey {
    /// A vector under the secret key.
    fn encrypt(
        &self,
        py: Python<'_>,
        vector: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<BgvCiphertext> {
        encrypted(py, &self.shared, &vector, |context, plaintext, seed| {
            context.encrypt_secret(&self.key, plaintext, seed)
        })
    }

    /// The vector of a ciphertext.
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &BgvCiphertext,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let vector = py.detach(|| {
            let context = self.shared.context(ciphertext.insists());
            let message = context.decrypt(&self.key, ciphertext.inner());
            self.shared.decode(&message.map_err(bgv_error)?)
        })?;
        Ok(vector.to_pyarray(py))
    }

    /// log2 of the root mean square of the noise in the canonical embedding, and of its largest
    /// coefficient.
    fn measure(&self, py: Python<'_>, ciphertext: &BgvCiphertext) -> PyResult<(f64, f64)> {
        let measured = py.detach(|| self.shared.context.measure(&self.key, ciphertext.inner()));
        let measured = measured.map_err(bgv_error)?;
        Ok((measured.log2_embedding, measured.log2_largest))
    }

    /// The key as bytes: keep them secret.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.key.save_secret(&self.shared.context).map_err(bgv_error)?;
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
        encrypted(py, &self.shared, &vector, |context, plaintext, seed| {
            context.encrypt(&self.key, plaintext, seed)
        })
    }

    /// The key as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.key.save(&self.shared.context)).map_err(bgv_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
