//! What can be wrong with a multiprecision ring, or with an operation in it.

use ringassay_ring::{RingError, index::IndexError};

use crate::{MAX_DEGREE, MAX_LOG2_W, shape::MAX_LOG2_Q};

/// Why there is no such ring, or no such result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MultiprecisionError {
    /// No such degree.
    #[error("the degree has to be a power of two from 2 to {MAX_DEGREE}, not {degree}")]
    Degree {
        /// The degree.
        degree: usize,
    },
    /// No such modulus.
    #[error("the modulus has to have 3 to {MAX_LOG2_Q} bits (4 <= q < 2^{MAX_LOG2_Q}), not {bits}")]
    Modulus {
        /// Bits of the modulus.
        bits: u64,
    },
    /// No such base of digits.
    #[error(
        "digits have 1 to {MAX_LOG2_W} bits, and at least one digit is needed: not {digits} of {log2_w} bits"
    )]
    Base {
        /// Bits of a digit.
        log2_w: u32,
        /// The number of digits.
        digits: usize,
    },
    /// The number of elements or coefficients is not what the operation demands.
    #[error("{given} {what} were given where {expected} are needed")]
    Count {
        /// What was counted.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// How many are needed.
        expected: usize,
    },
    /// Operands of different rings.
    #[error("the operands lie in different rings: {left}, {right}")]
    DifferentRings {
        /// The ring of the left operand.
        left: String,
        /// The ring of the right operand.
        right: String,
    },
    /// A product that is larger than its primes can tell.
    #[error(
        "a product of up to 2^{log2_bound:.1} needs {needed} primes, and has {width}: transform its \
         factors with more"
    )]
    Width {
        /// log2 of the bound on its coefficients.
        log2_bound: f64,
        /// Primes that it would need.
        needed: usize,
        /// Primes that it has, or that there are.
        width: usize,
    },
    /// A number that is too large.
    #[error("{what} has to lie below 2^{bits}")]
    Large {
        /// Which number.
        what: &'static str,
        /// The bits that it may have.
        bits: u32,
    },
    /// A coefficient that is no residue.
    #[error("a coefficient is not below the modulus")]
    NotReduced,
    /// The element has no inverse: its norm and q have a common divisor.
    #[error("the element is not invertible modulo q: draw another one")]
    NotInvertible,
    /// No such index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// No such RNS ring.
    #[error(transparent)]
    Ring(#[from] RingError),
}
