//! Sessions and keys.

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use numpy::{Complex64 as Numpy, PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    FreshSeed,
    ckks::{Complex, EvaluationKeys, Precision, PublicKey, SecretKey, Session},
};

use super::{CkksCiphertext, facts::of_precision};
use crate::{
    call::{detached, interruptible},
    slots::scheme_error,
};

/// Numbers that Python gave.
pub(super) fn complex(values: &PyReadonlyArray1<'_, Numpy>) -> Vec<Complex> {
    values.as_array().iter().map(|z| Complex::new(z.re, z.im)).collect()
}

/// [`Session`].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksSession(pub(super) Session);

/// [`SecretKey`].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksSecretKey(SecretKey);

/// [`PublicKey`].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksPublicKey(PublicKey);

/// [`EvaluationKeys`].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksEvaluationKeys(pub(super) EvaluationKeys);

/// Secret, public and evaluation keys.
type Keys = (CkksSecretKey, CkksPublicKey, CkksEvaluationKeys);

#[pymethods]
impl CkksSession {
    /// ℓ, the number of entries of a vector.
    #[getter]
    fn length(&self) -> usize {
        self.0.length()
    }

    /// No number that is encrypted is larger in absolute value.
    #[getter]
    fn range(&self) -> f64 {
        self.0.range()
    }

    /// Secret, public and evaluation keys, for rotations by these steps, or by powers of two.
    fn generate(&self, py: Python<'_>, rotations: Option<Vec<i64>>) -> PyResult<Keys> {
        let slots = self.0.slots() as i64;
        let made = interruptible(py, || match rotations {
            None => self.0.keys(),
            Some(steps) => {
                let steps: Vec<i64> = steps.iter().map(|step| step.rem_euclid(slots)).collect();
                self.0.keys_with(&steps, FreshSeed::from_os()?)
            }
        });
        let keys = made?.map_err(scheme_error)?;
        Ok((
            CkksSecretKey(keys.secret),
            CkksPublicKey(keys.public),
            CkksEvaluationKeys(keys.evaluation),
        ))
    }

    /// A saved secret key.
    fn load_secret_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<CkksSecretKey> {
        detached(py, || self.0.load_secret_key(data)).map(CkksSecretKey).map_err(scheme_error)
    }

    /// A saved public key.
    fn load_public_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<CkksPublicKey> {
        detached(py, || self.0.load_public_key(data)).map(CkksPublicKey).map_err(scheme_error)
    }

    /// Saved evaluation keys.
    fn load_evaluation_keys(&self, py: Python<'_>, data: &[u8]) -> PyResult<CkksEvaluationKeys> {
        let loaded = detached(py, || self.0.load_evaluation_keys(data));
        loaded.map(CkksEvaluationKeys).map_err(scheme_error)
    }

    /// A saved ciphertext.
    fn load_ciphertext(&self, py: Python<'_>, data: &[u8]) -> PyResult<CkksCiphertext> {
        detached(py, || self.0.load_ciphertext(data)).map(CkksCiphertext).map_err(scheme_error)
    }
}

#[pymethods]
impl CkksSecretKey {
    /// A vector under the secret key.
    fn encrypt(
        &self,
        py: Python<'_>,
        values: PyReadonlyArray1<'_, Numpy>,
    ) -> PyResult<CkksCiphertext> {
        let values = complex(&values);
        let made = detached(py, || {
            let randomness = FreshSeed::from_os()?;
            self.0.encrypt_with(&values, randomness)
        });
        made.map(CkksCiphertext).map_err(scheme_error)
    }

    /// The vector of a ciphertext, with its errors.
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &CkksCiphertext,
    ) -> PyResult<Bound<'py, PyArray1<Numpy>>> {
        let values =
            detached(py, || self.0.decrypt_complex(&ciphertext.0)).map_err(scheme_error)?;
        let values: Vec<Numpy> = values.into_iter().map(|z| Numpy::new(z.re, z.im)).collect();
        Ok(values.to_pyarray(py))
    }

    /// The key as bytes: keep them secret.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.save().map_err(scheme_error)?))
    }
}

#[pymethods]
impl CkksPublicKey {
    /// A vector under the public key.
    fn encrypt(
        &self,
        py: Python<'_>,
        values: PyReadonlyArray1<'_, Numpy>,
    ) -> PyResult<CkksCiphertext> {
        let values = complex(&values);
        let made = detached(py, || self.0.encrypt_complex(&values));
        made.map(CkksCiphertext).map_err(scheme_error)
    }

    /// The key as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

#[pymethods]
impl CkksEvaluationKeys {
    /// The number of automorphisms, conjugation among them where slots are complex.
    #[getter]
    fn automorphisms(&self) -> usize {
        self.0.inner().automorphisms().len()
    }

    /// The keys as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// Statistics of the errors of `got`, where `wanted` is right.
#[pyfunction]
pub(crate) fn ckks_precision<'py>(
    py: Python<'py>,
    got: PyReadonlyArray1<'_, Numpy>,
    wanted: PyReadonlyArray1<'_, Numpy>,
) -> PyResult<Bound<'py, PyDict>> {
    let precision = Precision::new(&complex(&got), &complex(&wanted));
    let none = || scheme_error("precision is that of two vectors of one length".to_owned());
    of_precision(py, &precision.ok_or_else(none)?)
}
