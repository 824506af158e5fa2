//! Rearrangements.

use crate::Zq;

impl Zq {
    /// `out[i]` = `x[index[i]]`: an automorphism in a basis that it permutes. Indices may repeat.
    ///
    /// # Panics
    /// When `out` and `index` differ in length, or an index reaches beyond `x`.
    pub fn gather_into(&self, out: &mut [u64], x: &[u64], index: &[u32]) {
        assert_eq!(out.len(), index.len(), "as many indices as results");
        for (out, &i) in out.iter_mut().zip(index) {
            *out = x[i as usize];
        }
    }

    /// `out[index[i]]` = `x[i]`: what [`Zq::gather_into`] undoes. Where indices repeat, the last one
    /// counts; where `index` does not point, `out` stays.
    ///
    /// # Panics
    /// When `x` and `index` differ in length, or an index reaches beyond `out`.
    pub fn scatter_into(&self, out: &mut [u64], x: &[u64], index: &[u32]) {
        assert_eq!(x.len(), index.len(), "as many indices as operands");
        for (&x, &i) in x.iter().zip(index) {
            out[i as usize] = x;
        }
    }
}
