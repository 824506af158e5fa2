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
    /// No such table, or words that no table has.
    #[error("{0}")]
    Table(String),
    /// A word of another length.
    #[error("a word of {given} bits where one of {expected} is needed")]
    WordBits {
        /// Its length.
        given: u32,
        /// The length that is needed.
        expected: u32,
    },
    /// A phase far from that of any message.
    #[error(
        "number {position} does not decrypt: its phase is that of no message. Was it encrypted under another key?"
    )]
    Undecryptable {
        /// Which of them.
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
            Self::Operands { .. } | Self::Table(_) | Self::WordBits { .. } => ErrorKind::Operand,
            Self::Undecryptable { .. } => ErrorKind::Undecryptable,
            Self::Scheme(error) => error.kind(),
        }
    }
}
