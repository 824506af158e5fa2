//! Coefficient by coefficient.

use super::{MultiprecisionRing, modulus::Divisor};

/// The words of an element's coefficients, in rows of n each: of that length, so that no index into them
/// is checked.
#[inline(always)]
pub(super) fn rows<'a, const W: usize>(ring: &MultiprecisionRing, x: &'a [u64]) -> [&'a [u64]; W] {
    let mut rows = x.chunks(ring.shape().stride);
    std::array::from_fn(|_| &rows.next().unwrap_or_default()[..ring.degree()])
}

/// Coefficient c of rows.
#[inline(always)]
pub(super) fn at<const W: usize>(rows: &[&[u64]; W], c: usize) -> [u64; W] {
    std::array::from_fn(|j| rows[j][c])
}

/// Replaces each coefficient by `f` of its place and value.
#[inline(always)]
pub(super) fn replace<const W: usize>(
    ring: &MultiprecisionRing,
    x: &mut [u64],
    f: impl Fn(&Divisor<W>, usize, [u64; W]) -> [u64; W],
) {
    let divisor = ring.modulus().divisor::<W>();
    let mut rows = x.chunks_mut(ring.shape().stride);
    let mut rows: [&mut [u64]; W] =
        std::array::from_fn(|_| &mut rows.next().unwrap_or_default()[..ring.degree()]);
    for c in 0..ring.degree() {
        let value = f(&divisor, c, std::array::from_fn(|j| rows[j][c]));
        for (row, word) in rows.iter_mut().zip(value) {
            row[c] = word;
        }
    }
}
