//! How operations change the noise of BGV ciphertexts.

use std::{
    f64::consts::{LN_2, SQRT_2},
    sync::Arc,
};

use ringassay_kernels::fork::OnceLock;
use ringassay_ring::{
    embedding::Embedding,
    index::Index,
    sample::{Distribution, Sampler},
};

use super::{
    Coefficients, Embeddings, FAILURE_BITS, Noise, PlaintextSize, Profile, REACH_BITS, Tail,
    log2_coefficient_variance, log2_sum, log2_tail, quantile,
};
use crate::Error;

/// What noises depend on besides the modulus: ring, plaintext modulus, distributions.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) degree: f64,
    /// [`Index::embedding_stretch`]: E|x_i|² of an element with coefficients of variance 1.
    pub(super) stretch: f64,
    pub(super) embeddings: Embeddings,
    /// t, and rounded to a double.
    t: u64,
    pub(super) plaintext: f64,
    /// How many parties' secrets s is the sum of ([`Model::for_parties`]).
    pub(super) parties: f64,
    /// E|s_i|².
    pub(super) secret: f64,
    /// E|(g·e)_i|².
    pub(super) error: f64,
    /// The largest |s_i| and |(g·e)_i|.
    pub(super) worst_secret: f64,
    pub(super) worst_error: f64,
    /// log2 of the variance of a coefficient over that of an embedding.
    coefficient: f64,
    /// log2 of the largest |coefficient| over that of an embedding.
    worst_coefficient: f64,
    /// L: a |z_i|², z_i complex normal, exceeds L·E|z_i|² for one of the n embeddings with less than
    /// the probability 2^-[`FAILURE_BITS`](super::FAILURE_BITS); of real ones [`Embeddings::width`] times that.
    pub(super) tail: f64,
    /// No |s_i|² of a secret exceeds so many times E|s_i|².
    pub(super) secret_tail: f64,
    /// [`quantile`] of these bits.
    quantile: f64,
    coefficients: Coefficients,
    /// [`Model::rounding`] of one to three parts.
    pub(super) roundings: [Noise; 3],
    index: Index,
    /// Made when the size of a plaintext is first asked for.
    embedding: Arc<OnceLock<Embedding>>,
}

/// What the tail of each source of noise has for nothing, as the exponent of 1/e: its mean, and what
/// it takes to pick the worst of a thousand ciphertexts at every step of a computation.
const FREE: f64 = 8.0;

impl Model {
    /// The model of BGV over the ring of `index` with plaintext modulus t.
    ///
    /// # Errors
    /// When a distribution has no sampler for the index, or the error is not spherical.
    pub fn new(
        index: &Index,
        t: u64,
        secret: Distribution,
        error: Distribution,
    ) -> Result<Self, Error> {
        let spherical = error.spherical_variance(index).ok_or_else(|| {
            Error::Parameters(format!(
                "errors have to be spherical, which {error} is not for index {}",
                index.m()
            ))
        })?;
        let (degree, stretch) = (index.degree() as f64, index.embedding_stretch());
        let embeddings = Embeddings::of(index);
        let tail = degree.ln() + FAILURE_BITS * LN_2;
        let odd = index.odd_primes().count() as i32;
        let weight = match secret {
            // |b_j| <= 2 for the basis of the conjugate-invariant ring.
            Distribution::SparseTernary { weight } => weight as f64 * stretch / degree,
            _ => stretch * Sampler::new(index, secret)?.bound() as f64,
        };
        let shrink = |p: u32| ((f64::from(p) - 1.0) / f64::from(p)).sqrt() * SQRT_2;
        let mut model = Self {
            degree,
            stretch,
            embeddings,
            t,
            plaintext: t as f64,
            parties: 1.0,
            secret: secret.embedding_variance(index),
            error: spherical,
            worst_secret: weight,
            // |g·b_j| <= 2 for each odd prime, b the decoding basis.
            worst_error: stretch * Sampler::new(index, error)?.bound() as f64 * 2_f64.powi(odd),
            coefficient: log2_coefficient_variance(index),
            worst_coefficient: index.odd_primes().map(shrink).product::<f64>().log2(),
            tail,
            secret_tail: secret.largest_embedding(index).unwrap_or(tail * embeddings.width()),
            quantile: quantile(FAILURE_BITS, degree),
            coefficients: Coefficients::new(index),
            roundings: [Noise::ZERO; 3],
            index: index.clone(),
            embedding: Arc::default(),
        };
        model.roundings = [1, 2, 3].map(|parts| model.round(parts));
        Ok(model)
    }

