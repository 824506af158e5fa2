//! What operands have to obey: checked alike by the ring that computes and by the one that counts.

use std::ops::Range;

use ringassay_ring::sample::Sampler;

use crate::{MultiprecisionError, Shape, shape::SMALL_BITS};

impl Shape {
    /// log2 of a bound, at least 0.
    pub fn log2_small(bound: u64) -> f64 {
        (bound.max(1) as f64).log2()
    }

    /// The largest magnitude of small coefficients.
    ///
    /// # Errors
    /// When it reaches 2^61.
    pub fn small_bound(coefficients: &[i64]) -> Result<u64, MultiprecisionError> {
        check_bound(coefficients.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0))
    }

    /// The bound of factor·x + constant.
    ///
    /// # Errors
    /// When it reaches 2^61.
    pub fn affine_bound(
        bound: u64,
        factor: i64,
        constant: i64,
    ) -> Result<u64, MultiprecisionError> {
        let product = u128::from(bound) * u128::from(factor.unsigned_abs());
        let sum = product + u128::from(constant.unsigned_abs());
        check_bound(u64::try_from(sum).unwrap_or(u64::MAX))
    }

    /// Fails unless the sampler draws the coefficients of polynomials of degree below n.
    ///
    /// # Errors
    /// As said.
    pub fn check_sampler(&self, sampler: &Sampler) -> Result<(), MultiprecisionError> {
        if sampler.index().m() == 2 * self.degree as u64 {
            return Ok(());
        }
        Err(MultiprecisionError::DifferentRings {
            left: format!("a sampler for index {}", sampler.index().m()),
            right: self.to_string(),
        })
    }

    /// How many elements have so many coefficients in all.
    ///
    /// # Errors
    /// When they are none, or no multiple of n.
    pub fn whole_elements(&self, coefficients: usize) -> Result<usize, MultiprecisionError> {
        let n = self.degree;
        if coefficients.is_multiple_of(n) && coefficients > 0 {
            return Ok(coefficients / n);
        }
        let expected = coefficients.next_multiple_of(n).max(n);
        Err(MultiprecisionError::Count { what: "coefficients", given: coefficients, expected })
    }

    /// Fails unless a range names some of `count` elements, at least one.
    ///
    /// # Errors
    /// As said.
    pub fn check_range(count: usize, range: &Range<usize>) -> Result<(), MultiprecisionError> {
        if range.start < range.end && range.end <= count {
            return Ok(());
        }
        Err(MultiprecisionError::Count { what: "elements", given: count, expected: range.end })
    }

    /// Fails unless a count is the expected one.
    ///
    /// # Errors
    /// As said.
    pub fn check_count(given: usize, expected: usize) -> Result<(), MultiprecisionError> {
        if given == expected {
            return Ok(());
        }
        Err(MultiprecisionError::Count { what: "elements", given, expected })
    }

    /// Fails unless messages have a modulus from 2 to 2^60.
    ///
    /// # Errors
    /// As said.
    pub fn check_message_modulus(t: u64) -> Result<(), MultiprecisionError> {
        if (2..1 << 60).contains(&t) {
            return Ok(());
        }
        Err(MultiprecisionError::Large { what: "a message modulus, at least 2,", bits: 60 })
    }
}

fn check_bound(bound: u64) -> Result<u64, MultiprecisionError> {
    if bound < 1 << SMALL_BITS {
        return Ok(bound);
    }
    Err(MultiprecisionError::Large { what: "a small coefficient", bits: SMALL_BITS })
}
