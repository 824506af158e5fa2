//! The ring's way from coefficients to residues and back.

use crate::{
    Lift, MultiprecisionRing, Shape, modulus::for_words, shape::PLANE_BITS, split::extract,
};

impl MultiprecisionRing {
    /// Words of working memory in which an element's planes lie.
    pub(crate) fn plane_words(&self, lift: Lift) -> usize {
        (self.shape().planes + usize::from(lift == Lift::Centred)) * self.shape().stride
    }

    /// Cuts an element into planes: rows of 48 bits of each coefficient, least significant first, and
    /// in the last row 1 where the coefficient stands for a negative integer, if it is centred.
    pub(crate) fn cut(&self, planes: &mut [u64], x: &[u64], lift: Lift) {
        let Shape { stride, planes: count, .. } = *self.shape();
        for (j, plane) in planes.chunks_exact_mut(stride).take(count).enumerate() {
            extract(plane, x, stride, PLANE_BITS * j as u64, PLANE_BITS);
        }
        if lift == Lift::Centred {
            let out = &mut planes[count * stride..];
            for_words!(self.shape().words, signs(self, out, x));
        }
    }

    /// The residues modulo one prime, from planes.
    pub(crate) fn residues(&self, out: &mut [u64], planes: &[u64], lift: Lift, prime: usize) {
        self.split(prime).form(lift).apply(out, planes, self.shape().stride);
    }

    /// Joins an element from rows in the CRT basis, one for each prime, which are overwritten.
    pub(crate) fn join_rows(&self, out: &mut [u64], rows: &mut [u64], secret: bool) {
        let stride = self.shape().stride;
        let width = rows.len() / stride;
        for (prime, row) in rows.chunks_exact_mut(stride).enumerate() {
            self.backward(prime, width, row, secret);
        }
        let rows: Vec<&[u64]> = rows.chunks_exact(stride).collect();
        self.join(width).combine(self.coefficients(), out, &rows);
    }
}

fn signs<const W: usize>(ring: &MultiprecisionRing, out: &mut [u64], x: &[u64]) {
    let divisor = ring.modulus().divisor::<W>();
    let stride = ring.shape().stride;
    for (c, out) in out.iter_mut().enumerate() {
        *out = divisor.is_negative(std::array::from_fn(|j| x[j * stride + c]));
    }
}
