//! Why a number gives no slots.

/// A plaintext modulus for which the ring has no slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlotError {
    /// Slots are defined by a prime.
    #[error(
        "{p} is not a prime: slots belong to a prime plaintext modulus, or to the prime of which \
         the modulus is a power"
    )]
    NotPrime {
        /// The number that was given.
        p: u64,
    },
    /// The prime ramifies.
    #[error("{p} divides the index {m}: take an index that is not a multiple of {p}")]
    Ramified {
        /// The prime.
        p: u64,
        /// The index.
        m: u64,
    },
}
