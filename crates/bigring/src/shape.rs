//! What follows from n and q alone: for the ring that computes, and for the one that counts.

use std::fmt;

use num_bigint::BigUint;
use ringassay_ring::rns::log2_big;

use crate::MultiprecisionError;

/// The largest degree.
pub const MAX_DEGREE: usize = 1 << 17;

/// The largest size of q in bits.
pub(crate) const MAX_LOG2_Q: u64 = 512;

/// The largest digits in bits: below every prime, so that a digit is its own residue.
pub const MAX_LOG2_W: u32 = 48;

/// Every prime exceeds 2 to this power. Among the numbers 1 modulo 2n between 2^49.99 and 2^50 there
/// are more primes than a product needs, for every degree.
pub(crate) const BITS_PER_PRIME: f64 = 49.99;

/// Bits of the planes into which coefficients are cut.
pub(crate) const PLANE_BITS: u64 = 48;

/// Small coefficients lie below 2 to this power in magnitude.
pub(crate) const SMALL_BITS: u32 = 61;

/// The number of primes for an integer product with coefficients of at most 2^`log2_bound` in
/// magnitude: P > 2^1.01 times the bound, so that the nearest multiple of P is told by doubles.
pub fn width(log2_bound: f64) -> usize {
    let primes = (log2_bound + 1.01) / BITS_PER_PRIME;
    (primes.ceil() as usize).max(1)
}

/// Which integers the coefficients of an element stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lift {
    /// Those in \[0, q).
    Positive,
    /// Those in (-q/2, q/2\].
    Centred,
}

/// Digits in base w = 2^b: D_w(x) are the `digits` base-w digits of the coefficients in \[0, q), the
/// least significant first. In a product each row of `group` elements gives `group`·`digits` digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gadget {
    /// b = log2 w.
    pub log2_w: u32,
    /// l.
    pub digits: usize,
    /// The number of elements whose digits are multiplied with one column of a table.
    pub group: usize,
}

impl Gadget {
    /// The number of products in a sum.
    pub fn terms(&self) -> usize {
        self.group * self.digits
    }

    /// Fails unless digits are narrower than primes, and there are some.
    ///
    /// # Errors
    /// As said.
    pub fn check(&self) -> Result<(), MultiprecisionError> {
        let Self { log2_w, digits, group } = *self;
        if (1..=MAX_LOG2_W).contains(&log2_w) && digits > 0 && group > 0 && self.terms() < 1 << 16 {
            return Ok(());
        }
        Err(MultiprecisionError::Base { log2_w, digits })
    }
}

/// n, q, and what follows from them.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// n.
    pub degree: usize,
    /// Words from one row of n words to the next: n rounded up to whole vectors of eight, and one
    /// vector more for long rows, so that the words of a coefficient do not all meet in the same few
    /// lines of a cache.
    pub stride: usize,
    /// q.
    pub q: BigUint,
    /// ⌈log2 (q+1)⌉: 2^(bits-1) <= q < 2^bits.
    pub bits: u64,
    /// Words of 64 bits for a coefficient.
    pub words: usize,
    /// Planes of 48 bits for a coefficient.
    pub planes: usize,
    /// log2 q.
    pub log2_q: f64,
    /// log2 n.
    pub log2_n: f64,
}

impl Shape {
    /// The shape of that degree and modulus.
    ///
    /// # Errors
    /// When the degree is no power of two from 2 to [`MAX_DEGREE`], or q not in \[4, 2^512).
    pub fn new(degree: usize, q: &BigUint) -> Result<Self, MultiprecisionError> {
        if !degree.is_power_of_two() || !(2..=MAX_DEGREE).contains(&degree) {
            return Err(MultiprecisionError::Degree { degree });
        }
        let bits = q.bits();
        if !(3..=MAX_LOG2_Q).contains(&bits) {
            return Err(MultiprecisionError::Modulus { bits });
        }
        Ok(Self {
            degree,
            stride: stride(degree),
            bits,
            words: bits.div_ceil(64) as usize,
            planes: bits.div_ceil(PLANE_BITS) as usize,
            log2_q: log2_big(q),
            log2_n: (degree as f64).log2(),
            q: q.clone(),
        })
    }

