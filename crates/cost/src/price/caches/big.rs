//! Caches of rings whose coefficients have several words: keys and tables are larger than caches, and
//! functions find little of what they need.

use super::model::{CacheModel, Far, NEAR_BYTES, prepared, row_bytes};
use crate::{Call, Kernel, Phase};

/// The size of a second-level cache.
const CACHE_BYTES: u64 = 2 << 20;

/// A phase, seen for what decides on distances.
pub(super) struct Big<'a> {
    phase: &'a Phase,
    /// Rows of tables that it makes.
    prepared: u64,
    /// The bytes of the digits of a product.
    digits: u64,
}

impl CacheModel for Big<'_> {
    fn working_set(&self, call: &Call, times: u64) -> u64 {
        match call.kernel {
            // Its tables are visited once in a program, and are most of it.
            Kernel::InnerProduct { .. } => self.tables(call, times),
            // Keys are put together from parts that are larger than caches. (Residues are written to
            // memory that was cleared just before, which has its own price.)
            kernel if key_words(kernel).is_some() => self.half_growth().max(NEAR_BYTES),
            // Written before they are all read again.
            Kernel::Digit { .. } => self.digits,
            _ => NEAR_BYTES,
        }
    }

    fn far_ns(&self, far: &Far, is_first_use: bool) -> f64 {
        let cached = far.ns(far.key_bytes);
        let beyond = |bytes| (far.ns(bytes) - cached).max(0.0);
        let mut ns = self.cold_bytes() as f64 * cached;
        ns += self.key_bytes() as f64 * beyond(self.half_growth());
        if is_first_use {
            let bytes = self.table_bytes();
            ns += bytes as f64 * beyond(bytes);
        }
        ns
    }
}

impl<'a> Big<'a> {
    pub(super) fn of(phase: &'a Phase) -> Self {
        let digits = phase.counts.keys().map(|call| match call.kernel {
            Kernel::InnerProduct { terms } => row_bytes(call, u64::from(terms)),
            _ => 0,
        });
        Self { phase, prepared: prepared(phase), digits: digits.max().unwrap_or(0) }
    }

    /// What an operation on keys goes through: about half of what the function holds.
    fn half_growth(&self) -> u64 {
        self.phase.growth_bytes / 2
    }

    /// What operations on keys visit, but for those that are measured where no cache holds anything.
    fn key_bytes(&self) -> u64 {
        let bytes = |(call, &times): (&Call, &u64)| {
            times * row_bytes(call, key_words(call.kernel).unwrap_or(0).into())
        };
        self.phase.counts.iter().map(bytes).sum()
    }

    /// Tables that sums of products read.
    fn table_bytes(&self) -> u64 {
        self.phase.counts.iter().map(|(call, &times)| self.tables(call, times)).sum()
    }

    fn tables(&self, call: &Call, times: u64) -> u64 {
        let Kernel::InnerProduct { terms } = call.kernel else { return 0 };
        let tables = if self.prepared > 0 { self.prepared.min(times) } else { times };
        tables * row_bytes(call, u64::from(terms))
    }

    /// What a function finds in no cache when it begins, because others came before: the tables of its
    /// primes' transforms, and its operands and buffers up to the size of a cache, read and written.
    fn cold_bytes(&self) -> u64 {
        let tables = self.phase.counts.keys().map(|call| match call.kernel {
            Kernel::Split { limbs, .. }
            | Kernel::Join { limbs, .. }
            | Kernel::Round { limbs, .. } => row_bytes(call, 4 * u64::from(limbs)),
            _ => 0,
        });
        tables.max().unwrap_or(0) + 2 * self.phase.growth_bytes.min(CACHE_BYTES)
    }
}

/// Words that an operation on keys visits for each coefficient, 0 if it is measured where no cache holds
/// them; `None` for other kernels.
fn key_words(kernel: Kernel) -> Option<u32> {
    match kernel {
        Kernel::Copy | Kernel::PrepareTable { .. } => Some(0),
        Kernel::WholeAdd { words } => Some(2 * words),
        Kernel::WholeAddSmall { words } => Some(words + 1),
        Kernel::WholeNeg { words }
        | Kernel::WholeScale { words }
        | Kernel::WholeUniform { words }
        | Kernel::Join { words, .. } => Some(words),
        _ => None,
    }
}
