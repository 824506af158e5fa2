//! What defines an instance.

use std::ops::Range;

use ringassay_ring::{index::Index, sample::Distribution};

use super::{RingType, Scale};
use crate::Error;

/// A parameter set of CKKS. Public; it travels with every key.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    /// The ring: of index m = 2N, a power of two from 8 on, where elements have N coefficients and vectors up
    /// to N/2 slots; or the conjugate-invariant one of index 4N, from 16 on, with up to N real slots.
    pub index: Index,
    /// The primes of each level, 0 first: Q_l is the product of those of levels 0 to l. A level has one
    /// prime or two; all are 1 modulo m.
    pub levels: Vec<Vec<u64>>,
    /// The primes of P, the special modulus of key switching.
    pub special: Vec<u64>,
    /// How many primes make a digit of key switching.
    pub digit_limbs: usize,
    /// log2 of the scale of fresh ciphertexts.
    pub log2_scale: u32,
    /// Slot j holds the value at ζ^(g^j), g the generator: 5 as in Lattigo, OpenFHE and HEAAN, or 3 as in
    /// SEAL.
    pub generator: u32,
    /// The distribution of the secret key's coefficients.
    pub secret: Distribution,
    /// The width σ of errors ([`Distribution::Spherical`]).
    pub sigma: f64,
}

/// The most primes of a level.
const MAX_LEVEL_PRIMES: usize = 2;

/// The largest log2 of a fresh scale: coefficients of messages are integers of 127 bits.
const MAX_LOG2_SCALE: u32 = 100;

/// The smallest degree.
const MIN_DEGREE: usize = 4;

impl Parameters {
    /// Fails unless an instance with these parameters exists.
    ///
    /// # Errors
    /// With the reason, and what to change.
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |message: String| Err(Error::Parameters(message));
        if !self.index.is_power_of_two() || self.index.degree() < MIN_DEGREE {
            return refuse(format!(
                "the degree of CKKS is a power of two from {MIN_DEGREE} on, which the index {} has not",
                self.index.m()
            ));
        }
        if self.generator != 5 && self.generator != 3 {
            return refuse(format!(
                "the generator of the slots is 5 (Lattigo, OpenFHE) or 3 (SEAL), not {}",
                self.generator
            ));
        }
        let sized = |primes: &Vec<u64>| (1..=MAX_LEVEL_PRIMES).contains(&primes.len());
        if self.levels.is_empty() || !self.levels.iter().all(sized) {
            return refuse(format!(
                "at least one level is needed, each of one to {MAX_LEVEL_PRIMES} primes"
            ));
        }
        if self.special.is_empty() || self.digit_limbs == 0 {
            return refuse(format!(
                "at least one special prime and one prime to a digit are needed, not {} and {}",
                self.special.len(),
                self.digit_limbs
            ));
        }
        if !(1..=MAX_LOG2_SCALE).contains(&self.log2_scale) {
            return refuse(format!(
                "the scale has to lie between 2^1 and 2^{MAX_LOG2_SCALE}, not at 2^{}",
                self.log2_scale
            ));
        }
        self.error().check(&self.index)?;
        self.secret.check(&self.index)?;
        Ok(())
    }

    /// The largest number of slots: N/2, or N in the conjugate-invariant ring.
    pub fn slots(&self) -> usize {
        self.ring_type().slots(self.index.degree())
    }

    /// In which kind of ring messages lie.
    pub fn ring_type(&self) -> RingType {
        RingType::of(&self.index)
    }

    /// The level of fresh ciphertexts: as many products can follow one another.
    pub fn top(&self) -> usize {
        self.levels.len().saturating_sub(1)
    }

    /// The scale of fresh ciphertexts.
    pub fn scale(&self) -> Scale {
        Scale::power_of_two(i64::from(self.log2_scale))
    }

    /// The distribution of errors.
    pub fn error(&self) -> Distribution {
        Distribution::Spherical { sigma: self.sigma }
    }

    /// The primes of ciphertext moduli, level 0 first.
    pub fn ciphertext_primes(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.levels.iter().flatten().copied()
    }

    /// All primes in the order of the limbs: those of the levels, of P.
    pub fn primes(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.ciphertext_primes().chain(self.special.iter().copied())
    }

    /// The number of primes of Q_`level`; of all for a level that does not exist.
    pub fn limbs(&self, level: usize) -> usize {
        self.levels.iter().take(level.saturating_add(1)).map(Vec::len).sum()
    }

    /// log2 Q_`level`.
    pub fn log2_q(&self, level: usize) -> f64 {
        let primes = self.levels.iter().take(level.saturating_add(1)).flatten();
        primes.map(|&q| (q as f64).log2()).sum()
    }

    /// log2 P.
    pub fn log2_p(&self) -> f64 {
        self.special.iter().map(|&q| (q as f64).log2()).sum()
    }

    /// log2 of the largest modulus at which something is published: Q·P of key-switching keys.
    pub fn log2_qp(&self) -> f64 {
        self.log2_q(self.top()) + self.log2_p()
    }

    /// The digits of key switching: which primes of Q make each.
    pub fn digits(&self) -> Vec<Range<usize>> {
        let (count, most) = (self.limbs(self.top()), self.digit_limbs.max(1));
        (0..count).step_by(most).map(|first| first..(first + most).min(count)).collect()
    }

    /// The exponent k for which ζ ↦ ζ^k rotates slots to the left by `steps` (to the right if negative),
    /// cyclically among all of them.
    pub fn rotation(&self, steps: i64) -> u32 {
        let (m, order) = (self.index.m(), self.slots() as i64);
        let mut left = steps.rem_euclid(order.max(1)) as u64;
        let (mut power, mut base) = (1 % m, u64::from(self.generator) % m);
        while left > 0 {
            if left & 1 == 1 {
                power = power * base % m;
            }
            base = base * base % m;
            left >>= 1;
        }
        power as u32
    }

    /// The exponent k for which ζ ↦ ζ^k conjugates all slots; `None` where they are real.
    pub fn conjugation(&self) -> Option<u32> {
        match self.ring_type() {
            RingType::Standard => Some((self.index.m() - 1) as u32),
            RingType::ConjugateInvariant => None,
        }
    }
}
