//! What instances of CKKS have of their own.

use ringassay_kernels::fork::OnceLock;
use ringassay_ring::Crt;

use super::{Context, Estimate, Parameters, RingType, Scale};
use crate::{
    Error, Ring, Scheme,
    bgv::ephemeral,
    hybrid::{HybridScheme, Shape},
    noise::{Model, Noise, log2_sum},
};

/// The units of each level: made when first used.
#[derive(Debug)]
pub struct Units<R: Ring>(Vec<OnceLock<UnitsOfLevel<R>>>);

/// 1 and i in every slot, modulo Q of a level.
#[derive(Debug)]
pub(super) struct UnitsOfLevel<R: Ring> {
    pub(super) one: R::Element<Crt>,
    /// X^(N/2); there is none in the conjugate-invariant ring.
    pub(super) i: Option<R::Element<Crt>>,
}

impl HybridScheme for Parameters {
    const SCHEME: Scheme = Scheme::Ckks;
    const CHECKS_RELINEARISATION: bool = true;

    type Own<R: Ring> = Units<R>;
    type Scale = Scale;
    type Estimate = Estimate;

    fn check(&self) -> Result<(), Error> {
        self.check()
    }

    fn shape(&self) -> Shape<'_> {
        let primes: Vec<u64> = self.primes().collect();
        Shape {
            index: &self.index,
            levels: (0..self.levels.len()).map(|level| (0..self.limbs(level)).collect()).collect(),
            special: self.limbs(self.top())..primes.len(),
            primes,
            digits: self.digits(),
            secret: self.secret,
            ephemeral: ephemeral(self.secret),
            error: self.error(),
            t: 1,
            special_of_public_keys: 1,
        }
    }

    fn own<R: Ring>(&self, _: &R) -> Result<Units<R>, Error> {
        Ok(Units(self.levels.iter().map(|_| OnceLock::new()).collect()))
    }

    fn with_noise(model: &Model, estimate: &Estimate, noise: &Noise) -> Estimate {
        Estimate { noise: model.add_independent(&estimate.noise, noise), ..*estimate }
    }

    fn bound_bits(model: &Model, estimate: &Estimate) -> f64 {
        // A coefficient is a mean of embeddings.
        let known = log2_sum(estimate.message.log2_worst, estimate.approximation.log2_worst);
        if estimate.noise == Noise::ZERO {
            known
        } else {
            // Coefficients of noise are as good as normal but for products of related noise: of e² where embeddings are
            // real, and of e times its conjugate anywhere, all embeddings have one sign, and coefficient 0 is their mean.
            let mean = estimate.noise.bound.log2_mean() / 2.0;
            log2_sum(known, log2_sum(model.bound_bits(&estimate.noise), mean))
        }
    }

    fn errors(model: &Model, estimate: &Estimate) -> Noise {
        model.add(&estimate.noise, &estimate.approximation)
    }

    fn limit_bits(&self, log2_q: f64) -> f64 {
        log2_q - 1.0
    }
}

impl<R: Ring> Context<R> {
    /// 1 and i modulo Q of a level.
    pub(super) fn units_at(&self, level: usize) -> Result<&UnitsOfLevel<R>, Error> {
        let ring = self.ring_at(level)?;
        let degree = ring.index().degree();
        let monomial = |exponent: usize| {
            let mut coefficients = vec![0; degree];
            coefficients[exponent] = 1;
            Ok::<_, Error>(R::into_crt(ring.integers(&coefficients, 2)?))
        };
        // Levels that have a ring have units.
        let units = &self.own().0[level];
        if let Some(units) = units.get() {
            return Ok(units);
        }
        let i = match self.parameters().ring_type() {
            RingType::Standard => Some(monomial(degree / 2)?),
            RingType::ConjugateInvariant => None,
        };
        let made = UnitsOfLevel { one: monomial(0)?, i };
        Ok(units.get_or_init(|| made))
    }
}
