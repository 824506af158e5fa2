//! Digits of elements.

use super::{DigitsMut, Gadget};
use crate::{
    Basis, CoefficientBasis, Crt, Element, RnsRing, meter,
    recorder::Kernel,
    rns::{Limbs, LimbsMut, RnsError, check_index, check_moduli},
};

/// The words of elements, in whatever basis, as memory for digits.
struct Words<'a, B: Basis>(&'a mut [Element<B>]);

impl<B: Basis> DigitsMut for Words<'_, B> {
    fn digits(&self) -> usize {
        self.0.len()
    }

    fn digit_mut(&mut self, digit: usize) -> LimbsMut<'_> {
        self.0[digit].as_limbs_mut()
    }
}

/// Fails unless x can be decomposed into these elements; then makes them as secret as x.
fn prepare<B: Basis>(
    x: &Element<B>,
    gadget: &dyn Gadget,
    digits: &mut [Element<B>],
) -> Result<(), RnsError> {
    check_moduli(x.ring(), gadget.source())?;
    check_count(gadget, digits)?;
    for digit in digits {
        check_moduli(digit.ring(), gadget.target())?;
        check_index(digit.ring(), x.ring())?;
        digit.set_secret(x.is_secret());
    }
    Ok(())
}

fn check_count<B: Basis>(gadget: &dyn Gadget, digits: &[Element<B>]) -> Result<(), RnsError> {
    let (given, expected) = (digits.len(), gadget.digits());
    if given == expected { Ok(()) } else { Err(RnsError::DigitCount { given, expected }) }
}

impl<B: CoefficientBasis> Element<B> {
    /// The digits of the coefficients in this basis, elements of a ring with the gadget's target
    /// moduli. Allocates nothing in the steady state.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ, or the number of digits is
    /// another.
    pub fn decompose_into(&self, gadget: &dyn Gadget, digits: &mut [Self]) -> Result<(), RnsError> {
        prepare(self, gadget, digits)?;
        gadget.decompose_into(&mut Words(digits), self.as_limbs());
        Ok(())
    }

    /// As [`Element::decompose_into`], as new elements of `ring`.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ.
    pub fn decompose(&self, gadget: &dyn Gadget, ring: &RnsRing) -> Result<Vec<Self>, RnsError> {
        let mut digits: Vec<Self> = (0..gadget.digits()).map(|_| Self::zero(ring)).collect();
        self.decompose_into(gadget, &mut digits)?;
        Ok(digits)
    }
}

impl Element<Crt> {
    /// The digits of the coefficients in the powerful basis, in the CRT basis: what key switching
    /// multiplies by key-switching keys. Limbs in which a digit is this element itself are copied, all others
    /// transformed.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ, or the number of digits is
    /// another.
    pub fn decompose_into(&self, gadget: &dyn Gadget, digits: &mut [Self]) -> Result<(), RnsError> {
        prepare(self, gadget, digits)?;
        gadget.decompose_into(&mut Words(digits), self.to_powerful().as_limbs());
        for (j, digit) in digits.iter_mut().enumerate() {
            let (shared, first) = gadget.shared(j);
            digit.transform_except(&shared);
            for (i, limb) in shared.enumerate() {
                meter::rows(Kernel::Copy, self.ring().degree(), 1);
                digit.limb_mut(limb).copy_from_slice(self.limb(first + i));
            }
        }
        Ok(())
    }

    /// As [`Element::decompose_into`], as new elements of `ring`.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ.
    pub fn decompose(&self, gadget: &dyn Gadget, ring: &RnsRing) -> Result<Vec<Self>, RnsError> {
        let mut digits: Vec<Self> = (0..gadget.digits()).map(|_| Self::zero(ring)).collect();
        self.decompose_into(gadget, &mut digits)?;
        Ok(digits)
    }
}

impl<B: Basis> Element<B> {
    /// Σ digit_j·g_j: the gadget's factor times the element that was decomposed, in any basis.
    ///
    /// # Errors
    /// When the digits are not as many as the gadget's, or have other moduli, or do not lie in one
    /// ring.
    pub fn recompose(gadget: &dyn Gadget, digits: &[Self]) -> Result<Self, RnsError> {
        check_count(gadget, digits)?;
        // Every gadget has at least one digit.
        let ring = digits[0].ring();
        for digit in digits {
            check_moduli(digit.ring(), gadget.target())?;
            check_index(digit.ring(), ring)?;
        }
        let mut sum = Self::zero(ring);
        sum.set_secret(digits.iter().any(Self::is_secret));
        let digits: Vec<Limbs<'_>> = digits.iter().map(Self::as_limbs).collect();
        gadget.recompose_into(sum.as_limbs_mut(), &digits);
        Ok(sum)
    }
}
