//! Small integer polynomials: secrets, errors, ephemeral keys.

use std::fmt;

use ringassay_ring::{
    meter::Held,
    recorder::Kernel,
    sample::{Sampler, Stream},
};
use zeroize::Zeroize;

use crate::{EvaluationForm, MultiprecisionError, MultiprecisionRing, Shape};

/// Polynomials of degree below n with coefficients below 2^61 in magnitude, `count` of them.
///
/// Cleared when dropped; never shown.
pub struct SmallVector {
    degree: usize,
    coefficients: Vec<i64>,
    bound: u64,
    held: Held,
}

impl SmallVector {
    /// Draws polynomials with independent coefficients, in constant time.
    ///
    /// # Errors
    /// When the sampler is of another index than 2n.
    pub fn draw(
        ring: &MultiprecisionRing,
        sampler: &Sampler,
        stream: &mut Stream,
        count: usize,
    ) -> Result<Self, MultiprecisionError> {
        ring.shape().check_sampler(sampler)?;
        let n = ring.degree();
        let held = Held::new(8 * n * count);
        let mut coefficients = vec![0; n * count];
        for element in coefficients.chunks_exact_mut(n) {
            sampler.sample_into(element, stream);
        }
        Ok(Self { degree: n, coefficients, bound: sampler.bound(), held })
    }

    /// The polynomials of those coefficients: n for each, lowest first.
    ///
    /// # Errors
    /// When their number is no multiple of n, or one is not below 2^61 in magnitude.
    pub fn from_coefficients(
        ring: &MultiprecisionRing,
        coefficients: &[i64],
    ) -> Result<Self, MultiprecisionError> {
        ring.shape().whole_elements(coefficients.len())?;
        let bound = Shape::small_bound(coefficients)?;
        let held = Held::new(8 * coefficients.len());
        ring.ran(Kernel::Copy, coefficients.len() / ring.degree());
        Ok(Self { degree: ring.degree(), coefficients: coefficients.to_vec(), bound, held })
    }

    /// x = factor·x + constant, where the constant is a polynomial of degree 0: f = t·f' + 1.
    ///
    /// # Errors
    /// When the coefficients could reach 2^61.
    pub fn affine_assign(&mut self, factor: i64, constant: i64) -> Result<(), MultiprecisionError> {
        self.bound = Shape::affine_bound(self.bound, factor, constant)?;
        let count = self.count();
        ringassay_ring::meter::rows(Kernel::SmallAffine, self.degree, count);
        for element in self.coefficients.chunks_exact_mut(self.degree) {
            element.iter_mut().for_each(|x| *x *= factor);
            element[0] += constant;
        }
        Ok(())
    }

    /// The number of polynomials.
    pub fn count(&self) -> usize {
        self.coefficients.len() / self.degree
    }

    /// No coefficient is larger in magnitude.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// The coefficients, n for each polynomial.
    pub fn coefficients(&self) -> &[i64] {
        &self.coefficients
    }

    /// The polynomials modulo the first `width` primes, in the CRT basis.
    ///
    /// # Errors
    /// When there are not so many primes.
    pub fn transform(
        &self,
        ring: &MultiprecisionRing,
        width: usize,
    ) -> Result<EvaluationForm, MultiprecisionError> {
        ring.shape().whole_elements(self.coefficients.len())?;
        let log2_bound = Shape::log2_small(self.bound);
        let mut evaluations =
            EvaluationForm::uninitialised(ring, self.count(), width, log2_bound, true)?;
        ring.ran(Kernel::Reduce, self.count() * width);
        for (i, x) in self.coefficients.chunks_exact(ring.degree()).enumerate() {
            for prime in 0..width {
                let row = &mut evaluations.row_mut(prime, i)[..x.len()];
                ring.rns().zq(prime).reduce_signed_into(row, x);
            }
        }
        evaluations.forward();
        Ok(evaluations)
    }
}

impl Clone for SmallVector {
    fn clone(&self) -> Self {
        let held = self.held.clone();
        ringassay_ring::meter::rows(Kernel::Copy, self.degree, self.count());
        let coefficients = self.coefficients.clone();
        Self { degree: self.degree, coefficients, bound: self.bound, held }
    }
}

impl Drop for SmallVector {
    fn drop(&mut self) {
        self.coefficients.zeroize();
    }
}

impl fmt::Debug for SmallVector {
    /// Number and degree only: the coefficients are secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmallVector({} of degree {})", self.count(), self.degree)
    }
}
