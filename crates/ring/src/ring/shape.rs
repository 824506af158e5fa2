//! What all limbs of a ring have in common.

use std::sync::Arc;

use ringassay_kernels::HeapBytes;

use super::Limb;
use crate::{
    ElementError,
    automorphism::{Automorphism, AutomorphismCache},
    crt::Lender,
    index::Index,
    pool::Pool,
};

/// Index, positions and memory, shared by a ring and the rings of its limbs.
pub(crate) struct Shape {
    index: Arc<Index>,
    degree: usize,
    stride: usize,
    crt_exponents: Vec<u32>,
    automorphisms: AutomorphismCache,
    pool: Arc<Pool>,
    lender: Lender,
}

impl Shape {
    pub(crate) fn new(index: &Index, limb: &Limb) -> Self {
        let crt_exponents = limb.crt().exponents().to_vec();
        let stride = index.degree().next_multiple_of(8);
        Self {
            index: Arc::new(index.clone()),
            degree: index.degree(),
            stride,
            automorphisms: AutomorphismCache::new(index, &crt_exponents),
            crt_exponents,
            pool: Pool::new(Pool::max_words(stride)),
            lender: Lender::default(),
        }
    }

    pub(crate) fn index(&self) -> &Arc<Index> {
        &self.index
    }

    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    pub(crate) fn crt_exponents(&self) -> &[u32] {
        &self.crt_exponents
    }

    pub(crate) fn automorphism(&self, k: u64) -> Result<Arc<Automorphism>, ElementError> {
        self.automorphisms.get(&self.index, &self.crt_exponents, k)
    }

    pub(crate) fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// Working memory for transforms.
    pub(crate) fn lender(&self) -> &Lender {
        &self.lender
    }

    /// Bytes of the tables of positions, of automorphisms those that were used.
    pub(crate) fn table_bytes(&self) -> usize {
        self.crt_exponents.heap_bytes() + self.automorphisms.bytes()
    }

    pub(crate) fn release_memory(&self) {
        self.lender.clear();
        self.pool.clear();
        self.automorphisms.clear();
    }
}
