//! Whether integers are larger than a bound, in floating point.

use ringassay_kernels::{secrecy, to_nearest, vectorised};
use zeroize::Zeroizing;

use super::parallel::BLOCK;
use crate::{CoefficientBasis, Element, meter, recorder::Kernel};

/// What a bound in binary logarithms may be off by, relatively: sums of thousands of logarithms of large moduli, each
/// rounded to a double, stay far within it.
const OF_LOGARITHMS: f64 = 1.0 / 1_048_576.0;

/// 3·2^51, whose sum with |x| < 2^51 is x rounded to an integer.
const TO_INTEGER: f64 = (3_u64 << 51) as f64;

impl<B: CoefficientBasis> Element<B> {
    /// Whether a coefficient of the integers in (-Q/2, Q/2\] is certainly larger than 2^`log2_bound`: that alone is
    /// published. Coefficients of exactly 2^`log2_bound` and below never are, with `log2_bound` off by 2^-20 as well;
    /// those that exceed it by 2^-19 of itself and L·2^-50·Q, for L limbs, always are.
    ///
    /// x/Q is, modulo 1, Σ \[x·(Q/q_i)^-1\]_{q_i}/q_i. Each term is right within 3·2^-53, and a sum is brought back to
    /// \[-1/2, 1/2\] after each, so that it costs 2^-53 more: L·2^-51 in all, by which the bound is widened.
    pub fn is_larger(&self, log2_bound: f64) -> bool {
        let (ring, degree) = (self.ring(), self.ring().degree());
        let limbs = ring.limbs();
        let kernel = Kernel::EstimateLargest { limbs: limbs as u32 };
        meter::block(kernel, degree, (0..limbs).map(|i| ring.zq(i)));
        let log2_q: f64 = ring.moduli().iter().map(|&q| (q as f64).log2()).sum();
        let own_error = limbs as f64 * (-51_f64).exp2();
        let most = (log2_bound - log2_q).exp2() * (1.0 + OF_LOGARITHMS) + own_error;
        let terms: Vec<_> = (0..limbs)
            .map(|i| {
                let (zq, modulus) = (ring.zq(i), ring.zq(i).modulus());
                let others = ring.moduli().iter().filter(|&&q| q != zq.q());
                let hat = others.fold(1 % zq.q(), |p, &q| modulus.mul(p, modulus.reduce(q)));
                (zq.prepare(modulus.inverse(hat).unwrap_or_default()), 1.0 / zq.q() as f64)
            })
            .collect();
        let mut scaled = Zeroizing::new([0; BLOCK]);
        let mut fractions = Zeroizing::new([0.0; BLOCK]);
        let mut all_small = 1;
        to_nearest(|| {
            for start in (0..degree).step_by(BLOCK) {
                let columns = start..degree.min(start + BLOCK);
                let scaled = &mut scaled[..columns.len()];
                let fractions = &mut fractions[..columns.len()];
                fractions.fill(0.0);
                for (i, &(inverse, reciprocal)) in terms.iter().enumerate() {
                    ring.zq(i).scale_into(scaled, &self.limb(i)[columns.clone()], inverse);
                    add(fractions, scaled, reciprocal);
                }
                all_small &= all_within(fractions, most);
            }
        });
        secrecy::revealed(all_small) == 0
    }
}

/// fractions += residues·`reciprocal`, less the nearest integer.
fn add(fractions: &mut [f64], residues: &[u64], reciprocal: f64) {
    vectorised(
        #[inline(always)]
        || {
            for (fraction, &residue) in fractions.iter_mut().zip(residues) {
                let sum = *fraction + residue as f64 * reciprocal;
                // Without the branches of `round`.
                *fraction = sum - ((sum + TO_INTEGER) - TO_INTEGER);
            }
        },
    );
}

/// 1 if no magnitude exceeds `most`, else 0.
fn all_within(fractions: &[f64], most: f64) -> u64 {
    vectorised(
        #[inline(always)]
        || fractions.iter().fold(1, |all, x| all & u64::from(x.abs() <= most)),
    )
}
