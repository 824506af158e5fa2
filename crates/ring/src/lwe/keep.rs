//! Products of elements with a bit that says what a coefficient of a secret is.

use ringassay_kernels::opaque;

use super::{LweError, LweSecret};
use crate::{Basis, Element, meter, recorder::Kernel};

impl LweSecret {
    /// Leaves x as it is if coefficient `place` of the secret is `value`, and makes it 0 if not: by masks.
    ///
    /// # Errors
    /// Returns an error if there is no such coefficient.
    pub fn keep_where<B: Basis>(
        &self,
        place: usize,
        value: i64,
        x: &mut Element<B>,
    ) -> Result<(), LweError> {
        let coefficient = self.coefficients().get(place).copied();
        let degree = self.dimension();
        let coefficient =
            coefficient.ok_or(LweError::Coefficient { coefficient: place, degree })?;
        let difference = (coefficient ^ value) as u64;
        // All ones where nothing differs.
        let mask = opaque((difference | difference.wrapping_neg()) >> 63).wrapping_sub(1);
        x.set_secret(true);
        for i in 0..x.ring().limbs() {
            meter::row(Kernel::Mask, x.ring().zq(i), x.ring().degree());
            x.limb_mut(i).iter_mut().for_each(|word| *word &= mask);
        }
        Ok(())
    }
}
