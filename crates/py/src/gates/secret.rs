//! The secret key.

use std::sync::Arc;

use pyo3::{prelude::*, types::PyBytes};
use ringassay::{
    gates::{Context, Error, Evaluator, Parameters, SecretKey},
    ring::RnsRing,
};

use super::{GateBits, GateEvaluator, GateWords, context, seed};
use crate::{
    call::{detached, interruptible},
    packed::scheme_error,
};

/// Encrypts and decrypts bits and words.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateSecretKey {
    context: Context<RnsRing>,
    key: SecretKey<RnsRing>,
}

#[pymethods]
impl GateSecretKey {
    /// A secret key of the parameters for words of so many bits, and what evaluates gates under it.
    #[staticmethod]
    fn generate(py: Python<'_>, word_bits: u32) -> PyResult<(Self, GateEvaluator)> {
        let made = interruptible(py, || {
            let none = || Error::Parameters(format!("words of 1 to 4 bits, not of {word_bits}"));
            let context = Context::new(Parameters::words(word_bits).ok_or_else(none)?)?;
            let key = SecretKey::new(&context, seed()?)?;
            let evaluation = key.evaluation_key(&context, seed()?)?;
            let evaluator = Evaluator::new(&context, &evaluation)?;
            Ok::<_, Error>((
                Self { context, key },
                GateEvaluator(Arc::new(evaluator), Arc::new(evaluation)),
            ))
        })?;
        made.map_err(scheme_error)
    }

    /// Bits, each a ciphertext.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn encrypt(&self, py: Python<'_>, bits: Vec<bool>) -> PyResult<GateBits> {
        let made = detached(py, || self.key.encrypt(&self.context, &bits, seed()?));
        made.map(GateBits).map_err(scheme_error)
    }

    /// What encrypted bits hold.
    fn decrypt(&self, py: Python<'_>, bits: &GateBits) -> PyResult<Vec<bool>> {
        detached(py, || self.key.decrypt(&self.context, &bits.0)).map_err(scheme_error)
    }

    /// Words of so many bits, each a ciphertext.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn encrypt_words(&self, py: Python<'_>, bits: u32, words: Vec<u64>) -> PyResult<GateWords> {
        let made = detached(py, || self.key.encrypt_words(&self.context, bits, &words, seed()?));
        made.map(GateWords).map_err(scheme_error)
    }

    /// What encrypted words hold.
    fn decrypt_words(&self, py: Python<'_>, words: &GateWords) -> PyResult<Vec<u64>> {
        detached(py, || self.key.decrypt_words(&self.context, &words.0)).map_err(scheme_error)
    }

    /// The parameters, and the key itself, in the clear.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let parameters = self.context.parameters().save().map_err(scheme_error)?;
        let key = detached(py, || self.key.save(&self.context)).map_err(scheme_error)?;
        Ok((PyBytes::new(py, &parameters), PyBytes::new(py, &key)))
    }

    /// The key of saved parameters.
    #[staticmethod]
    fn load(py: Python<'_>, parameters: &[u8], key: &[u8]) -> PyResult<Self> {
        let context = context(parameters)?;
        let key = detached(py, || SecretKey::load(&context, key)).map_err(scheme_error)?;
        Ok(Self { context, key })
    }
}
