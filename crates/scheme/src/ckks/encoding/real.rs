//! What the transform computes with: doubles or double-doubles.

use std::ops::{Add, Mul, Neg, Sub};

use zeroize::Zeroize;

use super::DoubleDouble;

/// A real number of some precision.
pub trait Real:
    Copy
    + Default
    + Send
    + Sync
    + Zeroize
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    /// The nearest number of this precision.
    fn of(x: DoubleDouble) -> Self;

    /// An integer, rounded to this precision.
    fn of_integer(x: i128) -> Self;

    /// The nearest integer, halves away from zero. Doubles: for |x| < 2^62.
    fn to_integer(self) -> i128;

    /// The nearest double.
    fn to_double(self) -> f64;
}

impl Real for f64 {
    #[inline(always)]
    fn of(x: DoubleDouble) -> Self {
        x.to_f64()
    }

    #[inline(always)]
    fn of_integer(x: i128) -> Self {
        // The conversion from 64 bits is one instruction, that from 128 is a call.
        i64::try_from(x).map_or_else(|_| x as Self, |x| x as Self)
    }

    #[inline(always)]
    fn to_integer(self) -> i128 {
        let whole = self as i64;
        let rest = self - whole as Self;
        i128::from(whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
    }

    #[inline(always)]
    fn to_double(self) -> f64 {
        self
    }
}

impl Real for DoubleDouble {
    fn of(x: DoubleDouble) -> Self {
        x
    }

    fn of_integer(x: i128) -> Self {
        Self::from_i128(x)
    }

    fn to_integer(self) -> i128 {
        self.round()
    }

    fn to_double(self) -> f64 {
        self.to_f64()
    }
}
