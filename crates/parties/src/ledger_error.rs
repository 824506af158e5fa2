//! Why a ledger refuses.

use std::path::PathBuf;

use ringassay_scheme::ErrorKind;

/// Why a ledger gives no permit.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A share was given.
    #[error(
        "a share for this public polynomial was given before, and a second one would reveal the secret: take a new \
         ciphertext, or for keys a session with a new name"
    )]
    Given,
    /// From the file system.
    #[error("the ledger {path} cannot be {done}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What was tried.
        done: &'static str,
        /// Why not.
        source: std::io::Error,
    },
    /// A file that is none, or not as it was left.
    #[error("the ledger {path} {problem}: its secret gives no more shares; make a new key")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
    /// A file that may be written to elsewhere.
    #[error("the ledger {path} is {problem}: a ledger is a regular file with one name, open once")]
    NotAlone {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
}

impl LedgerError {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Given => ErrorKind::Operand,
            Self::Damaged { .. } | Self::NotAlone { .. } => ErrorKind::Data,
            Self::Io { .. } => ErrorKind::System,
        }
    }
}
