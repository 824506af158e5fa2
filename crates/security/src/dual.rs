use crate::estimate::{Attack, AttackEstimate};
use crate::lwe::Instance;
use crate::math::{ln_delta, log2_add};
use crate::primal::{MIN_BETA, max_beta};
use crate::search::minimum;
use crate::{CostModel, Secret};
use std::f64::consts::{E, LN_2, PI};

/// log2 of the bit operations of one multiplication of the Fourier transform, 32² (MATZOV, p. 37).
const LOG2_MULTIPLY: f64 = 10.0;
/// log2 of the bit operations of an update of its table, 4 additions of 5 · 32 (same place).
const LOG2_UPDATE: f64 = 9.321_928_094_887_362;
/// log2 of more than any attack costs; attacks that cannot work are ordered above it, so that
/// searches find their way.
pub(crate) const HOPELESS: f64 = 1e6;

/// Short vectors of the dual lattice, of the coordinates of the secret that are not guessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampler {
    /// Natural logarithm of the standard deviation of these coordinates.
    pub(crate) ln_secret: f64,
    /// Their number.
    pub(crate) n: f64,
    /// Block size.
    pub(crate) beta: usize,
}

/// What it costs to collect enough vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Samples {
    /// log2 of the cost of the vectors.
    pub(crate) bits: f64,
    /// log2 of their number.
    pub(crate) log2_vectors: f64,
    /// Dimension of the dual lattice.
    pub(crate) dimension: f64,
    /// Dimension of the sieve.
    pub(crate) sieve: f64,
}

impl Sampler {
    /// Enough vectors to tell samples from noise with a score of 2^`log2_factor` (the number of
    /// tests, as a natural logarithm): N = e^(4 π² ℓ²) 2^`log2_factor`, where ℓ q is the deviation of
    /// ⟨vector, sample⟩ (MATZOV 2022, theorem 7.6).
    ///
    /// The sieve is as small as gives so many vectors: larger ones would find shorter vectors, but
    /// cost more than that saves.
    pub(crate) fn enough(
        &self,
        instance: &Instance,
        model: CostModel,
        log2_factor: f64,
    ) -> Option<Samples> {
        let beta = self.beta as f64;
        let dimension = self.dimension(instance)?;
        let (least, most) = model.sampling_sieves(beta, dimension);
        let mut best: Option<Samples> = None;
        let mut sieve = most;
        for _ in 0..3 {
            let log2_vectors = self.log2_signal(instance, dimension, sieve) + log2_factor;
            let bits = model.short_vectors(beta, dimension, sieve, log2_vectors);
            if best.is_none_or(|best| bits < best.bits) {
                best = Some(Samples { bits, log2_vectors, dimension, sieve });
            }
            sieve = CostModel::sieve_for(log2_vectors).clamp(least, most);
        }
        best
    }

    /// The dimension in which vectors are shortest (2020/515); `None` if samples are too few for blocks
    /// of β.
    pub(crate) fn dimension(&self, instance: &Instance) -> Option<f64> {
        let beta = self.beta as f64;
        let dimension = (self.n * self.ln_ratio(instance) / ln_delta(beta))
            .sqrt()
            .max(self.n + 1.0)
            .max(beta + 1.0)
            .min(self.n + instance.samples);
        (dimension > beta).then_some(dimension)
    }

    /// ln of q σ' / σ, for coordinates of the secret of deviation σ'.
    fn ln_ratio(&self, instance: &Instance) -> f64 {
        instance.ln_q + self.ln_secret - instance.sigma.ln()
    }

    /// log2 of e^(4 π² ℓ²), the number of vectors of one sieve that show one sample's secret.
    fn log2_signal(&self, instance: &Instance, dimension: f64, sieve: f64) -> f64 {
        let ln_length = self.ln_length(instance, dimension, sieve);
        // e^700 is near the end of what a float holds.
        4.0 * PI * PI * (2.0 * ln_length).min(700.0).exp() / LN_2
    }

    /// ln of ℓ, the deviation of ⟨vector, sample⟩ as a part of q.
    pub(crate) fn ln_length(&self, instance: &Instance, dimension: f64, sieve: f64) -> f64 {
        // √(4/3) times the Gaussian heuristic of the sieve's block, and the balance of error and
        // secret by Bai and Galbraith's scaling.
        (4.0 / 3.0 * sieve / (2.0 * PI * E)).ln() / 2.0
            + ln_delta(self.beta as f64) * (dimension - sieve)
            + self.ln_ratio(instance) * self.n / dimension
            + instance.sigma.ln()
            - instance.ln_q
    }
}

