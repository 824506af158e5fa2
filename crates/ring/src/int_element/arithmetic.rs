//! Sums and integer multiples.

use ringassay_kernels::secrecy;
use zeroize::Zeroizing;

use super::IntElement;
use crate::{CoefficientBasis, ElementError, Overflow, meter, recorder::Kernel};

impl<B: CoefficientBasis> IntElement<B> {
    /// self += other.
    ///
    /// # Errors
    /// When the indices differ or a coefficient exceeds 64 bits; the element is unchanged then.
    pub fn try_add_assign(&mut self, other: &Self) -> Result<(), ElementError> {
        self.same_index(&other.index)?;
        meter::rows(Kernel::IntegerAdd, self.coefficients.len(), 1);
        Ok(self.update(&other.coefficients, i64::overflowing_add)?)
    }

    /// self -= other.
    ///
    /// # Errors
    /// When the indices differ or a coefficient exceeds 64 bits; the element is unchanged then.
    pub fn try_sub_assign(&mut self, other: &Self) -> Result<(), ElementError> {
        self.same_index(&other.index)?;
        meter::rows(Kernel::IntegerAdd, self.coefficients.len(), 1);
        Ok(self.update(&other.coefficients, i64::overflowing_sub)?)
    }

    /// Multiplies by an integer.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits; the element is unchanged then.
    pub fn scale_assign(&mut self, factor: i64) -> Result<(), Overflow> {
        meter::rows(Kernel::IntegerScale, self.coefficients.len(), 1);
        let factors = vec![factor; self.coefficients.len()];
        self.update(&factors, i64::overflowing_mul)
    }

    fn update(
        &mut self,
        other: &[i64],
        f: impl Fn(i64, i64) -> (i64, bool),
    ) -> Result<(), Overflow> {
        let mut overflow = false;
        let results = self.coefficients.iter().zip(other).map(|(&x, &y)| {
            let (result, over) = f(x, y);
            overflow |= over;
            result
        });
        let mut results = Zeroizing::new(results.collect::<Vec<i64>>());
        if secrecy::revealed(u8::from(overflow)) == 1 {
            return Err(Overflow);
        }
        std::mem::swap(&mut self.coefficients, &mut results);
        Ok(())
    }
}
