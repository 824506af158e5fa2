//! Secret and public keys.

use std::any::Any;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay::{Error, PublicKey, Scheme, SecretKey, ckks};

use super::{
    PackedCiphertext,
    ciphertext::{AnyCiphertext, Erased},
    entries::{Convert as _, Entries},
    erased::same,
    error::scheme_error,
    vectors::PythonVectors,
};
use crate::call::detached;

/// [`SecretKey`] of any scheme.
pub(super) trait AnySecretKey: Any + Send + Sync {
    fn encrypt(&self, vector: &Entries) -> Result<Erased, Error>;
    fn decrypt(&self, ciphertext: &dyn AnyCiphertext) -> Result<Entries, Error>;
    fn measure(&self, ciphertext: &dyn AnyCiphertext) -> Result<(f64, f64), Error>;
    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error>;
}

impl<P: Scheme<Vectors: PythonVectors<P>>> AnySecretKey for SecretKey<P> {
    fn encrypt(&self, vector: &Entries) -> Result<Erased, Error> {
        Ok(std::sync::Arc::new(P::Vectors::encrypt_secret(self, vector)?))
    }

    fn decrypt(&self, ciphertext: &dyn AnyCiphertext) -> Result<Entries, Error> {
        P::Vectors::decrypt(self, same(ciphertext, "the ciphertext")?)
    }

    fn measure(&self, ciphertext: &dyn AnyCiphertext) -> Result<(f64, f64), Error> {
        P::Vectors::measure(self, same(ciphertext, "the ciphertext")?)
    }

    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error> {
        Ok(PyBytes::new(py, &self.save()?))
    }
}

/// [`PublicKey`] of any scheme.
pub(super) trait AnyPublicKey: Any + Send + Sync {
    fn encrypt(&self, vector: &Entries) -> Result<Erased, Error>;
    fn save(&self) -> Result<Vec<u8>, Error>;
}

impl<P: Scheme<Vectors: PythonVectors<P>>> AnyPublicKey for PublicKey<P> {
    fn encrypt(&self, vector: &Entries) -> Result<Erased, Error> {
        Ok(std::sync::Arc::new(P::Vectors::encrypt(self, vector)?))
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.save()
    }
}

/// The secret key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedSecretKey(pub(super) Box<dyn AnySecretKey>);

/// The public key.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedPublicKey(pub(super) Box<dyn AnyPublicKey>);

impl PackedSecretKey {
    /// That of CKKS.
    pub(crate) fn numbers(&self) -> Result<&ckks::SecretKey, Error> {
        let key: &dyn AnySecretKey = &*self.0;
        same(key, "the secret key")
    }
}

#[pymethods]
impl PackedSecretKey {
    /// A vector under the secret key.
    fn encrypt(&self, py: Python<'_>, vector: Entries) -> PyResult<PackedCiphertext> {
        PackedCiphertext::made(py, || self.0.encrypt(&vector))
    }

    /// The vector of a ciphertext.
    fn decrypt(&self, py: Python<'_>, ciphertext: &PackedCiphertext) -> PyResult<Entries> {
        detached(py, || self.0.decrypt(&*ciphertext.0)).map_err(scheme_error)
    }

    /// log2 of the root mean square of the noise in the canonical embedding, and of its largest
    /// coefficient.
    fn measure(&self, py: Python<'_>, ciphertext: &PackedCiphertext) -> PyResult<(f64, f64)> {
        detached(py, || self.0.measure(&*ciphertext.0)).map_err(scheme_error)
    }

    /// The key as bytes: keep them secret.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.save(py).map_err(scheme_error)
    }
}

#[pymethods]
impl PackedPublicKey {
    /// A vector under the public key.
    fn encrypt(&self, py: Python<'_>, vector: Entries) -> PyResult<PackedCiphertext> {
        PackedCiphertext::made(py, || self.0.encrypt(&vector))
    }

    /// The key as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
