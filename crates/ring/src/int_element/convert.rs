//! L and its inverse on integers (ePrint 2013/293 §6.2).

use super::{IntElement, axis_map::AxisMap};
use crate::{Decoding, Overflow, Powerful, meter, recorder::Kernel};

impl IntElement<Decoding> {
    /// The same element in the powerful basis, in the same place: L, running sums.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits.
    pub fn into_powerful(mut self) -> Result<IntElement<Powerful>, Overflow> {
        let kernel = Kernel::IntegerSumAxes { m: self.index.kernel_index() };
        meter::rows(kernel, self.coefficients.len(), 1);
        AxisMap::Sums.apply(&self.index, &mut self.coefficients)?;
        Ok(self.in_basis())
    }

    /// The same element in the powerful basis.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits.
    pub fn to_powerful(&self) -> Result<IntElement<Powerful>, Overflow> {
        self.clone().into_powerful()
    }
}

impl IntElement<Powerful> {
    /// The same element in the decoding basis, in the same place: L⁻¹, differences.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits.
    pub fn into_decoding(mut self) -> Result<IntElement<Decoding>, Overflow> {
        let kernel = Kernel::IntegerDifferenceAxes { m: self.index.kernel_index() };
        meter::rows(kernel, self.coefficients.len(), 1);
        AxisMap::Differences.apply(&self.index, &mut self.coefficients)?;
        Ok(self.in_basis())
    }

    /// The same element in the decoding basis.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits.
    pub fn to_decoding(&self) -> Result<IntElement<Decoding>, Overflow> {
        self.clone().into_decoding()
    }
}