/// The dual attack without guesses, to succeed with probability about 1/2.
pub(crate) fn plain(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let (bits, samples) = minimum(MIN_BETA, max_beta(instance), |beta| {
        let sampler = Sampler { ln_secret: instance.ln_secret, n: instance.n, beta };
        let samples = sampler.enough(instance, model, LN_2.log2());
        let bits = samples.map_or(2.0 * HOPELESS, |samples| samples.bits);
        (bits, samples.map(|samples| (beta, samples)))
    });
    let (beta, samples) = samples?;
    (bits < HOPELESS)
        .then(|| AttackEstimate::new(Attack::Dual, bits, beta, samples.dimension, samples.sieve))
}

/// Coordinates that are not part of the lattice: `enumerated` ones are guessed entirely,
/// `fourier` ones modulo p by a transform.
#[derive(Clone, Copy, Debug)]
struct Split {
    enumerated: usize,
    fourier: usize,
    p: usize,
}

/// MATZOV's dual attack (2022, theorem 7.6): enumerates some coordinates, treats others modulo a
/// small p by a fast Fourier transform.
pub(crate) fn fourier(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let mut best = plain(instance, model);
    // Guesses that cost more than the attack without them, or larger blocks, are not worth a look.
    let most_bits = best.map_or(1500.0, |plain| plain.bits);
    let most_beta = best.map_or(max_beta(instance), |plain| plain.beta);
    let limit = |each: f64, others: usize| {
        ((most_bits / each) as usize).min((instance.n as usize - 1).saturating_sub(others))
    };
    let each = guess_cost(instance).1;
    // Rounding to multiples of q / p costs about (π σ / p)² / 3 for each coordinate, so the best p is
    // a small multiple of the secret's deviation σ: 3 for ternary secrets, up to 6 for Kyber's.
    let deviation = instance.ln_secret.exp().min(12.0);
    let mut worse = 0;
    for p in ((2.0 * deviation) as usize).max(2)..=(5.0 * deviation) as usize + 4 {
        let (bits, estimate) = minimum(MIN_BETA, most_beta, |beta| {
            minimum(0, limit((p as f64).log2(), 0), |fourier| {
                minimum(0, limit(each, fourier), |enumerated| {
                    fourier_at(instance, model, beta, Split { enumerated, fourier, p })
                })
            })
        });
        if best.is_none_or(|best| bits < best.bits) {
            (best, worse) = (estimate, 0);
        } else if best.is_some_and(|best| best.fourier > 0) {
            // Beyond the best p the cost rises, but for the block size being an integer.
            worse += 1;
            if worse > 1 {
                break;
            }
        }
    }
    let bits = best?.bits;
    best.filter(|_| bits < HOPELESS)
        .map(|estimate| AttackEstimate { attack: Attack::DualHybrid, ..estimate })
}

fn fourier_at(
    instance: &Instance,
    model: CostModel,
    beta: usize,
    split: Split,
) -> (f64, Option<AttackEstimate>) {
    let (enumerated, fourier, p) = (split.enumerated as f64, split.fourier as f64, split.p as f64);
    let n = instance.n - enumerated - fourier;
    let (guess_start, guess_each) = guess_cost(instance);
    // Rounding the transformed coordinates to multiples of q / p adds to the noise.
    let rounding = fourier / 3.0 * ((2.0 * instance.ln_secret).exp() * PI * PI / p / p);
    let tests = (enumerated * guess_each + fourier * p.log2() + 1.0) * LN_2;
    let sampler = Sampler { ln_secret: instance.ln_secret, n, beta };
    let Some(samples) = sampler.enough(instance, model, rounding / LN_2 + tests.log2()) else {
        return (2.0 * HOPELESS, None);
    };
    let transform = if split.fourier == 0 {
        f64::NEG_INFINITY
    } else {
        LOG2_MULTIPLY + fourier.log2() + (fourier + 1.0) * p.log2()
    };
    let each = log2_add(transform, LOG2_UPDATE + samples.log2_vectors);
    let start = if split.enumerated == 0 { 0.0 } else { guess_start };
    let bits = log2_add(samples.bits, start + enumerated * guess_each + each);
    let mut estimate =
        AttackEstimate::new(Attack::DualHybrid, bits, beta, samples.dimension, samples.sieve);
    estimate.guessed = split.enumerated;
    estimate.fourier = split.fourier;
    (bits, Some(estimate))
}

/// log2 of the guesses for the enumerated coordinates: a constant, and the part for each. Ternary
/// coordinates have three values.
fn guess_cost(instance: &Instance) -> (f64, f64) {
    match instance.secret {
        Secret::Gaussian { std } => gaussian_guess_cost(std),
        Secret::CentredBinomial { eta } => gaussian_guess_cost((f64::from(eta) / 2.0).sqrt()),
        Secret::Ternary | Secret::SparseTernary { .. } => (0.0, 3f64.log2()),
        Secret::Uniform => (0.0, instance.ln_q / LN_2),
        // Nearly uniform on what they take.
        Secret::Binary | Secret::BiasedTernary { .. } | Secret::TUniform { .. } => {
            (0.0, instance.entropy_bits.unwrap_or(instance.ln_q / LN_2))
        }
    }
}

