//! σ_k: ζ_m ↦ ζ_m^k on elements of R.

use ringassay_kernels::secrecy;

use super::IntElement;
use crate::{ElementError, Overflow, Powerful, automorphism::AxisMap, meter, recorder::Kernel};

impl IntElement<Powerful> {
    /// σ_k(self), for k coprime to m.
    ///
    /// # Errors
    /// When k is no unit of Z/m, or a coefficient exceeds 64 bits.
    pub fn automorphism(&self, k: u64) -> Result<Self, ElementError> {
        if !self.index.is_unit(k) {
            return Err(ElementError::NotUnit { k, m: self.index.m() });
        }
        let mut image = self.clone();
        let mut source = self.clone();
        let mut overflow = false;
        for axis in AxisMap::all(&self.index, k) {
            let (m, n) = (self.index.kernel_index(), self.coefficients.len());
            meter::rows(Kernel::Copy, n, 1);
            source.coefficients.copy_from_slice(&image.coefficients);
            meter::rows(Kernel::IntegerMoveAxis { m, prime: axis.prime() }, n, 1);
            axis.apply(&source.coefficients, &mut image.coefficients, |out, plus, minus| {
                for (i, out) in out.iter_mut().enumerate() {
                    let (plus, minus) = (plus.map_or(0, |x| x[i]), minus.map_or(0, |x| x[i]));
                    let (difference, over) = plus.overflowing_sub(minus);
                    (*out, overflow) = (difference, overflow | over);
                }
            });
        }
        let overflow = secrecy::revealed(u8::from(overflow)) == 1;
        if overflow { Err(Overflow.into()) } else { Ok(image) }
    }
}
