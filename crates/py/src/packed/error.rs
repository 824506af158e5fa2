//! The exceptions of schemes: one class for each kind of refusal.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};
use ringassay::{ErrorKind, scheme::encoding::EncodingError, scheme::serial::SerialError};

/// Exceptions of the native module: name, base, what they say.
macro_rules! exceptions {
    ($($name:ident($base:ty): $text:literal,)*) => {
        $(create_exception!(ringassay._native, $name, $base, $text);)*
    };
}

exceptions! {
    SchemeError(PyValueError):
        "What cannot be done with these parameters, keys or ciphertexts, and what would work.",
    NoiseError(SchemeError): "The noise may be too large: the result could be wrong.",
    NoiseBudgetError(NoiseError): "The result would not be certain to decrypt.",
    UndecryptableError(NoiseError):
        "The noise of a ciphertext has, or may have, destroyed its message; or it is of another key.",
    MissingKeyError(SchemeError): "An evaluation key was not generated or not given.",
    ParametersError(SchemeError): "No such parameters: they do not exist, or are not secure enough.",
    MismatchError(SchemeError): "Operands, keys or bytes of different parameters.",
    VectorError(SchemeError):
        "A vector of another length or with entries out of range, or a plaintext that holds none.",
    OperandError(SchemeError): "A ciphertext that the operation cannot take.",
    UnfitCircuitError(SchemeError): "A circuit that these keys cannot evaluate.",
    DataError(SchemeError): "Bytes that hold no such object.",
}

/// Why something is refused.
pub(crate) trait Refusal: std::fmt::Display {
    /// Of which kind that is.
    fn kind(&self) -> ErrorKind;
}

/// Errors that tell their kind.
macro_rules! refusals {
    ($($error:ty),*) => {
        $(impl Refusal for $error {
            fn kind(&self) -> ErrorKind {
                self.kind()
            }
        })*
    };
}

refusals!(
    ringassay::Error,
    ringassay::scheme::Error,
    ringassay::engine::Error,
    ringassay::gates::Error,
    ringassay_params::Error,
    EncodingError,
    SerialError
);

/// A request that Python made and nothing serves.
impl Refusal for String {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Parameters
    }
}

/// Any error of a scheme or the engine as its exception.
pub(crate) fn scheme_error(error: impl Refusal) -> PyErr {
    let message = error.to_string();
    let of_kind = |kind| match kind {
        ErrorKind::NoiseBudget => raise::<NoiseBudgetError>,
        ErrorKind::Undecryptable => raise::<UndecryptableError>,
        ErrorKind::MissingKey => raise::<MissingKeyError>,
        ErrorKind::Parameters => raise::<ParametersError>,
        ErrorKind::Mismatch => raise::<MismatchError>,
        ErrorKind::Vector => raise::<VectorError>,
        ErrorKind::Operand => raise::<OperandError>,
        ErrorKind::Circuit => raise::<UnfitCircuitError>,
        ErrorKind::Data => raise::<DataError>,
        _ => raise::<SchemeError>,
    };
    of_kind(error.kind())(message)
}

fn raise<T: PyTypeInfo>(message: String) -> PyErr {
    PyErr::new::<T, _>(message)
}
