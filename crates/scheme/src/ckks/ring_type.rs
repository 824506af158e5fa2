//! In which ring messages lie.

use ringassay_ring::index::{Index, IndexError};

/// The ring of ciphertexts, of degree N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RingType {
    /// Z\[X\]/(X^N + 1): N/2 complex numbers, whose index is 2N.
    #[default]
    Standard,
    /// Z\[X + 1/X\]/(X^{2N} + 1): N real numbers, whose index is 4N (D. Kim and Y. Song, ePrint 2018/952).
    ConjugateInvariant,
}

impl RingType {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Standard, Self::ConjugateInvariant];

    /// That of the ring of an index.
    pub fn of(index: &Index) -> Self {
        if index.is_conjugate_invariant() { Self::ConjugateInvariant } else { Self::Standard }
    }

    /// `standard` or `conjugate-invariant`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::ConjugateInvariant => "conjugate-invariant",
        }
    }

    /// The ring type of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ring| ring.name() == name)
    }

    /// The index of the ring of degree N.
    ///
    /// # Errors
    /// When there is no such ring: N has to be a power of two up to 2^17, or 2^16 for real numbers.
    pub fn index(self, degree: usize) -> Result<Index, IndexError> {
        let degree = degree as u64;
        match self {
            Self::Standard => Index::new(degree.saturating_mul(2)),
            Self::ConjugateInvariant => Index::conjugate_invariant(degree.saturating_mul(4)),
        }
    }

    /// The most slots of a ring of degree N.
    pub const fn slots(self, degree: usize) -> usize {
        match self {
            Self::Standard => degree / 2,
            Self::ConjugateInvariant => degree,
        }
    }

    /// m/2 of a ring of degree N: that of the standard ring whose slots these are. With coefficients of one size,
    /// errors of real parts and of real slots grow with it, and a transform has as many layers as it has bits.
    pub const fn half_index(self, degree: usize) -> usize {
        match self {
            Self::Standard => degree,
            Self::ConjugateInvariant => 2 * degree,
        }
    }

    /// log2 of the largest degree.
    pub const fn max_log2_degree(self) -> u32 {
        match self {
            Self::Standard => Index::MAX_DEGREE.ilog2(),
            Self::ConjugateInvariant => Index::MAX_DEGREE.ilog2() - 1,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_indices_and_slots_belong_together() {
        for ring in RingType::ALL {
            assert_eq!(RingType::of_name(ring.name()), Some(ring));
            let largest = 1 << ring.max_log2_degree();
            for degree in [4, 1024, largest] {
                let index = ring.index(degree).unwrap();
                assert_eq!((RingType::of(&index), index.degree()), (ring, degree));
                assert_eq!(2 * ring.half_index(degree) as u64, index.m());
            }
            assert!(ring.index(2 * largest).is_err() && ring.index(usize::MAX).is_err());
        }
        assert_eq!(RingType::of_name("real"), None);
        assert_eq!(RingType::ALL.map(|ring| ring.slots(1024)), [512, 1024]);
    }
}
