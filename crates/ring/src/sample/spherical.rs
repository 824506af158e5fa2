//! Errors that are spherical in the canonical embedding, for every index.
//!
//! # What is sampled
//!
//! 2013/293 §6.3: let x be Gaussian in K ⊗ R with independent coordinates of equal variance s² in
//! the canonical embedding. Its coefficients in the decoding basis of R^∨ are c_j = Tr(x·conj(p_j)),
//! p the powerful basis; they are rounded to integers. In this crate errors live in R: the integers
//! are coefficients in the decoding basis of R, which is m̂/g times that of R^∨ (Λ∘λ, 2015/1134 §2.3,
//! §4.4). So with e the element of R, **g·e** (that is m̂·x but for rounding) is what is spherical.
//!
//! # How
//!
//! c is Gaussian with covariance s²·Tr(p_i·conj(p_j)): a tensor product of p^(e-1)·(p·I - J) of
//! dimension p-1, J all ones, times the identity of dimension p^(e-1), over the prime powers; for
//! p = 2 that is 2^(e-1)·I. A Gaussian distribution is its covariance, so any square root does in
//! place of CRT* of the paper; the symmetric one is
//!
//! √(p·I - J) = √p·I + (1-√p)/(p-1)·J,
//!
//! one sum and one multiply-add along each axis, whatever the size of p.
//!
//! # Normalisation
//!
//! The parameter σ is s·√(m/rad(m)), so that the covariance of c is σ²·⊗(p·I - J) over the odd
//! primes: for m a power of two every coefficient has standard deviation σ, which is the usual
//! convention; for every m the narrowest direction among the coefficients has σ, the widest
//! σ·√rad_odd(m), and each single coefficient σ·√(φ(rad(m))). Rounding adds 1/12 to the variance
//! of each coefficient.
//!
//! # How good
//!
//! Deviates are right within 2^-46 each and cut at 9.4 standard deviations (module `normal`). A
//! coefficient of standard deviation t comes, before rounding, from a sum of doubles with relative
//! steps 2^-53, so that the probability of each integer is right within a relative 2^-44·t. Above
//! [`WIDEST`] errors are numbers in base 2^8 whose digits are errors of that kind, for that quality
//! to hold: the lower digits smooth the steps of the upper ones.

use zeroize::Zeroizing;

use super::{Stream, normal};
use crate::index::{Axis, Index};

/// The largest σ drawn in one piece.
const WIDEST: f64 = (1 << 17) as f64;

/// The base of the digits of wider ones, each of which is then at least 2^9 wide.
const FACTOR: i64 = 1 << 8;

/// Columns that are summed side by side.
const LANES: usize = 8;

/// 3·2^51, whose sum with |x| < 2^51 is x rounded to an integer.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// The sampler for one index that is not a power of two, and one σ.
#[derive(Debug, Clone)]
pub(super) struct Spherical {
    axes: Vec<Axis>,
    /// The σ of each digit.
    digit_sigma: f64,
    digits: u32,
}

impl Spherical {
    /// `sigma` at least [`super::gaussian::MIN_SIGMA`] and at most [`Self::max_sigma`].
    pub(super) fn new(index: &Index, sigma: f64) -> Self {
        let (mut digits, mut squares) = (1, 1.0_f64);
        while sigma / squares.sqrt() >= WIDEST {
            digits += 1;
            squares = squares * (FACTOR * FACTOR) as f64 + 1.0;
        }
        let axes = index.axes().filter(|axis| axis.factor.prime != 2).collect();
        Self { axes, digit_sigma: sigma / squares.sqrt(), digits }
    }

    /// The largest σ for which all coefficients stay below 2^62.
    pub(super) fn max_sigma(index: &Index) -> f64 {
        // Digits of base 2^8 add up to at most 257/256 of what one piece would have.
        2.0_f64.powi(62) / (1.01 * normal::LARGEST * stretch(index)) - 1.0
    }

    /// The largest magnitude of a coefficient.
    pub(super) fn bound(&self) -> u64 {
        let stretch: f64 = self.axes.iter().map(stretch_of).product();
        let digit = (self.digit_sigma * normal::LARGEST * stretch).ceil() as u64 + 1;
        (0..self.digits).fold(0, |bound, _| bound * FACTOR as u64 + digit)
    }

    /// Fills `out` with the coefficients of one error in the decoding basis.
    #[inline(always)]
    pub(super) fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        self.digit_into(out, stream);
        if self.digits > 1 {
            let mut digit = Zeroizing::new(vec![0; out.len()]);
            for _ in 1..self.digits {
                self.digit_into(&mut digit, stream);
                for (x, digit) in out.iter_mut().zip(digit.iter()) {
                    *x = *x * FACTOR + digit;
                }
            }
        }
    }

    /// One digit. Until they are rounded, the numbers in `out` are the bits of doubles.
    #[inline(always)]
    fn digit_into(&self, out: &mut [i64], stream: &mut Stream) {
        normal::fill_bits(out, stream);
        for axis in &self.axes {
            multiply_by_root(axis, out);
        }
        for x in out {
            let rounded = f64::from_bits(*x as u64) * self.digit_sigma + ROUND;
            *x = rounded.to_bits() as i64 - ROUND.to_bits() as i64;
        }
    }
}

