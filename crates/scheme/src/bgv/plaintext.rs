//! Plaintexts prepared for sums and products.

use ringassay_ring::Crt;

use super::{Context, Plaintext};
use crate::{Error, Ring, noise::PlaintextSize};

/// A plaintext as an element of the ring of one level, for sums and products with ciphertexts there.
#[derive(Debug, Clone)]
pub struct Prepared<R: Ring> {
    pub(crate) element: R::Element<Crt>,
    pub(crate) level: usize,
    pub(crate) size: PlaintextSize,
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
        self.prepare_in(&self.tables_at(level)?.ring, plaintext, level)
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
        Ok(Prepared { element, level, size })
    }
}
