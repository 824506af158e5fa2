//! What is known of the noise of a ciphertext.

use ringassay_scheme::slot_scheme::ComputingScheme;

use crate::{Ciphertext, Error, SecretKey};

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
    /// The noise budget: from the bound to what decrypts (Q/2 in BGV, Q/2t in BFV), positive where
    /// decryption is certain but for that probability.
    pub budget_bits: f64,
    /// A probability that it does not exceed in decrypting wrongly, however its operands are related: -inf
    /// where it cannot, else at least -64, as far as is known.
    pub log2_failure: f64,
    /// The probability that it decrypts wrongly if its operands are not related and its plaintexts random; at
    /// least -128.
    pub log2_average_failure: f64,
}

impl<S: ComputingScheme> Ciphertext<S> {
    /// What is known of its noise.
    ///
    /// # Errors
    /// None for a ciphertext of this session.
    pub fn noise(&self) -> Result<Noise, Error> {
        let (scheme, inner) = (self.session().scheme(), self.inner());
        let (model, noise, level) = (scheme.model(), S::noise(inner), S::level(inner));
        if level >= scheme.levels() {
            return Err(Error::other_parameters("the ciphertext"));
        }
        // The model speaks of a modulus whose half is what decrypts.
        let modulus = scheme.limit_bits(level) + 1.0;
        Ok(Noise {
            coefficient_bits: model.log2_coefficient(noise),
            embedding_bits: noise.log2_mean(),
            bound_bits: scheme.bound_bits(inner),
            worst_bits: model.worst_bits(noise),
            modulus_bits: scheme.log2_q(level),
            budget_bits: scheme.noise_budget_bits(inner),
            log2_failure: model.log2_failure(noise, modulus),
            log2_average_failure: model.log2_average_failure(noise, modulus),
        })
    }
}

impl<S: ComputingScheme> SecretKey<S> {
    /// The noise that is there: log2 of its root mean square in the canonical embedding, and of its largest
    /// coefficient. Tell nobody who knows the ciphertext's history: it depends on the key.
    ///
    /// # Errors
    /// If the ciphertext is of other parameters.
    pub fn measure(&self, ciphertext: &Ciphertext<S>) -> Result<(f64, f64), Error> {
        self.session().check(ciphertext.session(), "the ciphertext")?;
        let measured = self.session().scheme().measure(self.inner(), ciphertext.inner())?;
        Ok((measured.log2_embedding, measured.log2_largest))
    }
}
