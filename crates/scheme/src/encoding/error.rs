//! What can be wrong with plaintexts, layouts and sets of keys.

use ringassay_ring::{ElementError, RingError, slots::SlotError};

use crate::ErrorKind;

/// Why there is no such plaintext ring, encoding, layout or set of keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// The prime has no slots in the ring.
    #[error(transparent)]
    Slots(#[from] SlotError),
    /// The transform modulo t, for t a prime ≡ 1 mod m.
    #[error(transparent)]
    Ring(#[from] RingError),
    /// The coefficients do not fit the ring modulo t.
    #[error(transparent)]
    Element(#[from] ElementError),
    /// t = p^r is out of range.
    #[error(
        "the plaintext modulus {prime}^{exponent} is out of range: take an exponent of at least 1 \
         and a power of at most 2^{max_bits}"
    )]
    Modulus {
        /// p.
        prime: u64,
        /// r.
        exponent: u32,
        /// The largest power of two that is allowed.
        max_bits: u32,
    },
    /// The slots are of too large a degree.
    #[error(
        "modulo {prime} the slots have degree {degree}, more than {max}: take a prime whose order \
         modulo the index is smaller"
    )]
    Degree {
        /// p.
        prime: u64,
        /// d, the order of p modulo m.
        degree: usize,
        /// The largest degree.
        max: usize,
    },
    /// The tables for encoding do not fit.
    #[error(
        "encoding needs tables of {bytes} bytes, more than {max}: take a smaller index or \
         modulus, or a prime ≡ 1 modulo the index, which needs none"
    )]
    Memory {
        /// How many bytes the tables would take.
        bytes: u128,
        /// How many they may take.
        max: u128,
    },
    /// Another number than demanded.
    #[error("{given} {what} were given where {expected} are needed")]
    Length {
        /// What was counted.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// How many are needed.
        expected: usize,
    },
    /// More values than slots.
    #[error("{given} values do not fit into {slots} slots: split them over several plaintexts")]
    TooMany {
        /// How many were given.
        given: usize,
        /// How many slots there are.
        slots: usize,
    },
    /// A value or coefficient outside `[0, t)`.
    #[error(
        "value {value} at position {position} is not below the plaintext modulus {modulus}: \
         reduce it first"
    )]
    NotReduced {
        /// Where.
        position: usize,
        /// What is there.
        value: u64,
        /// t.
        modulus: u64,
    },
    /// A decrypted number beyond those of doubles.
    #[error(
        "the numbers that a ciphertext holds are larger than doubles can be: multiply it by a small number, or \
         add it up less often"
    )]
    Infinite,
    /// CKKS rings have powers of two as degrees.
    #[error("the ring has degree {degree}: it has to be a power of two from 2 to {most}")]
    Degrees {
        /// N.
        degree: usize,
        /// The largest.
        most: usize,
    },
    /// Approximate numbers are packed into a power of two of slots.
    #[error("numbers are packed into a power of two of slots, at most {most}, not {slots}")]
    Packing {
        /// The slots asked for.
        slots: usize,
        /// The number of all slots.
        most: usize,
    },
    /// Not a number, or infinite.
    #[error(
        "the value at position {position} is infinite or not a number: only finite ones are encoded"
    )]
    NotFinite {
        /// Where.
        position: usize,
    },
    /// A complex number where slots are real.
    #[error(
        "the value at position {position} is not real: the conjugate-invariant ring has real slots only, \
         take parameters of the standard ring"
    )]
    NotReal {
        /// Where.
        position: usize,
    },
    /// A coefficient that does not fit.
    #[error(
        "the encoded vector has coefficients of {bits} bits where {most} fit: take smaller values, a \
         smaller scale, or a larger modulus"
    )]
    TooLarge {
        /// log2 of the largest, rounded up.
        bits: i64,
        /// log2 of what fits, rounded down.
        most: i64,
    },
    /// A scale out of range.
    #[error("a scale of 2^{log2} is out of range: take one between 2^-{most} and 2^{most}")]
    Scale {
        /// log2 of it.
        log2: i64,
        /// The largest.
        most: i64,
    },
    /// A slot holds something else than an element of Z_t: no plaintext of scalars.
    #[error(
        "a slot does not hold an element of Z_{modulus}: this is no encoding of scalars, perhaps \
         because decryption failed"
    )]
    NotScalar {
        /// t.
        modulus: u64,
    },
    /// A layout needs at least one entry and at most as many as there are slots.
    #[error(
        "a vector of {length} entries has no layout in {slots} slots: take 1 to {slots} entries, \
         or another index"
    )]
    Layout {
        /// ℓ.
        length: usize,
        /// ℓ'.
        slots: usize,
    },
    /// Slots that hold copies of one entry differ.
    #[error(
        "the copies of entry {entry} differ: slot {left} and slot {right} hold different values, \
         so that these slots do not have the layout"
    )]
    Copies {
        /// The entry.
        entry: usize,
        /// A slot.
        left: usize,
        /// Another slot.
        right: usize,
    },
    /// ζ ↦ ζ^k is an automorphism only for units k of Z/m.
    #[error(
        "there is no automorphism ζ -> ζ^{exponent} of index {m}: {exponent} and {m} have a \
         common divisor"
    )]
    NotUnit {
        /// The exponent.
        exponent: u32,
        /// The index.
        m: u64,
    },
    /// Too few keys to compose all rotations of.
    #[error(
        "{budget} keys are too few to compose all rotations of: those by one step, in either direction, \
         take {needed}. Allow that many, or say which rotations are needed"
    )]
    Budget {
        /// How many keys were allowed.
        budget: usize,
        /// How many are needed at least.
        needed: usize,
    },
}

impl EncodingError {
    /// What kind of refusal it is: a vector that does not fit, or parameters without such an encoding.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Length { .. }
            | Self::TooMany { .. }
            | Self::NotReduced { .. }
            | Self::NotScalar { .. }
            | Self::NotFinite { .. }
            | Self::NotReal { .. }
            | Self::TooLarge { .. }
            | Self::Infinite
            | Self::Copies { .. }
            | Self::Element(_) => ErrorKind::Vector,
            _ => ErrorKind::Parameters,
        }
    }
}

/// Fails unless `given` and `expected` are equal; `what` is in the plural.
pub(super) fn check_length(
    what: &'static str,
    given: usize,
    expected: usize,
) -> Result<(), EncodingError> {
    if given == expected { Ok(()) } else { Err(EncodingError::Length { what, given, expected }) }
}
