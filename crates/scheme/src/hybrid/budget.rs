//! How much room the noise leaves.

use super::{Context, HybridScheme};
use crate::{Error, Ring};

impl<P: HybridScheme, R: Ring> Context<P, R> {
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
    pub(crate) fn check_budget(
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
