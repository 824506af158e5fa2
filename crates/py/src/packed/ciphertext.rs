//! Ciphertexts.

use std::{any::Any, sync::Arc};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Ciphertext, Error, Scheme, Transform,
    ckks::{self, Constant},
    scheme,
};

use super::{
    PackedEvaluationKeys, PackedTransform,
    entries::{Convert as _, Entries},
    erased::same,
    error::scheme_error,
    evaluation::AnyEvaluationKeys,
    transform::AnyTransform,
    vectors::PythonVectors,
};
use crate::{
    call::{detached, interruptible},
    ckks::{CkksPolynomials, CkksSign},
};

/// A ciphertext, whichever the scheme.
pub(super) type Erased = Arc<dyn AnyCiphertext>;

/// What two ciphertexts make.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    Add,
    Sub,
    Multiply,
}

/// [`Ciphertext`] of any scheme.
pub(super) trait AnyCiphertext: Any + Send + Sync {
    fn operate(&self, operator: Operator, other: &dyn AnyCiphertext) -> Result<Erased, Error>;
    fn add_plain(&self, vector: &Entries) -> Result<Erased, Error>;
    fn multiply_plain(&self, vector: &Entries) -> Result<Erased, Error>;
    fn negate(&self) -> Erased;
    fn power(&self, exponent: u64) -> Result<Erased, Error>;
    fn select(&self, other: &dyn AnyCiphertext, mask: &[bool]) -> Result<Erased, Error>;
    fn rotate(&self, steps: i64) -> Result<Erased, Error>;
    fn transform(&self, transform: &dyn AnyTransform) -> Result<Erased, Error>;
    fn polynomial(&self, coefficients: &[i64]) -> Result<Erased, Error>;
    fn sum(&self) -> Result<Erased, Error>;
    fn using(&self, keys: &dyn AnyEvaluationKeys) -> Result<Erased, Error>;
    fn evaluation(&self) -> Option<Arc<dyn AnyEvaluationKeys>>;
    fn insisting(&self) -> Erased;
    fn facts(&self, dict: &Bound<'_, PyDict>) -> PyResult<()>;
    fn save(&self) -> Result<Vec<u8>, Error>;
}

fn erased<P: Scheme<Vectors: PythonVectors<P>>>(
    made: Result<Ciphertext<P>, Error>,
) -> Result<Erased, Error> {
    made.map(|made| Arc::new(made) as Erased)
}

impl<P: Scheme<Vectors: PythonVectors<P>>> AnyCiphertext for Ciphertext<P> {
    fn operate(&self, operator: Operator, other: &dyn AnyCiphertext) -> Result<Erased, Error> {
        let other = same::<Self>(other, "an operand")?;
        erased(match operator {
            Operator::Add => self + other,
            Operator::Sub => self - other,
            Operator::Multiply => self * other,
        })
    }

    fn add_plain(&self, vector: &Entries) -> Result<Erased, Error> {
        erased(P::Vectors::add_plain(self, vector))
    }

    fn multiply_plain(&self, vector: &Entries) -> Result<Erased, Error> {
        erased(P::Vectors::multiply_plain(self, vector))
    }

    fn negate(&self) -> Erased {
        Arc::new(-self)
    }

    fn power(&self, exponent: u64) -> Result<Erased, Error> {
        erased(self.power(exponent))
    }

    fn select(&self, other: &dyn AnyCiphertext, mask: &[bool]) -> Result<Erased, Error> {
        erased(self.select(same::<Self>(other, "an operand")?, mask))
    }

    fn rotate(&self, steps: i64) -> Result<Erased, Error> {
        erased(self.rotate(steps))
    }

    fn transform(&self, transform: &dyn AnyTransform) -> Result<Erased, Error> {
        erased(self.transform(same::<Transform<P>>(transform, "the transform")?))
    }

