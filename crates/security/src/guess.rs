//! Attacks that only guess.

use crate::Secret;
use crate::estimate::{Attack, AttackEstimate};
use crate::lwe::Instance;
use crate::math::log2_binomial;

/// log2 of the number of secrets, as far as they are likely: the entropy. `None` for uniform secrets.
fn log2_secrets(instance: &Instance) -> Option<f64> {
    let n = instance.n;
    match (instance.entropy_bits, instance.secret) {
        (Some(each), _) => Some(n * each),
        (None, Secret::SparseTernary { weight }) => {
            Some(log2_binomial(n, weight as f64) + weight as f64)
        }
        (None, _) => None,
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
    use crate::Lwe;

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

    /// By counts of secrets: the square root of them, times twice its number of bits.
    #[test]
    fn meeting_in_the_middle_costs_the_square_root() {
        let bits = |dimension, secret| {
            let lwe = Lwe::with_standard_error(dimension, 30.0, secret);
            meet_in_the_middle(&Instance::new(&lwe).unwrap()).map(|found| found.bits)
        };
        let expected = |log2_secrets: f64| log2_secrets / 2.0 + 1.0 + (log2_secrets / 2.0).log2();
        for (dimension, secret, log2_secrets) in [
            (100, Secret::Ternary, 158.496_250_07),
            (100, Secret::Binary, 100.0),
            // (64 over 8) = 4426165368.
            (64, Secret::SparseTernary { weight: 8 }, 4_426_165_368f64.log2() + 8.0),
            (100, Secret::CentredBinomial { eta: 1 }, 150.0),
            (100, Secret::TUniform { bits: 1 }, 225.0),
            // -0.75 log2 0.75 - 0.25 log2 0.125 of each.
            (100, Secret::BiasedTernary { zero: 0.75 }, 106.127_812_445_9),
        ] {
            let (got, expected) = (bits(dimension, secret).unwrap(), expected(log2_secrets));
            assert!((got - expected).abs() < 1e-6, "{secret:?}: {got}, {expected}");
        }
        // A discrete Gaussian of deviation 2: log2(2 √(2 π e)) = 3.0471 bits of each.
        let got = bits(64, Secret::Gaussian { std: 2.0 }).unwrap();
        assert!((got - expected(64.0 * 3.047_095_585)).abs() < 1e-4, "{got}");
        // Nothing to guess, nothing to pay.
        assert!(bits(4096, Secret::Gaussian { std: 0.1 }).unwrap() < 1.1);
    }
}
