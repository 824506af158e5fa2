//! From elements to samples.

use super::{LweError, LweSample};
use crate::{Element, Powerful, index::Index, meter, recorder::Kernel};

/// The modulus and degree of a ring whose elements are rotated by moving coefficients.
///
/// # Errors
/// Returns an error if it has several primes, or its index is no power of two.
pub fn negacyclic(index: &Index, moduli: &[u64]) -> Result<(u64, usize), LweError> {
    match *moduli {
        [q] if index.is_power_of_two() && !index.is_conjugate_invariant() => {
            Ok((q, index.degree()))
        }
        _ => Err(LweError::Ring { m: index.m(), primes: moduli.len() }),
    }
}

impl LweSample {
    /// A sample whose phase under the coefficients of S_1, …, S_k is one coefficient of B - Σ A_j·S_j.
    ///
    /// # Errors
    /// Returns an error if the elements lie in different rings, in one of several primes or of an index that is no power
    /// of two, or there is no such coefficient.
    pub fn extract(
        mask: &[Element<Powerful>],
        body: &Element<Powerful>,
        coefficient: usize,
    ) -> Result<Self, LweError> {
        let (q, degree) = negacyclic(body.ring().index(), body.ring().moduli())?;
        if coefficient >= degree {
            return Err(LweError::Coefficient { coefficient, degree });
        }
        if mask.iter().any(|a| a.ring() != body.ring()) {
            return Err(LweError::OtherRing);
        }
        meter::rows(Kernel::LweExtract, mask.len() * degree, 1);
        let mut words = Vec::with_capacity(mask.len() * degree + 1);
        for a in mask {
            // Coefficient h of A·S is Σ_{i ≤ h} a_{h-i}·s_i - Σ_{i > h} a_{N+h-i}·s_i.
            let (low, high) = a.limb(0).split_at(coefficient + 1);
            words.extend(low.iter().rev());
            words.extend(high.iter().rev().map(|&word| if word == 0 { 0 } else { q - word }));
        }
        words.push(body.limb(0)[coefficient]);
        Ok(Self::of_residues(words, q))
    }
}