    fn polynomial(&self, coefficients: &[i64]) -> Result<Erased, Error> {
        erased(P::Vectors::polynomial(self, coefficients))
    }

    fn sum(&self) -> Result<Erased, Error> {
        erased(self.sum_of_entries())
    }

    fn using(&self, keys: &dyn AnyEvaluationKeys) -> Result<Erased, Error> {
        erased(self.clone().using(same(keys, "the evaluation keys")?))
    }

    fn evaluation(&self) -> Option<Arc<dyn AnyEvaluationKeys>> {
        Some(Arc::new(self.evaluation()?.clone()))
    }

    fn insisting(&self) -> Erased {
        Arc::new(self.clone().insisting())
    }

    fn facts(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("insists", self.insists())?;
        P::Vectors::facts(&self.noise(), dict)
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.save()
    }
}

/// A ciphertext of a vector.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedCiphertext(pub(super) Erased);

impl PackedCiphertext {
    /// What an operation makes, without the interpreter's lock.
    pub(super) fn made(
        py: Python<'_>,
        operation: impl FnOnce() -> Result<Erased, Error> + Send,
    ) -> PyResult<Self> {
        detached(py, operation).map(Self).map_err(scheme_error)
    }

    /// As `made`, for what may last.
    fn made_slowly(
        py: Python<'_>,
        operation: impl FnOnce() -> Result<Erased, Error> + Send,
    ) -> PyResult<Self> {
        interruptible(py, operation)?.map(Self).map_err(scheme_error)
    }

    /// As `made`, of numbers.
    fn of_numbers(
        &self,
        py: Python<'_>,
        operation: impl FnOnce(&ckks::Ciphertext) -> Result<ckks::Ciphertext, Error> + Send,
    ) -> PyResult<Self> {
        Self::made(py, || erased(operation(self.numbers()?)))
    }

    /// As `of_numbers`, for what may last.
    fn of_numbers_slowly(
        &self,
        py: Python<'_>,
        operation: impl FnOnce(&ckks::Ciphertext) -> Result<ckks::Ciphertext, Error> + Send,
    ) -> PyResult<Self> {
        Self::made_slowly(py, || erased(operation(self.numbers()?)))
    }

    fn numbers(&self) -> Result<&ckks::Ciphertext, Error> {
        let other =
            || scheme::Error::Unsupported("this is for CKKS, whose entries are numbers".into());
        let object: &dyn Any = &*self.0;
        object.downcast_ref().ok_or_else(|| other().into())
    }
}

#[pymethods]
impl PackedCiphertext {
    /// The sum.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || self.0.operate(Operator::Add, &*other.0))
    }

