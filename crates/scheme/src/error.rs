//! What can go wrong in a scheme.

use ringassay_ring::{
    ElementError, Overflow, RingError, index::IndexError, positional::PositionalError,
    primes::PrimeError, rns::RnsError, sample::SampleError, slots::SlotError,
};

use crate::encoding::EncodingError;

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
    /// No such positional ring, or operands that do not belong together there.
    #[error(transparent)]
    Positional(#[from] PositionalError),
    /// Moduli that do not belong together.
    #[error(transparent)]
    Rns(#[from] RnsError),
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
    #[error("{operation} needs {key}, which the evaluation keys do not contain: {hint}")]
    MissingKey {
        /// What was tried.
        operation: &'static str,
        /// The key that it needs.
        key: String,
        /// What to do.
        hint: &'static str,
    },
    /// Operands of other parameters.
    #[error("{what} was made with other parameters: all operands need the same")]
    OtherParameters {
        /// The operand.
        what: &'static str,
    },
    /// The noise would exceed the modulus.
    #[error(
        "{operation} would leave {capacity_bits:.1} bits between noise and modulus, and the result \
         might decrypt wrongly: choose parameters of greater depth, or insist"
    )]
    NoiseBudget {
        /// What was tried.
        operation: &'static str,
        /// log2(Q/2) less the bound of the noise.
        capacity_bits: f64,
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
