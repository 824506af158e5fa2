//! How a ring is called in messages.

use std::fmt;

use crate::index::Index;

/// The name of the ring of an index and some moduli.
#[derive(Debug, Clone, Copy)]
pub struct RingName<'a> {
    /// The index.
    pub index: &'a Index,
    /// The primes.
    pub moduli: &'a [u64],
}

impl fmt::Display for RingName<'_> {
    /// `Z_Q[ζ_1728], Q = 10369·12097`, or with the number and size of many primes; `Z_Q[ζ_64 + 1/ζ_64]` of
    /// a conjugate-invariant ring.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let m = self.index.m();
        match self.index.is_conjugate_invariant() {
            true => write!(f, "Z_Q[ζ_{m} + 1/ζ_{m}], Q = ")?,
            false => write!(f, "Z_Q[ζ_{m}], Q = ")?,
        }
        let Some((first, rest)) = self.moduli.split_first() else { return f.write_str("1") };
        write!(f, "{first}")?;
        if rest.len() < 3 {
            return rest.iter().try_for_each(|q| write!(f, "·{q}"));
        }
        let bits: u32 = self.moduli.iter().map(|q| q.ilog2() + 1).sum();
        write!(f, "·… ({} primes, {bits} bits in all)", self.moduli.len())
    }
}
