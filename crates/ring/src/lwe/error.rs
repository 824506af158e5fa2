//! What can be wrong with samples.

use thiserror::Error;

/// Why there is no such sample, or no such operation on it.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LweError {
    /// A modulus out of range.
    #[error("samples have a modulus from 2 to 2^52, not {0}")]
    Modulus(u64),
    /// A modulus that key switching has no words for.
    #[error("keys are switched modulo a power of two from 2 to 2^32, not {0}")]
    SwitchModulus(u64),
    /// Operands of different moduli.
    #[error("the operands have the moduli {left} and {right}: switch the modulus of one")]
    OtherModulus {
        /// That of one operand.
        left: u64,
        /// That of the other.
        right: u64,
    },
    /// Operands of different dimensions.
    #[error("a sample of dimension {given} where {expected} is needed")]
    Dimension {
        /// The dimension.
        given: usize,
        /// The one that is needed.
        expected: usize,
    },
    /// No dimension, or one beyond what is ever used.
    #[error("a secret has a dimension from 1 to 2^20, not {0}")]
    NoDimension(usize),
    /// A word that is no residue.
    #[error("word {position} is {value}, which is not below the modulus {q}")]
    NotReduced {
        /// Its place; the body is the last.
        position: usize,
        /// The word.
        value: u64,
        /// The modulus.
        q: u64,
    },
    /// A combination that could exceed a word.
    #[error("multipliers of magnitude {0} in all: a combination has at most 1024")]
    Multipliers(u64),
    /// Digits that a modulus does not have.
    #[error("{count} digits of {width} bits are more than the modulus {q} has, or none")]
    Digits {
        /// The number of digits.
        count: u32,
        /// The bits of each.
        width: u32,
        /// The modulus.
        q: u64,
    },
    /// No such coefficient.
    #[error("coefficient {coefficient} of {degree}")]
    Coefficient {
        /// The one that was asked for.
        coefficient: usize,
        /// How many there are.
        degree: usize,
    },
    /// A ring whose elements are not rotated by moving coefficients, or of several primes.
    #[error(
        "a ring of one prime and an index that is a power of two is needed, not of {primes} and {m}"
    )]
    Ring {
        /// The index.
        m: u64,
        /// How many primes it has.
        primes: usize,
    },
    /// Elements of different rings.
    #[error("the operands lie in different rings")]
    OtherRing,
    /// A width of errors or secrets out of range.
    #[error("a standard deviation from 1/16 to 2^40 is needed, not {0}")]
    Deviation(f64),
}
