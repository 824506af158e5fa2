//! A ring inside another.

use ringassay_kernels::Backend;
use ringassay_ring::index::Index;
use ringassay_ring::{Crt, Decoding, Powerful, RingExtension};

use super::ring::in_basis;
use super::{RingSubject, must};
use crate::laws::{Basis, Limbs, Subring};

/// [`RingExtension`] under judgement.
pub struct SubringSubject {
    small: RingSubject,
    large: RingSubject,
    extension: RingExtension,
}

impl SubringSubject {
    /// The ring of index `m_sub` in that of index m, over the same moduli.
    ///
    /// # Panics
    /// If there are no such rings.
    pub fn new(m_sub: u64, m: u64, moduli: &[u64], backend: Backend) -> Self {
        let ring = |m| must(RingSubject::new(&must(Index::new(m)), moduli, backend));
        let (small, large) = (ring(m_sub), ring(m));
        let extension = must(RingExtension::new(&small.ring, &large.ring));
        Self { small, large, extension }
    }
}

impl Subring for SubringSubject {
    type Ring = RingSubject;

    fn large(&self) -> &RingSubject {
        &self.large
    }

    fn small(&self) -> &RingSubject {
        &self.small
    }

    fn embed(&self, x: &Limbs, basis: Basis) -> Limbs {
        let small = &self.small;
        in_basis!(small, basis, |x = x| RingSubject::limbs(&must(x.embed(&self.extension))))
    }

    fn twace(&self, x: &Limbs, basis: Basis) -> Limbs {
        let large = &self.large;
        in_basis!(large, basis, |x = x| RingSubject::limbs(&must(x.twace(&self.extension))))
    }
}
