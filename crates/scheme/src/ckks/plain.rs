//! Sums and products with plaintexts.

use super::{Ciphertext, Context, Estimate, Plaintext, Prepared};
use crate::{Error, Fused, Ring};

impl<R: Ring> Context<R> {
    /// a + m.
    ///
    /// # Errors
    /// [`Error::Scales`] for unequal scales, [`Error::NoiseBudget`] when the sum might exceed the modulus;
    /// when an operand is of other parameters.
    pub fn add_plain(&self, a: &Ciphertext<R>, m: &Plaintext) -> Result<Ciphertext<R>, Error> {
        self.add_prepared(a, &self.prepare(m, a.level)?)
    }

    /// a + m for a plaintext prepared for the level of a.
    ///
    /// # Errors
    /// As [`Context::add_plain`].
    pub fn add_prepared(&self, a: &Ciphertext<R>, m: &Prepared<R>) -> Result<Ciphertext<R>, Error> {
        let mut sum = a.clone();
        self.add_prepared_assign(&mut sum, m)?;
        Ok(sum)
    }

    /// a += m for a plaintext prepared for the level of a.
    ///
    /// # Errors
    /// As [`Context::add_plain`].
    pub fn add_prepared_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        const OPERATION: &str = "a sum with a plaintext";
        if a.scale != m.scale {
            return Err(Error::Scales {
                operation: OPERATION,
                left: a.scale.to_string(),
                right: m.scale.to_string(),
                log2_ratio: a.scale.divided(&m.scale).log2(),
            });
        }
        let encoded = Estimate::encoded(self, &m.scale, &m.magnitude);
        let estimate = self.estimate_sum(&a.estimate, &encoded);
        self.check_budget(OPERATION, a.level, &estimate)?;
        prepared_for(a, m)?;
        R::add_assign(&mut a.parts[0], &m.element)?;
        (a.estimate, a.seed) = (estimate, None);
        Ok(())
    }

    /// A ciphertext without noise that anybody can make, of a prepared plaintext and at its level.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when the plaintext might exceed the modulus of the level.
    pub fn trivial_prepared(&self, m: &Prepared<R>) -> Result<Ciphertext<R>, Error> {
        let estimate = Estimate::encoded(self, &m.scale, &m.magnitude);
        self.check_budget("the encryption", m.level, &estimate)?;
        let parts = vec![m.element.clone(), self.ring_at(m.level)?.zero()];
        Ok(Ciphertext::new(parts, m.level, m.scale.clone(), estimate))
    }

    /// a·m, of the product of the scales: rescale it.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when the product might exceed the modulus; when an operand is of other
    /// parameters.
    pub fn multiply_plain(&self, a: &Ciphertext<R>, m: &Plaintext) -> Result<Ciphertext<R>, Error> {
        self.multiply_prepared(a, &self.prepare(m, a.level)?)
    }

    /// a·m for a plaintext prepared for the level of a.
    ///
    /// # Errors
    /// As [`Context::multiply_plain`].
    pub fn multiply_prepared(
        &self,
        a: &Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let estimate = self.masked_estimate(a, m)?;
        let parts = a.parts.iter().map(|part| R::Fused::mul(part, &m.element));
        let scale = a.scale.multiplied(&m.scale);
        Ok(Ciphertext::new(parts.collect::<Result<_, _>>()?, a.level, scale, estimate))
    }

    /// a *= m for a plaintext prepared for the level of a.
    ///
    /// # Errors
    /// As [`Context::multiply_plain`].
    pub fn multiply_prepared_assign(
        &self,
        a: &mut Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<(), Error> {
        let estimate = self.masked_estimate(a, m)?;
        a.parts.iter_mut().try_for_each(|part| R::mul_assign(part, &m.element))?;
        a.scale = a.scale.multiplied(&m.scale);
        (a.estimate, a.seed) = (estimate, None);
        Ok(())
    }

    fn masked_estimate(&self, a: &Ciphertext<R>, m: &Prepared<R>) -> Result<Estimate, Error> {
        prepared_for(a, m)?;
        let encoded = Estimate::encoded(self, &m.scale, &m.magnitude);
        let estimate = self.estimate_product(&a.estimate, &encoded);
        self.check_budget("a product with a plaintext", a.level, &estimate)?;
        Ok(estimate)
    }
}

/// Fails unless m was prepared for the level of a.
pub(super) fn prepared_for<R: Ring>(a: &Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
    if a.level == m.level {
        return Ok(());
    }
    Err(Error::Modulus {
        what: "a plaintext",
        found: m.level,
        wanted: a.level,
        reason: "prepare it for the level of the ciphertext",
    })
}
