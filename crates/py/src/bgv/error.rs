//! The exceptions of this room.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use ringassay_ring::sample::SeedError;
use ringassay_scheme::{Error, encoding::EncodingError, serial::SerialError};

create_exception!(
    ringassay._native,
    BgvError,
    PyValueError,
    "What cannot be done with these parameters, keys or ciphertexts, and what would work."
);

create_exception!(
    ringassay._native,
    NoiseError,
    BgvError,
    "The noise may be too large: the result could be wrong."
);

/// Why something is refused.
pub(crate) trait Refusal: std::fmt::Display {
    /// Whether that is the noise.
    fn is_noise(&self) -> bool {
        false
    }
}

impl Refusal for Error {
    fn is_noise(&self) -> bool {
        matches!(
            self,
            Self::NoiseBudget { .. } | Self::Undecryptable { .. } | Self::DecryptionFailure { .. }
        )
    }
}

impl Refusal for ringassay_engine::Error {
    fn is_noise(&self) -> bool {
        match self {
            Self::Scheme(error) => error.is_noise(),
            Self::Parameters(error) => error.is_noise(),
            Self::TooDeep(_) => true,
            _ => false,
        }
    }
}

impl Refusal for ringassay_params::Error {
    fn is_noise(&self) -> bool {
        matches!(self, Self::Scheme(error) if error.is_noise())
    }
}

impl Refusal for EncodingError {}
impl Refusal for SerialError {}
impl Refusal for SeedError {}
impl Refusal for String {}

/// Any error of the scheme or the engine as its exception.
pub(crate) fn bgv_error(error: impl Refusal) -> PyErr {
    let message = error.to_string();
    if error.is_noise() { NoiseError::new_err(message) } else { BgvError::new_err(message) }
}