    /// The noise of this variance, but for s^`power` independent of s, with the largest embedding that
    /// is possible.
    pub(super) fn source(&self, variance: f64, power: usize, worst: f64) -> Noise {
        let profile = Profile::monomial(variance, power.min(4)).over(self.embeddings);
        let largest = self.secret_tail.powi(power as i32);
        Noise {
            mean: profile,
            fourth: profile.times(&profile).scaled(self.embeddings.half_fourth().log2() / 2.0),
            bound: profile,
            tail: self.tail_of(variance * largest, worst),
            log2_worst: worst.log2(),
        }
    }

    /// Noise of the same average, independent of s and normal in every embedding.
    pub fn normal(&self, a: &Noise) -> Noise {
        self.source(a.mean.log2_mean().exp2(), 0, a.log2_worst.exp2())
    }

    /// The noise of this variance that is a product of what is drawn once, for a key, and of what is
    /// drawn anew: neither depends on s, but both vary from embedding to embedding.
    pub(super) fn product_source(&self, variance: f64, worst: f64) -> Noise {
        let profile = Profile::monomial(variance, 0);
        // E|v|⁴ is the product of two.
        let half_fourth = 2.0 * self.embeddings.half_fourth().powi(2);
        let fourth = profile.times(&profile).scaled(half_fourth.log2() / 2.0);
        let tail = self.tail_of(variance * self.tail * self.embeddings.width(), worst);
        Noise { fourth, tail, ..self.source(variance, 0, worst) }
    }

    /// The tail of a normal variable of this variance.
    pub(super) fn tail_of(&self, variance: f64, worst: f64) -> Tail {
        let scale = variance * self.embeddings.width();
        Tail::exponential(scale, FREE, self.tail).at_most(worst.log2())
    }

    /// A message, its coefficients centred modulo t: a random one in the average case, and whatever the
    /// caller takes in the bounds.
    pub fn message(&self) -> Noise {
        let (t, worst) = (self.plaintext, self.stretch * self.plaintext / 2.0);
        let random = self.source(self.stretch * (t * t - 1.0) / 12.0, 0, worst);
        let bound = Profile::monomial(self.stretch * t * t / 4.0, 0);
        Noise { bound, tail: Tail::certain(worst.log2()), ..random }
    }

    /// The size of the plaintext with these coefficients in the powerful basis, residues modulo t.
    pub fn plaintext_size(&self, coefficients: &[u64]) -> PlaintextSize {
        let embedding = self.embedding.get_or_init(|| Embedding::new(&self.index));
        PlaintextSize::new(embedding, coefficients, self.t)
    }

    /// An encryption of 0 under the public key: t·(e·u + e_0 + e_1·s).
    ///
    /// e belongs to the key as s does, and so to the noise of all encryptions. The sum of |e_i|² and
    /// |s_i|², each in units of its mean, has the mean 2 and the variance 2: so has 2 - √2 + √2·y.
    pub fn public_key_encryption(&self) -> Noise {
        let variance = self.plaintext * self.plaintext * self.error;
        let worst = self.plaintext * self.worst_error;
        let factor = |share: f64, power: usize| {
            let variance = variance * self.secret * share;
            self.source(variance, power, worst * self.worst_secret)
        };
        let products = self.add_independent(&factor(2.0 - SQRT_2, 0), &factor(SQRT_2, 1));
        let tail = self.product_source(variance * self.secret, worst * self.worst_secret).tail;
        let products = Noise { tail: tail.plus(&factor(1.0, 1).tail), ..products };
        self.add_independent(&self.source(variance, 0, worst), &products)
    }

    /// An encryption of 0 under the secret key: t·e.
    pub fn secret_key_encryption(&self) -> Noise {
        let t = self.plaintext;
        self.source(t * t * self.error, 0, t * self.worst_error)
    }

    /// What rounding `parts` parts of a ciphertext adds: Σ τ_j·s^j with coefficients of τ_j uniform
    /// in \[-t/2, t/2\].
    pub fn rounding(&self, parts: usize) -> Noise {
        let known = parts.checked_sub(1).and_then(|i| self.roundings.get(i));
        known.copied().unwrap_or_else(|| self.round(parts))
    }

