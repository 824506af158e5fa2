//! Why there are no such primes, or no such root.

use super::{MAX_BITS, MAX_COUNT};

/// A request for primes or roots of unity that cannot be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PrimeError {
    /// No modulus may have that size.
    #[error("primes of {bits} bits were asked for: moduli have 2 to {MAX_BITS} bits")]
    Bits {
        /// The size that was asked for.
        bits: u32,
    },
    /// More primes than any modulus is made of.
    #[error("{count} primes were asked for: ask for at most {MAX_COUNT}")]
    Count {
        /// The number that was asked for.
        count: usize,
    },
    /// All of them were looked at.
    #[error(
        "{count} primes q ≡ 1 (mod {m}) of {bits} bits were asked for, and only {found} exist \
         beside those to avoid: ask for at most {found}, or for primes of more bits"
    )]
    TooFew {
        /// The index.
        m: u64,
        /// The size of the primes in bits.
        bits: u32,
        /// How many were asked for.
        count: usize,
        /// How many there are.
        found: usize,
    },
    /// A prime was expected.
    #[error("{q} is not a prime: give a prime modulus")]
    NotPrime {
        /// The number that is not a prime.
        q: u64,
    },
    /// The order does not divide q - 1.
    #[error(
        "there is no primitive root of unity of order {order} modulo {q}: take a prime that is 1 \
         modulo {order}"
    )]
    NoRoot {
        /// The prime.
        q: u64,
        /// The order that was asked for.
        order: u64,
    },
}
