//! The rings that the coefficients of the reference's polynomials lie in.

use std::fmt::Debug;

use num_bigint::BigInt;
use num_traits::Zero;

use super::numbers::mul_mod;

/// A commutative ring with the operations that the definitions need.
pub trait Coefficients: Clone + Debug {
    /// An element in its one canonical form.
    type Value: Clone + PartialEq + Debug;

    /// The image of an integer.
    fn integer(&self, value: i64) -> Self::Value;
    /// a + b.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// -a.
    fn neg(&self, a: &Self::Value) -> Self::Value;
    /// a·b.
    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// a - b.
    fn sub(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        self.add(a, &self.neg(b))
    }

    /// a^exponent.
    fn power(&self, a: &Self::Value, exponent: u64) -> Self::Value {
        (0..u64::BITS - exponent.leading_zeros()).rev().fold(self.integer(1), |power, bit| {
            let square = self.mul(&power, &power);
            if exponent >> bit & 1 == 1 { self.mul(&square, a) } else { square }
        })
    }

    /// 0.
    fn zero(&self) -> Self::Value {
        self.integer(0)
    }

    /// Whether a is 0.
    fn is_zero(&self, a: &Self::Value) -> bool {
        *a == self.zero()
    }
}

/// Z, in integers of unbounded size.
#[derive(Clone, Copy, Debug)]
pub struct Integers;

impl Coefficients for Integers {
    type Value = BigInt;

    fn integer(&self, value: i64) -> BigInt {
        BigInt::from(value)
    }

    fn add(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }

    fn neg(&self, a: &BigInt) -> BigInt {
        -a
    }

    fn mul(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }

    fn is_zero(&self, a: &BigInt) -> bool {
        a.is_zero()
    }
}

/// Z_q for any q from 2 to 2^63, residues in `[0, q)`; every product is reduced by a division.
#[derive(Clone, Copy, Debug)]
pub struct ModQ(pub u64);

impl Coefficients for ModQ {
    type Value = u64;

    fn integer(&self, value: i64) -> u64 {
        i128::from(value).rem_euclid(i128::from(self.0)) as u64
    }

    fn add(&self, a: &u64, b: &u64) -> u64 {
        (a + b) % self.0
    }

    fn neg(&self, a: &u64) -> u64 {
        (self.0 - a) % self.0
    }

    fn mul(&self, a: &u64, b: &u64) -> u64 {
        mul_mod(*a, *b, self.0)
    }
}

/// The integers behind 64-bit ones, as the model over Z takes them.
pub fn big(values: &[i64]) -> Vec<BigInt> {
    values.iter().map(|&value| BigInt::from(value)).collect()
}
