//! From R_q to R: the representative with centred coefficients.

use super::Element;
use crate::{CoefficientBasis, ElementError, IntElement, meter, recorder::Kernel};

impl<B: CoefficientBasis> Element<B> {
    /// The element of R whose coefficients in this basis are the representatives in (-q/2, q/2];
    /// for one limb.
    ///
    /// # Errors
    /// When there are several limbs.
    pub fn lift(&self) -> Result<IntElement<B>, ElementError> {
        let mut lifted = IntElement::zero(self.ring.index());
        self.lift_into(&mut lifted)?;
        Ok(lifted)
    }

    /// As [`Element::lift`], into `lifted`.
    ///
    /// # Errors
    /// When there are several limbs, or `lifted` has another index.
    pub fn lift_into(&self, lifted: &mut IntElement<B>) -> Result<(), ElementError> {
        if self.ring.limbs() != 1 {
            return Err(ElementError::SeveralLimbs { limbs: self.ring.limbs() });
        }
        lifted.same_index(self.ring.index())?;
        meter::row(Kernel::Centre, self.ring.zq(0), self.ring.degree());
        self.ring.zq(0).centre_into(lifted.coefficients_mut(), self.limb(0));
        Ok(())
    }
}
