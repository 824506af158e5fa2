//! Packed schemes for Python, BGV, BFV and CKKS: handles, nothing is computed here. `ringassay.he` is the form for
//! people. Classes do not name their scheme: each holds the public API's type of one behind a trait.

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

mod ciphertext;
mod entries;
mod erased;
mod error;
mod evaluation;
mod instance;
mod keys;
mod parameters;
mod parties;
mod request;
mod transform;
mod vectors;

pub(crate) use ciphertext::PackedCiphertext;
pub(crate) use error::{
    DataError, MismatchError, MissingKeyError, NoiseBudgetError, NoiseError, OperandError,
    ParametersError, SchemeError, UndecryptableError, UnfitCircuitError, VectorError, scheme_error,
};
pub(crate) use evaluation::{PackedEvaluationKeys, PackedProgram};
pub(crate) use instance::PackedInstance;
pub(crate) use keys::{PackedPublicKey, PackedSecretKey};
pub(crate) use parameters::IntegerParameters;
pub(crate) use parties::{PackedGroup, PackedParty, PackedShare};
pub(crate) use request::{Asked, RequestArguments};
pub(crate) use transform::PackedTransform;
