//! Sums and products with plaintexts, and negatives.

use ringassay_ring::Crt;

use super::{Ciphertext, Context};
use crate::{
    Error, Fused, Plaintext, Ring,
    noise::{Noise, PlaintextSize},
    slot_scheme::Role,
};

/// A plaintext as an element of the ring: (Q/t)·m where it is added, m where it multiplies.
#[derive(Debug, Clone)]
pub struct Prepared<R: Ring> {
    element: R::Element<Crt>,
    level: usize,
    /// Of a factor; an addend has none.
    size: Option<PlaintextSize>,
}

impl<R: Ring> Context<R> {
    /// The plaintext with these coefficients in the powerful basis.
    ///
    /// # Errors
    /// When they are not n residues below t.
    pub fn plaintext(&self, coefficients: Vec<u64>) -> Result<Plaintext, Error> {
        Plaintext::checked(coefficients, self.parameters().index.degree(), self.own().t.q())
    }

    /// A transparent ciphertext of a public message.
    ///
    /// # Errors
    /// When m does not have n residues modulo t.
    pub fn trivial(&self, m: &[u64]) -> Result<Ciphertext<R>, Error> {
        let top = self.top();
        let parts = vec![R::into_crt(self.encode(m, top)?), self.ring_at(top)?.zero()];
        Ok(Ciphertext::with_noise(parts, top, self.encoding_noise()))
    }

    /// n residues modulo t, coefficients in the powerful basis, for sums or for products with ciphertexts of a
    /// level: they are transformed once.
    ///
    /// # Errors
    /// When m does not have n residues modulo t, or there is no such level.
    pub fn prepare(&self, m: &[u64], level: usize, role: Role) -> Result<Prepared<R>, Error> {
        match role {
            Role::Addend => {
                let element = R::into_crt(self.encode(m, level)?);
                Ok(Prepared { element, level, size: None })
            }
            Role::Factor => {
                self.check_message(m)?;
                let element = R::into_crt(self.ring_at(level)?.message(m, &self.own().t)?);
                let size = Some(self.own().plaintexts.plaintext_size(m));
                Ok(Prepared { element, level, size })
            }
        }
    }

    /// -a.
    #[must_use]
    pub fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
        let mut negative = Ciphertext::with_noise(a.parts.clone(), a.level, a.estimate);
        negative.parts.iter_mut().for_each(R::neg_assign);
        negative
    }

    /// a + m for n residues modulo t, coefficients in the powerful basis.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the sum decrypts; when m does not have n
    /// residues modulo t, or a is of other parameters.
    pub fn add_plain(&self, a: &Ciphertext<R>, m: &[u64]) -> Result<Ciphertext<R>, Error> {
        let prepared = self.prepare(m, a.level, Role::Addend)?;
        let mut sum = a.clone();
        self.add_prepared_assign(&mut sum, &prepared)?;
        Ok(sum)
    }

    /// a += m for an addend.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the sum decrypts; when m is prepared
    /// as a factor, or for another level.
    pub fn add_prepared_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        if m.size.is_some() {
            return Err(misprepared("a sum needs an addend"));
        }
        at_level(a, m)?;
        let noise = self.model().add(&a.estimate, &self.encoding_noise());
        self.check_budget("the sum with a plaintext", a.level, &noise)?;
        R::add_assign(&mut a.parts[0], &m.element)?;
        (a.estimate, a.seed) = (noise, None);
        Ok(())
    }

    /// a·m for n residues modulo t, coefficients in the powerful basis. With the coefficients of m
    /// centred modulo t, the phase times m is (Q/t)·m_a·m, multiples of Q, and w·m.
    ///
    /// # Errors
    /// As [`Context::add_plain`].
    pub fn multiply_plain(&self, a: &Ciphertext<R>, m: &[u64]) -> Result<Ciphertext<R>, Error> {
        self.multiply_prepared(a, &self.prepare(m, a.level, Role::Factor)?)
    }

    /// a·m for a factor.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the product decrypts; when m is prepared as an
    /// addend, or for another level.
    pub fn multiply_prepared(
        &self,
        a: &Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let noise = self.masked_noise(a, m)?;
        let parts = a.parts.iter().map(|part| R::Fused::mul(part, &m.element));
        Ok(Ciphertext::with_noise(parts.collect::<Result<_, _>>()?, a.level, noise))
    }

    /// a *= m for a factor.
    ///
    /// # Errors
    /// As [`Context::multiply_prepared`].
    pub fn multiply_prepared_assign(
        &self,
        a: &mut Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<(), Error> {
        let noise = self.masked_noise(a, m)?;
        a.parts.iter_mut().try_for_each(|part| R::mul_assign(part, &m.element))?;
        (a.estimate, a.seed) = (noise, None);
        Ok(())
    }

    /// The noise of a·m, if that is guaranteed to decrypt.
    fn masked_noise(&self, a: &Ciphertext<R>, m: &Prepared<R>) -> Result<Noise, Error> {
        let size = m.size.as_ref().ok_or_else(|| misprepared("a product needs a factor"))?;
        at_level(a, m)?;
        let noise = self.model().multiply_plain(&a.estimate, size);
        self.check_budget("the product with a plaintext", a.level, &noise)?;
        Ok(noise)
    }

    /// The entries of a where the mask is 1, those of b where it is 0: (a - b)·mask + b. The mask is the
    /// plaintext whose slots are 0 and 1, n residues modulo t.
    ///
    /// # Errors
    /// As [`Context::add_plain`].
    pub fn select_plain(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &[u64],
    ) -> Result<Ciphertext<R>, Error> {
        self.add(&self.multiply_plain(&self.sub(a, b)?, mask)?, b)
    }

    /// What round(Q·m/t) differs from Q·m/t by: r/t for r modulo t, centred, of which a caller who
    /// chooses m may choose the worst.
    fn encoding_noise(&self) -> Noise {
        let log2_t = (self.parameters().t as f64).log2();
        self.model().scaled(&self.own().plaintexts.message(), -log2_t)
    }
}

/// Fails unless a plaintext is prepared for a ciphertext's level.
fn at_level<R: Ring>(a: &Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
    if a.level == m.level {
        return Ok(());
    }
    let (what, reason) = ("a plaintext", "it is prepared for ciphertexts of its level");
    Err(Error::Modulus { what, found: m.level, wanted: a.level, reason })
}

fn misprepared(needs: &str) -> Error {
    Error::Unsupported(format!("{needs}: the plaintext was prepared for the other"))
}