    /// The difference.
    fn sub(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || self.0.operate(Operator::Sub, &*other.0))
    }

    /// The product, relinearised; the square where both are one ciphertext.
    fn multiply(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::made(py, || self.0.operate(Operator::Multiply, &*other.0))
    }

    /// The negative.
    fn negate(&self, py: Python<'_>) -> PyResult<Self> {
        Self::made(py, || Ok(self.0.negate()))
    }

    /// The power of each entry.
    fn power(&self, py: Python<'_>, exponent: u64) -> PyResult<Self> {
        Self::made(py, || self.0.power(exponent))
    }

    /// The sum with a vector.
    fn add_plain(&self, py: Python<'_>, vector: Entries) -> PyResult<Self> {
        Self::made(py, || self.0.add_plain(&vector))
    }

    /// The product with a vector, entry by entry.
    fn multiply_plain(&self, py: Python<'_>, vector: Entries) -> PyResult<Self> {
        Self::made(py, || self.0.multiply_plain(&vector))
    }

    /// Its entries where the mask is true, those of the other where it is false.
    fn select(&self, py: Python<'_>, other: &Self, mask: Vec<bool>) -> PyResult<Self> {
        Self::made(py, || self.0.select(&*other.0, &mask))
    }

    /// The vector rotated to the left: entry i becomes what entry i + steps was.
    fn rotate(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
        Self::made(py, || self.0.rotate(steps))
    }

    /// A matrix times the vector.
    fn transform(&self, py: Python<'_>, transform: &PackedTransform) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.transform(&*transform.0))
    }

    /// A polynomial of each entry, with integer coefficients, the constant first.
    fn integer_polynomial(&self, py: Python<'_>, coefficients: Vec<i64>) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.polynomial(&coefficients))
    }

    /// The sum of all entries, in each.
    fn sum(&self, py: Python<'_>) -> PyResult<Self> {
        Self::made_slowly(py, || self.0.sum())
    }

    /// The same ciphertext, with keys for products and rotations.
    fn using(&self, keys: &PackedEvaluationKeys) -> PyResult<Self> {
        self.0.using(&*keys.0).map(Self).map_err(scheme_error)
    }

    /// The keys that it carries.
    #[getter]
    fn evaluation(&self) -> Option<PackedEvaluationKeys> {
        self.0.evaluation().map(PackedEvaluationKeys)
    }

    /// The same ciphertext, which is computed with and decrypted whatever its noise.
    fn insisting(&self) -> Self {
        Self(self.0.insisting())
    }

    /// What is known of it without its key.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.0.facts(&dict)?;
        Ok(dict)
    }

    /// The ciphertext as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }

    // ---- Numbers --------------------------------------------------------------------------------

    /// The same ciphertext, of which no slot is larger.
    fn within(&self, py: Python<'_>, largest: f64) -> PyResult<Self> {
        self.of_numbers(py, |a| a.within(largest))
    }

    /// The sum with one number.
    fn add_constant(&self, py: Python<'_>, re: f64, im: f64) -> PyResult<Self> {
        self.of_numbers(py, |a| a.add_constant(Constant { re, im }))
    }

    /// The product with one number.
    fn multiply_constant(&self, py: Python<'_>, re: f64, im: f64) -> PyResult<Self> {
        self.of_numbers(py, |a| a.multiply_constant(Constant { re, im }))
    }

    /// All entries conjugated.
    fn conjugate(&self, py: Python<'_>) -> PyResult<Self> {
        self.of_numbers(py, ckks::Ciphertext::conjugate)
    }

    /// A polynomial of each entry.
    fn polynomial(&self, py: Python<'_>, polynomials: &CkksPolynomials) -> PyResult<Self> {
        self.of_numbers_slowly(py, |a| a.polynomial(&polynomials.0))
    }

    /// The same vector at the highest level.
    fn refresh(&self, py: Python<'_>) -> PyResult<Self> {
        self.of_numbers_slowly(py, ckks::Ciphertext::refresh)
    }

    /// The sign of each entry.
    fn sign(&self, py: Python<'_>, composite: &CkksSign) -> PyResult<Self> {
        self.of_numbers_slowly(py, |a| a.sign(&composite.0))
    }

    /// 1 where entries are positive, 0 where they are negative.
    fn step(&self, py: Python<'_>, composite: &CkksSign) -> PyResult<Self> {
        self.of_numbers_slowly(py, |a| a.step(&composite.0))
    }

    /// The larger one of each two entries.
    fn maximum(&self, py: Python<'_>, other: &Self, composite: &CkksSign) -> PyResult<Self> {
        self.of_numbers_slowly(py, |a| a.maximum(other.numbers()?, &composite.0))
    }

    /// The smaller one of each two entries.
    fn minimum(&self, py: Python<'_>, other: &Self, composite: &CkksSign) -> PyResult<Self> {
        self.of_numbers_slowly(py, |a| a.minimum(other.numbers()?, &composite.0))
    }

    /// 1/x for entries in an interval, to so many bits.
    fn inverse(&self, py: Python<'_>, from: f64, to: f64, bits: f64) -> PyResult<Self> {
        self.of_numbers_slowly(py, |a| a.inverse(from, to, bits))
    }
}
