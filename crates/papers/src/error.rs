//! What can go wrong in a scheme of the papers.

use ringassay_bigring::MultiprecisionError;
use ringassay_ring::{index::IndexError, sample::SampleError};
use ringassay_scheme::{Error as SchemeError, ErrorKind, serial::SerialError};

/// Why an operation failed. No message contains a secret.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// No such ring, or operands that do not belong together there.
    #[error(transparent)]
    Ring(#[from] MultiprecisionError),
    /// As in every scheme.
    #[error(transparent)]
    Scheme(#[from] SchemeError),
}

impl Error {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Ring(_) => ErrorKind::Mismatch,
            Self::Scheme(error) => error.kind(),
        }
    }
}

/// Errors of one type as those of another, by way of a third.
macro_rules! by_way_of {
    ($($from:ty => $through:ty => $to:ty;)*) => {
        $(impl From<$from> for $to {
            fn from(error: $from) -> Self {
                <$through>::from(error).into()
            }
        })*
    };
}

by_way_of! {
    IndexError => SchemeError => Error;
    SampleError => SchemeError => Error;
    Error => SchemeError => SerialError;
    Error => SchemeError => ringassay_params::Error;
    Error => SchemeError => ringassay_engine::Error;
}

impl From<Error> for SchemeError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ring(error) => Self::OtherRing(error.to_string()),
            Error::Scheme(error) => error,
        }
    }
}
