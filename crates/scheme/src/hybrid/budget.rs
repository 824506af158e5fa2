//! How much room the noise leaves.

use super::{Ciphertext, Context, HybridScheme};
use crate::{Error, Ring};

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// log2 of what no coefficient exceeds, but for a probability of about 2^-64, of that which has to stay below a limit
    /// for decryption: of the noise, in CKKS of message and errors.
    pub fn bound_bits(&self, a: &Ciphertext<P, R>) -> f64 {
        P::bound_bits(self.model(), &a.estimate)
    }

    /// The noise budget: the bits between that bound and the limit, positive where decryption is guaranteed.
    pub fn budget_bits(&self, a: &Ciphertext<P, R>) -> f64 {
        self.limit_bits(a.level) - self.bound_bits(a)
    }

    /// log2 of what no coefficient may exceed at a level for decryption.
    pub(crate) fn limit_bits_at(&self, level: usize) -> Result<f64, Error> {
        Ok(self.parameters().limit_bits(self.log2_q_at(level)?))
    }

    /// The bits between the bound of what has to stay below the limit and the limit: positive where decryption
    /// is guaranteed.
    pub(crate) fn budget_bits_at(
        &self,
        level: usize,
        estimate: &P::Estimate,
    ) -> Result<f64, Error> {
        Ok(self.limit_bits_at(level)? - P::bound_bits(self.model(), estimate))
    }

    /// Fails unless a ciphertext of this estimate at this level is guaranteed to decrypt, or the context
    /// [insists](Context::insisting).
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] for `operation`, another error if there is no such level.
    pub fn check_budget(
        &self,
        operation: &'static str,
        level: usize,
        estimate: &P::Estimate,
    ) -> Result<(), Error> {
        if self.insists() {
            return Ok(());
        }
        let budget_bits = self.budget_bits_at(level, estimate)?;
        if budget_bits > 0.0 { Ok(()) } else { Err(Error::NoiseBudget { operation, budget_bits }) }
    }
}
