//! What is known of the noise of a ciphertext of integers.

use ringassay_scheme::IntegerScheme;

use super::{Inner, Instance};

/// What is known of a ciphertext's noise without its key. All figures but the first two are binary logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// The place of its modulus in the chain, 0 the smallest.
    pub level: usize,
    /// Its parts: 2, or 3 for a product that was not relinearised.
    pub parts: usize,
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

impl Noise {
    pub(super) fn of<P: IntegerScheme>(on: &Instance<P>, a: &Inner<P>) -> Self {
        let (model, noise) = (on.model(), a.noise());
        // The model speaks of a modulus whose half is what decrypts.
        let modulus = on.limit_bits(a.level()) + 1.0;
        Self {
            level: a.level(),
            parts: a.parts().len(),
            coefficient_bits: model.log2_coefficient(noise),
            embedding_bits: noise.log2_mean(),
            bound_bits: on.bound_bits(a),
            worst_bits: model.worst_bits(noise),
            modulus_bits: on.log2_q(a.level()),
            budget_bits: on.budget_bits(a),
            log2_failure: model.log2_failure(noise, modulus),
            log2_average_failure: model.log2_average_failure(noise, modulus),
        }
    }
}
