//! What a division adds to a·x/D, modulo one kept modulus after the other, before and after a transform.

use ringassay_kernels::{
    Prepared,
    rns::{CentredReduction, WeightedSum},
};

use super::{Division, parallel::BLOCK};
use crate::crt::{CrtPlan, Run};

/// Division by a single d: with y = \[a·x/t\]_d centred, e = t·y, and (a·x - e)/d = (a/d)·x - (t/d)·y. So only y is
/// reduced before a transform, and multiplied after it together with x.
#[derive(Debug, Clone)]
pub(super) struct Single {
    /// y mod q.
    pub(super) centred: CentredReduction,
    /// (a/d)·x - (t/d)·y mod q.
    pub(super) merge: WeightedSum,
    /// 1/d and -t/d mod q.
    pub(super) factors: [Prepared; 2],
}

/// What computes -e/D modulo the kept moduli in the CRT basis, row by row, and adds a·x/D.
pub(crate) struct Corrections<'a> {
    pub(super) division: &'a Division,
    pub(super) kind: Corrected<'a>,
}

pub(super) enum Corrected<'a> {
    /// From y.
    Single(&'a [Single], &'a [u64]),
    Summed(DividedRows<'a>),
}

impl Corrections<'_> {
    /// Whether [`Corrections::transform`] reduces what it transforms.
    pub(crate) fn are_reduced(&self) -> bool {
        matches!(self.kind, Corrected::Single(..))
    }

    /// Values in `row` that are to be merged with those of x.
    pub(crate) fn transform(&self, i: usize, row: &mut [u64], crt: &CrtPlan, run: Run<'_>) {
        match &self.kind {
            Corrected::Single(single, y) => crt.forward_centred(row, y, &single[i].centred, run),
            Corrected::Summed(rows) => {
                rows.write(i, row);
                crt.forward(row, run);
            }
        }
    }

    /// The quotient, from what [`Corrections::transform`] made and the values of x. Where there is no x, as modulo what
    /// divides a, nothing is to be merged, and several moduli are dropped or a is not 1.
    pub(crate) fn merge(&self, i: usize, row: &mut [u64], x: &[u64]) {
        match &self.kind {
            Corrected::Single(single, _) => merge(&single[i].merge, row, x),
            Corrected::Summed(_) => self.division.merge_assign(i, row, x),
        }
    }
}

/// A linear form of two rows, in the first.
pub(super) fn merge(form: &WeightedSum, own: &mut [u64], x: &[u64]) {
    assert_eq!(x.len(), own.len(), "slices of equal length");
    let whole = x.len() / BLOCK * BLOCK;
    let (blocks, rest) = own.split_at_mut(whole);
    if whole > 0 {
        form.apply(blocks, &x[..whole], whole);
    }
    if !rest.is_empty() {
        // Rows end at whole vectors.
        let mut padded = [0; BLOCK];
        padded[..rest.len()].copy_from_slice(&x[whole..]);
        form.apply(rest, &padded, BLOCK);
    }
}

/// What computes a division, row by row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DividedRows<'a> {
    pub(super) forms: &'a [WeightedSum],
    /// Rows of each block of columns in what is prepared.
    pub(super) rows: usize,
    pub(super) prepared: &'a [u64],
}

impl DividedRows<'_> {
    /// The correction modulo the i-th kept modulus, or the quotient of what is in `row`.
    pub(crate) fn write(&self, i: usize, row: &mut [u64]) {
        let blocks = self.prepared.chunks_exact(BLOCK * self.rows);
        for (row, block) in row.chunks_mut(BLOCK).zip(blocks) {
            self.forms[i].apply(row, block, BLOCK);
        }
    }
}
