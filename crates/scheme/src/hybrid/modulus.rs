//! From modulus to modulus, and how much room the noise leaves, where a message is not scaled: BGV, BFV.

use std::{borrow::Cow, sync::Arc};

use super::{Ciphertext, Context, UnscaledScheme};
use crate::{Error, Ring, noise::Noise};

impl<P: UnscaledScheme, R: Ring> Context<P, R> {
    /// The ciphertext modulo the product of another level's primes; a copy at its own level.
    ///
    /// # Errors
    /// When the level is higher than that of the ciphertext, or does not exist.
    pub fn switch_to(&self, a: &Ciphertext<P, R>, level: usize) -> Result<Ciphertext<P, R>, Error> {
        Ok(self.at_level(a, level)?.into_owned())
    }

    /// As [`Context::switch_to`], without a copy where the ciphertext has that modulus.
    ///
    /// # Errors
    /// As [`Context::switch_to`].
    pub fn at_level<'a>(
        &self,
        a: &'a Ciphertext<P, R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<P, R>>, Error> {
        if level == a.level {
            return Ok(Cow::Borrowed(a));
        }
        let (tables, noise) = self.switching(a, level)?;
        let parts = a.parts.iter().map(|part| R::switch(part, &tables));
        let scale = P::switched_scale(self, &a.scale, [a.level, level]);
        Ok(Cow::Owned(Ciphertext::new(parts.collect::<Result<_, _>>()?, level, scale, noise)))
    }

    /// As [`Context::switch_to`], using up the ciphertext.
    ///
    /// # Errors
    /// As [`Context::switch_to`].
    pub fn switched(&self, a: Ciphertext<P, R>, level: usize) -> Result<Ciphertext<P, R>, Error> {
        if level == a.level {
            return Ok(a);
        }
        let (tables, noise) = self.switching(&a, level)?;
        let scale = P::switched_scale(self, &a.scale, [a.level, level]);
        let parts = a.parts.into_iter().map(|part| R::switch(&part, &tables));
        Ok(Ciphertext::new(parts.collect::<Result<_, _>>()?, level, scale, noise))
    }

    /// How a ciphertext is switched to a smaller modulus, and the noise that it has there.
    fn switching(
        &self,
        a: &Ciphertext<P, R>,
        level: usize,
    ) -> Result<(Arc<R::Switch>, Noise), Error> {
        a.check_reaches(level)?;
        self.tables_at(level)?;
        let tables = self.switch_tables(self.limbs_at(a.level)?, self.limbs_at(level)?)?;
        let log2_ratio = self.log2_q_at(level)? - self.log2_q_at(a.level)?;
        let noise = self.model().switch(&a.estimate, log2_ratio, a.parts.len());
        Ok((tables, noise))
    }

    /// log2 of the noise that no coefficient may exceed for decryption.
    pub(crate) fn modulus_bits(&self, a: &Ciphertext<P, R>) -> Result<f64, Error> {
        self.limit_bits_at(a.level)
    }

    /// log2 of a probability that it does not exceed in decrypting wrongly, however its operands are
    /// related; at least -[`FAILURE_BITS`](crate::noise::FAILURE_BITS) unless it is impossible.
    ///
    /// # Errors
    /// When the ciphertext is of other parameters.
    pub fn log2_failure(&self, a: &Ciphertext<P, R>) -> Result<f64, Error> {
        Ok(self.model().log2_failure(&a.estimate, self.modulus_bits(a)? + 1.0))
    }

    /// log2 of the probability that it decrypts wrongly if its operands are not related; at least
    /// -[`REACH_BITS`](crate::noise::REACH_BITS).
    ///
    /// # Errors
    /// When the ciphertext is of other parameters.
    pub fn log2_average_failure(&self, a: &Ciphertext<P, R>) -> Result<f64, Error> {
        Ok(self.model().log2_average_failure(&a.estimate, self.modulus_bits(a)? + 1.0))
    }
}
