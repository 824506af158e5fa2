//! Many constant multipliers with their precomputed quotients.

use crate::{
    AlignedVec, Modulus, Zq,
    lanes::{Lanes, Task},
};

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
    pub fn new(zq: &Zq, w: impl IntoIterator<IntoIter: ExactSizeIterator<Item = u64>>) -> Self {
        let mut w = w.into_iter();
        let mut table = Self::zeroed(w.len());
        prepare_into(zq, &mut w, false, [&mut table.values, &mut table.quotients]);
        table
    }

    /// Likewise, for sums of products (odd q).
    pub(crate) fn new_dot(zq: &Zq, w: &[u64]) -> Self {
        let mut table = Self::zeroed(w.len());
        prepare_into(zq, &mut w.iter().copied(), true, [&mut table.values, &mut table.quotients]);
        table
    }

    fn zeroed(len: usize) -> Self {
        Self { values: AlignedVec::zeroed(len), quotients: AlignedVec::zeroed(len) }
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

/// Prepares as many multipliers as there is room for, for [`Lanes::mul`] or for sums of products
/// (`dot`), in place: tables are large, and nothing else is taken for them.
pub(crate) fn prepare_into(
    zq: &Zq,
    w: &mut dyn Iterator<Item = u64>,
    dot: bool,
    to: [&mut [u64]; 2],
) {
    zq.run(Prepare { modulus: zq.modulus(), w, dot, to });
}

struct Prepare<'a> {
    modulus: &'a Modulus,
    w: &'a mut dyn Iterator<Item = u64>,
    dot: bool,
    to: [&'a mut [u64]; 2],
}

impl Task for Prepare<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        let [values, quotients] = self.to;
        for ((value, quotient), w) in values.iter_mut().zip(quotients).zip(self.w) {
            (*value, *quotient) = if self.dot {
                L::prepare_dot(self.modulus, w)
            } else {
                L::prepare(self.modulus, w)
            };
        }
    }
}
