//! Sums and products with plaintexts, and negatives.

use super::{Ciphertext, Context};
use crate::{Error, Ring, noise::Noise};

impl<R: Ring> Context<R> {
    /// -a.
    #[must_use]
    pub fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
        let mut negative = Ciphertext::new(a.parts.clone(), a.noise);
        negative.parts.iter_mut().for_each(R::neg_assign);
        negative
    }

    /// a + m for n residues modulo t, coefficients in the powerful basis.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not promised that the sum decrypts; when m does not have n
    /// residues modulo t, or a is of other parameters.
    pub fn add_plain(&self, a: &Ciphertext<R>, m: &[u64]) -> Result<Ciphertext<R>, Error> {
        let noise = self.shared.model.add(&a.noise, &self.encoding_noise());
        self.promise("the sum with a plaintext", &noise)?;
        let mut sum = Ciphertext::new(a.parts.clone(), noise);
        R::add_assign(&mut sum.parts[0], &R::into_crt(self.encode(m)?))?;
        Ok(sum)
    }

    /// a·m for n residues modulo t, coefficients in the powerful basis. With the coefficients of m
    /// centred modulo t, the phase times m is (Q/t)·m_a·m, multiples of Q, and w·m.
    ///
    /// # Errors
    /// As [`Context::add_plain`].
    pub fn multiply_plain(&self, a: &Ciphertext<R>, m: &[u64]) -> Result<Ciphertext<R>, Error> {
        self.check_message(m)?;
        let element = R::into_crt(self.shared.q.message(m, &self.shared.t)?);
        let size = self.shared.plaintexts.plaintext_size(m);
        let noise = self.shared.model.multiply_plain(&a.noise, &size);
        self.promise("the product with a plaintext", &noise)?;
        let parts = [R::mul(&a.parts[0], &element)?, R::mul(&a.parts[1], &element)?];
        Ok(Ciphertext::new(parts, noise))
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
        self.shared.model.scaled(&self.shared.plaintexts.message(), -log2_t)
    }
}
