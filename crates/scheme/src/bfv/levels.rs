//! Moduli of ciphertexts, and what products need at each.

use ringassay_kernels::fork::OnceLock;

use super::{Context, Parameters};
use crate::{Error, Ring, noise::Noise};

/// A level loses at most so many bits of noise budget by a product against the modulus of its operands; of
/// those the one with fewest primes is taken. Ten products one after another lose a bit.
const TOLERANCE_BITS: f64 = 0.1;

/// What products at one level need.
#[derive(Debug)]
pub(super) struct ProductTables<R: Ring> {
    /// Modulo Q·B.
    pub(super) qb: R,
    /// t modulo its primes.
    pub(super) t: Vec<u64>,
    /// Division by Q.
    pub(super) drop_q: R::Switch,
}

/// Those of all levels, each made when it is first used.
#[derive(Debug)]
pub(super) struct LevelProducts<R: Ring> {
    /// Of all primes.
    ring: R,
    levels: Vec<OnceLock<ProductTables<R>>>,
}

impl<R: Ring> LevelProducts<R> {
    pub(super) fn new(parameters: &Parameters, ring: &R) -> Self {
        let levels = parameters.primes.iter().map(|_| OnceLock::new()).collect();
        Self { ring: ring.clone(), levels }
    }

    /// The tables of the level of the first `level + 1` primes.
    fn at(&self, level: usize, parameters: &Parameters) -> Result<&ProductTables<R>, Error> {
        let tables = self.levels.get(level).ok_or(Error::Modulus {
            what: "a product",
            found: self.levels.len().saturating_sub(1),
            wanted: level,
            reason: "the chain ends before",
        })?;
        if let Some(tables) = tables.get() {
            return Ok(tables);
        }
        let of_q = 0..=level;
        let first = parameters.primes.len() + parameters.special.len();
        let of_b = first..first + parameters.auxiliary_at(level);
        let limbs: Vec<usize> = of_q.chain(of_b.clone()).collect();
        let qb = self.ring.pick(&limbs);
        let made = ProductTables {
            drop_q: self.ring.switch_between(&limbs, &of_b.collect::<Vec<_>>(), 1)?,
            t: qb.moduli().iter().map(|q| parameters.t % q).collect(),
            qb,
        };
        Ok(tables.get_or_init(|| made))
    }
}

impl<R: Ring> Context<R> {
    pub(super) fn product_tables(&self, level: usize) -> Result<&ProductTables<R>, Error> {
        self.own().products.at(level, self.parameters())
    }

    /// The level with the fewest primes at which a product of operands with these noises (level, noise, parts)
    /// has nearly the noise budget that it has at the lower one of their levels. The noise of a product grows
    /// with that of its operands in units of Q/t, which a smaller Q leaves alone but for the rounding.
    ///
    /// Where the context [insists](Context::insisting), nearly the same budget is asked for in the average case
    /// too: after several products the bound lies tens of bits above the noise, and rounding that is small beside
    /// the bound is most of the noise. What is guaranteed to decrypt loses nothing by that, and has fewer primes.
    pub(super) fn level_of_product(&self, operands: [(usize, &Noise, usize); 2]) -> usize {
        let top = operands[0].0.min(operands[1].0);
        let [bound, mean] = self.room(operands, top);
        let is_enough = |level: &usize| {
            let [certain, average] = self.room(operands, *level);
            certain >= bound - TOLERANCE_BITS
                && (!self.insists() || average >= mean - TOLERANCE_BITS)
        };
        (0..top).rev().take_while(is_enough).last().unwrap_or(top)
    }

    /// What is left of Q, in bits, by a product at a level: by the bound of its noise and in the average case.
    fn room(&self, operands: [(usize, &Noise, usize); 2], level: usize) -> [f64; 2] {
        let log2_q = |level| self.log2_q_at(level).unwrap_or(f64::NEG_INFINITY);
        let switched = |(from, noise, parts): (usize, &Noise, usize)| {
            if from == level {
                return *noise;
            }
            self.model().switch(noise, log2_q(level) - log2_q(from), parts)
        };
        let a = switched(operands[0]);
        let product = if operands[0] == operands[1] {
            self.square_noise(&a, log2_q(level))
        } else {
            self.product_noise(&a, &switched(operands[1]), log2_q(level))
        };
        [self.model().bound_bits(&product), product.log2_mean()].map(|bits| log2_q(level) - bits)
    }
}
