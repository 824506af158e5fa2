//! Positive numbers by their logarithm: noise and moduli beyond what f64 holds.

use std::ops::{Add, Mul};

/// A positive number, as log2. Sums and products are exact to a few units of the last place of the
/// logarithm, some 10^-13 for numbers of a thousand bits.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Log2(pub(super) f64);

impl Log2 {
    /// A number that f64 holds; zero is −∞.
    pub(super) fn of(value: f64) -> Self {
        Self(value.log2())
    }

    /// The power.
    pub(super) fn pow(self, exponent: f64) -> Self {
        // 0^0 is 1, as for any other base.
        if exponent == 0.0 { Self(0.0) } else { Self(self.0 * exponent) }
    }

    /// The difference, where it is positive.
    pub(super) fn checked_sub(self, less: Self) -> Option<Self> {
        let share = (less.0 - self.0).exp2();
        (share < 1.0).then(|| Self(self.0 + (-share).ln_1p() * std::f64::consts::LOG2_E))
    }
}

impl Mul for Log2 {
    type Output = Self;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "logarithms of products are sums")]
    fn mul(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Log2 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (large, small) = if self.0 >= other.0 { (self.0, other.0) } else { (other.0, self.0) };
        if small == f64::NEG_INFINITY {
            return Self(large);
        }
        Self(large + (small - large).exp2().ln_1p() * std::f64::consts::LOG2_E)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_numbers() {
        let of = Log2::of;
        for (a, b) in [(3.0, 5.0), (1e30, 7.0), (2.0, 0.0), (1.5, 1.5)] {
            assert!(((of(a) + of(b)).0 - f64::log2(a + b)).abs() < 1e-14);
            assert_eq!(of(a) + of(b), of(b) + of(a));
        }
        assert!((of(10.0).checked_sub(of(4.0)).unwrap().0 - f64::log2(6.0)).abs() < 1e-14);
        assert!(of(4.0).checked_sub(of(4.0)).is_none());
        assert_eq!(of(4.0).checked_sub(of(0.0)), Some(of(4.0)));
        assert_eq!(of(0.0).pow(0.0), of(1.0));
        assert_eq!(of(8.0).pow(2.0), of(64.0));
    }
}
