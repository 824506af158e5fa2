//! Residues as signed integers.

use super::kernel;
use crate::{Modulus, Zq};

kernel! {
    /// Words only, no residues: the compiler vectorises the loop for the instructions of the lanes.
    Centre<'a> { out: &'a mut [i64], x: &'a [u64], modulus: &'a Modulus },
    |_lanes: L| {
        for (out, &x) in out.iter_mut().zip(x) {
            *out = modulus.centre(x);
        }
    }
}

impl Zq {
    /// `out[i]` = the representative of `x[i]` in (-q/2, q/2], in constant time.
    pub fn centre_into(&self, out: &mut [i64], x: &[u64]) {
        assert_eq!(out.len(), x.len(), "slices of equal length");
        self.run(Centre { out, x, modulus: self.modulus() });
    }
}
