//! L and its inverse on integers (ePrint 2013/293 §6.2).

use super::{
    IntElement,
    fibres::{Fibre, Map, Wide, on_axes_always},
};
use crate::{Decoding, Overflow, Powerful, meter, recorder::Kernel};

/// L.
#[derive(Clone, Copy)]
struct RunningSums;

impl Map for RunningSums {
    fn apply<T: Wide>(self, x: &mut Fibre<'_, T>) {
        let mut sum = T::from(0);
        for j in 0..x.rows() {
            sum = sum + x.get(j);
            x.set(j, sum);
        }
    }
}

/// Its inverse.
#[derive(Clone, Copy)]
struct Differences;

impl Map for Differences {
    fn apply<T: Wide>(self, x: &mut Fibre<'_, T>) {
        for j in (1..x.rows()).rev() {
            x.set(j, x.get(j) - x.get(j - 1));
        }
    }
}

impl IntElement<Decoding> {
    /// The same element in the powerful basis, in the same place: L, running sums.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits.
    pub fn into_powerful(mut self) -> Result<IntElement<Powerful>, Overflow> {
        let kernel = Kernel::IntegerSumAxes { m: self.index.kernel_index() };
        meter::rows(kernel, self.coefficients.len(), 1);
        on_axes_always(&self.index, &mut self.coefficients, RunningSums)?;
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
        on_axes_always(&self.index, &mut self.coefficients, Differences)?;
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
