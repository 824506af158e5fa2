//! What can go wrong in a scheme.

use ringassay_ring::{
    ElementError, Overflow, RingError, index::IndexError, lwe::LweError, primes::PrimeError,
    rns::RnsError, sample::SampleError, slots::SlotError,
};

use crate::{ErrorKind, encoding::EncodingError};

/// Why an operation of a scheme failed. No message contains a secret.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// No such index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// No such primes.
    #[error(transparent)]
    Prime(#[from] PrimeError),
    /// No such ring.
    #[error(transparent)]
    Ring(#[from] RingError),
    /// Operands that do not belong together.
    #[error(transparent)]
    Element(#[from] ElementError),
    /// No such ring of another crate, or operands that do not belong together there.
    #[error("{0}")]
    OtherRing(String),
    /// Moduli that do not belong together.
    #[error(transparent)]
    Rns(#[from] RnsError),
    /// No such sample, or samples that do not belong together.
    #[error(transparent)]
    Lwe(#[from] LweError),
    /// A coefficient beyond 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// No such distribution.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// No slots.
    #[error(transparent)]
    Slot(#[from] SlotError),
    /// No encoding.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// Parameters that no scheme can have.
    #[error("{0}")]
    Parameters(String),
    /// The key for this operation was not generated.
    #[error("{operation} needs {key}, which the evaluation keys do not contain: {remedy}")]
    MissingKey {
        /// What was tried.
        operation: &'static str,
        /// The key that it needs.
        key: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A plaintext that is none.
    #[error("a plaintext has {coefficients} coefficients from 0 to {}", t - 1)]
    Message {
        /// n, how many coefficients it has.
        coefficients: usize,
        /// The plaintext modulus.
        t: u64,
    },
    /// A product that was not relinearised, or an operand that lacks a component.
    #[error("a ciphertext has {found} components where {needed} are needed: {remedy}")]
    Components {
        /// The components of the ciphertext.
        found: usize,
        /// The components that the operation needs.
        needed: usize,
        /// What to do.
        remedy: &'static str,
    },
    /// A modulus that a ciphertext cannot have, or operands of different moduli.
    #[error("the modulus {wanted} of the chain is not open to {what} at modulus {found}: {reason}")]
    Modulus {
        /// What lies there.
        what: &'static str,
        /// Its place in the modulus chain, 0 the smallest modulus.
        found: usize,
        /// The place that was asked for.
        wanted: usize,
        /// Why not.
        reason: &'static str,
    },
    /// Operands of CKKS whose scales are not equal.
    #[error(
        "{operation} needs operands of equal scales, not {left} and {right}, which differ by the factor \
         2^{log2_ratio:.6}: rescale them alike, or adjust one that has a higher level"
    )]
    Scales {
        /// What was tried.
        operation: &'static str,
        /// The scale of the left operand.
        left: String,
        /// That of the right one.
        right: String,
        /// log2 of their quotient.
        log2_ratio: f64,
    },
    /// Operands of other parameters.
    #[error("{what} was made with other parameters: all operands need the same")]
    OtherParameters {
        /// The operand.
        what: &'static str,
    },
    /// The noise would exceed the modulus.
    #[error(
        "{operation} would leave {budget_bits:.1} bits between noise and modulus, and the result \
         might decrypt wrongly: choose parameters of greater depth, or insist"
    )]
    NoiseBudget {
        /// What was tried.
        operation: &'static str,
        /// log2(Q/2) less the bound of the noise.
        budget_bits: f64,
    },
    /// A ciphertext that cannot be decrypted, by the estimate.
    #[error(
        "the bound of the noise ({noise_bits:.1} bits) exceeds the modulus ({modulus_bits:.1} bits): \
         the message may be lost"
    )]
    Undecryptable {
        /// log2 of the noise bound.
        noise_bits: f64,
        /// log2(Q/2).
        modulus_bits: f64,
    },
    /// Noise that should not be there.
    #[error(
        "the noise found exceeds its bound ({bound_bits:.1} bits): the ciphertext was damaged, made \
         with another key, or its noise wrapped around the modulus"
    )]
    DecryptionFailure {
        /// log2 of the bound.
        bound_bits: f64,
    },
    /// An operation that wants another shape of ciphertext.
    #[error("{0}")]
    Unsupported(String),
}

impl Error {
    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Index(_)
            | Self::Prime(_)
            | Self::Ring(_)
            | Self::Sample(_)
            | Self::Slot(_)
            | Self::Parameters(_) => ErrorKind::Parameters,
            Self::Element(_)
            | Self::OtherRing(_)
            | Self::Rns(_)
            | Self::Lwe(_)
            | Self::OtherParameters { .. } => ErrorKind::Mismatch,
            Self::Encoding(error) => error.kind(),
            Self::Message { .. } | Self::Overflow(_) => ErrorKind::Vector,
            Self::MissingKey { .. } => ErrorKind::MissingKey,
            Self::NoiseBudget { .. } => ErrorKind::NoiseBudget,
            Self::Undecryptable { .. } | Self::DecryptionFailure { .. } => ErrorKind::Undecryptable,
            Self::Components { .. }
            | Self::Modulus { .. }
            | Self::Scales { .. }
            | Self::Unsupported(_) => ErrorKind::Operand,
        }
    }
}
