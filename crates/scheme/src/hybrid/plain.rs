//! Sums and products with plaintexts.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, PackedScheme, Role};
use crate::{Error, Fused, Ring};

/// A plaintext as an element of the ring of one level, for sums or products with ciphertexts there: transformed once.
#[derive(Debug, Clone)]
pub struct Prepared<P: PackedScheme, R: Ring> {
    pub(crate) element: R::Element<Crt>,
    pub(crate) level: usize,
    pub(crate) known: P::Known,
}

impl<P: PackedScheme, R: Ring> Prepared<P, R> {
    /// The level of the ciphertexts that it goes with.
    pub fn level(&self) -> usize {
        self.level
    }
}

impl<P: PackedScheme, R: Ring> Context<P, R> {
    /// A plaintext prepared for ciphertexts of a level. In BGV and CKKS one serves both roles.
    ///
    /// # Errors
    /// Returns an error if the plaintext is of other parameters, or there is no such level.
    pub fn prepare(
        &self,
        plaintext: &P::Plaintext,
        level: usize,
        role: Role,
    ) -> Result<Prepared<P, R>, Error> {
        self.prepare_in(self.ring_at(level)?, plaintext, level, role)
    }

    /// Likewise, in a ring that has the limbs of the level, and perhaps others.
    pub(crate) fn prepare_in(
        &self,
        ring: &R,
        plaintext: &P::Plaintext,
        level: usize,
        role: Role,
    ) -> Result<Prepared<P, R>, Error> {
        let (element, known) = P::prepared(self, plaintext, ring, role)?;
        Ok(Prepared { element: R::into_crt(element), level, known })
    }

    /// a + m.
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] if it is not guaranteed that the sum decrypts, in CKKS [`Error::Scales`] for
    /// unequal scales, another error if an operand is of other parameters.
    pub fn add_plain(
        &self,
        a: &Ciphertext<P, R>,
        m: &P::Plaintext,
    ) -> Result<Ciphertext<P, R>, Error> {
        self.add_prepared(a, &self.prepare(m, a.level, Role::Addend)?)
    }

    /// a + m for an addend prepared for the level of a.
    ///
    /// # Errors
    /// Returns an error as [`Context::add_plain`], and if m is prepared for another level or role.
    pub fn add_prepared(
        &self,
        a: &Ciphertext<P, R>,
        m: &Prepared<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let mut sum = a.clone();
        self.add_prepared_assign(&mut sum, m)?;
        Ok(sum)
    }

    /// a += m for an addend prepared for the level of a.
    ///
    /// # Errors
    /// Returns an error as [`Context::add_prepared`].
    pub fn add_prepared_assign(
        &self,
        a: &mut Ciphertext<P, R>,
        m: &Prepared<P, R>,
    ) -> Result<(), Error> {
        let estimate = P::addend_estimate(self, a, &m.known)?;
        at_one_level(a, m)?;
        self.check_budget("the sum with a plaintext", a.level, &estimate)?;
        let addend = P::addend(self, a, m)?;
        R::add_assign(&mut a.parts[0], &addend)?;
        a.estimate = estimate;
        Ok(())
    }

    /// a·m. In CKKS of the product of the scales: rescale it.
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] if it is not guaranteed that the product decrypts, another error if an operand is
    /// of other parameters.
    pub fn multiply_plain(
        &self,
        a: &Ciphertext<P, R>,
        m: &P::Plaintext,
    ) -> Result<Ciphertext<P, R>, Error> {
        self.multiply_prepared(a, &self.prepare(m, a.level, Role::Factor)?)
    }

    /// a·m for a factor prepared for the level of a.
    ///
    /// # Errors
    /// Returns an error as [`Context::multiply_plain`], and if m is prepared for another level or role.
    pub fn multiply_prepared(
        &self,
        a: &Ciphertext<P, R>,
        m: &Prepared<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let (scale, estimate) = self.product_with(a, m)?;
        let parts = a.parts.iter().map(|part| R::Fused::mul(part, &m.element));
        Ok(Ciphertext::new(parts.collect::<Result<_, _>>()?, a.level, scale, estimate))
    }

    /// a *= m for a factor prepared for the level of a.
    ///
    /// # Errors
    /// Returns an error as [`Context::multiply_prepared`].
    pub fn multiply_prepared_assign(
        &self,
        a: &mut Ciphertext<P, R>,
        m: &Prepared<P, R>,
    ) -> Result<(), Error> {
        let (scale, estimate) = self.product_with(a, m)?;
        a.parts.iter_mut().try_for_each(|part| R::mul_assign(part, &m.element))?;
        (a.scale, a.estimate, a.seed) = (scale, estimate, None);
        Ok(())
    }

    /// Scale and estimate of a·m, if that is guaranteed to decrypt.
    fn product_with(
        &self,
        a: &Ciphertext<P, R>,
        m: &Prepared<P, R>,
    ) -> Result<(P::Scale, P::Estimate), Error> {
        let made = P::factor_estimate(self, (&a.scale, &a.estimate), &m.known)?;
        at_one_level(a, m)?;
        self.check_budget("the product with a plaintext", a.level, &made.1)?;
        Ok(made)
    }
}

/// Fails unless a plaintext is prepared for a ciphertext's level.
fn at_one_level<P: PackedScheme, R: Ring>(
    a: &Ciphertext<P, R>,
    m: &Prepared<P, R>,
) -> Result<(), Error> {
    if a.level == m.level {
        return Ok(());
    }
    let (what, reason) = ("a plaintext", "prepare it for the level of the ciphertext");
    Err(Error::Modulus { what, found: m.level, wanted: a.level, reason })
}
