//! Why there is no such RNS basis, conversion or gadget.

use thiserror::Error;

use super::MAX_LIMBS;

/// Why there is no such RNS basis, conversion or gadget.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RnsError {
    /// An empty list of moduli.
    #[error("an RNS basis needs at least one modulus")]
    NoModuli,
    /// A list longer than [`MAX_LIMBS`].
    #[error("{0} moduli: an RNS basis has at most {MAX_LIMBS}; take larger primes")]
    TooManyModuli(usize),
    /// Two moduli with a common divisor.
    #[error("the moduli {0} and {1} have a common divisor; an RNS basis needs coprime ones")]
    NotCoprime(u64, u64),
    /// A plaintext modulus that shares a divisor with a ciphertext modulus.
    #[error(
        "the plaintext modulus {plaintext} has a common divisor with the modulus {modulus}: choose \
         ciphertext primes that do not divide it"
    )]
    PlaintextNotCoprime {
        /// The plaintext modulus.
        plaintext: u64,
        /// The modulus of a limb.
        modulus: u64,
    },
    /// A plaintext modulus of zero.
    #[error("the plaintext modulus is 0; it is at least 1")]
    NoPlaintext,
    /// Tables and elements that do not belong together.
    #[error(
        "the element has the moduli {element:?}, the tables are made for {tables:?}: make tables for \
         its ring, or take the limbs they are made for"
    )]
    OtherModuli {
        /// Those of the element's ring.
        element: Vec<u64>,
        /// Those of the tables.
        tables: Vec<u64>,
    },
    /// Operands of different indices.
    #[error(
        "the operands have the indices {left} and {right}: they must lie in rings of one index"
    )]
    OtherIndex {
        /// The index of one operand.
        left: u64,
        /// The index of the other.
        right: u64,
    },
    /// Not as many digits as the gadget has.
    #[error("{given} digits were given, the gadget has {expected}")]
    DigitCount {
        /// How many were given.
        given: usize,
        /// How many there are.
        expected: usize,
    },
    /// Digits of no limbs.
    #[error("a digit has at least one limb")]
    EmptyDigits,
    /// A digit base out of range.
    #[error("digits of {0} bits: a gadget has digits of 1 to 60 bits")]
    DigitBits(u32),
}
