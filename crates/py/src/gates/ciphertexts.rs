//! Encrypted bits and words.

use pyo3::prelude::*;
use ringassay::{
    gates::{Bit, Error, Word},
    ring::RnsRing,
};

use crate::packed::scheme_error;

/// Encrypted bits.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateBits(pub(super) Vec<Bit<RnsRing>>);

/// Encrypted words of one length.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateWords(pub(super) Vec<Word<RnsRing>>);

#[pymethods]
impl GateBits {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Some of the bits, in this order.
    fn take(&self, places: Vec<usize>) -> PyResult<Self> {
        let bit = |place: usize| self.0.get(place).cloned();
        let taken: Option<Vec<_>> = places.into_iter().map(bit).collect();
        let missing = || Error::Parameters("there is no bit at that place".to_owned());
        taken.map(Self).ok_or_else(missing).map_err(scheme_error)
    }

    /// log2 of the probability that the gate which made the least certain of them was wrong; -inf of fresh ones.
    #[getter]
    fn log2_failure(&self) -> f64 {
        self.0.iter().map(Bit::log2_failure).fold(f64::NEG_INFINITY, f64::max)
    }
}

#[pymethods]
impl GateWords {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The length of words, in bits; 0 of no words.
    #[getter]
    fn bits(&self) -> u32 {
        self.0.first().map_or(0, Word::bits)
    }

    /// Some of the words, in this order.
    fn take(&self, places: Vec<usize>) -> PyResult<Self> {
        let word = |place: usize| self.0.get(place).cloned();
        let taken: Option<Vec<_>> = places.into_iter().map(word).collect();
        let missing = || Error::Table("there is no word at that place".to_owned());
        taken.map(Self).ok_or_else(missing).map_err(scheme_error)
    }

    /// log2 of the probability that the lookup which made the least certain of them was wrong; -inf of fresh ones.
    #[getter]
    fn log2_failure(&self) -> f64 {
        self.0.iter().map(Word::log2_failure).fold(f64::NEG_INFINITY, f64::max)
    }
}
