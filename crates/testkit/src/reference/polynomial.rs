//! Polynomials as lists of coefficients, the constant term first; and Φ_m.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::coefficients::{Coefficients, Integers};
use super::numbers::{divisors, moebius};

/// a·b by the schoolbook. Has len(a) + len(b) - 1 coefficients (none if a factor has none).
pub fn product<C: Coefficients>(ring: &C, a: &[C::Value], b: &[C::Value]) -> Vec<C::Value> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut out = vec![ring.zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !ring.is_zero(x)) {
        for (target, y) in out[i..].iter_mut().zip(b) {
            *target = ring.add(target, &ring.mul(x, y));
        }
    }
    out
}

/// The quotient and the remainder of a by a monic polynomial; the remainder has as many
/// coefficients as the divisor's degree.
///
/// # Panics
/// If the divisor is not monic.
pub fn divide<C: Coefficients>(
    ring: &C,
    mut a: Vec<C::Value>,
    divisor: &[C::Value],
) -> (Vec<C::Value>, Vec<C::Value>) {
    let degree = divisor.len() - 1;
    assert!(divisor[degree] == ring.integer(1), "the divisor must be monic");
    let terms: Vec<(usize, &C::Value)> =
        divisor[..degree].iter().enumerate().filter(|(_, x)| !ring.is_zero(x)).collect();
    a.resize(a.len().max(degree), ring.zero());
    for top in (degree..a.len()).rev() {
        let factor = a[top].clone();
        if !ring.is_zero(&factor) {
            for &(i, x) in &terms {
                let at = top - degree + i;
                a[at] = ring.sub(&a[at], &ring.mul(&factor, x));
            }
        }
    }
    let quotient = a.split_off(degree);
    (quotient, a)
}

/// The value at `point`, Horner's way.
pub fn evaluate<C: Coefficients>(ring: &C, a: &[C::Value], point: &C::Value) -> C::Value {
    a.iter().rev().fold(ring.zero(), |value, x| ring.add(&ring.mul(&value, point), x))
}

/// Φ_m over Z, as the exact quotient of ∏ (X^d - 1) over the divisors d of m with μ(m/d) = 1 by the
/// same product over those with μ(m/d) = -1 (Möbius' inversion of X^m - 1 = ∏_{d|m} Φ_d).
///
/// # Panics
/// If a division leaves a remainder, which would refute the inversion.
pub fn cyclotomic(m: u64) -> Vec<BigInt> {
    let with = |sign| divisors(m).into_iter().filter(move |d| moebius(m / d) == sign);
    let mut phi = vec![BigInt::one()];
    for d in with(1) {
        phi = product(&Integers, &x_to_the_minus_one(d), &phi);
    }
    for d in with(-1) {
        let (quotient, remainder) = divide(&Integers, phi, &x_to_the_minus_one(d));
        assert!(remainder.iter().all(Zero::is_zero), "X^{d} - 1 does not divide");
        phi = quotient;
    }
    phi
}

/// X^d - 1.
fn x_to_the_minus_one(d: u64) -> Vec<BigInt> {
    let mut polynomial = vec![BigInt::zero(); d as usize + 1];
    polynomial[0] = -BigInt::one();
    polynomial[d as usize] += 1;
    polynomial
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::numbers::{prime_powers, totient};

    #[test]
    fn the_cyclotomic_polynomials_multiply_to_x_to_the_m_minus_one() {
        for m in [1, 2, 3, 4, 6, 9, 12, 30, 60, 105, 210] {
            let all = divisors(m)
                .into_iter()
                .fold(vec![BigInt::one()], |all, d| product(&Integers, &all, &cyclotomic(d)));
            assert_eq!(all, x_to_the_minus_one(m), "m = {m}");
        }
    }

    #[test]
    fn values_at_one_and_shape_are_the_known_ones() {
        for m in 2..=200_u64 {
            let phi = cyclotomic(m);
            assert_eq!(phi.len(), totient(m) + 1);
            // Φ_m(1) = p for a power of the prime p, otherwise 1 (Lang, Algebra, VI §3).
            let powers = prime_powers(m);
            let expected = if powers.len() == 1 { powers[0].0 } else { 1 };
            assert_eq!(evaluate(&Integers, &phi, &BigInt::one()), BigInt::from(expected), "{m}");
            assert!(phi.iter().eq(phi.iter().rev()), "Φ_{m} is not palindromic");
        }
    }

    #[test]
    fn division_is_exact() {
        let (a, b) = ([3, -1, 4, 1, -5].map(BigInt::from), [2, 7, 1].map(BigInt::from));
        let mut sum = product(&Integers, &a, &b);
        sum[0] += 9;
        sum[1] -= 8;
        let (quotient, remainder) = divide(&Integers, sum, &b);
        assert_eq!(quotient, a);
        assert_eq!(remainder, [9, -8].map(BigInt::from));
    }
}
