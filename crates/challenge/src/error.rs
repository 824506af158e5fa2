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
    /// A folder that holds no challenge.
    #[error("{0}")]
    NoChallenge(String),
    /// Something is there already.
    #[error("it exists already, and is not overwritten: {0}")]
    Exists(&'static str),
    /// A file that a challenge needs.
    #[error("it is missing")]
    Missing,
    /// A file that holds no record of the beacon.
    #[error("this is no record of the beacon: {0}")]
    Beacon(&'static str),
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
    /// Somebody else changes the same challenge.
    #[error("another process suppresses a secret of it: wait until that has ended")]
    Busy,
    /// Randomness could not be had.
    #[error(transparent)]
    Seed(#[from] ringassay_ring::sample::SeedError),
}

impl ChallengeError {
    pub(crate) fn at(self, path: &std::path::Path) -> Self {
        Self::File { path: path.to_owned(), source: Box::new(self) }
    }

    /// Whether what was asked for cannot be, or a file cannot be had: nothing was found wrong with a challenge.
    pub fn is_of_the_request(&self) -> bool {
        match self {
            // What a file states is not what somebody asked for.
            Self::File { source, .. } => {
                !matches!(**source, Self::Parameters(_)) && source.is_of_the_request()
            }
            Self::Parameters(_)
            | Self::NoChallenge(_)
            | Self::Exists(_)
            | Self::Beacon(_)
            | Self::Io(_)
            | Self::Seed(_)
            | Self::Busy => true,
            Self::Format(_)
            | Self::Missing
            | Self::NotAFile
            | Self::TooLarge(_)
            | Self::Wrong { .. }
            | Self::Opening(_) => false,
        }
    }

    /// Itself, but [`ChallengeError::Missing`] for a file that there is not.
    pub(crate) fn missing(self) -> Self {
        match self {
            Self::Io(error) if error.kind() == std::io::ErrorKind::NotFound => Self::Missing,
            other => other,
        }
    }

    pub(crate) fn wrong(instance: u32, reason: impl Into<String>) -> Self {
        Self::Wrong { instance, reason: reason.into() }
    }
}
