//! What is to be measured, and what measures it.

use ringassay_cost::{Call, Kernel};
use ringassay_ring::RnsRing;

use crate::{bench::Bench, error::Result};

/// A kernel ready to be run again and again.
pub(crate) struct Job {
    /// Runs it.
    pub(crate) work: Box<dyn FnMut()>,
    /// What is measured; its sizes may be the nearest that could be made.
    pub(crate) call: Call,
    /// How often that runs in one go.
    pub(crate) calls: u64,
    /// The bytes that one go visits.
    pub(crate) bytes: usize,
    /// What else runs in one go.
    pub(crate) others: Vec<(Call, u64)>,
    /// The bytes of tables that sums of products in it go through; 0 without any.
    pub(crate) table_bytes: usize,
    /// 0, or the stage of a job in multiprecision rings, whose others are of earlier stages.
    pub(crate) stage: u8,
}

impl Job {
    pub(super) fn new(call: Call, calls: u64, bytes: usize, work: impl FnMut() + 'static) -> Self {
        let work = Box::new(work);
        Self { work, call, calls, bytes, others: Vec::new(), table_bytes: 0, stage: 0 }
    }

    /// With what else runs.
    pub(super) fn beside(self, others: impl IntoIterator<Item = (Call, u64)>) -> Self {
        Self { others: others.into_iter().collect(), ..self }
    }
}

/// What is to be measured.
pub(super) struct Cell<'a> {
    pub(super) bench: &'a Bench,
    pub(super) call: Call,
    pub(super) bytes: usize,
}

/// The limbs of elements, as many of these as fit: schemes have several, and the system gives large
/// buffers larger pages.
pub(crate) const LIMBS: [usize; 2] = [12, 4];

impl Cell<'_> {
    pub(super) fn n(&self) -> usize {
        self.call.length as usize
    }

    /// The index of a ring of the call's length, a power of two.
    pub(super) fn index(&self) -> Option<u64> {
        let n = u64::from(self.call.length);
        (n.is_power_of_two() && n > 1).then_some(2 * n)
    }

    /// A ring of index m, and how many groups of `operands` of its elements fill the working set.
    pub(super) fn ring(&self, m: u64, operands: usize) -> Result<(RnsRing, usize)> {
        let row = 8 * self.n().next_multiple_of(8);
        let fits = |limbs: &usize| operands * limbs * row <= self.bytes;
        let limbs = LIMBS.into_iter().find(fits).unwrap_or(1);
        let ring = self.bench.ring(m, self.call.wide, limbs)?;
        Ok((ring, (self.bytes / (operands * limbs * row)).max(1)))
    }

    /// A job on `count` groups of `operands` elements of a ring, a call for each limb.
    pub(super) fn job(
        &self,
        ring: &RnsRing,
        (operands, count): (usize, usize),
        work: impl FnMut() + 'static,
        others: &[(Kernel, u64)],
    ) -> Job {
        let limbs = ring.limbs();
        let other = |&(kernel, times): &(Kernel, u64)| {
            (Call::plain(kernel, ring.degree()), times * (limbs * count) as u64)
        };
        let bytes = operands * count * limbs * 8 * ring.stride();
        Job::new(self.call, (limbs * count) as u64, bytes, work).beside(others.iter().map(other))
    }
}
