//! Why there are no parameters.

use ringassay_scheme::{ErrorKind, encoding::EncodingError};

/// What can go wrong in a search.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The scheme refuses.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// No parameters are deep and secure enough.
    #[error(
        "{scheme} has no parameters for depth {depth} modulo {t} at {security_bits} bits of security: \
         {reason}"
    )]
    NoParameters {
        /// The scheme.
        scheme: String,
        /// The depth asked for.
        depth: f64,
        /// The plaintext modulus.
        t: u64,
        /// The security asked for, in bits.
        security_bits: f64,
        /// What there is.
        reason: String,
    },
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        Self::Scheme(error.into())
    }
}

impl Error {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Scheme(error) => error.kind(),
            Self::NoParameters { .. } => ErrorKind::Parameters,
        }
    }
}
