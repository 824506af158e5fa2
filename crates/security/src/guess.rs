//! Attacks that only guess.

use crate::Secret;
use crate::estimate::{Attack, AttackEstimate};
use crate::lwe::Instance;
use crate::math::log2_binomial;
use std::f64::consts::{E, PI};

/// log2 of the number of secrets, as far as they are likely. `None` for uniform secrets.
fn log2_secrets(instance: &Instance) -> Option<f64> {
    let n = instance.n;
    match instance.secret {
        Secret::Ternary => Some(n * 3f64.log2()),
        Secret::SparseTernary { weight } => Some(log2_binomial(n, weight as f64) + weight as f64),
        // The entropy of a discrete Gaussian, which is nearly that of the continuous one.
        Secret::Gaussian { std } if std > 0.5 => Some(n * (2.0 * PI * E * std * std).log2() / 2.0),
        Secret::Gaussian { .. } | Secret::Uniform => None,
    }
}

/// Time and memory of the square root of all secrets, each half compared by as many samples as tell
/// it from the others. The losses by the error, which are ignored, only help the defender
/// (Odlyzko; 2019/1114, section 3).
pub(crate) fn meet_in_the_middle(instance: &Instance) -> Option<AttackEstimate> {
    let half = log2_secrets(instance)? / 2.0;
    let bits = half + 1.0 + half.max(1.0).log2();
    Some(AttackEstimate::new(Attack::MeetInTheMiddle, bits, 0, 0.0, 0.0))
}

/// The guesses of `zeta` coordinates of a sparse ternary secret that have weight exactly k.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    /// The weight k.
    pub(crate) weight: f64,
    /// log2 of the number of such guesses.
    pub(crate) log2_guesses: f64,
    /// log2 of the probability that the secret has this weight on the coordinates.
    pub(crate) log2_probability: f64,
}

/// All possible weights on `zeta` of n coordinates of a secret of weight `h`, from the lowest, as
/// long as there are fewer than 2^`log2_limit` guesses.
pub(crate) fn weights(n: f64, h: f64, zeta: f64, log2_limit: f64) -> impl Iterator<Item = Weight> {
    let lowest = (zeta + h - n).max(0.0);
    let all = log2_binomial(n, zeta);
    (0..)
        .map(move |k| lowest + f64::from(k))
        .take_while(move |&k| k <= h.min(zeta))
        .map(move |k| Weight {
            weight: k,
            log2_guesses: log2_binomial(zeta, k) + k,
            log2_probability: log2_binomial(h, k) + log2_binomial(n - h, zeta - k) - all,
        })
        .take_while(move |weight| weight.log2_guesses < log2_limit)
}

/// log2 of the number of trials, each successful with probability 2^`log2_probability`, until one
/// has succeeded with probability 0.99.
pub(crate) fn log2_repetitions(log2_probability: f64) -> f64 {
    let miss = -(0.01f64.ln());
    if log2_probability < -40.0 {
        return miss.log2() - log2_probability;
    }
    let ln_fails = (-log2_probability.min(0.0).exp2().min(1.0 - 1e-16)).ln_1p();
    (miss / -ln_fails).log2().max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_cover_all_secrets() {
        for (n, h, zeta) in [(40.0, 5.0, 12.0), (40.0, 30.0, 30.0), (100.0, 1.0, 99.0)] {
            let all: Vec<Weight> = weights(n, h, zeta, 1e9).collect();
            let sum: f64 = all.iter().map(|w| w.log2_probability.exp2()).sum();
            assert!((sum - 1.0).abs() < 1e-9);
            // Guesses times completions are all secrets of weight h.
            let secrets: f64 = all
                .iter()
                .map(|w| {
                    let rest = h - w.weight;
                    (w.log2_guesses + log2_binomial(n - zeta, rest) + rest).exp2()
                })
                .sum();
            assert!((secrets.log2() - log2_binomial(n, h) - h).abs() < 1e-9);
        }
    }

    #[test]
    fn repetitions_amplify() {
        for p in [0.999, 0.99, 0.5, 1e-3, 1e-9, 1e-14] {
            let times = log2_repetitions(f64::log2(p)).exp2();
            let fails = (times * f64::ln_1p(-p)).exp();
            assert!(if times > 1.0 { (fails - 0.01).abs() < 1e-5 } else { fails <= 0.0101 }, "{p}");
        }
        assert!((log2_repetitions(-50.0) - log2_repetitions(-39.9) - 10.1).abs() < 1e-6);
    }

    #[test]
    fn known_numbers_of_guesses() {
        // Public estimator: n = 512, weight 32, 321 coordinates: 2^39.7 guesses up to weight 5. The
        // probability is from exact binomials.
        let few: Vec<Weight> = weights(512.0, 32.0, 321.0, 1e9).take(6).collect();
        let guesses: f64 = few.iter().map(|w| w.log2_guesses.exp2()).sum();
        assert!((guesses.log2() - 39.691_506_007_6).abs() < 1e-6);
        let probability: f64 = few.iter().map(|w| w.log2_probability.exp2()).sum();
        assert!((probability.log2() + 25.422_311_091_6).abs() < 1e-6);
    }

    #[test]
    fn gaussian_entropy_is_that_of_the_lattice_points() {
        let (std, ln2) = (1.5f64, std::f64::consts::LN_2);
        let weight = |x: i32| (-f64::from(x * x) / 2.0 / std / std).exp();
        let total: f64 = (-30..=30).map(weight).sum();
        let entropy: f64 =
            (-30..=30).map(|x| weight(x) / total).map(|p| -p * p.max(1e-300).ln() / ln2).sum();
        assert!((entropy - (2.0 * PI * E * std * std).log2() / 2.0).abs() < 1e-3);
    }
}
