//! What instances of BFV have of their own.

use ringassay_kernels::Zq;
use ringassay_ring::RingError;

use super::{Context, Parameters};
use crate::{
    Error, Ring, Scheme,
    hybrid::{HybridScheme, Shape},
    noise::{Model, Noise},
};

/// What products and encodings need.
#[derive(Debug)]
pub struct Own<R: Ring> {
    pub(super) t: Zq,
    /// Modulo Q·B.
    pub(super) qb: R,
    /// Division by Q.
    pub(super) drop_q: R::Switch,
    /// -1/t modulo the primes of Q, t modulo those of Q·B.
    pub(super) minus_inverse_t: Vec<u64>,
    pub(super) t_modulo_qb: Vec<u64>,
    /// The model of plaintexts: of sizes modulo t. That of the context is one of errors that are not
    /// multiplied: t = 1.
    pub(super) plaintexts: Model,
}

impl HybridScheme for Parameters {
    const SCHEME: Scheme = Scheme::Bfv;
    const CHECKS_RELINEARISATION: bool = true;

    type Own<R: Ring> = Own<R>;
    type Scale = ();
    type Estimate = Noise;

    fn check(&self) -> Result<(), Error> {
        self.check()
    }

    fn shape(&self) -> Shape<'_> {
        let own = self.primes.len();
        Shape {
            index: &self.index,
            primes: self.all_primes().collect(),
            levels: vec![(0..own).collect()],
            special: own..own + self.special.len(),
            digits: self.digits(),
            secret: self.secret,
            ephemeral: self.secret,
            error: self.error(),
            t: 1,
            special_of_public_keys: 0,
        }
    }

    fn own<R: Ring>(&self, ring: &R) -> Result<Own<R>, Error> {
        let t = Zq::new(self.t).map_err(|error| Error::Ring(RingError::Zq(error)))?;
        let of_b: Vec<usize> =
            (self.primes.len() + self.special.len()..ring.moduli().len()).collect();
        let of_qb: Vec<usize> = (0..self.primes.len()).chain(of_b.iter().copied()).collect();
        let qb = ring.pick(&of_qb);
        // Whatever is inverted is coprime to the prime.
        let minus_inverse = |&q: &u64| {
            let modulus = Zq::new(q).ok()?;
            let modulus = modulus.modulus();
            Some(modulus.neg(modulus.inverse(modulus.reduce(self.t))?))
        };
        let minus_inverse_t = self.primes.iter().map(minus_inverse).collect::<Option<_>>();
        let minus_inverse_t = minus_inverse_t
            .ok_or_else(|| Error::Parameters("t is not invertible modulo Q".to_owned()))?;
        Ok(Own {
            drop_q: ring.switch_between(&of_qb, &of_b, 1)?,
            minus_inverse_t,
            t_modulo_qb: qb.moduli().iter().map(|q| self.t % q).collect(),
            plaintexts: Model::new(&self.index, self.t, self.secret, self.error())?,
            t,
            qb,
        })
    }

    fn with_noise(model: &Model, estimate: &Noise, noise: &Noise) -> Noise {
        model.add_independent(estimate, noise)
    }

    fn bound_bits(model: &Model, estimate: &Noise) -> f64 {
        model.bound_bits(estimate)
    }

    fn limit_bits(&self, log2_q: f64) -> f64 {
        log2_q - (self.t as f64).log2() - 1.0
    }
}

impl<R: Ring> Context<R> {
    /// log2 of the noise at which decryption fails: Q/(2·t).
    pub fn limit_bits(&self) -> f64 {
        HybridScheme::limit_bits(self.parameters(), self.parameters().log2_q())
    }

    /// log2 of a probability that a ciphertext does not exceed in decrypting wrongly, however its
    /// operands are related; at least -[`FAILURE_BITS`](crate::noise::FAILURE_BITS) unless it is
    /// impossible.
    pub fn log2_failure(&self, noise: &Noise) -> f64 {
        self.model().log2_failure(noise, self.limit_bits() + 1.0)
    }

    /// The noise budget in bits: what is left between the bound of the noise and what decrypts.
    pub fn budget_bits(&self, noise: &Noise) -> f64 {
        self.limit_bits() - self.bound_bits(noise)
    }

    /// log2 of what the noise stays below, but with a probability of about 2^-64.
    pub fn bound_bits(&self, noise: &Noise) -> f64 {
        self.model().bound_bits(noise)
    }
}
