//! What is known of the noise of a ciphertext of BGV.

use super::{Ciphertext, SecretKey};
use crate::Error;

/// What is known of a ciphertext's noise without its key. All figures are binary logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// The standard deviation of a coefficient, in the average case.
    pub coefficient_bits: f64,
    /// The root mean square in the canonical embedding, in the average case.
    pub embedding_bits: f64,
    /// What all coefficients stay below but for a probability of about 2^-64, however operands are related.
    pub bound_bits: f64,
    /// What no coefficient can exceed.
    pub worst_bits: f64,
    /// The modulus Q of the ciphertext.
    pub modulus_bits: f64,
    /// The noise budget: from the bound to Q/2, positive where decryption is promised.
    pub budget_bits: f64,
    /// A probability that it does not exceed in decrypting wrongly, however its operands are related: -inf
    /// where it cannot, else at least -64, as far as is known.
    pub log2_failure: f64,
    /// The probability that it decrypts wrongly if its operands are not related and its plaintexts random; at
    /// least -128.
    pub log2_average_failure: f64,
}

impl Ciphertext {
    /// What is known of its noise.
    ///
    /// # Errors
    /// None for a ciphertext of this session.
    pub fn noise(&self) -> Result<Noise, Error> {
        let (context, inner) = (self.session().scheme(), self.inner());
        let (model, noise) = (context.model(), inner.noise());
        let modulus = context.ladder().rungs().get(inner.rung());
        let modulus = modulus.ok_or_else(|| Error::other_parameters("the ciphertext"))?;
        Ok(Noise {
            coefficient_bits: model.log2_coefficient(noise),
            embedding_bits: noise.log2_mean(),
            bound_bits: context.bound_bits(inner),
            worst_bits: model.worst_bits(noise),
            modulus_bits: modulus.log2_q,
            budget_bits: context.capacity_bits(inner)?,
            log2_failure: context.log2_failure(inner)?,
            log2_average_failure: context.log2_average_failure(inner)?,
        })
    }
}

impl SecretKey {
    /// The noise that is there: log2 of its root mean square in the canonical embedding, and of its largest
    /// coefficient. Tell nobody who knows the ciphertext's history: it depends on the key.
    ///
    /// # Errors
    /// If the ciphertext is of other parameters.
    pub fn measure(&self, ciphertext: &Ciphertext) -> Result<(f64, f64), Error> {
        self.session().check(ciphertext.session(), "the ciphertext")?;
        let measured = self.session().scheme().measure(self.inner(), ciphertext.inner())?;
        Ok((measured.log2_embedding, measured.log2_largest))
    }
}
