//! What can go wrong between parties.

use ringassay_scheme::{ErrorKind, serial::SerialError};

use crate::{LedgerError, Step};

/// Why a step of a protocol failed. No message contains a secret.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// From the scheme.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// From the ledger.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// No such parties.
    #[error("{0}")]
    Members(String),
    /// A share of another step.
    #[error("this is a share of {found}, where one of {wanted} is needed")]
    OtherStep {
        /// Of which step it is.
        found: Step,
        /// Of which it has to be.
        wanted: Step,
    },
    /// A share of another session, or for another object.
    #[error("the share belongs to another {what}: all parties need the same")]
    OtherShare {
        /// What differs.
        what: &'static str,
    },
    /// A party whose share is there already.
    #[error("the share of party {party} is there twice: add each once")]
    Repeated {
        /// Which party.
        party: u32,
    },
    /// A party whose share is missing, or that is none of the group.
    #[error("{what} of party {party}: shares of all {count} active parties are needed")]
    Missing {
        /// What is wrong.
        what: &'static str,
        /// Which party.
        party: u32,
        /// How many are active.
        count: usize,
    },
    /// A permit for something else, or from another ledger.
    #[error("the permit is {0}: ask the ledger of this secret for one")]
    Permit(&'static str),
    /// No noise can hide what the ciphertext's noise says of the secret.
    #[error("{0}")]
    Flooding(String),
    /// Bytes that hold no share.
    #[error(transparent)]
    Serial(#[from] SerialError),
}

impl Error {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Scheme(error) => error.kind(),
            Self::Serial(error) => error.kind(),
            Self::Ledger(error) => error.kind(),
            Self::Members(_) => ErrorKind::Parameters,
            Self::Flooding(_) => ErrorKind::NoiseBudget,
            Self::OtherStep { .. } | Self::OtherShare { .. } | Self::Repeated { .. } => {
                ErrorKind::Mismatch
            }
            Self::Missing { .. } | Self::Permit(_) => ErrorKind::Mismatch,
        }
    }
}
