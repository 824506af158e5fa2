//! Numbers of 106 bits as unevaluated sums of two doubles.
//!
//! Sources: T. J. Dekker, Numer. Math. 18 (1971); Y. Hida, X. S. Li, D. H. Bailey, ARITH 15 (2001), whose
//! "accurate" sum is used. Relative errors: sum 2^-104, product 2^-103, quotient and root 2^-102. Operands
//! and results below 2^970 in magnitude; right only if doubles are rounded to nearest.

use std::{
    cmp::Ordering,
    ops::{Add, Div, Mul, Neg, Sub},
};

use zeroize::Zeroize;

/// hi + lo with |lo| at most half a unit in the last place of hi.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DoubleDouble {
    hi: f64,
    lo: f64,
}

/// 2^27 + 1: splits a double into halves of 26 bits.
const SPLITTER: f64 = 134_217_729.0;

/// a + b as rounded sum and error.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// As [`two_sum`] for |a| ≥ |b|.
#[inline(always)]
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let product = SPLITTER * a;
    let hi = product - (product - a);
    (hi, a - hi)
}

/// a·b as rounded product and error.
#[inline(always)]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a_hi, a_lo), (b_hi, b_lo)) = (split(a), split(b));
    (product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo)
}

impl DoubleDouble {
    /// 0.
    pub const ZERO: Self = Self { hi: 0.0, lo: 0.0 };
    /// 1.
    pub const ONE: Self = Self { hi: 1.0, lo: 0.0 };
    /// π.
    pub const PI: Self = Self { hi: std::f64::consts::PI, lo: 1.224_646_799_147_353_2e-16 };

    /// hi + lo.
    pub fn new(hi: f64, lo: f64) -> Self {
        let (hi, lo) = two_sum(hi, lo);
        Self { hi, lo }
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        self.hi
    }

    /// The two doubles.
    pub fn parts(self) -> (f64, f64) {
        (self.hi, self.lo)
    }

    /// An integer, of which the first 106 bits are kept.
    #[allow(clippy::cast_precision_loss)]
    pub fn from_i128(x: i128) -> Self {
        let hi = x as f64;
        // x - hi: hi is at most 2^127 and fits but for +2^127, which i128 does not hold.
        let rest = x.wrapping_sub(hi as i128);
        Self::new(hi, rest as f64)
    }

    /// The nearest integer, halves away from zero; saturates beyond 2^127.
    pub fn round(self) -> i128 {
        let whole = self.hi.trunc();
        let rest = (self.hi - whole) + self.lo;
        let away = rest.signum() == self.hi.signum();
        let rounded = if rest.abs() == 0.5 && !away { 0.0 } else { rest.round() };
        (whole as i128).saturating_add(rounded as i128)
    }

    /// |x|.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.hi < 0.0 || (self.hi == 0.0 && self.lo < 0.0) { -self } else { self }
    }

    /// x·2^exponent, for results that are no subnormals.
    #[must_use]
    pub fn times_power_of_two(self, exponent: i32) -> Self {
        Self { hi: libm::ldexp(self.hi, exponent), lo: libm::ldexp(self.lo, exponent) }
    }

    /// √x for x ≥ 0 (A. Karp and P. Markstein: one Newton step from the double's root).
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return Self::ZERO;
        }
        let root = self.hi.sqrt();
        let (square, error) = two_product(root, root);
        let rest = self - Self { hi: square, lo: error };
        let (hi, lo) = fast_two_sum(root, rest.hi / (2.0 * root));
        Self { hi, lo }
    }

    /// cos x for |x| < 2^10, to 2^-97: Taylor's series of 1 - cos(x/16), doubled four times.
    #[must_use]
    pub fn cos(self) -> Self {
        let turns = (self / (Self::PI + Self::PI)).hi.round();
        let mut x = self - (Self::PI + Self::PI) * turns.into();
        x = x.times_power_of_two(-4);
        let square = x * x;
        let mut term = Self::ONE;
        // 1 - cos(x): doubling keeps small differences.
        let mut sum = Self::ZERO;
        for k in 1..=16_u32 {
            let below = f64::from((2 * k - 1) * (2 * k));
            term = -(term * square) / below.into();
            sum = sum - term;
        }
        // v = 1 - cos: 1 - cos 2x = 2v·(2 - v).
        for _ in 0..4 {
            sum = (sum + sum) * (Self::from(2.0) - sum);
        }
        Self::ONE - sum
    }
}

impl Zeroize for DoubleDouble {
    fn zeroize(&mut self) {
        self.hi.zeroize();
        self.lo.zeroize();
    }
}

impl From<f64> for DoubleDouble {
    fn from(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }
}

impl Add for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (sum, error) = two_sum(self.hi, other.hi);
        let (low, low_error) = two_sum(self.lo, other.lo);
        let (sum, error) = fast_two_sum(sum, error + low);
        let (hi, lo) = fast_two_sum(sum, error + low_error);
        Self { hi, lo }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (product, error) = two_product(self.hi, other.hi);
        let (hi, lo) = fast_two_sum(product, error + (self.hi * other.lo + self.lo * other.hi));
        Self { hi, lo }
    }
}

impl Div for DoubleDouble {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * first.into();
        let second = rest.hi / other.hi;
        let rest = rest - other * second.into();
        let (hi, lo) = fast_two_sum(first, second);
        Self { hi, lo } + (rest.hi / other.hi).into()
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.hi.partial_cmp(&other.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&other.lo),
            order => order,
        }
    }
}
