//! What objects take in memory and saved.

use ringassay_ring::{RnsRing, sample::Seed};

use super::{envelope::ENVELOPE_BYTES, residues::element_bytes};

/// The bytes of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// In memory: coefficients and tables, without the few words around them.
    pub memory_bytes: usize,
    /// Saved.
    pub saved_bytes: usize,
    /// How many more it would take with uniform parts written out instead of their seeds.
    pub spared_by_seeds: usize,
    /// How many more it would take with 64 bits for each residue that is saved.
    pub spared_by_packing: usize,
}

impl Sizes {
    /// An object of which only this many bytes have been counted yet.
    pub(super) fn of_fields(bytes: usize) -> Self {
        Self { saved_bytes: ENVELOPE_BYTES + bytes, ..Self::default() }
    }

    /// And `count` residues packed into `bytes`.
    pub(super) fn with_residues(mut self, count: usize, bytes: usize) -> Self {
        self.saved_bytes += bytes;
        self.spared_by_packing += 8 * count - bytes;
        self
    }

    /// And `count` elements of `ring`.
    pub(super) fn with_elements(self, ring: &RnsRing, count: usize) -> Self {
        let residues = ring.degree() * ring.limbs();
        self.with_residues(count * residues, count * element_bytes(ring))
    }

    /// And `count` elements of `ring`, all expanded from one seed.
    pub(super) fn with_seed(mut self, ring: &RnsRing, count: usize) -> Self {
        self.saved_bytes += Seed::BYTES;
        self.spared_by_seeds += (count * element_bytes(ring)).saturating_sub(Seed::BYTES);
        self
    }

    /// And what it takes in memory.
    pub(super) fn in_memory(mut self, bytes: usize) -> Self {
        self.memory_bytes += bytes;
        self
    }

    /// The bytes of the body.
    pub(super) fn body(&self) -> usize {
        self.saved_bytes - ENVELOPE_BYTES
    }
}

/// Bytes of an element of `ring` in memory.
pub(super) fn memory_bytes(ring: &RnsRing) -> usize {
    8 * ring.stride() * ring.limbs()
}
