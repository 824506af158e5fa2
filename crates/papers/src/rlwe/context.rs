//! A ring with the distributions of keys and errors.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ringassay_bigring::{Lift, MAX_DEGREE, Upper, width};
use ringassay_kernels::{fork::OnceLock, secrecy};
use ringassay_ring::{
    index::Index,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::Error as SchemeError;

use super::{Noise, Parameters};
use crate::{Error, vocabulary::Multiprecision};

/// Everything of an instance that is no key.
#[derive(Debug, Clone)]
pub struct Context<R: Multiprecision> {
    ring: R,
    parameters: Parameters,
    samplers: Arc<Samplers>,
    delta: BigUint,
    remainder: u64,
}

/// Samplers of keys and errors, which depend on n alone.
#[derive(Debug)]
struct Samplers {
    key: Sampler,
    error: Sampler,
}

/// Powers of two up to [`MAX_DEGREE`].
const DEGREES: usize = MAX_DEGREE.ilog2() as usize + 1;

impl Samplers {
    /// The samplers for a degree, which was checked. Their tables take longer to make than all that is
    /// tallied: they are kept for each of the few degrees.
    fn of(parameters: &Parameters) -> Result<Arc<Self>, Error> {
        static KEPT: [OnceLock<Result<Arc<Samplers>, Error>>; DEGREES] =
            [const { OnceLock::new() }; DEGREES];
        let kept = KEPT[parameters.degree.ilog2() as usize].get_or_init(|| {
            let index = Index::new(2 * parameters.degree as u64)?;
            let error = Distribution::DiscreteGaussian { sigma: parameters.sigma() };
            let [key, error] = [Distribution::Ternary, error]
                .map(|distribution| Sampler::new(&index, distribution));
            Ok(Arc::new(Self { key: key?, error: error? }))
        });
        kept.clone()
    }
}

impl<R: Multiprecision> Context<R> {
    /// The context for these parameters in a ring of theirs.
    ///
    /// # Errors
    /// When no instance has such parameters, or the ring is another.
    pub fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        parameters.check()?;
        if ring.shape().degree != parameters.degree || ring.shape().q != parameters.q {
            return Err(SchemeError::OtherParameters { what: "the ring" }.into());
        }
        Ok(Self {
            samplers: Samplers::of(parameters)?,
            delta: parameters.delta(),
            remainder: parameters.remainder(),
            parameters: parameters.clone(),
            ring,
        })
    }

    /// The ring.
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Narrow polynomials, -1, 0 and 1: keys and ephemeral keys.
    pub(crate) fn keys(&self, seed: &Seed, label: Label, count: usize) -> Result<R::Small, Error> {
        self.ring.small(&self.samplers.key, &mut seed.stream(label, 0), count)
    }

    /// Errors.
    pub(crate) fn errors(
        &self,
        seed: &Seed,
        label: Label,
        count: usize,
    ) -> Result<R::Small, Error> {
        self.ring.small(&self.samplers.error, &mut seed.stream(label, 0), count)
    }

    /// Primes for a product of an element with a small polynomial.
    pub(crate) fn width_of(&self, bound: u64) -> usize {
        let shape = self.ring.shape();
        width(shape.log2_product(shape.log2_q, (bound.max(1) as f64).log2()))
    }

    /// A small polynomial, ready for products with elements.
    pub(crate) fn factor(&self, x: &R::Small) -> Result<R::EvaluationForm, Error> {
        self.ring.transform_small(x, self.width_of(R::bound(x)))
    }

    /// Elements, ready for products with narrow polynomials or errors, as `bound` says.
    pub(crate) fn constant(&self, x: &R::Vector, bound: u64) -> Result<R::EvaluationForm, Error> {
        R::transform(x, 0..R::count(x), Lift::Positive, self.width_of(bound))
    }

    /// The bound of the narrow polynomials that are drawn.
    pub(crate) fn key_bound(&self) -> u64 {
        self.samplers.key.bound()
    }

    /// The bound of the errors that are drawn.
    pub(crate) fn error_bound(&self) -> u64 {
        self.samplers.error.bound()
    }

    /// x·y modulo q, where x are elements ready for products with the small polynomials y, of which
    /// there are several, or several x.
    pub(crate) fn products(
        &self,
        x: &R::EvaluationForm,
        y: &R::EvaluationForm,
    ) -> Result<R::Vector, Error> {
        R::reduce(R::tensor(x, y)?)
    }

    /// -(a·s + e) for each element of a: samples of ring learning with errors.
    pub(crate) fn samples(
        &self,
        a: &R::Vector,
        s: &R::EvaluationForm,
        e: &R::Small,
    ) -> Result<R::Vector, Error> {
        let mut b = R::product(a, 0..R::count(a), s)?;
        R::add_small_assign(&mut b, 0, e, 1)?;
        R::neg_assign(&mut b);
        R::publish(&mut b);
        Ok(b)
    }

    /// Δ·m for a message of n residues modulo t, as integers in (-t/2, t/2\]: since
    /// Δ·(m-t) = Δ·m + (q mod t) modulo q, that is added where m > t/2.
    pub(crate) fn encode(&self, message: &[u64]) -> Result<R::Vector, Error> {
        self.check_message(message)?;
        let upper = Upper { above: self.parameters.t / 2, extra: self.remainder };
        self.ring.message(message, &self.delta, upper)
    }

    /// Fails unless a message has n coefficients, residues modulo t.
    pub(crate) fn check_message(&self, message: &[u64]) -> Result<(), Error> {
        let Parameters { degree, t, .. } = self.parameters;
        if message.len() != degree {
            return Err(SchemeError::Parameters(format!(
                "a message has {degree} coefficients, not {}",
                message.len()
            ))
            .into());
        }
        if !secrecy::all_below(message, t) {
            return Err(SchemeError::Parameters(format!(
                "the coefficients of a message lie below the plaintext modulus {t}"
            ))
            .into());
        }
        Ok(())
    }

    /// log2 of the largest coefficient of what a phase is above Δ·m.
    pub(crate) fn measured(&self, mut phase: R::Vector, message: &[u64]) -> Result<f64, Error> {
        R::sub_assign(&mut phase, 0, &self.encode(message)?)?;
        Ok(R::log2_largest(&phase))
    }

    /// w^i times an integer polynomial, for i below `count`.
    pub(crate) fn multiples(
        &self,
        message: &[i64],
        log2_w: u32,
        count: usize,
    ) -> Result<R::Vector, Error> {
        let mut encoded = self.ring.zero(1);
        R::add_small_assign(&mut encoded, 0, &self.ring.given(message)?, 1)?;
        R::multiples(&encoded, log2_w, count)
    }

    /// Noise of that bound, on a message modulo t.
    pub(crate) fn noise(&self, bound: f64) -> Noise {
        let Parameters { degree, t, .. } = self.parameters;
        Noise { bound, message: t as f64 / 2.0, terms: degree as f64 }
    }

    /// Noise of that bound, on a fresh message that is not reduced modulo 2 when it grows.
    pub(crate) fn bits_noise(&self, bound: f64) -> Noise {
        Noise { message: 1.0, ..self.noise(bound) }
    }

    /// Noise of a sum of ciphertexts of Δ·m: where the sum of messages wraps around t, q mod t is
    /// added.
    pub(crate) fn sum_noise(&self, a: &Noise, b: &Noise) -> Noise {
        let terms = a.terms.max(b.terms);
        Noise { terms, ..self.noise(a.bound + b.bound + self.remainder as f64) }
    }

    /// Noise of a ciphertext of Δ·m negated: -t/2 is t/2.
    pub(crate) fn negated_noise(&self, a: &Noise) -> Noise {
        Noise { bound: a.bound + self.remainder as f64, ..*a }
    }

    /// A product of elements of ciphertexts of Δ·m with a public integer, and its noise: the message
    /// wraps around t at most (|factor| + 1)/2 times.
    pub(crate) fn scaled(
        &self,
        x: &R::Vector,
        noise: &Noise,
        factor: i64,
    ) -> Result<(R::Vector, Noise), Error> {
        let mut constant = vec![0; self.parameters.degree];
        if let Some(first) = constant.first_mut() {
            *first = factor;
        }
        let constant = self.factor(&self.ring.given(&constant)?)?;
        let norm = factor.unsigned_abs() as f64;
        let bound = norm * noise.bound + (norm + 1.0) / 2.0 * self.remainder as f64;
        Ok((R::product(x, 0..R::count(x), &constant)?, Noise { bound, ..*noise }))
    }

    /// (Δ - (q mod t))/2: noise below it does not change what is decrypted from Δ·m.
    pub fn limit(&self) -> f64 {
        let delta = self.delta.to_f64().unwrap_or(f64::INFINITY);
        (delta - self.remainder as f64) / 2.0
    }
}
