//! What instances of BGV have of their own.

use ringassay_kernels::Zq;
use ringassay_ring::{RingError, sample::Distribution};

use super::{Context, MessageFactor, ModulusChain, Parameters, factor::LevelFactors};
use crate::{
    Error, Ring, Scheme,
    hybrid::{HybridScheme, Shape},
    noise::{Model, Noise},
};

/// The plaintext modulus, and the moduli of ciphertexts.
#[derive(Debug)]
pub struct Own {
    t: Zq,
    modulus_chain: ModulusChain,
    /// Where changes of the modulus multiply messages.
    pub(super) factors: Option<LevelFactors>,
}

impl HybridScheme for Parameters {
    const SCHEME: Scheme = Scheme::Bgv;
    const CHECKS_RELINEARISATION: bool = false;

    type Own<R: Ring> = Own;
    type Scale = MessageFactor;
    type Estimate = Noise;

    fn check(&self) -> Result<(), Error> {
        self.check()
    }

    fn shape(&self) -> Shape<'_> {
        let levels = self.modulus_chain();
        let primes: Vec<u64> = self.primes().collect();
        Shape {
            index: &self.index,
            levels: levels.levels().iter().map(|level| level.limbs.clone()).collect(),
            special: self.ciphertext_primes()..primes.len(),
            primes,
            digits: self.digits(),
            secret: self.secret,
            ephemeral: ephemeral(self.secret),
            error: self.error(),
            t: self.t(),
            special_of_public_keys: 1,
        }
    }

    fn own<R: Ring>(&self, _: &R) -> Result<Own, Error> {
        let t = Zq::new(self.t()).map_err(|error| Error::Ring(RingError::Zq(error)))?;
        let modulus_chain = self.modulus_chain();
        let factors = LevelFactors::of(self, modulus_chain.levels(), t.modulus());
        Ok(Own { t, modulus_chain, factors })
    }

    fn with_noise(model: &Model, estimate: &Noise, noise: &Noise) -> Noise {
        model.add_independent(estimate, noise)
    }

    fn bound_bits(model: &Model, estimate: &Noise) -> f64 {
        model.bound_bits(estimate)
    }

    fn errors(_: &Model, estimate: &Noise) -> Noise {
        *estimate
    }

    fn limit_bits(&self, log2_q: f64) -> f64 {
        log2_q - 1.0
    }
}

/// Only the bound of a key enters every operation; that of an ephemeral secret is not worth its time.
pub(crate) fn ephemeral(secret: Distribution) -> Distribution {
    match secret {
        Distribution::BoundedTernary => Distribution::Ternary,
        other => other,
    }
}

impl<R: Ring> Context<R> {
    /// Arithmetic modulo t.
    pub fn t(&self) -> &Zq {
        &self.own().t
    }

    /// The moduli of ciphertexts.
    pub fn modulus_chain(&self) -> &ModulusChain {
        &self.own().modulus_chain
    }
}