    /// The same modulus, and half the degree.
    #[must_use]
    pub fn half(&self) -> Self {
        let degree = self.degree / 2;
        Self { degree, stride: stride(degree), log2_n: self.log2_n - 1.0, ..self.clone() }
    }

    /// Bytes of an element.
    pub fn element_bytes(&self) -> usize {
        8 * self.words * self.stride
    }

    /// Bytes of a row of residues.
    pub fn row_bytes(&self) -> usize {
        8 * self.stride
    }

    /// log2 of a bound on the coefficients that a lift gives.
    pub fn log2_lift(&self, lift: Lift) -> f64 {
        match lift {
            Lift::Positive => self.log2_q,
            Lift::Centred => self.log2_q - 1.0,
        }
    }

    /// log2 of a bound on the coefficients of a product.
    pub fn log2_product(&self, log2_x: f64, log2_y: f64) -> f64 {
        log2_x + log2_y + self.log2_n
    }

    /// Primes for a product of digits with elements.
    pub fn gadget_width(&self, gadget: &Gadget) -> usize {
        width(self.log2_gadget(gadget))
    }

    /// log2 of a bound on the coefficients of such a product.
    pub fn log2_gadget(&self, gadget: &Gadget) -> f64 {
        let terms = (gadget.terms() as f64).log2();
        self.log2_product(f64::from(gadget.log2_w), self.log2_q) + terms
    }

    /// The most primes that a product in the ring can have: a tensor product, or one with the largest
    /// small elements.
    pub fn max_width(&self) -> usize {
        let tensor = 2.0 * self.log2_q + self.log2_n + 8.0;
        let small = self.log2_q + f64::from(SMALL_BITS) + self.log2_n + 17.0;
        width(tensor.max(small))
    }

    /// Fails unless there are so many primes.
    ///
    /// # Errors
    /// As said.
    pub fn check_width(&self, width: usize) -> Result<(), MultiprecisionError> {
        let most = self.max_width();
        if (1..=most).contains(&width) {
            return Ok(());
        }
        let log2_bound = width as f64 * BITS_PER_PRIME - 1.01;
        Err(MultiprecisionError::Width { log2_bound, needed: width, width: most })
    }

    /// Fails unless so many primes tell products of that size.
    ///
    /// # Errors
    /// As said.
    pub fn check_bound(log2_bound: f64, width: usize) -> Result<(), MultiprecisionError> {
        let needed = self::width(log2_bound);
        if needed <= width {
            Ok(())
        } else {
            Err(MultiprecisionError::Width { log2_bound, needed, width })
        }
    }
}

fn stride(degree: usize) -> usize {
    degree.next_multiple_of(8) + if degree < LONG_ROW { 0 } else { 8 }
}

/// Rows of 2 KiB.
const LONG_ROW: usize = 256;

/// Clears what lies between the n words of a row and the next row.
pub(crate) fn clear_padding(rows: &mut [u64], shape: &Shape) {
    if shape.degree < shape.stride {
        rows.chunks_exact_mut(shape.stride).for_each(|row| row[shape.degree..].fill(0));
    }
}

impl fmt::Display for Shape {
    /// `Z_q[x]/(x^4096 + 1), q of 281 bits`, or with q itself where it is short.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.words == 1 {
            return write!(f, "Z_q[x]/(x^{} + 1), q = {}", self.degree, self.q);
        }
        write!(f, "Z_q[x]/(x^{} + 1), q of {} bits", self.degree, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_as_small_as_the_primes_allow() {
        assert_eq!([0.0, 48.9, 49.0, 98.9, 99.0].map(width), [1, 1, 2, 2, 3]);
    }

    #[test]
    fn shapes_out_of_range_are_refused() {
        let q = |bits: u64| BigUint::from(1_u32) << (bits - 1);
        for (degree, bits) in [(0, 20), (1, 20), (6, 20), (1 << 18, 20), (8, 2), (8, 513)] {
            assert!(Shape::new(degree, &q(bits)).is_err(), "{degree}, {bits}");
        }
        let shape = Shape::new(4, &q(65)).unwrap();
        assert_eq!((shape.words, shape.planes, shape.stride), (2, 2, 8));
    }
}
