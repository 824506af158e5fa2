//! The layers of butterflies of a transform, without what precedes or follows them.

use std::sync::Arc;

use super::{
    forward::{Forward, Shifted},
    inverse::Inverse,
    plan::Plan,
    tables::Roots,
};
use crate::{Zq, rns::CentredReduction};

crate::heap_bytes!(Layers: tables; Tables: forward, inverse);

/// From the coefficients of a polynomial to its values at the N roots of X^N - c, and back.
///
/// Block k of the layer with m blocks splits X^(2t) - w² into (X^t - w)(X^t + w), w the multiplier
/// at position m + k. Which c that is depends on the multipliers alone. Clones share their tables.
#[derive(Debug, Clone)]
pub(super) struct Layers {
    zq: Zq,
    log_n: u32,
    tables: Arc<Tables>,
}

#[derive(Debug)]
struct Tables {
    plan: Plan,
    forward: Roots,
    inverse: Roots,
}

impl Layers {
    /// With N multipliers and their inverses, of which those at position 0 are not used; `divisor` is
    /// what the inverse divides by, N for it to be one. The forward multiplier at `fault` is made wrong.
    ///
    /// Transforms shorter than two vectors are computed portably.
    pub(super) fn new(
        zq: Zq,
        [mut forward, inverse]: [Vec<u64>; 2],
        divisor: u64,
        fault: Option<usize>,
    ) -> Self {
        let log_n = forward.len().ilog2();
        if let Some(root) = fault.and_then(|position| forward.get_mut(position)) {
            *root = zq.modulus().add(*root, 1);
        }
        let zq = if Roots::fits(&zq, log_n) { zq } else { zq.portable() };
        let [forward, inverse] = [forward, inverse].map(|roots| Roots::new(&zq, &roots, divisor));
        let tables = Tables { plan: Plan::new(&zq, log_n), forward, inverse };
        Self { zq, log_n, tables: Arc::new(tables) }
    }

    /// Z_q, with the backend that really computes.
    pub(super) fn zq(&self) -> &Zq {
        &self.zq
    }

    /// log2(N).
    pub(super) fn log_n(&self) -> u32 {
        self.log_n
    }

    /// Coefficients to values, of each of the rows of length N.
    ///
    /// # Panics
    /// When `rows` is no multiple of N long.
    pub(super) fn forward(&self, rows: &mut [u64]) {
        self.check(rows);
        let Tables { plan, forward: roots, .. } = &*self.tables;
        self.zq.run(Forward { rows, log_n: self.log_n, plan, roots, from: None });
    }

    /// Coefficients that are residues modulo another number, centred, to values.
    ///
    /// # Panics
    /// When `row` or `x` are not N long, or the reduction is modulo another number.
    pub(super) fn forward_centred(&self, row: &mut [u64], x: &[u64], centred: &CentredReduction) {
        let n = 1 << self.log_n;
        assert!(row.len() == n && x.len() == n, "vectors of the transform's length");
        assert_eq!(centred.to().q(), self.zq.q(), "a reduction modulo the transform's modulus");
        let Tables { plan, forward: roots, .. } = &*self.tables;
        match centred.shift() {
            Some(shift) if plan.outer_layers + plan.inner_layers > 0 => {
                let from = Some(Shifted { words: x, shift });
                self.zq.run(Forward { rows: row, log_n: self.log_n, plan, roots, from });
            }
            _ => {
                centred.apply(row, x);
                self.forward(row);
            }
        }
    }

    /// Values to coefficients times N over the divisor, likewise.
    ///
    /// # Panics
    /// When `rows` is no multiple of N long.
    pub(super) fn inverse(&self, rows: &mut [u64]) {
        self.check(rows);
        let Tables { plan, inverse: roots, .. } = &*self.tables;
        self.zq.run(Inverse { rows, log_n: self.log_n, plan, roots });
    }

    fn check(&self, rows: &[u64]) {
        assert!(rows.len().is_multiple_of(1 << self.log_n), "rows of the transform's length");
    }
}
