//! `embed` and `twace` of integers.

use super::IntElement;
use crate::{
    BasisKind, CoefficientBasis, ElementError, Overflow, meter, recorder::Kernel, subring::Subring,
};

impl<B: CoefficientBasis> IntElement<B> {
    /// The element of R as an element of R' (ePrint 2015/1134 §3.2).
    ///
    /// # Errors
    /// When the element has not the smaller index of `subring`, or a coefficient's negative exceeds
    /// 64 bits.
    pub fn embed(&self, subring: &Subring) -> Result<Self, ElementError> {
        self.same_index(subring.small())?;
        let smallest = self.coefficients.iter().fold(false, |any, &x| any | (x == i64::MIN));
        if smallest && B::KIND == BasisKind::Decoding {
            return Err(Overflow.into());
        }
        let mut out = Self::zero(subring.big());
        let (small, big) = subring.indices();
        let kernel = Kernel::IntegerEmbed { small, big, basis: B::KIND };
        meter::rows(kernel, out.coefficients.len(), 1);
        match B::KIND {
            BasisKind::Decoding => {
                subring.embed_decoding_signed(&mut out.coefficients, &self.coefficients);
            }
            _ => subring.embed_powerful_signed(&mut out.coefficients, &self.coefficients),
        }
        Ok(out)
    }

    /// The tweaked trace of the element of R' in R (ePrint 2015/1134 §3.2).
    ///
    /// # Errors
    /// When the element has not the larger index of `subring`.
    pub fn twace(&self, subring: &Subring) -> Result<Self, ElementError> {
        self.same_index(subring.big())?;
        let mut out = Self::zero(subring.small());
        let (small, big) = subring.indices();
        meter::rows(Kernel::IntegerTwace { small, big }, self.coefficients.len(), 1);
        subring.twace_signed(&mut out.coefficients, &self.coefficients);
        Ok(out)
    }
}
