//! What lies where when a phase runs: the working sets at which its kernels are priced, and the bytes
//! that come from farther away.

use crate::{Call, Kernel, Phase};

/// A working set that is in a near cache: kernels are priced there, and what comes from far is
/// charged by the byte.
pub(super) const NEAR_BYTES: u64 = 1 << 17;

/// The size of a second-level cache.
const CACHE_BYTES: u64 = 2 << 20;

/// A phase, seen for what decides on distances.
pub(super) struct WorkingSets<'a> {
    phase: &'a Phase,
    /// Whether it runs in a multiprecision ring.
    pub(super) multiprecision: bool,
    /// Rows of tables that it makes.
    prepared: u64,
    /// The bytes of the digits of a product.
    digits: u64,
}

impl<'a> WorkingSets<'a> {
    pub(super) fn of(phase: &'a Phase) -> Self {
        let multiprecision = phase.counts.keys().any(|call| call.kernel.is_multiprecision());
        let digits = phase.counts.keys().map(|call| match call.kernel {
            Kernel::InnerProduct { terms } => row_bytes(call, u64::from(terms)),
            _ => 0,
        });
        let digits = digits.max().unwrap_or(0);
        Self { phase, multiprecision, prepared: prepared(phase), digits }
    }

    /// The bytes that a program goes through where it makes such a call.
    pub(super) fn working_set(&self, call: &Call, times: u64) -> u64 {
        match call.kernel {
            // Its tables are visited once in a program, and are most of it.
            Kernel::InnerProduct { .. } if self.multiprecision => self.tables(call, times),
            Kernel::InnerProduct { .. } => self.operands_of_tables(),
            // Keys are put together from parts that are larger than caches. (Residues are written to
            // memory that was cleared just before, which has its own price.)
            kernel if self.multiprecision && key_words(kernel).is_some() => {
                self.half_growth().max(NEAR_BYTES)
            }
            // Written before they are all read again.
            Kernel::Digit { .. } => self.digits,
            _ => NEAR_BYTES,
        }
    }

    /// What products with tables go through in rings that are not multiprecision.
    pub(super) fn operands_of_tables(&self) -> u64 {
        self.phase.peak_bytes.min(self.touched_bytes())
    }

    /// What an operation on keys goes through: about half of what the function holds.
    pub(super) fn half_growth(&self) -> u64 {
        self.phase.growth_bytes / 2
    }

    /// What operations on keys visit, but for those that are measured where no cache holds anything.
    pub(super) fn key_bytes(&self) -> u64 {
        let bytes = |(call, &times): (&Call, &u64)| {
            times * row_bytes(call, key_words(call.kernel).unwrap_or(0).into())
        };
        self.phase.counts.iter().map(bytes).sum()
    }

    /// Tables that sums of products read.
    pub(super) fn table_bytes(&self) -> u64 {
        let bytes = |(call, &times): (&Call, &u64)| match call.kernel {
            Kernel::InnerProduct { .. } => self.tables(call, times),
            _ => 0,
        };
        self.phase.counts.iter().map(bytes).sum()
    }

    fn tables(&self, call: &Call, times: u64) -> u64 {
        let Kernel::InnerProduct { terms } = call.kernel else { return 0 };
        let tables = if self.prepared > 0 { self.prepared.min(times) } else { times };
        tables * row_bytes(call, u64::from(terms))
    }

    /// What a function of a multiprecision scheme finds in no cache when it begins, because others came
    /// before: the tables of its primes' transforms, and its operands and buffers up to the size of a
    /// cache, read and written.
    pub(super) fn cold_bytes(&self) -> u64 {
        let tables = self.phase.counts.keys().map(|call| match call.kernel {
            Kernel::Split { limbs, .. }
            | Kernel::Join { limbs, .. }
            | Kernel::Round { limbs, .. } => row_bytes(call, 4 * u64::from(limbs)),
            _ => 0,
        });
        tables.max().unwrap_or(0) + 2 * self.phase.growth_bytes.min(CACHE_BYTES)
    }

    /// What the calls would read, had each met a row that none had met before.
    fn touched_bytes(&self) -> u64 {
        self.phase.counts.iter().map(|(call, &times)| row_bytes(call, times)).sum()
    }
}

/// Whether a phase reads tables that another has made.
pub(super) fn reads_tables(phase: &Phase) -> bool {
    let reads = |call: &Call| matches!(call.kernel, Kernel::InnerProduct { .. });
    phase.counts.keys().any(reads) && prepared(phase) == 0
}

fn prepared(phase: &Phase) -> u64 {
    let prepared = |(call, &times): (&Call, &u64)| match call.kernel {
        Kernel::PrepareTable { .. } => times,
        _ => 0,
    };
    phase.counts.iter().map(prepared).sum()
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

/// Rows of 8-byte words.
fn row_bytes(call: &Call, rows: u64) -> u64 {
    8 * u64::from(call.length) * rows
}
