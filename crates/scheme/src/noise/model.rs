//! How operations change the noise of BGV ciphertexts.

use std::f64::consts::{LN_2, SQRT_2};

use ringassay_ring::{
    index::Index,
    sample::{Distribution, Sampler},
};

use super::{
    Coefficients, FAILURE_BITS, Noise, Profile, Tail, log2_coefficient_variance, log2_sum,
    mean_square, quantile,
};
use crate::Error;

/// What noises depend on besides the modulus: ring, plaintext modulus, distributions.
#[derive(Debug, Clone)]
pub struct Model {
    degree: f64,
    plaintext: f64,
    /// E|s_i|².
    secret: f64,
    /// E|(g·e)_i|².
    error: f64,
    /// The largest |s_i| and |(g·e)_i|.
    worst_secret: f64,
    worst_error: f64,
    /// log2 of the variance of a coefficient over that of an embedding.
    coefficient: f64,
    /// log2 of the largest |coefficient| over that of an embedding.
    worst_coefficient: f64,
    /// L: a |z_i|², z_i complex normal, exceeds L·E|z_i|² for one of the n embeddings with less than
    /// the probability 2^-[`FAILURE_BITS`](super::FAILURE_BITS).
    tail: f64,
    /// No |s_i|² of a secret exceeds so many times E|s_i|².
    secret_tail: f64,
    /// [`quantile`] of these bits.
    quantile: f64,
    coefficients: Coefficients,
    /// [`Model::rounding`] of one to three parts.
    roundings: [Noise; 3],
}

/// |m_i|² of a random plaintext exceeds ln n + 3 times its mean for one in twenty of them.
const PLAINTEXT_MARGIN: f64 = 3.0;

/// What the tail of each source of noise has for nothing, as the exponent of 1/e: its mean, and what
/// it takes to pick the worst of a thousand ciphertexts at every step of a computation.
const FREE: f64 = 8.0;

/// How large a plaintext is, as a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaintextSize {
    /// log2 of the mean of |m_i|².
    pub log2_mean_square: f64,
    /// log2 of Σ |coefficient|, which no |m_i| exceeds.
    pub log2_worst: f64,
}