/// How much larger than its arguments a value of √(p·I - J) can be on all axes.
fn stretch(index: &Index) -> f64 {
    index.axes().filter(|axis| axis.factor.prime != 2).map(|axis| stretch_of(&axis)).product()
}

/// √p + (√p-1)/(p-1)·(p-1), the largest sum of magnitudes in a row of √(p·I - J).
fn stretch_of(axis: &Axis) -> f64 {
    2.0 * f64::from(axis.factor.prime).sqrt() - 1.0
}

/// Applies √(p·I - J) along the axis of p^e: to each of the p^(e-1) interleaved vectors of its tensor
/// `[p-1][p^(e-1)]`.
#[inline(always)]
fn multiply_by_root(axis: &Axis, bits: &mut [i64]) {
    let rows = axis.factor.prime as usize - 1;
    let columns = axis.factor.inner() * axis.inner;
    let root = f64::from(axis.factor.prime).sqrt();
    let shift = (1.0 - root) / rows as f64;
    for block in bits.chunks_exact_mut(rows * columns) {
        if columns == 1 {
            let sum = shift * sum_line(block);
            block.iter_mut().for_each(|x| scale_and_add(x, root, sum));
            continue;
        }
        for start in (0..columns).step_by(LANES) {
            let width = LANES.min(columns - start);
            let mut sums = [0.0; LANES];
            for row in block.chunks_exact(columns) {
                for (sum, &x) in sums.iter_mut().zip(&row[start..start + width]) {
                    *sum += f64::from_bits(x as u64);
                }
            }
            for row in block.chunks_exact_mut(columns) {
                for (x, sum) in row[start..start + width].iter_mut().zip(&sums) {
                    scale_and_add(x, root, shift * sum);
                }
            }
        }
    }
}

/// The sum of a contiguous line, as eight sums side by side.
#[inline(always)]
fn sum_line(bits: &[i64]) -> f64 {
    let (whole, rest) = bits.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for chunk in whole {
        for (sum, &x) in sums.iter_mut().zip(chunk) {
            *sum += f64::from_bits(x as u64);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(|&x| f64::from_bits(x as u64)).sum::<f64>()
}

#[inline(always)]
fn scale_and_add(bits: &mut i64, scale: f64, add: f64) {
    *bits = (f64::from_bits(*bits as u64) * scale + add).to_bits() as i64;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of the root, from unit vectors.
    fn root(m: u64) -> Vec<Vec<f64>> {
        let index = Index::new(m).unwrap();
        let n = index.degree();
        let column = |j| {
            let unit = |i| f64::from(u8::from(i == j)).to_bits() as i64;
            let mut bits: Vec<i64> = (0..n).map(unit).collect();
            index
                .axes()
                .filter(|a| a.factor.prime != 2)
                .for_each(|a| multiply_by_root(&a, &mut bits));
            bits.iter().map(|&x| f64::from_bits(x as u64)).collect()
        };
        (0..n).map(column).collect()
    }

    /// root·root^T is Tr(p_i·conj(p_j))·rad(m)/m. The trace is a sum over units, by definition.
    #[test]
    fn the_root_squares_to_the_gram_matrix() {
        for m in [3, 5, 9, 12, 15, 25, 45, 60, 63, 101, 105, 165] {
            let index = Index::new(m).unwrap();
            let (columns, exponents) = (root(m), index.powerful_exponents());
            let n = index.degree();
            for i in 0..n {
                for j in 0..n {
                    let product: f64 = columns.iter().map(|c| c[i] * c[j]).sum();
                    let turn = |u: u32| {
                        let e = (u64::from(exponents[i]) + m - u64::from(exponents[j])) % m;
                        let angle = (e * u64::from(u) % m) as f64 / m as f64;
                        (angle * std::f64::consts::TAU).cos()
                    };
                    let trace: f64 = index.units().map(turn).sum();
                    let expected = trace * index.radical() as f64 / m as f64;
                    assert!((product - expected).abs() < 1e-9, "m = {m}: {i}, {j}");
                }
            }
        }
    }

    #[test]
    fn digits_are_wide_enough_to_smooth() {
        let index = Index::new(1155).unwrap();
        for exponent in [0, 16, 17, 30, 40, 47] {
            let spherical = Spherical::new(&index, 2.0_f64.powi(exponent));
            assert!(spherical.digit_sigma < WIDEST);
            assert!(spherical.digits == 1 || spherical.digit_sigma >= 2.0 * FACTOR as f64 * 0.999);
            assert!(spherical.bound() < 1 << 62);
        }
        assert!(Spherical::new(&index, Spherical::max_sigma(&index)).bound() < 1 << 62);
    }
}
