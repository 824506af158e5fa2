//! What can be wrong with a ring, or with an operation on its elements.

use ringassay_kernels::{
    ModulusError, ZqError, axis::AxisError, cyclotomic::FactorError, ntt::NttError,
};

use crate::{primes::PrimeError, rns::RnsError, subring::SubringError};

/// Why there is no such ring.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RingError {
    /// An element has at least one limb.
    #[error("a ring needs at least one modulus: see primes::search")]
    NoModuli,
    /// The limbs of an RNS modulus are coprime.
    #[error("the modulus {q} occurs twice: the moduli of an RNS ring are distinct primes")]
    Repeated {
        /// The modulus.
        q: u64,
    },
    /// No modulus, or no such backend.
    #[error(transparent)]
    Zq(#[from] ZqError),
    /// Not a prime, or without the roots of unity that the CRT basis needs.
    #[error(transparent)]
    Prime(#[from] PrimeError),
    /// No transform for one of the prime powers.
    #[error(transparent)]
    Factor(#[from] FactorError),
    /// No transform of the conjugate-invariant ring.
    #[error(transparent)]
    Ntt(#[from] NttError),
    /// No g modulo this prime.
    #[error(transparent)]
    Axis(#[from] AxisError),
    /// One ring has to contain the other.
    #[error(transparent)]
    Subring(#[from] SubringError),
    /// The rings have different moduli.
    #[error("a ring and its subring need the same moduli in the same order: {left}, {right}")]
    DifferentModuli {
        /// The smaller ring.
        left: String,
        /// The larger ring.
        right: String,
    },
}

impl From<ModulusError> for RingError {
    fn from(error: ModulusError) -> Self {
        Self::Zq(error.into())
    }
}

/// Why an operation on elements is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ElementError {
    /// The operands do not lie in the same ring.
    #[error(
        "the operands lie in different rings, {left} and {right}: bring one into the other's ring \
         first (fewer limbs: Element::to_prefix; a subring: Element::embed)"
    )]
    DifferentRings {
        /// The ring of the left operand.
        left: String,
        /// The ring of the right operand.
        right: String,
    },
    /// The number of coefficients is not what the ring demands.
    #[error("{given} coefficients were given where {expected} are needed")]
    Length {
        /// How many were given.
        given: usize,
        /// How many the ring demands.
        expected: usize,
    },
    /// A word that is no canonical residue.
    #[error("coefficient {position} of limb {limb} is {value}, which is not below the modulus {q}")]
    NotReduced {
        /// The limb.
        limb: usize,
        /// The position within the limb.
        position: usize,
        /// The word.
        value: u64,
        /// The modulus of the limb.
        q: u64,
    },
    /// The operation is defined for one limb only.
    #[error("the element has {limbs} limbs, and their product exceeds 64 bits: use the RNS lift")]
    SeveralLimbs {
        /// The number of limbs.
        limbs: usize,
    },
    /// ζ ↦ ζ^k is an automorphism only for units k of Z/m.
    #[error("there is no automorphism ζ -> ζ^{k} of index {m}: {k} and {m} have a common divisor")]
    NotUnit {
        /// The exponent.
        k: u64,
        /// The index.
        m: u64,
    },
    /// The root of unity is none: the moduli of the ring are no primes.
    #[error(transparent)]
    Subring(#[from] SubringError),
    /// Not a multiple of g.
    #[error(transparent)]
    NotDivisible(#[from] NotDivisible),
    /// A coefficient does not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// Moduli, digits or tables that do not belong together.
    #[error(transparent)]
    Rns(#[from] RnsError),
}

/// An element of R is not a multiple of g in R; the element is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the element is not divisible by 1 - ζ_{prime}, so it is no multiple of g")]
pub struct NotDivisible {
    /// The first odd prime of the index, descending, whose factor 1 - ζ_p of g does not divide.
    pub prime: u32,
}

/// A coefficient of an element of R exceeds 64 bits; the element is unspecified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a coefficient exceeds the 64 bits of an integer element: reduce it modulo an RNS modulus")]
pub struct Overflow;

impl ElementError {
    /// Fails unless there is one canonical factor for each modulus.
    ///
    /// # Errors
    /// [`ElementError::Length`], [`ElementError::NotReduced`].
    pub fn check_factors(factors: &[u64], moduli: &[u64]) -> Result<(), Self> {
        let (given, expected) = (factors.len(), moduli.len());
        if given != expected {
            return Err(Self::Length { given, expected });
        }
        let mut pairs = factors.iter().zip(moduli).enumerate();
        match pairs.find(|(_, (value, q))| value >= q) {
            Some((limb, (&value, &q))) => Err(Self::NotReduced { limb, position: 0, value, q }),
            None => Ok(()),
        }
    }
}