impl PlaintextSize {
    /// That of the plaintext with these coefficients in the powerful basis, centred modulo t.
    pub fn new(index: &Index, coefficients: &[u64], t: u64) -> Self {
        let centred = |&x: &u64| if x > t / 2 { x as f64 - t as f64 } else { x as f64 };
        let coefficients: Vec<f64> = coefficients.iter().map(centred).collect();
        let sum: f64 = coefficients.iter().map(|x| x.abs()).sum();
        Self { log2_mean_square: mean_square(index, &coefficients).log2(), log2_worst: sum.log2() }
    }
}

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
        let degree = index.totient() as f64;
        let tail = degree.ln() + FAILURE_BITS * LN_2;
        let odd = index.odd_primes().count() as i32;
        let weight = match secret {
            Distribution::SparseTernary { weight } => weight as f64,
            _ => degree * Sampler::new(index, secret)?.bound() as f64,
        };
        let shrink = |p: u32| ((f64::from(p) - 1.0) / f64::from(p)).sqrt() * SQRT_2;
        let mut model = Self {
            degree,
            plaintext: t as f64,
            secret: secret.embedding_variance(index),
            error: spherical,
            worst_secret: weight,
            // |g·b_j| <= 2 for each odd prime, b the decoding basis.
            worst_error: degree * Sampler::new(index, error)?.bound() as f64 * 2_f64.powi(odd),
            coefficient: log2_coefficient_variance(index),
            worst_coefficient: index.odd_primes().map(shrink).product::<f64>().log2(),
            tail,
            secret_tail: secret.largest_embedding(index).unwrap_or(tail),
            quantile: quantile(FAILURE_BITS, degree),
            coefficients: Coefficients::new(index),
            roundings: [Noise::ZERO; 3],
        };
        model.roundings = [1, 2, 3].map(|parts| model.round(parts));
        Ok(model)
    }

    /// The noise of this variance, but for s^`power` independent of s, with the largest embedding that
    /// is possible.
    fn source(&self, variance: f64, power: usize, worst: f64) -> Noise {
        let profile = Profile::monomial(variance, power.min(4));
        let largest = self.secret_tail.powi(power as i32);
        Noise {
            mean: profile,
            fourth: profile.times(&profile),
            bound: profile,
            tail: self.tail_of(variance * largest, worst),
            log2_worst: worst.log2(),
        }
    }

    /// The noise of this variance that is a product of what is drawn once, for a key, and of what is
    /// drawn anew: neither depends on s, but both vary from embedding to embedding.
    fn product_source(&self, variance: f64, worst: f64) -> Noise {
        let profile = Profile::monomial(variance, 0);
        let fourth = profile.times(&profile).scaled(0.5);
        let tail = self.tail_of(variance * self.tail, worst);
        Noise { fourth, tail, ..self.source(variance, 0, worst) }
    }

    /// The tail of a normal variable of this variance.
    fn tail_of(&self, variance: f64, worst: f64) -> Tail {
        Tail::exponential(variance, FREE, self.tail).at_most(worst.log2())
    }

    /// A random message, its coefficients centred modulo t.
    pub fn message(&self) -> Noise {
        let t = self.plaintext;
        self.source(self.degree * (t * t - 1.0) / 12.0, 0, self.degree * t / 2.0)
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

    fn round(&self, parts: usize) -> Noise {
        let variance = self.degree * self.plaintext * self.plaintext / 12.0;
        let worst = self.degree * self.plaintext / 2.0;
        let part = |power: usize| {
            let k = power as i32;
            self.source(variance * self.secret.powi(k), power, worst * self.worst_secret.powi(k))
        };
        (0..parts).map(part).fold(Noise::ZERO, |sum, part| self.add_independent(&sum, &part))
    }

    /// What a key switch adds before the division by P: Σ D_j·t·e_j, for digits uniform in
    /// ±2^`log2_digit`/2.
    pub fn key_switch(&self, log2_digits: &[f64]) -> Noise {
        let single = self.plaintext * self.plaintext * self.error * self.degree / 12.0;
        let worst = self.degree * self.plaintext * self.worst_error / 2.0;
        let product = self.product_source(single, worst);
        let terms = log2_digits.iter().map(|&log2| self.scaled(&product, log2));
        terms.fold(Noise::ZERO, |sum, term| self.add_independent(&sum, &term))
    }

    /// The sum of two ciphertexts.
    pub fn add(&self, a: &Noise, b: &Noise) -> Noise {
        let (bound, tail) = (a.bound.plus_dependent(&b.bound), a.tail.plus_dependent(&b.tail));
        Noise { bound, tail, ..self.add_independent(a, b) }
    }

    /// The sum with noise that is independent by construction.
    pub fn add_independent(&self, a: &Noise, b: &Noise) -> Noise {
        Noise {
            mean: a.mean.plus(&b.mean),
            // E|a + b|⁴ = E|a|⁴ + 4·E|a|²·E|b|² + E|b|⁴.
            fourth: a.fourth.plus(&b.fourth).plus(&a.mean.times(&b.mean).scaled(0.5)),
            bound: a.bound.plus(&b.bound),
            tail: a.tail.plus(&b.tail),
            log2_worst: log2_sum(a.log2_worst, b.log2_worst),
        }
    }

    /// The product of two ciphertexts. The operands may be related, and the same embedding of both
    /// extreme: the tails multiply.
    pub fn multiply(&self, a: &Noise, b: &Noise) -> Noise {
        Noise {
            mean: a.mean.times(&b.mean),
            fourth: a.fourth.times(&b.fourth).scaled(0.5),
            bound: a.bound.times(&b.bound).scaled(0.5),
            tail: a.tail.times(&b.tail),
            log2_worst: a.log2_worst + b.log2_worst,
        }
    }

    /// The square of a ciphertext. E|v|⁸ is taken to be 6·(E|v|⁴)², as for normal v.
    pub fn square(&self, a: &Noise) -> Noise {
        let fourth = a.fourth.times(&a.fourth).scaled(12_f64.log2() / 2.0);
        Noise { mean: a.fourth.scaled(0.5), fourth, ..self.multiply(a, a) }
    }

    /// The product with a plaintext, whose largest embedding is taken to be that of a random one: a
    /// plaintext as 1 + ζ + ζ² + … is larger in a few of them.
    pub fn multiply_plain(&self, a: &Noise, m: &PlaintextSize) -> Noise {
        let size = m.log2_mean_square / 2.0;
        let largest = size + (self.degree.ln() + PLAINTEXT_MARGIN).log2() / 2.0;
        // E|m_i|⁴ is twice the square of E|m_i|²; not so for integers.
        let uneven = (m.log2_worst - size).clamp(0.0, 0.25);
        Noise {
            mean: a.mean.scaled(size),
            fourth: a.fourth.scaled(2.0 * size + 2.0 * uneven),
            bound: a.bound.scaled(size),
            tail: a.tail.scaled(largest.min(m.log2_worst)),
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

    /// log2 of the probability that a ciphertext modulo Q decrypts wrongly, in the average case and
    /// over all keys: that one of the coefficients, normal for each key, exceeds Q/2.
    pub fn log2_failure(&self, a: &Noise, log2_q: f64) -> f64 {
        let limit = (log2_q - 1.0 - self.log2_coefficient(a)).exp2();
        let kurtosis = (a.fourth.log2_mean() - 2.0 * a.mean.log2_mean()).exp2();
        let spread = self.coefficients.spread(kurtosis, a.mean.slope());
        self.coefficients.log2_failure_over_keys(limit, spread)
    }
}
