//! Products of polynomials whose coefficients are below 2^55, without reduction: schoolbook for short
//! ones, Karatsuba (1962) above.

use std::ops::{Add, Mul, Sub};

/// Up to this length the halves of a product cost more than they save.
const SHORT: usize = 24;

/// Doublings of an operand on the way from the longest polynomial, of 2^9 coefficients, to a short one.
const DOUBLINGS: u32 = 5;

/// What holds sums of products.
pub(super) trait Sum:
    Copy + From<u64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl Sum for u64 {}
impl Sum for u128 {}

/// Whether 64 bits hold every sum for coefficients below t: of 2^9 products of operands that were doubled.
pub(super) const fn fits_word(t: u64) -> bool {
    2 * (u64::BITS - t.leading_zeros()) + 2 * DOUBLINGS + 9 <= u64::BITS
}

/// The coefficients of a·b: `a.len() + b.len() - 1` of them for operands of equal length.
pub(super) fn product<S: Sum>(a: &[u64], b: &[u64]) -> Vec<S> {
    let mut sums = vec![S::from(0); (2 * a.len()).saturating_sub(1)];
    multiply(a, b, &mut sums);
    sums
}

/// The coefficients of a².
pub(super) fn square<S: Sum>(a: &[u64]) -> Vec<S> {
    let mut sums = vec![S::from(0); (2 * a.len()).saturating_sub(1)];
    multiply_by_itself(a, &mut sums);
    sums
}

/// Adds a·b to sums that are 0; both of the same length n, `sums` of length 2n - 1.
fn multiply<S: Sum>(a: &[u64], b: &[u64], sums: &mut [S]) {
    if a.len() <= SHORT {
        for (i, &x) in a.iter().enumerate() {
            for (sum, &y) in sums[i..].iter_mut().zip(b) {
                *sum = *sum + S::from(x) * S::from(y);
            }
        }
        return;
    }
    let half = a.len().div_ceil(2);
    let ((a_low, a_high), (b_low, b_high)) = (a.split_at(half), b.split_at(half));
    let (low, high) = sums.split_at_mut(2 * half);
    multiply(a_low, b_low, &mut low[..2 * half - 1]);
    multiply(a_high, b_high, high);
    let mut middle = vec![S::from(0); 2 * half - 1];
    multiply(&added(a_low, a_high), &added(b_low, b_high), &mut middle);
    put(sums, middle, half);
}

/// Adds a² to sums that are 0, of length 2n - 1.
fn multiply_by_itself<S: Sum>(a: &[u64], sums: &mut [S]) {
    if a.len() <= SHORT {
        for (i, &x) in a.iter().enumerate() {
            sums[2 * i] = sums[2 * i] + S::from(x) * S::from(x);
            let twice = S::from(2 * x);
            for (sum, &y) in sums[2 * i + 1..].iter_mut().zip(&a[i + 1..]) {
                *sum = *sum + twice * S::from(y);
            }
        }
        return;
    }
    let half = a.len().div_ceil(2);
    let (a_low, a_high) = a.split_at(half);
    let (low, high) = sums.split_at_mut(2 * half);
    multiply_by_itself(a_low, &mut low[..2 * half - 1]);
    multiply_by_itself(a_high, high);
    let mut middle = vec![S::from(0); 2 * half - 1];
    multiply_by_itself(&added(a_low, a_high), &mut middle);
    put(sums, middle, half);
}

/// The sum of the halves; the upper one may be shorter.
fn added(low: &[u64], high: &[u64]) -> Vec<u64> {
    let above = high.iter().copied().chain(std::iter::repeat(0));
    low.iter().zip(above).map(|(&x, y)| x + y).collect()
}

/// Completes the product of both halves: (l + h)² - l² - h² belongs in its middle.
fn put<S: Sum>(sums: &mut [S], mut middle: Vec<S>, half: usize) {
    let (low, high) = sums.split_at(2 * half);
    let shorter = high.iter().copied().chain(std::iter::repeat(S::from(0)));
    for ((sum, &l), h) in middle.iter_mut().zip(low).zip(shorter) {
        *sum = *sum - l - h;
    }
    for (sum, added) in sums[half..].iter_mut().zip(middle) {
        *sum = *sum + added;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schoolbook(a: &[u64], b: &[u64]) -> Vec<u128> {
        let mut sums = vec![0; a.len() + b.len() - 1];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                sums[i + j] += u128::from(x) * u128::from(y);
            }
        }
        sums
    }

    /// Pseudorandom below `bound`, or its largest value everywhere.
    fn operand(n: usize, bound: u64, seed: u64) -> Vec<u64> {
        let mut state = seed;
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if seed == 0 { bound - 1 } else { (state >> 8) % bound }
        };
        (0..n).map(next).collect()
    }

    #[test]
    fn products_and_squares_are_those_of_the_schoolbook() {
        for n in (1..=80).chain([97, 100, 127, 128, 129, 255, 256, 399, 400, 511, 512]) {
            for seed in [0, 1] {
                let (a, b) = (operand(n, 1 << 55, seed), operand(n, 1 << 55, 3 * seed));
                assert_eq!(product::<u128>(&a, &b), schoolbook(&a, &b), "{n}");
                assert_eq!(square::<u128>(&a), schoolbook(&a, &a), "{n}");
                let t = (1 << 22) - 1;
                assert!(fits_word(t));
                let (a, b) = (operand(n, t, seed), operand(n, t, 3 * seed));
                let wide = |sums: Vec<u64>| sums.into_iter().map(u128::from).collect::<Vec<_>>();
                assert_eq!(wide(product(&a, &b)), schoolbook(&a, &b), "{n}");
                assert_eq!(wide(square(&a)), schoolbook(&a, &a), "{n}");
            }
        }
        assert!(!fits_word(1 << 23));
    }
}
