//! What a model says of a phase, and what models of all families are made of.

use crate::{Call, Kernel, Phase};

/// A working set that is in a near cache: kernels are priced there, and what comes from far is
/// charged by the byte.
pub(crate) const NEAR_BYTES: u64 = 1 << 17;

/// What a phase finds in caches.
pub(crate) trait CacheModel {
    /// The bytes that a program goes through where it makes such a call.
    fn working_set(&self, call: &Call, times: u64) -> u64;

    /// Nanoseconds for what comes from farther than the working sets say. `is_first_use`: the phase is the
    /// first to read the tables of another.
    fn far_ns(&self, far: &Far, is_first_use: bool) -> f64;
}

/// Prices of bytes that come from far.
#[derive(Debug)]
pub(crate) struct Far {
    /// Nanoseconds for each byte, more than from near: by the distance in eighths of octaves.
    pub(crate) ns_per_byte: Vec<f64>,
    /// The largest working set at which operations on keys were measured.
    pub(crate) key_bytes: u64,
}

impl Far {
    /// Nanoseconds for each byte that comes from so far, more than from near.
    pub(crate) fn ns(&self, bytes: u64) -> f64 {
        let eighth = (8.0 * (bytes.max(1) as f64).log2()).round() as usize;
        self.ns_per_byte.get(eighth).copied().unwrap_or_default()
    }
}

/// What products with tables go through in rings in RNS form.
pub(crate) fn operands_of_tables(phase: &Phase) -> u64 {
    // What the calls would read, had each met a row that none had met before.
    let touched: u64 = phase.counts.iter().map(|(call, &times)| row_bytes(call, times)).sum();
    phase.peak_bytes.min(touched)
}

/// Whether a phase reads tables that another has made.
pub(crate) fn reads_tables(phase: &Phase) -> bool {
    let reads = |call: &Call| matches!(call.kernel, Kernel::InnerProduct { .. });
    phase.counts.keys().any(reads) && prepared(phase) == 0
}

/// Rows of tables that a phase makes.
pub(super) fn prepared(phase: &Phase) -> u64 {
    let prepared = |(call, &times): (&Call, &u64)| match call.kernel {
        Kernel::PrepareTable { .. } => times,
        _ => 0,
    };
    phase.counts.iter().map(prepared).sum()
}

/// Rows of 8-byte words.
pub(super) fn row_bytes(call: &Call, rows: u64) -> u64 {
    8 * u64::from(call.length) * rows
}
