//! What decryption takes from an element.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ringassay_kernels::Modulus;
use ringassay_ring::{RingError, recorder::Kernel, rns::log2_big};
use zeroize::Zeroize;

use crate::{
    MultiprecisionError, MultiprecisionRing, Shape, Vector,
    modulus::{Sum, for_words},
};

impl Vector {
    /// round(t/q·x) modulo t for all elements: n residues for each. Halves are rounded up.
    ///
    /// # Errors
    /// When t is not in \[2, 2^60).
    pub fn decode(&self, t: u64) -> Result<Vec<u64>, MultiprecisionError> {
        Shape::check_message_modulus(t)?;
        let ring = self.ring();
        ring.ran(Kernel::WholeDecode { words: ring.shape().words as u32 }, self.count);
        let mut out = vec![0; self.count * ring.degree()];
        for (i, out) in out.chunks_exact_mut(ring.degree()).enumerate() {
            for_words!(ring.shape().words, decode(ring, out, self.element(i), t));
        }
        Ok(out)
    }

    /// The residues modulo t of the integers in (-q/2, q/2\] that the coefficients stand for.
    ///
    /// # Errors
    /// When t is not in \[2, 2^60).
    pub fn centred_residues(&self, t: u64) -> Result<Vec<u64>, MultiprecisionError> {
        Shape::check_message_modulus(t)?;
        let t = Modulus::new(t).map_err(RingError::from)?;
        let ring = self.ring();
        ring.ran(Kernel::WholeResidues { words: ring.shape().words as u32 }, self.count);
        let q = (ring.q() % t.value()).to_u64().unwrap_or_default();
        let mut out = vec![0; self.count * ring.degree()];
        for (i, out) in out.chunks_exact_mut(ring.degree()).enumerate() {
            for_words!(ring.shape().words, residues(ring, out, self.element(i), &t, q));
        }
        Ok(out)
    }

    /// log2 of the largest magnitude of the integers in (-q/2, q/2\] that the coefficients stand for;
    /// negative infinity for 0.
    pub fn log2_largest(&self) -> f64 {
        let half = self.ring().q() >> 1_u32;
        let mut largest = BigUint::default();
        for mut x in self.to_big() {
            if x > half {
                x = self.ring().q() - x;
            }
            largest = largest.max(x);
        }
        if largest == BigUint::default() { f64::NEG_INFINITY } else { log2_big(&largest) }
    }
}

fn decode<const W: usize>(ring: &MultiprecisionRing, out: &mut [u64], x: &[u64], t: u64) {
    let (divisor, stride) = (ring.modulus().divisor::<W>(), ring.shape().stride);
    for (c, out) in out.iter_mut().enumerate() {
        let mut sum = Sum::new(divisor.half);
        sum.add_product(&std::array::from_fn(|j| x[j * stride + c]), t);
        let (mut remainder, rounded) = divisor.divide(sum);
        remainder.zeroize();
        // At most t: 0 in place of t.
        *out = rounded & u64::from(rounded == t).wrapping_sub(1);
    }
}

fn residues<const W: usize>(
    ring: &MultiprecisionRing,
    out: &mut [u64],
    x: &[u64],
    t: &Modulus,
    q: u64,
) {
    let (divisor, stride) = (ring.modulus().divisor::<W>(), ring.shape().stride);
    for (c, out) in out.iter_mut().enumerate() {
        let x: [u64; W] = std::array::from_fn(|j| x[j * stride + c]);
        let fold = |r: u64, &word: &u64| t.reduce_u128(u128::from(r) << 64 | u128::from(word));
        let residue = x.iter().rev().fold(0, fold);
        *out = t.reduce(residue + divisor.is_negative(x) * (t.value() - q));
    }
}
