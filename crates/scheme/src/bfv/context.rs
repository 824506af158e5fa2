//! Rings and tables of an instance.

use std::sync::Arc;

use ringassay_kernels::Zq;
use ringassay_ring::{RingError, RnsRing, sample::Sampler};

use super::{Parameters, parameters::log2};
use crate::{
    Error, Ring,
    hybrid::{RlweSampler, product_modulo},
    noise::{Model, Noise},
};

/// An instance of BFV, ready to compute. A handle, shared by all who use it.
#[derive(Debug)]
pub struct Context<R: Ring> {
    pub(super) shared: Arc<Inner<R>>,
    /// Whether nothing is refused for its noise.
    insists: bool,
}

impl<R: Ring> Clone for Context<R> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), insists: self.insists }
    }
}

#[derive(Debug)]
pub(super) struct Inner<R: Ring> {
    pub(super) parameters: Parameters,
    pub(super) t: Zq,
    /// Modulo Q, Q·P and Q·B.
    pub(super) q: R,
    pub(super) qp: R,
    pub(super) qb: R,
    pub(super) gadget: R::Gadget,
    /// Division by P, and by Q.
    pub(super) drop_p: R::Switch,
    pub(super) drop_q: R::Switch,
    /// -1/t modulo the primes of Q, t modulo those of Q·B, P modulo those of Q·P.
    pub(super) minus_inverse_t: Vec<u64>,
    pub(super) t_modulo_qb: Vec<u64>,
    pub(super) p_modulo_qp: Vec<u64>,
    /// The model of errors that are not multiplied: t = 1.
    pub(super) model: Model,
    /// The model of plaintexts: of sizes modulo t.
    pub(super) plaintexts: Model,
    pub(super) secret: Sampler,
    pub(super) error: Sampler,
    log2_digits: Vec<f64>,
}

impl Context<RnsRing> {
    /// An instance that computes.
    ///
    /// # Errors
    /// When there is no such instance ([`Parameters::check`]), or no ring with these primes.
    pub fn exact(parameters: &Parameters) -> Result<Self, Error> {
        let primes: Vec<u64> = parameters.all_primes().collect();
        Self::new(parameters, &RnsRing::new(&parameters.index, &primes)?)
    }
}

impl<R: Ring> Context<R> {
    /// The instance over `ring`, which has the parameters' index and all their primes.
    ///
    /// # Errors
    /// When there is no such instance ([`Parameters::check`]), or the ring is another.
    pub fn new(parameters: &Parameters, ring: &R) -> Result<Self, Error> {
        parameters.check()?;
        let moduli = ring.moduli();
        if *ring.index() != parameters.index || !parameters.all_primes().eq(moduli.iter().copied())
        {
            return Err(Error::OtherParameters { what: "the ring" });
        }
        let t = Zq::new(parameters.t).map_err(|error| Error::Ring(RingError::Zq(error)))?;
        let own = parameters.primes.len();
        let extended = own + parameters.special.len();
        let of_q: Vec<usize> = (0..own).collect();
        let of_qp: Vec<usize> = (0..extended).collect();
        let of_b: Vec<usize> = (extended..moduli.len()).collect();
        let of_qb = [&of_q[..], &of_b].concat();
        let (qp, qb) = (ring.pick(&of_qp), ring.pick(&of_qb));
        let (secret, error) = (parameters.secret, parameters.error());
        // Whatever is inverted is coprime to the prime.
        let minus_inverse = |&q: &u64| {
            let modulus = Zq::new(q).ok()?;
            let modulus = modulus.modulus();
            Some(modulus.neg(modulus.inverse(modulus.reduce(parameters.t))?))
        };
        let minus_inverse_t = parameters.primes.iter().map(minus_inverse).collect::<Option<_>>();
        let minus_inverse_t = minus_inverse_t
            .ok_or_else(|| Error::Parameters("t is not invertible modulo Q".to_owned()))?;
        let digits = parameters.digits();
        let log2_digits = digits.iter().map(|digit| log2(&parameters.primes[digit.clone()]));
        let shared = Arc::new(Inner {
            gadget: qp.gadget(&digits)?,
            drop_p: ring.switch_between(&of_qp, &of_q, 1)?,
            drop_q: ring.switch_between(&of_qb, &of_b, 1)?,
            minus_inverse_t,
            t_modulo_qb: qb.moduli().iter().map(|q| parameters.t % q).collect(),
            p_modulo_qp: product_modulo(&parameters.special, qp.moduli()),
            model: Model::new(&parameters.index, 1, secret, error)?,
            plaintexts: Model::new(&parameters.index, parameters.t, secret, error)?,
            secret: Sampler::new(&parameters.index, secret)?,
            error: Sampler::new(&parameters.index, error)?,
            log2_digits: log2_digits.collect(),
            parameters: parameters.clone(),
            q: ring.pick(&of_q),
            t,
            qp,
            qb,
        });
        Ok(Self { shared, insists: false })
    }

