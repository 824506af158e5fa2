//! Secret and public keys.

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay::{ComputingScheme, Error, PublicKey, SecretKey};

use super::{
    SlotCiphertext,
    ciphertext::{AnyCiphertext, Erased},
    entries::entries,
    erased::same,
    error::scheme_error,
};
use crate::call::detached;

/// [`SecretKey`] of any scheme.
pub(super) trait AnySecretKey: Send + Sync {
    fn encrypt(&self, vector: &[u64]) -> Result<Erased, Error>;
    fn decrypt(&self, ciphertext: &dyn AnyCiphertext) -> Result<Vec<u64>, Error>;
    fn measure(&self, ciphertext: &dyn AnyCiphertext) -> Result<(f64, f64), Error>;
    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error>;
}

impl<S: ComputingScheme> AnySecretKey for SecretKey<S> {
    fn encrypt(&self, vector: &[u64]) -> Result<Erased, Error> {
        Ok(std::sync::Arc::new(self.encrypt(vector)?))
    }

    fn decrypt(&self, ciphertext: &dyn AnyCiphertext) -> Result<Vec<u64>, Error> {
        self.decrypt(same(ciphertext, "the ciphertext")?)
    }

    fn measure(&self, ciphertext: &dyn AnyCiphertext) -> Result<(f64, f64), Error> {
        self.measure(same(ciphertext, "the ciphertext")?)
    }

    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error> {
        Ok(PyBytes::new(py, &self.save()?))
    }
}

/// [`PublicKey`] of any scheme.
pub(super) trait AnyPublicKey: Send + Sync {
    fn encrypt(&self, vector: &[u64]) -> Result<Erased, Error>;
    fn save(&self) -> Result<Vec<u8>, Error>;
}

impl<S: ComputingScheme> AnyPublicKey for PublicKey<S> {
    fn encrypt(&self, vector: &[u64]) -> Result<Erased, Error> {
        Ok(std::sync::Arc::new(self.encrypt(vector)?))
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.save()
    }
}

/// The secret key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct SlotSecretKey(pub(super) Box<dyn AnySecretKey>);

/// The public key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct SlotPublicKey(pub(super) Box<dyn AnyPublicKey>);

#[pymethods]
impl SlotSecretKey {
    /// A vector under the secret key.
    fn encrypt(
        &self,
        py: Python<'_>,
        vector: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<SlotCiphertext> {
        let vector = entries(&vector);
        SlotCiphertext::made(py, || self.0.encrypt(&vector))
    }

    /// The vector of a ciphertext.
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &SlotCiphertext,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let vector = detached(py, || self.0.decrypt(&*ciphertext.0)).map_err(scheme_error)?;
        Ok(vector.to_pyarray(py))
    }

    /// log2 of the root mean square of the noise in the canonical embedding, and of its largest
    /// coefficient.
    fn measure(&self, py: Python<'_>, ciphertext: &SlotCiphertext) -> PyResult<(f64, f64)> {
        detached(py, || self.0.measure(&*ciphertext.0)).map_err(scheme_error)
    }

    /// The key as bytes: keep them secret.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.save(py).map_err(scheme_error)
    }
}

#[pymethods]
impl SlotPublicKey {
    /// A vector under the public key.
    fn encrypt(
        &self,
        py: Python<'_>,
        vector: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<SlotCiphertext> {
        let vector = entries(&vector);
        SlotCiphertext::made(py, || self.0.encrypt(&vector))
    }

    /// The key as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
