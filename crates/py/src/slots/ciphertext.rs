//! Ciphertexts.

use std::{any::Any, sync::Arc};

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{Ciphertext, ComputingScheme, Error, Noise};

use super::{
    SlotEvaluationKeys, entries::entries, erased::same, error::scheme_error,
    evaluation::AnyEvaluationKeys,
};
use crate::call::detached;

/// A ciphertext, whichever the scheme.
pub(super) type Erased = Arc<dyn AnyCiphertext>;

/// What two ciphertexts make.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    Add,
    Sub,
    Multiply,
}

/// What a ciphertext and a vector make.
#[derive(Clone, Copy)]
pub(super) enum PlainOperator {
    Add,
    Sub,
    Multiply,
}

/// [`Ciphertext`] of any scheme.
pub(super) trait AnyCiphertext: Any + Send + Sync {
    fn operate(&self, operator: Operator, other: &dyn AnyCiphertext) -> Result<Erased, Error>;
    fn operate_plain(&self, operator: PlainOperator, vector: &[u64]) -> Result<Erased, Error>;
    fn negate(&self) -> Erased;
    fn power(&self, exponent: u64) -> Result<Erased, Error>;
    fn select(&self, other: &dyn AnyCiphertext, mask: &[u64]) -> Result<Erased, Error>;
    fn rotate(&self, steps: i64) -> Result<Erased, Error>;
    fn using(&self, keys: &dyn AnyEvaluationKeys) -> Result<Erased, Error>;
    fn evaluation(&self) -> Option<Arc<dyn AnyEvaluationKeys>>;
    fn insisting(&self) -> Erased;
    fn insists(&self) -> bool;
    fn noise(&self) -> Result<Noise, Error>;
    fn parts_and_level(&self) -> (usize, usize);
    fn save(&self) -> Result<Vec<u8>, Error>;
}

fn erased<S: ComputingScheme>(made: Result<Ciphertext<S>, Error>) -> Result<Erased, Error> {
    made.map(|made| Arc::new(made) as Erased)
}

impl<S: ComputingScheme> AnyCiphertext for Ciphertext<S> {
    fn operate(&self, operator: Operator, other: &dyn AnyCiphertext) -> Result<Erased, Error> {
        let other = same::<Self>(other, "an operand")?;
        erased(match operator {
            Operator::Add => self + other,
            Operator::Sub => self - other,
            Operator::Multiply => self * other,
        })
    }

    fn operate_plain(&self, operator: PlainOperator, vector: &[u64]) -> Result<Erased, Error> {
        erased(match operator {
            PlainOperator::Add => self.add_plain(vector),
            PlainOperator::Sub => self.sub_plain(vector),
            PlainOperator::Multiply => self.multiply_plain(vector),
        })
    }

    fn negate(&self) -> Erased {
        Arc::new(-self)
    }

    fn power(&self, exponent: u64) -> Result<Erased, Error> {
        erased(self.power(exponent))
    }

    fn select(&self, other: &dyn AnyCiphertext, mask: &[u64]) -> Result<Erased, Error> {
        erased(self.select(same::<Self>(other, "an operand")?, mask))
    }

    fn rotate(&self, steps: i64) -> Result<Erased, Error> {
        erased(self.rotate(steps))
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

    fn insists(&self) -> bool {
        self.insists()
    }

    fn noise(&self) -> Result<Noise, Error> {
        self.noise()
    }

    fn parts_and_level(&self) -> (usize, usize) {
        (S::parts(self.inner()), S::level(self.inner()))
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.save()
    }
}

/// A ciphertext of a vector.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct SlotCiphertext(pub(super) Erased);

impl SlotCiphertext {
    /// What an operation makes, without the interpreter's lock.
    pub(super) fn made(
        py: Python<'_>,
        operation: impl FnOnce() -> Result<Erased, Error> + Send,
    ) -> PyResult<Self> {
        detached(py, operation).map(Self).map_err(scheme_error)
    }
}

#[pymethods]
impl SlotCiphertext {
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
    fn add_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let vector = entries(&vector);
        Self::made(py, || self.0.operate_plain(PlainOperator::Add, &vector))
    }

    /// The difference to a vector.
    fn sub_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let vector = entries(&vector);
        Self::made(py, || self.0.operate_plain(PlainOperator::Sub, &vector))
    }

    /// The product with a vector, entry by entry.
    fn multiply_plain(&self, py: Python<'_>, vector: PyReadonlyArray1<'_, u64>) -> PyResult<Self> {
        let vector = entries(&vector);
        Self::made(py, || self.0.operate_plain(PlainOperator::Multiply, &vector))
    }

    /// Its entries where the mask is 1, those of the other where it is 0.
    fn select(
        &self,
        py: Python<'_>,
        other: &Self,
        mask: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<Self> {
        let mask = entries(&mask);
        Self::made(py, || self.0.select(&*other.0, &mask))
    }

    /// The vector rotated: entry i becomes entry i + steps.
    fn rotate(&self, py: Python<'_>, steps: i64) -> PyResult<Self> {
        Self::made(py, || self.0.rotate(steps))
    }

    /// The same ciphertext, with keys for products and rotations.
    fn using(&self, keys: &SlotEvaluationKeys) -> PyResult<Self> {
        self.0.using(&*keys.0).map(Self).map_err(scheme_error)
    }

    /// The keys that it carries.
    #[getter]
    fn evaluation(&self) -> Option<SlotEvaluationKeys> {
        self.0.evaluation().map(SlotEvaluationKeys)
    }

    /// The same ciphertext, which is computed with and decrypted whatever its noise.
    fn insisting(&self) -> Self {
        Self(self.0.insisting())
    }

    /// The number of parts, the modulus, and what is known of the noise.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let noise = self.0.noise().map_err(scheme_error)?;
        let (parts, level) = self.0.parts_and_level();
        let dict = PyDict::new(py);
        dict.set_item("parts", parts)?;
        dict.set_item("level", level)?;
        dict.set_item("log2_q", noise.modulus_bits)?;
        dict.set_item("noise_bits", noise.coefficient_bits)?;
        dict.set_item("log2_embedding", noise.embedding_bits)?;
        dict.set_item("bound_bits", noise.bound_bits)?;
        dict.set_item("worst_bits", noise.worst_bits)?;
        dict.set_item("budget_bits", noise.budget_bits)?;
        dict.set_item("log2_failure", noise.log2_failure)?;
        dict.set_item("log2_average_failure", noise.log2_average_failure)?;
        dict.set_item("insists", self.0.insists())?;
        Ok(dict)
    }

    /// The ciphertext as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}
