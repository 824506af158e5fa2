//! What defines an instance.

use std::ops::Range;

use ringassay_ring::{index::Index, sample::Distribution};

use crate::{Error, bgv::PlaintextModulus};

/// A parameter set of BFV. Public.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    /// The index m.
    pub index: Index,
    /// The plaintext modulus t, from 2 to below 2^60.
    pub t: u64,
    /// The primes of Q, the modulus of fresh ciphertexts: 1 modulo m, as all others. Their first k make the modulus
    /// of level k - 1.
    pub primes: Vec<u64>,
    /// The primes of P, the special modulus of key switching.
    pub special: Vec<u64>,
    /// The primes of B, by which Q is extended for products.
    pub auxiliary: Vec<u64>,
    /// How many primes make a digit of key switching.
    pub digit_limbs: usize,
    /// The distribution of the secret key's coefficients.
    pub secret: Distribution,
    /// The width σ of errors ([`Distribution::Spherical`]).
    pub sigma: f64,
}

/// t lies below 2 to this power.
const MAX_LOG2_T: u32 = PlaintextModulus::MAX_BITS;

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
        let t = self.t;
        if !(2..1 << MAX_LOG2_T).contains(&t) {
            return refuse(format!(
                "the plaintext modulus has to lie between 2 and 2^{MAX_LOG2_T}, not {t}"
            ));
        }
        if let Some(q) = self.primes.iter().find(|&&q| q == 0 || t.is_multiple_of(q)) {
            return refuse(format!("the plaintext modulus {t} has to be coprime to the prime {q}"));
        }
        if self.primes.is_empty() || self.special.is_empty() || self.digit_limbs == 0 {
            return refuse(format!(
                "at least one prime, one special prime and one prime to a digit are needed, not {}, \
                 {} and {}",
                self.primes.len(),
                self.special.len(),
                self.digit_limbs
            ));
        }
        if self.all_primes().any(|q| q.is_multiple_of(2)) {
            return refuse("the primes of Q, P and B have to be odd".to_owned());
        }
        let needed = self.log2_product(self.log2_q());
        if log2(&self.auxiliary) <= needed {
            return refuse(format!(
                "a product has {needed:.1} bits: the auxiliary primes have only {:.1}",
                log2(&self.auxiliary)
            ));
        }
        self.error().check(&self.index)?;
        self.secret.check(&self.index)?;
        Ok(())
    }

    /// log2 of what B has to exceed: |t/Q·(a·b + c·d)| ≤ t·n·2^k·Q/2 with |a|, … ≤ Q/2 and k odd primes
    /// in the index, along each of which reduction doubles coefficients; twice that, and the rounding.
    fn log2_product(&self, log2_q: f64) -> f64 {
        let odd = self.index.odd_primes().count() as f64;
        let n = self.index.degree() as f64;
        log2_q + (self.t as f64).log2() + n.log2() + odd + 0.01
    }

    /// How many of the primes of B a product needs at a level.
    pub(super) fn auxiliary_at(&self, level: usize) -> usize {
        let needed = self.log2_product(log2(&self.primes[..=level]));
        let most = self.auxiliary.len();
        (1..most).find(|&count| log2(&self.auxiliary[..count]) > needed).unwrap_or(most)
    }

    /// The distribution of errors.
    pub fn error(&self) -> Distribution {
        Distribution::Spherical { sigma: self.sigma }
    }

    /// All primes in the order of the limbs: those of Q, of P, of B.
    pub fn all_primes(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        self.primes.iter().chain(&self.special).chain(&self.auxiliary).copied()
    }

    /// log2 Q.
    pub fn log2_q(&self) -> f64 {
        log2(&self.primes)
    }

    /// log2 P.
    pub fn log2_p(&self) -> f64 {
        log2(&self.special)
    }

    /// The digits of key switching: which primes of Q make each.
    pub fn digits(&self) -> Vec<Range<usize>> {
        let (count, most) = (self.primes.len(), self.digit_limbs.max(1));
        (0..count).step_by(most).map(|first| first..(first + most).min(count)).collect()
    }
}

pub(super) fn log2(primes: &[u64]) -> f64 {
    primes.iter().map(|&q| (q as f64).log2()).sum()
}
