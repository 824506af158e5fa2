//! From whole coefficients to residues.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ringassay_kernels::{Zq, rns::WeightedSum};

use crate::{Lift, Shape, shape::PLANE_BITS};

/// x mod p from the planes of x: Σ plane_j·2^(48j), less q where x stands for x - q.
pub(crate) struct Split {
    positive: WeightedSum,
    centred: WeightedSum,
}

impl Split {
    pub(crate) fn new(shape: &Shape, zq: &Zq) -> Self {
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

    /// The weights for values lifted so.
    pub(crate) fn form(&self, lift: Lift) -> &WeightedSum {
        match lift {
            Lift::Positive => &self.positive,
            Lift::Centred => &self.centred,
        }
    }
}

/// Writes bits `from`..`from + width` (at most 48) of each coefficient of an element, whose words lie
/// in rows of `stride`. Bits beyond the last word are 0.
pub(crate) fn extract(out: &mut [u64], x: &[u64], stride: usize, from: u64, width: u64) {
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
