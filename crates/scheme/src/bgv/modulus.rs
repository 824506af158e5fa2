//! From modulus to modulus, and how much room the noise leaves.

use std::{borrow::Cow, sync::Arc};

use super::{Ciphertext, Context, ModulusChain};
use crate::{
    Error, Ring,
    noise::{Model, Noise},
};

/// Levels whose product loses less than this many bits against the best are as good: then fewer
/// limbs decide.
const TOLERANCE_BITS: f64 = 0.5;

/// Levels below one that loses so many bits against the best are not looked at.
const FAR_BITS: f64 = 20.0;

impl<R: Ring> Context<R> {
    /// The ciphertext modulo the product of another level's primes; a copy at its own level.
    ///
    /// # Errors
    /// When the level is higher than that of the ciphertext, or does not exist.
    pub fn switch_to(&self, a: &Ciphertext<R>, level: usize) -> Result<Ciphertext<R>, Error> {
        Ok(self.at_modulus(a, level)?.into_owned())
    }

    /// As [`Context::switch_to`], without a copy where the ciphertext has that modulus.
    ///
    /// # Errors
    /// As [`Context::switch_to`].
    pub fn at_modulus<'a>(
        &self,
        a: &'a Ciphertext<R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<R>>, Error> {
        if level == a.level {
            return Ok(Cow::Borrowed(a));
        }
        let (tables, noise) = self.switching(a, level)?;
        let parts = a.parts.iter().map(|part| R::switch(part, &tables));
        Ok(Cow::Owned(Ciphertext::with_noise(parts.collect::<Result<_, _>>()?, level, noise)))
    }

    /// As [`Context::switch_to`], using up the ciphertext.
    ///
    /// # Errors
    /// As [`Context::switch_to`].
    pub fn switched(&self, a: Ciphertext<R>, level: usize) -> Result<Ciphertext<R>, Error> {
        if level == a.level {
            return Ok(a);
        }
        let (tables, noise) = self.switching(&a, level)?;
        let parts = a.parts.into_iter().map(|part| R::switch(&part, &tables));
        Ok(Ciphertext::with_noise(parts.collect::<Result<_, _>>()?, level, noise))
    }

    /// How a ciphertext is switched to a smaller modulus, and the noise that it has there.
    fn switching(&self, a: &Ciphertext<R>, level: usize) -> Result<(Arc<R::Switch>, Noise), Error> {
        if level > a.level {
            return Err(Error::Modulus {
                what: "a ciphertext",
                found: a.level,
                wanted: level,
                reason: "moduli only become smaller",
            });
        }
        self.tables_at(level)?;
        let levels = self.modulus_chain().levels();
        let (from, to) = (&levels[a.level], &levels[level]);
        let tables = self.switch_tables(&from.limbs, &to.limbs)?;
        let noise = self.model().switch(&a.estimate, to.log2_q - from.log2_q, a.parts.len());
        Ok((tables, noise))
    }

    /// log2(Q/2): what no coefficient of the noise may exceed.
    pub(super) fn modulus_bits(&self, a: &Ciphertext<R>) -> Result<f64, Error> {
        self.limit_bits_at(a.level)
    }

    /// log2 of what the coefficients of the noise stay below, but for a probability of 2^-64.
    pub fn bound_bits(&self, a: &Ciphertext<R>) -> f64 {
        self.model().bound_bits(&a.estimate)
    }

    /// The bits between the bound of the noise and the modulus: positive where decryption is
    /// guaranteed.
    ///
    /// # Errors
    /// When the ciphertext is of other parameters.
    pub fn budget_bits(&self, a: &Ciphertext<R>) -> Result<f64, Error> {
        Ok(self.modulus_bits(a)? - self.bound_bits(a))
    }

    /// log2 of a probability that it does not exceed in decrypting wrongly, however its operands are
    /// related; at least -[`FAILURE_BITS`](crate::noise::FAILURE_BITS) unless it is impossible.
    ///
    /// # Errors
    /// When the ciphertext is of other parameters.
    pub fn log2_failure(&self, a: &Ciphertext<R>) -> Result<f64, Error> {
        Ok(self.model().log2_failure(&a.estimate, self.modulus_bits(a)? + 1.0))
    }

    /// log2 of the probability that it decrypts wrongly if its operands are not related; at least
    /// -[`REACH_BITS`](crate::noise::REACH_BITS).
    ///
    /// # Errors
    /// When the ciphertext is of other parameters.
    pub fn log2_average_failure(&self, a: &Ciphertext<R>) -> Result<f64, Error> {
        Ok(self.model().log2_average_failure(&a.estimate, self.modulus_bits(a)? + 1.0))
    }

    /// The level at which a product of operands with these noises (level, noise, parts) leaves most
    /// room between noise and modulus.
    pub fn product_level(&self, operands: [(usize, &Noise, usize); 2]) -> usize {
        product_level(self.model(), self.modulus_chain(), operands)
    }
}

/// As [`Context::product_level`], for a model and a modulus chain.
pub fn product_level(
    model: &Model,
    modulus_chain: &ModulusChain,
    operands: [(usize, &Noise, usize); 2],
) -> usize {
    let levels = modulus_chain.levels();
    let top = operands[0].0.min(operands[1].0);
    let room = |level: usize| {
        let switched = |(from, noise, parts): (usize, &Noise, usize)| {
            if from == level {
                return *noise;
            }
            model.switch(noise, levels[level].log2_q - levels[from].log2_q, parts)
        };
        let a = switched(operands[0]);
        let b = if operands[0] == operands[1] { a } else { switched(operands[1]) };
        levels[level].log2_q - model.bound_bits(&model.multiply(&a, &b))
    };
    // Room grows while noise shrinks with the modulus, and falls once rounding dominates.
    let mut budgets: Vec<(usize, f64)> = Vec::new();
    let mut best = f64::NEG_INFINITY;
    for level in (0..=top).rev() {
        let room = room(level);
        if room < best - FAR_BITS {
            break;
        }
        best = best.max(room);
        budgets.push((level, room));
    }
    let good = budgets.iter().filter(|(_, room)| *room >= best - TOLERANCE_BITS);
    let cheapest =
        good.min_by_key(|(level, _)| (levels[*level].limbs.len(), std::cmp::Reverse(*level)));
    cheapest.map_or(top, |(level, _)| *level)
}