    pub(super) fn round(&self, parts: usize) -> Noise {
        let variance = self.stretch * self.plaintext * self.plaintext / 12.0;
        let worst = self.stretch * self.plaintext / 2.0;
        let part = |power: usize| {
            let k = power as i32;
            self.source(variance * self.secret.powi(k), power, worst * self.worst_secret.powi(k))
        };
        (0..parts).map(part).fold(Noise::ZERO, |sum, part| self.add_independent(&sum, &part))
    }

    /// What a key switch adds before the division by P: Σ D_j·t·e_j, for digits uniform in
    /// ±2^`log2_digit`/2, and e_j the sum of an error of each party.
    pub fn key_switch(&self, log2_digits: &[f64]) -> Noise {
        let error = self.parties * self.error;
        let single = self.plaintext * self.plaintext * error * self.stretch / 12.0;
        let worst = self.stretch * self.plaintext * self.parties * self.worst_error / 2.0;
        let product = self.product_source(single, worst);
        let terms = log2_digits.iter().map(|&log2| self.scaled(&product, log2));
        terms.fold(Noise::ZERO, |sum, term| self.add_independent(&sum, &term))
    }

    /// The sum of two ciphertexts.
    pub fn add(&self, a: &Noise, b: &Noise) -> Noise {
        self.sum(a, b, Profile::plus_dependent, Tail::plus_dependent)
    }

    /// The sum with noise that is independent by construction.
    pub fn add_independent(&self, a: &Noise, b: &Noise) -> Noise {
        self.sum(a, b, Profile::plus, Tail::plus)
    }

    /// The sum of noises whose bounds and tails add up so.
    fn sum(
        &self,
        a: &Noise,
        b: &Noise,
        bounds: impl Fn(&Profile, &Profile) -> Profile,
        tails: impl Fn(&Tail, &Tail) -> Tail,
    ) -> Noise {
        // Most messages of CKKS have no error of approximation.
        if a.is_zero() || b.is_zero() {
            return if a.is_zero() { *b } else { *a };
        }
        // E|a + b|⁴ = E|a|⁴ + 4·E|a|²·E|b|² + E|b|⁴; 6 for real a and b.
        let half_cross = (self.embeddings.cross() / 2.0).log2() / 2.0;
        Noise {
            mean: a.mean.plus(&b.mean),
            fourth: a.fourth.plus(&b.fourth).plus(&a.mean.times(&b.mean).scaled(half_cross)),
            bound: bounds(&a.bound, &b.bound),
            tail: tails(&a.tail, &b.tail),
            log2_worst: log2_sum(a.log2_worst, b.log2_worst),
        }
    }

    /// The product of two ciphertexts. The operands may be related, and the same embedding of both
    /// extreme: the tails multiply. In the bound, E|a_i|²·|b_i|² exceeds the product of the means by the
    /// covariance, which the variances of |a_i|² and |b_i|² limit, and their largest values: by 2 where
    /// both are normal, and one and the same.
    pub fn multiply(&self, a: &Noise, b: &Noise) -> Noise {
        if a.is_zero() || b.is_zero() {
            return Noise::ZERO;
        }
        let related = 1.0 + (a.relative_variance() * b.relative_variance()).sqrt();
        let extreme = |x: &Noise| 2.0 * x.tail.log2() - x.bound.log2_mean();
        let most = extreme(a).min(extreme(b)).max(1.0);
        Noise {
            mean: a.mean.times(&b.mean),
            fourth: a.fourth.times(&b.fourth).scaled(0.5),
            bound: a.bound.times(&b.bound).scaled(related.log2().min(most) / 2.0),
            tail: a.tail.times(&b.tail),
            log2_worst: a.log2_worst + b.log2_worst,
        }
    }

    /// The square of a ciphertext. E|v|⁸ is taken to be 6·(E|v|⁴)², as for normal v, or 35/3 times that for
    /// real ones.
    pub fn square(&self, a: &Noise) -> Noise {
        let factor = 2.0 * self.embeddings.eighth();
        let fourth = a.fourth.times(&a.fourth).scaled(factor.log2() / 2.0);
        Noise { mean: a.fourth.scaled(0.5), fourth, ..self.multiply(a, a) }
    }

    /// The product with a plaintext of the caller's, to which the noise may be related by plaintexts that
    /// it was multiplied with before: as in [`Model::multiply`], but of the noise only what varies beyond
    /// its being normal can be.
    pub fn multiply_plain(&self, a: &Noise, m: &PlaintextSize) -> Noise {
        let related = 1.0 + (a.unevenness() * m.relative_variance()).sqrt();
        let most = 2.0 * m.log2_largest - m.log2_mean_square;
        let product = self.mask(a, m);
        Noise { bound: product.bound.scaled(related.log2().min(most) / 2.0), ..product }
    }

