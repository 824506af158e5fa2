//! What can be wrong with a challenge.

use std::path::PathBuf;

use thiserror::Error;

/// Why a challenge cannot be made, read or believed.
#[derive(Debug, Error)]
pub enum ChallengeError {
    /// Parameters that there are no challenges of.
    #[error("{0}")]
    Parameters(String),
    /// A file that does not hold the message it should.
    #[error("not a message of the challenge format: {0}")]
    Format(&'static str),
    /// A file that is wrong, and which.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<ChallengeError>,
    },
    /// The system refused.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A link or a device where a file should be.
    #[error("it is no regular file, and links are not followed")]
    NotAFile,
    /// A file that is too large.
    #[error("it has more than {0} bytes")]
    TooLarge(u64),
    /// The check of an instance failed.
    #[error("instance {instance:02X}: {reason}")]
    Wrong {
        /// Which instance.
        instance: u32,
        /// The check.
        reason: String,
    },
    /// The cut and choose is not as the beacon says.
    #[error("{0}")]
    Opening(String),
    /// Randomness could not be had.
    #[error(transparent)]
    Seed(#[from] ringassay_ring::sample::SeedError),
}

impl ChallengeError {
    pub(crate) fn at(self, path: &std::path::Path) -> Self {
        Self::File { path: path.to_owned(), source: Box::new(self) }
    }

    pub(crate) fn wrong(instance: u32, reason: impl Into<String>) -> Self {
        Self::Wrong { instance, reason: reason.into() }
    }
}
