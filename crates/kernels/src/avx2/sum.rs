//! Sums of products.
//!
//! They are not reduced term by term. A double near 3·2^(51+k) has the last bit 2^k, so
//! adding a·b to it by one fused multiply-add rounds to multiples of 2^k, and a·b minus what really
//! came to the sum is an integer of at most 2^(k-1), gathered in a second double: two
//! multiplications and two additions a term, both sums exact as long as the first stays within
//! ±2^(51+k) of where it began and the second within ±2^53. ([`Sum`].)

use std::arch::x86_64::*;

use super::Avx2;

/// 3·2^53: likewise for |x| < 2^53, to a multiple of 4.
const ROUGHLY: f64 = 27_021_597_764_222_976.0;

/// A sum of products: `high` counts multiples of 2^k from where it began, `low` gathers the rest,
/// `before` what was reduced already.
#[derive(Clone, Copy)]
pub(crate) struct Sum {
    pub(super) high: __m256d,
    pub(super) low: __m256d,
    pub(super) before: __m256d,
}

/// 3·2^(51+k) for k ≤ 52.
pub(super) const fn start(k: u32) -> f64 {
    f64::from_bits(((1023 + 52 + k) as u64) << 52 | 1 << 51)
}

/// The k of sums that [`Lanes::dot`](crate::lanes::Lanes::dot) begins.
pub(super) const START: u32 = 51;

impl Avx2 {
    /// a, which is less than 2^53·q and has 53 bits, less a multiple of q: within ±5q/2. The quotient is
    /// off by at most 1/2, rounding it to a multiple of 4 adds 2.
    #[inline(always)]
    fn fold_roughly(self, a: __m256d) -> __m256d {
        let roughly = i!(_mm256_set1_pd(ROUGHLY));
        let k = i!(_mm256_sub_pd(i!(_mm256_fmadd_pd(a, self.inverse, roughly)), roughly));
        i!(_mm256_fnmadd_pd(k, self.q, a))
    }

    /// What was summed up since `dot` or the last `dot_relax`, within ±5q.
    #[inline(always)]
    pub(super) fn reduce(self, sum: Sum) -> __m256d {
        let high = i!(_mm256_sub_pd(sum.high, i!(_mm256_set1_pd(start(START)))));
        i!(_mm256_add_pd(self.fold_roughly(high), self.fold_roughly(sum.low)))
    }

    /// The first term of a sum that begins at `start`.
    #[inline(always)]
    pub(super) fn first_term(self, start: __m256d, x: __m256d, w: __m256d) -> Sum {
        let high = i!(_mm256_fmadd_pd(x, w, start));
        let low = i!(_mm256_fmsub_pd(x, w, i!(_mm256_sub_pd(high, start))));
        Sum { high, low, before: i!(_mm256_setzero_pd()) }
    }
}
