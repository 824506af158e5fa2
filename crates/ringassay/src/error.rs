//! What is refused, and of which kind that is.

use ringassay_ring::sample::SeedError;
use ringassay_scheme::{ErrorKind, encoding::EncodingError, serial::SerialError};

/// Why something was refused. [`Error::kind`] is what programs act on, the message is for people.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The scheme refuses.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// A circuit that cannot be planned or evaluated.
    #[error(transparent)]
    Engine(#[from] ringassay_engine::Error),
    /// Bytes that hold no such object.
    #[error(transparent)]
    Data(#[from] SerialError),
    /// No parameters serve a request.
    #[error(transparent)]
    Parameters(#[from] ringassay_params::Error),
    /// What parties that share a key do not do.
    #[error(transparent)]
    Parties(#[from] ringassay_parties::Error),
    /// No randomness.
    #[error(transparent)]
    Randomness(#[from] SeedError),
    /// A product or a rotation of ciphertexts that carry no keys for it.
    #[error("products and rotations need evaluation keys: give them with `using`")]
    NoEvaluationKeys,
    /// Operands under the keys of different users.
    #[error(
        "{what} is under the keys of another user: what is computed from both could be decrypted by neither; \
         encrypt all operands with keys that were made together"
    )]
    OtherKeys {
        /// The operand.
        what: &'static str,
    },
    /// A result that hides nothing.
    #[error(
        "this result hides nothing, whatever its entries are: no encrypted number is left in it, as in c - c, c·0, \
         a constant polynomial, or a product with a number that is 0 at the scale of the ciphertext; whoever is given \
         it reads it without a key, and loading refuses it. Add an encryption of 0 to hide it, or give the numbers \
         themselves"
    )]
    HidesNothing,
    /// A refresh of a ciphertext that carries no keys for it.
    #[error(
        "this ciphertext carries no keys to be refreshed with: choose parameters for it and make keys with them (in Python \
         `ckks.choose(…, refresh=True)`, `parameters.keys(refresh=True)`)"
    )]
    NoRefreshKeys,
    /// A vector that does not fit a session of CKKS.
    #[error("a vector of {length} entries does not fit here: up to {most} are possible")]
    Length {
        /// Its length.
        length: usize,
        /// The most entries, or the number of them.
        most: usize,
    },
    /// A transform without its keys.
    #[error(
        "{missing} of the {needed} key-switching keys that the transform takes are missing: make keys for its \
         automorphisms (in Python `keys(rotations=transform)`)"
    )]
    TransformKeys {
        /// How many are missing.
        missing: usize,
        /// How many it takes.
        needed: usize,
    },
    /// A circuit over vectors of numbers that do not fill the slots that they rotate among.
    #[error(
        "circuits over numbers are evaluated on vectors of 2^k entries, not {length}: choose parameters with \
         length={}, and fill up with zeros", length.next_power_of_two()
    )]
    CircuitLength {
        /// Their length.
        length: usize,
    },
    /// Fewer rotation keys than compose all rotations.
    #[error(
        "{most} rotation keys compose no rotations by any amount: that takes {needed}; or say by which amounts vectors \
         are rotated"
    )]
    TooFewRotationKeys {
        /// As many as were allowed.
        most: usize,
        /// As many as that takes.
        needed: usize,
    },
    /// A number outside the range of a session of CKKS, which is a positive number.
    #[error(
        "numbers and their range are finite, and none is larger than the range, {range}, in absolute value: \
         choose parameters for a larger range, or scale the numbers"
    )]
    Range {
        /// The range.
        range: f64,
    },
    /// A promise about entries that no entries keep.
    #[error("entries are said to be within a finite number from 0 on, not {largest}")]
    Within {
        /// What was given.
        largest: f64,
    },
    /// Entries that may be too large to be refreshed.
    #[error(
        "entries up to {range} are refreshed, and by what is known of this ciphertext they may be up to {largest:.4}: where \
         you know that none exceeds {range}, say so before with `within({range})`"
    )]
    RefreshRange {
        /// What entries may be.
        largest: f64,
        /// The range of the session.
        range: f64,
    },
    /// An operation that is refused for what numbers might be.
    #[error(
        "{source}. Results are followed as if all of their terms were as large as they can be, here up to \
         {largest:.4}; where you know that none exceeds {range}, the range of these parameters, say so before with \
         `within({range})`"
    )]
    BeyondRange {
        /// The refusal.
        source: ringassay_scheme::Error,
        /// What entries of an operand may be.
        largest: f64,
        /// The range of the session.
        range: f64,
    },
    /// x^0.
    #[error(
        "the exponent 0 is below 1: entries of a ciphertext have no inverse known without the key, and \
         x^0 is 1 without any ciphertext"
    )]
    Exponent,
}

impl Error {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Scheme(error) => error.kind(),
            Self::Engine(error) => error.kind(),
            Self::Data(error) => error.kind(),
            Self::Parameters(error) => error.kind(),
            Self::Parties(error) => error.kind(),
            Self::Randomness(_) => ErrorKind::System,
            Self::NoEvaluationKeys | Self::NoRefreshKeys | Self::TransformKeys { .. } => {
                ErrorKind::MissingKey
            }
            Self::TooFewRotationKeys { .. } => ErrorKind::Parameters,
            Self::CircuitLength { .. } => ErrorKind::Circuit,
            Self::Length { .. } | Self::Range { .. } => ErrorKind::Vector,
            Self::OtherKeys { .. } => ErrorKind::Mismatch,
            Self::BeyondRange { source, .. } => source.kind(),
            Self::RefreshRange { .. }
            | Self::HidesNothing
            | Self::Within { .. }
            | Self::Exponent => ErrorKind::Operand,
        }
    }

    pub(crate) fn other_parameters(what: &'static str) -> Self {
        Self::Scheme(ringassay_scheme::Error::OtherParameters { what })
    }
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        Self::Scheme(error.into())
    }
}