/// Gaussian coordinates are tried in order of likelihood (MATZOV 2022: entropy H plus the gap
/// log2(2 / √e) between it and the expected number of guesses).
fn gaussian_guess_cost(std: f64) -> (f64, f64) {
    let alpha = PI * PI * std * std;
    let entropy = 0.5 + ((2.0 * PI).sqrt() * std).ln() - alpha.tanh().ln();
    let gap = LN_2 - 0.5 + 8.0 * alpha * (-2.0 * alpha).exp() * alpha.tanh();
    let start = -(-(-0.5 / std / std).exp()).ln_1p();
    (start / LN_2, (entropy + gap) / LN_2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lwe;

    /// N as printed by the public estimator for SEAL 2.2, which takes n samples and counts vectors as
    /// if the sieve had dimension β.
    #[test]
    fn published_numbers_of_vectors() {
        let cases = [
            (8192, 226.0, Split { enumerated: 10, fourier: 40, p: 3 }, 306, 68.1),
            (32768, 889.0, Split { enumerated: 0, fourier: 55, p: 3 }, 313, 59.6),
        ];
        for (n, log2_q, split, beta, published) in cases {
            let lwe = Lwe::with_standard_error(n, log2_q, Secret::Ternary);
            let instance = Instance::new(&lwe).unwrap();
            let n = (n - split.enumerated - split.fourier) as f64;
            let sampler = Sampler { ln_secret: instance.ln_secret, n, beta };
            let tests = split.enumerated as f64 * 1.755 + split.fourier as f64 * 3f64.ln() + LN_2;
            let rounding = split.fourier as f64 / 3.0 * (PI * PI / 9.0 * 2.0 / 3.0) / LN_2;
            let signal = sampler.log2_signal(&instance, n + instance.n, beta as f64);
            let got = signal + rounding + tests.log2();
            assert!((got - published).abs() < 0.1, "{got}, published {published}");
        }
    }

    /// The nested searches assume a valley; a scan of everything near it does not.
    #[test]
    fn search_finds_the_minimum_of_a_scan() {
        let cases = [
            (1024, 26.0, Secret::Ternary),
            (2048, 36.0, Secret::Ternary),
            (32768, 868.0, Secret::Ternary),
            (1024, 27.0, Secret::Gaussian { std: 3.19 }),
        ];
        for (n, log2_q, secret) in cases {
            let instance = Instance::new(&Lwe::with_standard_error(n, log2_q, secret)).unwrap();
            let found = fourier(&instance, CostModel::Matzov).unwrap();
            let mut best = f64::INFINITY;
            for beta in found.beta - 20..=found.beta + 20 {
                for p in 2..16 {
                    for fourier in (0..120).step_by(3) {
                        for enumerated in (0..90).step_by(3) {
                            let split = Split { enumerated, fourier, p };
                            best =
                                best.min(fourier_at(&instance, CostModel::Matzov, beta, split).0);
                        }
                    }
                }
            }
            assert!(found.bits < best + 0.05, "{n} {log2_q}: {} {best}", found.bits);
            // Nor better than the scan by more than its steps can miss.
            assert!(found.bits > best - 0.5, "{n} {log2_q}: {} {best}", found.bits);
        }
    }

    /// Every sieve dimension is tried, where the sampler only tries three.
    #[test]
    fn three_sieves_are_enough() {
        for (n, log2_q, beta) in [(1024, 26.0, 345), (8192, 214.0, 330), (131_072, 3523.0, 316)] {
            let lwe = Lwe::with_standard_error(n, log2_q, Secret::Ternary);
            let instance = Instance::new(&lwe).unwrap();
            let sampler = Sampler { ln_secret: instance.ln_secret, n: instance.n, beta };
            let model = CostModel::Matzov;
            let got = sampler.enough(&instance, model, 5.0).unwrap();
            let (least, most) = model.sampling_sieves(beta as f64, got.dimension);
            let ln_delta = ln_delta(beta as f64);
            let ln_ratio = instance.ln_q + instance.ln_secret - instance.sigma.ln();
            let best = (0..=1000)
                .map(|i| {
                    let sieve = least + (most - least) * f64::from(i) / 1000.0;
                    let length = (4.0 / 3.0 * sieve / (2.0 * PI * E)).sqrt()
                        * (ln_delta * (got.dimension - sieve)
                            + ln_ratio * instance.n / got.dimension
                            - instance.ln_q)
                            .exp()
                        * instance.sigma;
                    let vectors = 4.0 * (PI * length).powi(2) / LN_2 + 5.0;
                    model.short_vectors(beta as f64, got.dimension, sieve, vectors)
                })
                .fold(f64::INFINITY, f64::min);
            assert!((got.bits - best).abs() < 0.2, "{n}: {} {best}", got.bits);
        }
    }
}
