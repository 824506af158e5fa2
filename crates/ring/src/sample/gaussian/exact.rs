//! The weights of a discrete Gaussian in fixed point, to some 250 bits.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Fractional bits of the weights.
pub(super) const BITS: u64 = 256;

/// Fractional bits on the way to them, so that truncations do not show.
const GUARDED: u64 = BITS + 64;

/// exp(-k²/(2·s²)) for k = 0, 1, … as long as it is not 0, with s² = σ²/`squares`; in units of
/// 2^-[`BITS`], each truncated and off by less than 2^-[`BITS`] beyond that.
///
/// σ is taken as the rational number that the double is. 1/16 <= s < 2^6.
pub(super) fn weights(sigma: f64, squares: u128) -> Vec<BigUint> {
    // exp(-k²·x) with x = squares/(2σ²), by exp(-(k+1)²·x) = exp(-k²·x)·exp(-(2k+1)·x).
    let base = exp_of_minus(sigma, squares);
    let square = multiply(&base, &base);
    let (mut weight, mut step) = (BigUint::one() << GUARDED, base);
    let mut weights = Vec::new();
    loop {
        let rounded = &weight >> (GUARDED - BITS);
        if rounded.is_zero() {
            return weights;
        }
        weights.push(rounded);
        weight = multiply(&weight, &step);
        step = multiply(&step, &square);
    }
}

/// exp(-squares/(2σ²)) in units of 2^-[`GUARDED`].
fn exp_of_minus(sigma: f64, squares: u128) -> BigUint {
    // σ = mantissa·2^exponent.
    let bits = sigma.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    let exponent = (bits >> 52) as i64 - 1075;
    // x·2^GUARDED = squares·2^(GUARDED - 1 - 2·exponent)/mantissa²; σ <= 2^56 has exponent <= 4.
    let shift = GUARDED as i64 - 1 - 2 * exponent;
    let x = (BigUint::from(squares) << shift as u64) / BigUint::from(mantissa).pow(2);
    // exp(-x) = exp(-x/2^h)^(2^h), with x/2^h < 2^-8, where few terms of the series suffice.
    let halvings = (x.bits() + 8).saturating_sub(GUARDED);
    let x = x >> halvings;
    let (mut term, mut sum) = (BigUint::one() << GUARDED, BigUint::zero());
    let mut next = 1_u32;
    // The terms alternate: two at a time, positive less negative, neither sum nor term goes below 0.
    while !term.is_zero() {
        let negative = multiply(&term, &x) / next;
        sum += &term - &negative;
        term = multiply(&negative, &x) / (next + 1);
        next += 2;
    }
    for _ in 0..halvings {
        sum = multiply(&sum, &sum);
    }
    sum
}

fn multiply(a: &BigUint, b: &BigUint) -> BigUint {
    (a * b) >> GUARDED
}
