//! What defines an instance.

use std::ops::Range;

use ringassay_ring::{
    index::Index,
    primes::{factorise, is_prime},
    sample::Distribution,
};

use super::ModulusChain;
use crate::Error;

/// The plaintext modulus t = p^r.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaintextModulus {
    /// p.
    pub prime: u64,
    /// r.
    pub exponent: u32,
}

impl PlaintextModulus {
    /// t lies below 2 to this power: centred residues, and sums of a few, are words with a sign.
    pub const MAX_BITS: u32 = 60;

    /// t, or nothing if it has more than [`PlaintextModulus::MAX_BITS`] bits.
    pub fn value(self) -> Option<u64> {
        self.prime.checked_pow(self.exponent).filter(|&t| t < 1 << Self::MAX_BITS)
    }
}

impl TryFrom<u64> for PlaintextModulus {
    type Error = Error;

    /// t as a power of a prime.
    ///
    /// # Errors
    /// If it is none.
    fn try_from(t: u64) -> Result<Self, Error> {
        match factorise(t)[..] {
            [(prime, exponent)] => Ok(Self { prime, exponent }),
            _ => Err(Error::Parameters(format!(
                "the plaintext modulus {t} is no power of a prime: choose one that is, such as 2, 257 or \
                 65537"
            ))),
        }
    }
}

/// A parameter set of BGV. Public; it travels with every key.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    /// The index m.
    pub index: Index,
    /// t = p^r, p not dividing m.
    pub plaintext: PlaintextModulus,
    /// Primes of ciphertext moduli, dropped from the last on as noise demands.
    pub large: Vec<u64>,
    /// Further primes of ciphertext moduli, at most 6, which come and go.
    pub small: Vec<u64>,
    /// The primes of P, the special modulus of key switching.
    pub special: Vec<u64>,
    /// No digit of key switching is larger than so many of the largest prime.
    pub digit_limbs: usize,
    /// log2 of the modulus of fresh ciphertexts: the largest product up to it. Infinite: all primes.
    pub fresh_log2_q: f64,
    /// The distribution of the secret key's coefficients.
    pub secret: Distribution,
    /// The width σ of errors ([`Distribution::Spherical`]).
    pub sigma: f64,
}

/// The most primes that come and go.
const MAX_SMALL: usize = 6;

impl Parameters {
    /// Fails unless an instance with these parameters exists.
    ///
    /// # Errors
    /// With the reason, and what to change.
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |message: String| Err(Error::Parameters(message));
        if self.index.is_conjugate_invariant() {
            return refuse(format!(
                "vectors of integers lie in cyclotomic rings, not in {}",
                self.index
            ));
        }
        let PlaintextModulus { prime, exponent } = self.plaintext;
        let Some(t) = self.plaintext.value().filter(|_| exponent > 0) else {
            return refuse(format!(
                "t = {prime}^{exponent} has to lie between 2 and 2^{}",
                PlaintextModulus::MAX_BITS
            ));
        };
        if !is_prime(prime) || self.index.m().is_multiple_of(prime) {
            return refuse(format!(
                "the plaintext modulus {t} has to be a power of a prime that does not divide the \
                 index {}",
                self.index.m()
            ));
        }
        if self.large.is_empty() || self.small.len() > MAX_SMALL || self.digit_limbs == 0 {
            return refuse(format!(
                "at least one large prime, at most {MAX_SMALL} small ones and at least one prime to \
                 a digit are needed, not {}, {} and {}",
                self.large.len(),
                self.small.len(),
                self.digit_limbs
            ));
        }
        if let Some(q) = self.primes().find(|q| q.is_multiple_of(prime)) {
            return refuse(format!(
                "the prime {q} divides the plaintext modulus {t}, so that keys would hide nothing: choose another"
            ));
        }
        let error = Distribution::Spherical { sigma: self.sigma };
        error.check(&self.index)?;
        self.secret.check(&self.index)?;
        if self.modulus_chain().levels().is_empty() {
            return refuse(format!("no prime has at most {} bits", self.fresh_log2_q));
        }
        Ok(())
    }

    /// t.
    pub fn t(&self) -> u64 {
        self.plaintext.value().unwrap_or(0)
    }

    /// Whether changes of the modulus multiply messages ([`MessageFactor`](super::MessageFactor)): where a prime of
    /// ciphertext moduli is not 1 modulo t.
    pub fn has_factors(&self) -> bool {
        let t = self.t();
        self.large.iter().chain(&self.small).any(|q| q % t != 1 % t)
    }

    /// The distribution of errors.
    pub fn error(&self) -> Distribution {
        Distribution::Spherical { sigma: self.sigma }
    }

    /// All primes in the order of the limbs: large, small, special.
    pub fn primes(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.large.iter().chain(&self.small).chain(&self.special).copied()
    }

    /// The number of primes of ciphertext moduli.
    pub fn ciphertext_primes(&self) -> usize {
        self.large.len() + self.small.len()
    }

    /// The moduli of ciphertexts.
    pub fn modulus_chain(&self) -> ModulusChain {
        ModulusChain::new(&self.large, &self.small, self.fresh_log2_q)
    }

    /// log2 Q: the product of all primes of ciphertext moduli.
    pub fn log2_q(&self) -> f64 {
        log2_product(self.large.iter().chain(&self.small))
    }

    /// log2 P.
    pub fn log2_p(&self) -> f64 {
        log2_product(&self.special)
    }

    /// log2 of the largest modulus at which something is published: Q·P of key-switching keys.
    pub fn log2_qp(&self) -> f64 {
        self.log2_q() + self.log2_p()
    }

    /// The digits of key switching: which limbs of all ciphertext primes make each.
    pub fn digits(&self) -> Vec<Range<usize>> {
        let bits = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).collect::<Vec<_>>();
        let [large, small, special] = [&self.large, &self.small, &self.special].map(|p| bits(p));
        digit_groups(&large, &small, &special, self.digit_limbs)
    }
}

/// By how many bits primes of one size may differ.
const SAME_SIZE_BITS: f64 = 0.5;

/// Large and small primes, of which the binary logarithms are given, in groups of neighbours whose
/// product is at most that of `limbs` of the largest prime of all.
pub fn digit_groups(
    large: &[f64],
    small: &[f64],
    special: &[f64],
    limbs: usize,
) -> Vec<Range<usize>> {
    let largest = large.iter().chain(small).chain(special).copied().fold(0.0, f64::max);
    let most = limbs as f64 * largest + SAME_SIZE_BITS;
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut size = f64::INFINITY;
    for (i, &bits) in large.iter().chain(small).enumerate() {
        size += bits;
        match groups.last_mut() {
            Some(last) if size <= most => last.end = i + 1,
            _ => {
                groups.push(i..i + 1);
                size = bits;
            }
        }
    }
    groups
}

fn log2_product<'a>(primes: impl IntoIterator<Item = &'a u64>) -> f64 {
    primes.into_iter().map(|&q| (q as f64).log2()).sum()
}
