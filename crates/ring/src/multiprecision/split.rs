//! From whole coefficients to residues.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ringassay_kernels::{Zq, rns::WeightedSum};

use super::{Lift, MultiprecisionRing, Shape, modulus::for_words, shape::PLANE_BITS};

/// x mod p from the planes of x: Σ plane_j·2^(48j), less q where x stands for x - q.
pub(super) struct Split {
    positive: WeightedSum,
    centred: WeightedSum,
}

impl Split {
    pub(super) fn new(shape: &Shape, zq: &Zq) -> Self {
        let p = zq.q();
        let weight = |plane: usize| zq.modulus().pow(2, PLANE_BITS * plane as u64);
        let weights = || (0..shape.planes).map(weight);
        let q = (&shape.q % BigUint::from(p)).to_u64().unwrap_or_default();
        let minus_q = zq.modulus().neg(q);
        Self {
            positive: WeightedSum::new(zq, PLANE_BITS as u32, weights()),
            centred: WeightedSum::new(zq, PLANE_BITS as u32, weights().chain([minus_q])),
        }
    }

    fn form(&self, lift: Lift) -> &WeightedSum {
        match lift {
            Lift::Positive => &self.positive,
            Lift::Centred => &self.centred,
        }
    }
}

impl MultiprecisionRing {
    /// Words of working memory in which an element's planes lie.
    pub(super) fn plane_words(&self, lift: Lift) -> usize {
        (self.shape().planes + usize::from(lift == Lift::Centred)) * self.shape().stride
    }

    /// Cuts an element into planes: rows of 48 bits of each coefficient, least significant first, and
    /// in the last row 1 where the coefficient stands for a negative integer, if it is centred.
    pub(super) fn cut(&self, planes: &mut [u64], x: &[u64], lift: Lift) {
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
    pub(super) fn residues(&self, out: &mut [u64], planes: &[u64], lift: Lift, prime: usize) {
        self.split(prime).form(lift).apply(out, planes, self.shape().stride);
    }
}

/// Writes bits `from`..`from + width` (at most 48) of each coefficient of an element, whose words lie
/// in rows of `stride`. Bits beyond the last word are 0.
pub(super) fn extract(out: &mut [u64], x: &[u64], stride: usize, from: u64, width: u64) {
    let (word, shift) = ((from / 64) as usize, from % 64);
    let mask = u64::MAX >> (64 - width);
    let row = |word: usize| x.get(word * stride..(word + 1) * stride);
    match (row(word), row(word + 1)) {
        (Some(low), Some(high)) if shift + width > 64 => {
            for ((out, low), high) in out.iter_mut().zip(low).zip(high) {
                *out = (low >> shift | high << (64 - shift)) & mask;
            }
        }
        (Some(low), _) => {
            out.iter_mut().zip(low).for_each(|(out, low)| *out = low >> shift & mask);
        }
        (None, _) => out.fill(0),
    }
}

fn signs<const W: usize>(ring: &MultiprecisionRing, out: &mut [u64], x: &[u64]) {
    let divisor = ring.modulus().divisor::<W>();
    let stride = ring.shape().stride;
    for (c, out) in out.iter_mut().enumerate() {
        *out = divisor.is_negative(std::array::from_fn(|j| x[j * stride + c]));
    }
}
