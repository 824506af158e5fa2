//! BGV for Python: handles, nothing is computed here. `ringassay.bgv` is the form for people.

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

mod ciphertext;
mod error;
mod evaluation;
mod instance;
mod keys;
mod parameters;
mod request;

pub(crate) use ciphertext::BgvCiphertext;
pub(crate) use error::{
    DataError, MismatchError, MissingKeyError, NoiseBudgetError, NoiseError, OperandError,
    ParametersError, SchemeError, UndecryptableError, UnfitCircuitError, VectorError, bgv_error,
};
pub(crate) use evaluation::{BgvEvaluationKeys, BgvProgram};
pub(crate) use instance::BgvInstance;
pub(crate) use keys::{BgvPublicKey, BgvSecretKey};
pub(crate) use parameters::BgvParameters;
pub(crate) use request::RequestArguments;
