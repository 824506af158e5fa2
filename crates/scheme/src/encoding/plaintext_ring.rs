//! The plaintext ring and its slots.

use std::sync::Arc;

use ringassay_ring::{
    index::Index,
    slots::{Shape, Slots},
};

use super::EncodingError;

/// R_t = Z_t\[ζ_m\], t = p^r for a prime p that does not divide m, with its slots.
///
/// A handle: cloning it copies nothing.
#[derive(Debug, Clone)]
pub struct PlaintextRing {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    index: Index,
    slots: Slots,
    exponent: u32,
    modulus: u64,
}

impl PlaintextRing {
    /// t is at most 2^62 for a prime t ≡ 1 mod m, otherwise at most 2^60.
    pub const MAX_BITS: u32 = 62;

    /// The ring of `index` modulo `prime`^`exponent`.
    ///
    /// # Errors
    ///
    /// If `prime` is none or divides m, `exponent` is 0, or the power exceeds 2^62.
    pub fn new(index: &Index, prime: u64, exponent: u32) -> Result<Self, EncodingError> {
        let out_of_range = EncodingError::Modulus { prime, exponent, max_bits: Self::MAX_BITS };
        let modulus = prime
            .checked_pow(exponent)
            .filter(|&modulus| exponent > 0 && modulus <= 1 << Self::MAX_BITS)
            .ok_or(out_of_range)?;
        let slots = Slots::new(index, prime, Shape::Fewest)?;
        let inner = Inner { index: index.clone(), slots, exponent, modulus };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The index m.
    pub fn index(&self) -> &Index {
        &self.inner.index
    }

    /// The slots, in a hypercube of as few dimensions as the group allows.
    pub fn slots(&self) -> &Slots {
        &self.inner.slots
    }

    /// The prime p.
    pub fn prime(&self) -> u64 {
        self.inner.slots.prime()
    }

    /// The exponent r.
    pub fn exponent(&self) -> u32 {
        self.inner.exponent
    }

    /// The plaintext modulus t = p^r.
    pub fn modulus(&self) -> u64 {
        self.inner.modulus
    }
}

impl PartialEq for PlaintextRing {
    /// Whether index and modulus are the same.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
            || (self.index() == other.index()
                && self.prime() == other.prime()
                && self.exponent() == other.exponent())
    }
}

impl Eq for PlaintextRing {}
