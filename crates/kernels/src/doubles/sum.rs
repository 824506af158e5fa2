//! Sums of products.
//!
//! They are not reduced term by term. A double near 3·2^(51+k) has the last bit 2^k, so
//! adding a·b to it by one fused multiply-add rounds to multiples of 2^k, and a·b minus what really
//! came to the sum is an integer of at most 2^(k-1), gathered in a second double: two
//! multiplications and two additions a term, both sums exact as long as the first stays within
//! ±2^(51+k) of where it began and the second within ±2^53. ([`Sum`].)

use super::{Doubles, instructions::Instructions};

/// 3·2^53: likewise for |x| < 2^53, to a multiple of 4.
const ROUGHLY: f64 = 27_021_597_764_222_976.0;

/// A sum of products: `high` counts multiples of 2^k from where it began, `low` gathers the rest,
/// `before` what was reduced already.
#[derive(Clone, Copy)]
pub(crate) struct Sum<F: Instructions> {
    pub(super) high: F::V,
    pub(super) low: F::V,
    pub(super) before: F::V,
}

/// 3·2^(51+k) for k ≤ 52.
pub(super) const fn start(k: u32) -> f64 {
    f64::from_bits(((1023 + 52 + k) as u64) << 52 | 1 << 51)
}

/// The k of sums that [`Lanes::dot`](crate::lanes::Lanes::dot) begins.
pub(super) const START: u32 = 51;

impl<F: Instructions> Doubles<F> {
    /// a, which is less than 2^53·q and has 53 bits, less a multiple of q: within ±5q/2. The quotient is
    /// off by at most 1/2, rounding it to a multiple of 4 adds 2.
    #[inline(always)]
    fn fold_roughly(self, a: F::V) -> F::V {
        let roughly = self.with.splat(ROUGHLY);
        let k = self.with.sub(self.with.mul_add(a, self.inverse, roughly), roughly);
        self.with.sub_mul(k, self.q, a)
    }

    /// What was summed up since `dot` or the last `dot_relax`, within ±5q.
    #[inline(always)]
    pub(super) fn reduce(self, sum: Sum<F>) -> F::V {
        let high = self.with.sub(sum.high, self.with.splat(start(START)));
        self.with.add(self.fold_roughly(high), self.fold_roughly(sum.low))
    }

    /// The first term of a sum that begins at `start`.
    #[inline(always)]
    pub(super) fn first_term(self, start: F::V, x: F::V, w: F::V) -> Sum<F> {
        let high = self.with.mul_add(x, w, start);
        let low = self.with.mul_sub(x, w, self.with.sub(high, start));
        Sum { high, low, before: self.with.splat(0.0) }
    }
}