    /// The same instance, which refuses nothing for its noise: neither operations nor decryption. For
    /// whoever studies noise, and takes what comes. [`Context::log2_failure`] says how likely it is
    /// wrong.
    #[must_use]
    pub fn insisting(&self) -> Self {
        Self { insists: true, ..self.clone() }
    }

    /// Whether nothing is refused: see [`Context::insisting`].
    pub fn insists(&self) -> bool {
        self.insists
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.shared.parameters
    }

    pub(super) fn rlwe_sampler(&self) -> RlweSampler<'_> {
        RlweSampler { errors: &self.shared.error, t: 1 }
    }

    /// What a key switch adds to the noise.
    pub(super) fn key_switch_noise(&self) -> Noise {
        let model = &self.shared.model;
        let sum = model.key_switch(&self.shared.log2_digits);
        model.switch(&sum, -self.parameters().log2_p(), 2)
    }

    /// log2 of the noise at which decryption fails: Q/(2·t).
    pub fn limit_bits(&self) -> f64 {
        self.parameters().log2_q() - (self.parameters().t as f64).log2() - 1.0
    }

    /// What noise is estimated with.
    pub fn model(&self) -> &Model {
        &self.shared.model
    }

    /// The ring modulo Q, of ciphertexts and public keys.
    pub(crate) fn ciphertext_ring(&self) -> &R {
        &self.shared.q
    }

    /// The ring modulo Q·P, of secret keys and those for key switching.
    pub(crate) fn key_ring(&self) -> &R {
        &self.shared.qp
    }

    pub(crate) fn secret_sampler(&self) -> &Sampler {
        &self.shared.secret
    }

    /// log2 of a probability that a ciphertext does not exceed in decrypting wrongly, however its
    /// operands are related; at least -[`FAILURE_BITS`](crate::noise::FAILURE_BITS) unless it is
    /// impossible.
    pub fn log2_failure(&self, noise: &Noise) -> f64 {
        self.shared.model.log2_failure(noise, self.limit_bits() + 1.0)
    }

    /// Fails unless a ciphertext of this noise is guaranteed to decrypt.
    pub(super) fn check_budget(&self, operation: &'static str, noise: &Noise) -> Result<(), Error> {
        let budget_bits = self.budget_bits(noise);
        if budget_bits > 0.0 || self.insists {
            Ok(())
        } else {
            Err(Error::NoiseBudget { operation, budget_bits })
        }
    }

    /// The noise budget in bits: what is left between the bound of the noise and what decrypts.
    pub fn budget_bits(&self, noise: &Noise) -> f64 {
        self.limit_bits() - self.bound_bits(noise)
    }

    /// log2 of what the noise stays below, but with a probability of about 2^-64.
    pub fn bound_bits(&self, noise: &Noise) -> f64 {
        self.shared.model.bound_bits(noise)
    }
}
