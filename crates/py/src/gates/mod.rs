//! Gates and lookups on encrypted bits and words for Python: handles, nothing is computed here. `ringassay.gates` is the
//! form for people.

mod ciphertexts;
mod evaluator;
mod parameters;
mod secret;

pub(crate) use ciphertexts::{GateBits, GateWords};
pub(crate) use evaluator::GateEvaluator;
pub(crate) use parameters::gate_parameters;
use pyo3::prelude::*;
use ringassay::{
    FreshSeed,
    gates::{Context, Error, Parameters},
    ring::RnsRing,
};
pub(crate) use secret::GateSecretKey;

use crate::packed::scheme_error;

fn seed() -> Result<FreshSeed, Error> {
    FreshSeed::from_os().map_err(|error| Error::Parameters(error.to_string()))
}

/// The context of saved parameters.
fn context(parameters: &[u8]) -> PyResult<Context<RnsRing>> {
    let parameters = Parameters::load(parameters).map_err(scheme_error)?;
    Context::new(parameters).map_err(scheme_error)
}

/// How many places operands have.
fn equal_lengths(lengths: impl IntoIterator<Item = usize>) -> Result<usize, Error> {
    let lengths: Vec<usize> = lengths.into_iter().collect();
    match lengths[..] {
        [first, ..] if lengths.iter().all(|&length| length == first) => Ok(first),
        _ => Err(Error::Parameters(format!("operands of a gate have one length, not {lengths:?}"))),
    }
}
