//! Coefficient by coefficient.

use crate::{
    Shape,
    modulus::{Divisor, WideModulus},
};

/// How the coefficients of an element lie in its words, and their modulus.
#[derive(Clone, Copy)]
pub(crate) struct Coefficients<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) modulus: &'a WideModulus,
}

impl Coefficients<'_> {
    /// The words of an element's coefficients, in rows of n each: of that length, so that no index into
    /// them is checked.
    #[inline(always)]
    pub(crate) fn rows<const W: usize>(self, x: &[u64]) -> [&[u64]; W] {
        let mut rows = x.chunks(self.shape.stride);
        std::array::from_fn(|_| &rows.next().unwrap_or_default()[..self.shape.degree])
    }

    /// Replaces each coefficient by `f` of its place and value.
    #[inline(always)]
    pub(crate) fn replace<const W: usize>(
        self,
        x: &mut [u64],
        f: impl Fn(&Divisor<W>, usize, [u64; W]) -> [u64; W],
    ) {
        let divisor = self.modulus.divisor::<W>();
        let degree = self.shape.degree;
        let mut rows = x.chunks_mut(self.shape.stride);
        let mut rows: [&mut [u64]; W] =
            std::array::from_fn(|_| &mut rows.next().unwrap_or_default()[..degree]);
        for c in 0..degree {
            let value = f(&divisor, c, std::array::from_fn(|j| rows[j][c]));
            for (row, word) in rows.iter_mut().zip(value) {
                row[c] = word;
            }
        }
    }
}

/// Coefficient c of rows.
#[inline(always)]
pub(crate) fn at<const W: usize>(rows: &[&[u64]; W], c: usize) -> [u64; W] {
    std::array::from_fn(|j| rows[j][c])
}