    /// The product with a plaintext that is not related to the noise: the mask of a rotation, whose
    /// embeddings the automorphisms between two masks permute.
    pub fn mask(&self, a: &Noise, m: &PlaintextSize) -> Noise {
        let size = m.log2_mean_square / 2.0;
        Noise {
            mean: a.mean.scaled(size),
            fourth: a.fourth.scaled(m.log2_mean_fourth / 2.0),
            bound: a.bound.scaled(size),
            tail: a.tail.scaled(m.log2_largest),
            log2_worst: a.log2_worst + m.log2_worst,
        }
    }

    /// 2^`log2` times the noise.
    pub fn scaled(&self, a: &Noise, log2: f64) -> Noise {
        Noise {
            mean: a.mean.scaled(log2),
            fourth: a.fourth.scaled(2.0 * log2),
            bound: a.bound.scaled(log2),
            tail: a.tail.scaled(log2),
            log2_worst: a.log2_worst + log2,
        }
    }

    /// A change of the modulus by the factor 2^`log2_ratio` of a ciphertext of `parts` parts.
    pub fn switch(&self, a: &Noise, log2_ratio: f64, parts: usize) -> Noise {
        self.add_independent(&self.scaled(a, log2_ratio), &self.rounding(parts))
    }

    /// log2 of the standard deviation of a coefficient in the average case.
    pub fn log2_coefficient(&self, a: &Noise) -> f64 {
        (a.mean.log2_mean() + self.coefficient) / 2.0
    }

    /// log2 of what all coefficients stay below, except with a probability of about
    /// 2^-[`FAILURE_BITS`](super::FAILURE_BITS): what normal coefficients do, and what one extreme
    /// embedding (with its conjugate) adds to them.
    pub fn bound_bits(&self, a: &Noise) -> f64 {
        let normal = (a.bound.log2_mean() + self.coefficient) / 2.0 + self.quantile.log2();
        let extreme = a.tail.log2() + 1.0 + self.coefficient;
        log2_sum(normal, extreme).min(self.worst_bits(a))
    }

    /// log2 of what no coefficient exceeds.
    pub fn worst_bits(&self, a: &Noise) -> f64 {
        a.log2_worst + self.worst_coefficient
    }

    /// log2 of a probability that no ciphertext modulo Q exceeds in decrypting wrongly, however its
    /// operands are related: that n normal coefficients reach what one extreme embedding leaves of Q/2,
    /// or that an embedding is more extreme. -∞ where no randomness reaches Q/2, else at least
    /// -[`FAILURE_BITS`]: so far the [`Tail`] is known.
    pub fn log2_failure(&self, a: &Noise, log2_q: f64) -> f64 {
        let limit = log2_q - 1.0;
        if self.worst_bits(a) < limit {
            return f64::NEG_INFINITY;
        }
        let deviation = ((a.bound.log2_mean() + self.coefficient) / 2.0 - limit).exp2();
        let either = |(nats, log2_extreme): (f64, f64)| {
            let left = 1.0 - (log2_extreme + 1.0 + self.coefficient - limit).exp2();
            let extreme = self.degree.log2() - nats / LN_2;
            log2_sum(log2_tail(left / deviation, self.degree), extreme)
        };
        let least = a.tail.steps(self.tail).map(either).fold(0.0, f64::min);
        least.max(-FAILURE_BITS)
    }

    /// log2 of the probability that a ciphertext modulo Q decrypts wrongly, over all keys and messages,
    /// if its operands were not related and its plaintexts random: that one of the coefficients, normal
    /// for each key, exceeds Q/2. At least -[`REACH_BITS`].
    pub fn log2_average_failure(&self, a: &Noise, log2_q: f64) -> f64 {
        let limit = (log2_q - 1.0 - self.log2_coefficient(a)).exp2();
        let kurtosis = (a.fourth.log2_mean() - 2.0 * a.mean.log2_mean()).exp2()
            / self.embeddings.half_fourth();
        let spread = self.coefficients.spread(kurtosis, a.mean.slope());
        self.coefficients.log2_failure_over_keys(limit, spread).max(-REACH_BITS)
    }
}
