//! Gates on encrypted bits for Python: handles, nothing is computed here. `ringassay.gates` is the form for people.

use std::sync::Arc;

use pyo3::prelude::*;
use ringassay::{
    FreshSeed,
    gates::{Bit, Context, Error, Evaluator, Gate, Job, Parameters, SecretKey},
    ring::RnsRing,
};

use crate::{
    call::{detached, interruptible},
    packed::scheme_error,
};

/// Encrypts and decrypts bits.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateSecretKey {
    context: Context<RnsRing>,
    key: SecretKey<RnsRing>,
}

/// Evaluates gates.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateEvaluator(Arc<Evaluator<RnsRing>>);

/// Encrypted bits.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateBits(Vec<Bit<RnsRing>>);

fn seed() -> Result<FreshSeed, Error> {
    FreshSeed::from_os().map_err(|error| Error::Parameters(error.to_string()))
}

#[pymethods]
impl GateSecretKey {
    /// A secret key of the standard parameters, and what evaluates gates under it.
    #[staticmethod]
    fn generate(py: Python<'_>) -> PyResult<(Self, GateEvaluator)> {
        let made = interruptible(py, || {
            let context = Context::new(Parameters::standard())?;
            let key = SecretKey::new(&context, seed()?)?;
            let evaluation = key.evaluation_key(&context, seed()?)?;
            let evaluator = Evaluator::new(&context, &evaluation)?;
            Ok::<_, Error>((Self { context, key }, GateEvaluator(Arc::new(evaluator))))
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
}

#[pymethods]
impl GateEvaluator {
    /// A gate by its name, place by place, of operands of one length.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn gate(
        &self,
        py: Python<'_>,
        name: &str,
        operands: Vec<PyRef<'_, GateBits>>,
    ) -> PyResult<GateBits> {
        let unknown = || Error::Parameters(format!("there is no gate {name}"));
        let gate = Gate::named(name).ok_or_else(unknown).map_err(scheme_error)?;
        let operands: Vec<&[Bit<RnsRing>]> = operands.iter().map(|bits| &bits.0[..]).collect();
        let made = interruptible(py, || {
            let places = equal_lengths(&operands)?;
            let job = |place: usize| Job {
                gate,
                operands: operands.iter().map(|bits| &bits[place]).collect(),
            };
            self.0.gates(&(0..places).map(job).collect::<Vec<_>>())
        })?;
        made.map(GateBits).map_err(scheme_error)
    }

    /// Each bit the other way round.
    fn invert(&self, py: Python<'_>, bits: &GateBits) -> PyResult<GateBits> {
        let inverted = || bits.0.iter().map(|bit| self.0.not(bit)).collect::<Result<Vec<_>, _>>();
        let made = detached(py, inverted);
        made.map(GateBits).map_err(scheme_error)
    }

    /// `ones` where `choice` is 1, `zeros` where it is 0.
    fn select(
        &self,
        py: Python<'_>,
        choice: &GateBits,
        ones: &GateBits,
        zeros: &GateBits,
    ) -> PyResult<GateBits> {
        let made = interruptible(py, || {
            let places = equal_lengths(&[&choice.0, &ones.0, &zeros.0])?;
            let triple = |i: usize| [&choice.0[i], &ones.0[i], &zeros.0[i]];
            self.0.select(&(0..places).map(triple).collect::<Vec<_>>())
        })?;
        made.map(GateBits).map_err(scheme_error)
    }

    /// The security of the parameters, in bits.
    #[getter]
    fn security_bits(&self) -> PyResult<f64> {
        let security = self.0.context().parameters().security().map_err(scheme_error)?;
        Ok(security.bits())
    }
}

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

/// How many places operands have.
fn equal_lengths(operands: &[&[Bit<RnsRing>]]) -> Result<usize, Error> {
    let lengths: Vec<usize> = operands.iter().map(|bits| bits.len()).collect();
    match lengths[..] {
        [first, ..] if lengths.iter().all(|&length| length == first) => Ok(first),
        _ => Err(Error::Parameters(format!("operands of a gate have one length, not {lengths:?}"))),
    }
}
