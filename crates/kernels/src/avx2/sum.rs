//! Sums of products.

use std::arch::x86_64::__m256d;

/// A sum of products: `high` counts multiples of 2^k from where it began, `low` gathers the rest,
/// `before` what was reduced already.
#[derive(Clone, Copy)]
pub(crate) struct Sum {
    pub(super) high: __m256d,
    pub(super) low: __m256d,
    pub(super) before: __m256d,
}

/// 3·2^(51+k) for k ≤ 52.
pub(super) fn start(k: u32) -> f64 {
    f64::from_bits(u64::from(1023 + 52 + k) << 52 | 1 << 51)
}

/// The k of sums that [`Lanes::dot`](crate::lanes::Lanes::dot) begins.
pub(super) const START: u32 = 51;
