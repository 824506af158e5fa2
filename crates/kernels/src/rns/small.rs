//! Small integers as residues.

use crate::{
    Zq,
    lanes::{Lanes, Task},
};

/// Words only, no residues: the compiler vectorises the loop for the instructions of the lanes.
struct Small<'a> {
    out: &'a mut [u64],
    x: &'a [i64],
    q: u64,
}

impl Task for Small<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        for (out, &x) in self.out.iter_mut().zip(self.x) {
            // All ones where x is negative.
            let negative = (x >> 63) as u64;
            *out = (x as u64).wrapping_add(self.q & negative);
        }
    }
}

impl Zq {
    /// `out[i]` = `x[i]` mod q in [0, q), for integers from -q to q - 1: as
    /// [`Zq::reduce_signed_into`], without products.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn reduce_small_into(&self, out: &mut [u64], x: &[i64]) {
        assert_eq!(out.len(), x.len(), "slices of equal length");
        self.run(Small { out, x, q: self.q() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;

    #[test]
    fn residues_are_those_of_the_integers() {
        for backend in Backend::available() {
            for q in [2_i64, 3, 97, (1 << 50) - 27, (1 << 61) - 1] {
                let zq = Zq::with_backend(q as u64, backend).expect("available");
                let ends = [-q, 1 - q, -1, 0, 1, q - 1].into_iter();
                let x: Vec<i64> = ends.chain((0..40).map(|i| (i * 999_983) % q - q / 2)).collect();
                let mut out = vec![u64::MAX; x.len()];
                zq.reduce_small_into(&mut out, &x);
                let expected: Vec<u64> = x.iter().map(|x| x.rem_euclid(q) as u64).collect();
                assert_eq!(out, expected, "{backend} modulo {q}");
            }
        }
    }
}
