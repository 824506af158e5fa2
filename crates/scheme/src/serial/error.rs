//! Why something cannot be saved or loaded.

use super::{Fingerprint, Kind, VERSION};

use crate::{Error, ErrorKind, Scheme};

/// Why something cannot be saved, or some bytes are not loaded. No message contains a secret.
#[derive(Debug, thiserror::Error)]
pub enum SerialError {
    /// The bytes do not begin as they must.
    #[error("this is no object saved by ringassay: it does not begin with its eight magic bytes")]
    Magic,
    /// Another format version.
    #[error(
        "the object has format version {found}, this program reads version {VERSION}: {}",
        if *found > VERSION { "update the program" } else { "save it again with this program" }
    )]
    Version {
        /// The version of the object.
        found: u16,
    },
    /// A scheme or a kind of object that this version does not know.
    #[error("scheme {scheme}, kind {kind} is no object of format version {VERSION}")]
    UnknownKind {
        /// The number of the scheme.
        scheme: u8,
        /// The number of the kind.
        kind: u8,
    },
    /// An object of another kind than was asked for.
    #[error("{found} is saved here, where {expected} is needed: load it as what it is")]
    Kind {
        /// What the bytes hold.
        found: Kind,
        /// What was asked for.
        expected: Kind,
    },
    /// An object of another scheme than was asked for.
    #[error("an object of {found} is saved here, where one of {expected} is needed")]
    OtherScheme {
        /// The scheme of the object.
        found: Scheme,
        /// The scheme that was asked for.
        expected: Scheme,
    },
    /// Fewer bytes than the object has.
    #[error("the object is cut off: {present} bytes of {needed} are there; transfer it again")]
    Truncated {
        /// How many there are.
        present: u64,
        /// How many there should be.
        needed: u64,
    },
    /// More bytes than the object has.
    #[error(
        "{count} bytes follow the object: load objects one by one (serial::read_object takes one \
         from a stream)"
    )]
    Trailing {
        /// How many.
        count: u64,
    },
    /// Beyond a limit.
    #[error("{what}: {found}, where at most {limit} is allowed")]
    Limit {
        /// What is too large.
        what: &'static str,
        /// What was found.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// Damage.
    #[error("the hash does not fit: the object was damaged; get it again from where it was saved")]
    Hash,
    /// An object of other parameters.
    #[error(
        "{kind} was saved with the parameters {found}, and these are the parameters {expected}: \
         load it with a context of the parameters it was saved with, and of as many parties"
    )]
    OtherParameters {
        /// What the bytes hold.
        kind: Kind,
        /// Its parameters.
        found: Fingerprint,
        /// Those of the context.
        expected: Fingerprint,
    },
    /// Content that no such object has.
    #[error("{kind} with a wrong content: {problem}; it was not saved by this program")]
    Content {
        /// What it claims to be.
        kind: Kind,
        /// What is wrong.
        problem: String,
    },
    /// A ciphertext that anybody can read.
    #[error(
        "the ciphertext is transparent: all its parts but the first are 0, so it hides nothing; if \
         it is the result of a computation, use load_even_transparent"
    )]
    Transparent,
    /// Something that cannot be saved because it could not be loaded again.
    #[error("{what} cannot be saved: {problem}")]
    Unsaveable {
        /// The object.
        what: &'static str,
        /// Why not.
        problem: String,
    },
    /// From the scheme.
    #[error(transparent)]
    Scheme(#[from] Error),
    /// From the stream that is read.
    #[error("the object could not be read: {0}")]
    Io(#[from] std::io::Error),
}

impl SerialError {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::OtherParameters { .. } | Self::OtherScheme { .. } => ErrorKind::Mismatch,
            Self::Scheme(error) => error.kind(),
            _ => ErrorKind::Data,
        }
    }
}
