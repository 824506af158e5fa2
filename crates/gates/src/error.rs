//! What can go wrong.

use ringassay_scheme::ErrorKind;

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// Parameters out of range.
    #[error("{0}")]
    Parameters(String),
    /// A gate of another number of operands.
    #[error("{gate} has {expected} operands, not {given}")]
    Operands {
        /// The gate's name.
        gate: &'static str,
        /// How many were given.
        given: usize,
        /// How many it has.
        expected: usize,
    },
    /// A phase far from that of any bit.
    #[error(
        "bit {position} does not decrypt: its phase is that of no bit. Was it encrypted under another key?"
    )]
    Undecryptable {
        /// Which of the bits.
        position: usize,
    },
    /// What the core refuses.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// What the estimator refuses.
    #[error(transparent)]
    Security(#[from] ringassay_security::Error),
}

impl Error {
    /// Of which kind the error is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Parameters(_) | Self::Security(_) => ErrorKind::Parameters,
            Self::Operands { .. } => ErrorKind::Operand,
            Self::Undecryptable { .. } => ErrorKind::Undecryptable,
            Self::Scheme(error) => error.kind(),
        }
    }
}
