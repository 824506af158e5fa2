//! Plaintexts prepared for sums and products.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, MessageFactor, Plaintext};
use crate::{Error, Ring, noise::PlaintextSize};

/// A plaintext as an element of the ring of one level, for sums and products with ciphertexts there.
#[derive(Debug, Clone)]
pub struct Prepared<R: Ring> {
    pub(crate) element: R::Element<Crt>,
    pub(crate) level: usize,
    pub(crate) size: PlaintextSize,
    /// The plaintext itself, where sums need multiples of it modulo t.
    plaintext: Option<Plaintext>,
}

impl<R: Ring> Prepared<R> {
    /// The level for which it is prepared.
    pub fn level(&self) -> usize {
        self.level
    }
}

impl<R: Ring> Context<R> {
    /// The plaintext with these coefficients in the powerful basis.
    ///
    /// # Errors
    /// When they are not n residues below t.
    pub fn plaintext(&self, coefficients: Vec<u64>) -> Result<Plaintext, Error> {
        Plaintext::checked(coefficients, self.parameters().index.degree(), self.t().q())
    }

    /// A plaintext prepared for ciphertexts at `level`: it is transformed once.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn prepare(&self, plaintext: &Plaintext, level: usize) -> Result<Prepared<R>, Error> {
        let prepared = self.prepare_in(&self.tables_at(level)?.ring, plaintext, level)?;
        let kept = self.own().factors.is_some().then(|| plaintext.clone());
        Ok(Prepared { plaintext: kept, ..prepared })
    }

    /// What is added to a for m: f·m modulo t, where that is not what was prepared.
    pub(super) fn addend(
        &self,
        m: &Prepared<R>,
        a: &Ciphertext<R>,
    ) -> Result<Option<R::Element<Crt>>, Error> {
        let Some(plaintext) = m.plaintext.as_ref().filter(|_| a.scale != MessageFactor::ONE) else {
            return Ok(None);
        };
        let t = self.t().modulus();
        let coefficients = plaintext.coefficients().iter();
        let multiple: Vec<u64> = coefficients.map(|&x| t.mul(x, a.scale.value())).collect();
        Ok(Some(R::into_crt(self.ring_at(m.level)?.message(&multiple, self.t())?)))
    }

    /// Likewise, in a ring that has this level's limbs.
    pub(super) fn prepare_in(
        &self,
        ring: &R,
        plaintext: &Plaintext,
        level: usize,
    ) -> Result<Prepared<R>, Error> {
        let element = R::into_crt(ring.message(plaintext.coefficients(), self.t())?);
        let size = self.model().plaintext_size(plaintext.coefficients());
        Ok(Prepared { element, level, size, plaintext: None })
    }
}
