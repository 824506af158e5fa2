//! Ciphertexts.

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use numpy::{Complex64 as Numpy, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Error,
    ckks::{Ciphertext, Complex, Constant},
};

use super::{
    functions::{CkksPolynomials, CkksSign},
    session::{CkksEvaluationKeys, complex},
};
use crate::{
    call::{detached, interruptible},
    slots::scheme_error,
};

/// [`Ciphertext`].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksCiphertext(pub(super) Ciphertext);

impl CkksCiphertext {
    /// What an operation on the ciphertext returns, computed without the interpreter's lock.
    fn made(
        py: Python<'_>,
        operation: impl FnOnce() -> Result<Ciphertext, Error> + Send,
    ) -> PyResult<Self> {
        detached(py, operation).map(Self).map_err(scheme_error)
    }

    /// As `made`, for what may last.
    fn made_slowly(
        py: Python<'_>,
        operation: impl FnOnce() -> Result<Ciphertext, Error> + Send,
    ) -> PyResult<Self> {
        interruptible(py, operation)?.map(Self).map_err(scheme_error)
    }
}

#[pymethods]
impl CkksCiphertext {
    /// The keys that it carries.
    #[getter]
    fn evaluation(&self) -> Option<CkksEvaluationKeys> {
        self.0.evaluation().cloned().map(CkksEvaluationKeys)
    }

    /// The same ciphertext with keys.
    fn using(&self, keys: &CkksEvaluationKeys) -> PyResult<Self> {
        self.0.using(&keys.0).map(Self).map_err(scheme_error)
    }

    /// The same ciphertext, of which no slot is larger.
    fn within(&self, largest: f64) -> PyResult<Self> {
        self.0.within(largest).map(Self).map_err(scheme_error)
    }

    /// The sum of two.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || &self.0 + &other.0)
    }

    /// The difference of two.
    fn sub(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || &self.0 - &other.0)
    }

    /// The product of two.
    fn multiply(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || &self.0 * &other.0)
    }

    /// The negative.
    fn negate(&self, py: Python<'_>) -> PyResult<Self> {
        Self::made(py, || Ok(-&self.0))
    }

    /// The sum with public numbers.
    fn add_vector(&self, py: Python<'_>, values: PyReadonlyArray1<'_, Numpy>) -> PyResult<Self> {
        let values: Vec<Complex> = complex(&values);
        Self::made(py, || self.0.add_vector(&values))
    }

    /// The product with public numbers.
    fn multiply_vector(
        &self,
        py: Python<'_>,
        values: PyReadonlyArray1<'_, Numpy>,
    ) -> PyResult<Self> {
        let values: Vec<Complex> = complex(&values);
        Self::made(py, || self.0.multiply_vector(&values))
    }

    /// The sum with one number.
    fn add_constant(&self, py: Python<'_>, re: f64, im: f64) -> PyResult<Self> {
        Self::made(py, || self.0.add_constant(Constant { re, im }))
    }

    /// The product with one number.
    fn multiply_constant(&self, py: Python<'_>, re: f64, im: f64) -> PyResult<Self> {
        Self::made(py, || self.0.multiply_constant(Constant { re, im }))
    }

    /// Entries rotated to the left.
    fn rotate(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
        Self::made(py, || self.0.rotate(steps))
    }

    /// All entries conjugated.
    fn conjugate(&self, py: Python<'_>) -> PyResult<Self> {
        Self::made(py, || self.0.conjugate())
    }

    /// The sum of all entries in each.
    fn sum(&self, py: Python<'_>) -> PyResult<Self> {
        Self::made(py, || self.0.sum_of_slots())
    }

    /// A polynomial of each entry.
    fn polynomial(&self, py: Python<'_>, polynomials: &CkksPolynomials) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.polynomial(&polynomials.0))
    }

    /// The sign of each entry.
    fn sign(&self, py: Python<'_>, composite: &CkksSign) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.sign(&composite.0))
    }

    /// 1 where entries are positive, 0 where they are negative.
    fn step(&self, py: Python<'_>, composite: &CkksSign) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.step(&composite.0))
    }

    /// The larger one of each two entries.
    fn maximum(&self, py: Python<'_>, other: &Self, composite: &CkksSign) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.maximum(&other.0, &composite.0))
    }

    /// The smaller one of each two entries.
    fn minimum(&self, py: Python<'_>, other: &Self, composite: &CkksSign) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.minimum(&other.0, &composite.0))
    }

    /// 1/x for entries in an interval, to so many bits.
    fn inverse(&self, py: Python<'_>, from: f64, to: f64, bits: f64) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.inverse(from, to, bits))
    }

    /// What is known of it.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (session, inner) = (self.0.session(), self.0.inner());
        let scheme = session.scheme();
        let dict = PyDict::new(py);
        dict.set_item("level", self.0.level())?;
        dict.set_item("parts", inner.parts().len())?;
        dict.set_item("log2_scale", inner.scale().log2())?;
        dict.set_item("log2_q", session.parameters().log2_q(inner.level()))?;
        dict.set_item("average_error", self.0.average_error())?;
        dict.set_item("worst_error", self.0.worst_error())?;
        dict.set_item("budget_bits", scheme.budget_bits(inner.level(), inner.estimate()))?;
        dict.set_item("largest", self.0.largest())?;
        Ok(dict)
    }

    /// The ciphertext as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
