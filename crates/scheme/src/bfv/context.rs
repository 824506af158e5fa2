//! What instances of BFV have of their own.

use ringassay_kernels::Zq;
use ringassay_ring::RingError;

use super::{Context, Parameters, levels::LevelProducts};
use crate::{
    Error, Ring, Scheme,
    hybrid::{HybridScheme, Shape, UnscaledScheme},
    noise::{Model, Noise},
};

/// What products and encodings need.
#[derive(Debug)]
pub struct Own<R: Ring> {
    pub(super) t: Zq,
    /// -1/t and t modulo the primes of Q.
    pub(super) minus_inverse_t: Vec<u64>,
    pub(super) t_modulo_q: Vec<u64>,
    pub(super) products: LevelProducts<R>,
    /// The model of plaintexts: of sizes modulo t. That of the context is one of errors that are not
    /// multiplied: t = 1.
    pub(super) plaintexts: Model,
}

impl UnscaledScheme for Parameters {
    fn switched_scale<R: Ring>(_: &Context<R>, (): &(), _: [usize; 2]) {}
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
            levels: (1..=own).map(|count| (0..count).collect()).collect(),
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
            minus_inverse_t,
            t_modulo_q: self.primes.iter().map(|q| self.t % q).collect(),
            products: LevelProducts::new(self, ring),
            plaintexts: Model::new(&self.index, self.t, self.secret, self.error())?,
            t,
        })
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
        log2_q - (self.t as f64).log2() - 1.0
    }
}
