//! Many constant multipliers with their precomputed quotients.

use crate::{AlignedVec, Zq};

/// Constant multipliers modulo q, prepared for the backend of one [`Zq`].
///
/// Two arrays side by side: the multipliers and their quotients, so that vectors of both can be
/// loaded. Which words they hold is the backend's affair.
#[derive(Debug, Clone)]
pub struct Table {
    pub(crate) values: AlignedVec,
    pub(crate) quotients: AlignedVec,
}

impl Table {
    /// The multipliers `w`, canonical residues, in their order.
    pub fn new(zq: &Zq, w: impl IntoIterator<Item = u64>) -> Self {
        Self::collect(w.into_iter().map(|w| zq.prepare(w)))
    }

    /// Likewise, for sums of products (odd q).
    pub(crate) fn new_dot(zq: &Zq, w: impl IntoIterator<Item = u64>) -> Self {
        Self::collect(w.into_iter().map(|w| zq.prepare_dot(w)))
    }

    fn collect(prepared: impl Iterator<Item = crate::Prepared>) -> Self {
        let (values, quotients): (Vec<u64>, Vec<u64>) = prepared.map(|p| (p.0, p.1)).unzip();
        Self { values: values.as_slice().into(), quotients: quotients.as_slice().into() }
    }

    /// The number of multipliers.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The table with one bit of the quotient at `position` turned: what a test suite must notice.
    #[cfg(feature = "fault-injection")]
    #[doc(hidden)]
    pub fn with_planted_fault(mut self, position: usize) -> Self {
        self.quotients[position] ^= 1 << 51;
        self
    }
}
