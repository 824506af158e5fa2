//! The probability that a normal coefficient exceeds a limit.

use std::f64::consts::{LN_2, SQRT_2, TAU};

use ringassay_ring::index::Index;

use super::{log2_sum, log2_tail};

/// Below this probability, as the exponent of 1/2, excesses hardly ever come together: then the
/// coefficients count as independent.
const RARE_BITS: f64 = 60.0;

/// How the coefficients of a spherical noise hang together.
///
/// In the powerful basis of an odd prime p they are w_j - w_{p-1}, with independent w: each pair has
/// the correlation 1/2, and excesses come in clusters. Groups of such coefficients are independent.
/// Several odd primes have a tensor product of such groups, of which only the largest is followed:
/// as if the groups along it were independent, which errs on the safe side (T. Royen, "A simple
/// proof of the Gaussian correlation conjecture", 2014).
#[derive(Debug, Clone, Copy)]
pub struct Coefficients {
    /// The number of groups, and of coefficients in each.
    groups: f64,
    length: f64,
    /// n over the number of embeddings that make up one coefficient: see [`Coefficients::spread`].
    unevenness: f64,
}

impl Coefficients {
    /// Those of the ring of an index.
    pub fn new(index: &Index) -> Self {
        let length = index.odd_primes().map(|p| f64::from(p) - 1.0).fold(1.0, f64::max);
        let unevenness = |p: f64| 1.5 * (p - 1.0) / p * (1.0 + (p - 2.0) / ((p - 1.0) * (p - 1.0)));
        Self {
            groups: index.degree() as f64 / length,
            length,
            unevenness: index.odd_primes().map(|p| unevenness(f64::from(p))).product(),
        }
    }

    /// log2 of the probability that one exceeds x times its standard deviation in magnitude.
    pub fn log2_failure(&self, x: f64) -> f64 {
        let independent = log2_tail(x, self.groups * self.length);
        if self.length < 2.0 || x <= 0.0 || independent < -RARE_BITS {
            return independent;
        }
        // P = 1 - (1 - p)^groups, with p = ∫ φ(z)·(1 - (1 - tail(z))^length) dz over the common w.
        let (limit, end) = (SQRT_2 * x, x + 9.0);
        let steps = 160;
        let width = 2.0 * end / f64::from(steps);
        let value = |i: i32| {
            let z = -end + width * f64::from(i);
            let upper = |x: f64| libm::erfc(x / SQRT_2) / 2.0;
            let tail = upper(limit + z) + upper(limit - z);
            -(self.length * (-tail.min(1.0 - 1e-16)).ln_1p()).exp_m1() * (-z * z / 2.0).exp()
        };
        let single = (0..=steps).map(value).sum::<f64>() * width / TAU.sqrt();
        let all = -(self.groups * (-single.min(1.0 - 1e-16)).ln_1p()).exp_m1();
        all.log2().clamp(f64::NEG_INFINITY, 0.0)
    }

    /// The variance of the variance V of one coefficient, in units of the square of its mean, for a
    /// noise whose embeddings are normal but for |v_i|² with E|v_i|⁴ = 2·`kurtosis`·(E|v_i|²)².
    ///
    /// V is a mean of the |v_i|² over n/2 pairs of conjugates, for m a power of two. For each odd prime
    /// p the basis dual to the powerful one weights them: by 2·sin²(π·i·j/p)·p/(p - 1), whose mean
    /// square is 3/2·(p - 1)/p; and |s_i|², |s_k|² have the correlation 1/(p - 1)² if i and k differ in
    /// nothing but their residue modulo p. What depends on the mean of |s_i|² alone (`slope`) does not
    /// vary: it is nearly the same for all secrets.
    pub fn spread(&self, kurtosis: f64, slope: f64) -> f64 {
        let embeddings = self.unevenness * (kurtosis - 1.0) - slope * slope;
        let spread = embeddings * 2.0 / (self.groups * self.length);
        if spread.is_finite() { spread.max(0.0) } else { 0.0 }
    }

    /// The mean of [`Coefficients::log2_failure`] over noises whose variance V varies from key to key,
    /// log-normally with the mean 1 and the variance `spread`: that of ln V is then ln(1 + `spread`). Of a
    /// normal variable the trapezoidal rule integrates smooth functions to full precision with nodes half a
    /// standard deviation apart.
    pub fn log2_failure_over_keys(&self, x: f64, spread: f64) -> f64 {
        // Beyond so many standard deviations lies a probability of 2^-140.
        const END: f64 = 14.0;
        if spread <= 0.0 {
            return self.log2_failure(x);
        }
        let variance = spread.ln_1p();
        let step = 0.5 / variance.sqrt().max(1.0);
        let term = |i: i32| {
            let z = step * f64::from(i);
            let log2_weight = -z * z / 2.0 / LN_2 + (step / TAU.sqrt()).log2();
            let half_log2 = (variance.sqrt() * z - variance / 2.0) / LN_2 / 2.0;
            self.log2_failure(x * (-half_log2).exp2()) + log2_weight
        };
        let last = (END / step) as i32;
        (-last..=last).map(term).fold(f64::NEG_INFINITY, log2_sum).min(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coefficients(m: u64) -> Coefficients {
        Coefficients::new(&Index::new(m).expect("an index"))
    }

    #[test]
    fn independent_coefficients_of_powers_of_two() {
        for x in [2.0, 4.0, 14.0] {
            assert_eq!(coefficients(512).log2_failure(x), log2_tail(x, 256.0));
        }
    }

    #[test]
    fn two_correlated_coefficients() {
        // m = 3: |X| or |Y| > x for normal X, Y of correlation 1/2. The probability that both exceed,
        // P(|X| > 2, |Y| > 2), by Monte Carlo with 10^8 pairs: 0.008 114 (standard error 10^-5).
        let both = 2.0 * log2_tail(2.0, 1.0).exp2() - coefficients(3).log2_failure(2.0).exp2();
        assert!((both - 0.008_114).abs() < 4e-5, "{both}");
    }

    #[test]
    fn groups_are_independent() {
        // m = 27 is nine times m = 3.
        let (one, nine) = (coefficients(3).log2_failure(3.0), coefficients(27).log2_failure(3.0));
        let expected = 1.0 - (1.0 - one.exp2()).powi(9);
        assert!((nine.exp2() / expected - 1.0).abs() < 1e-9);
    }

    #[test]
    fn clusters_make_failures_rarer_and_meet_the_independent_ones() {
        let group = coefficients(8191);
        for x in [3.0, 4.5, 6.0] {
            assert!(group.log2_failure(x) < log2_tail(x, 8190.0));
        }
        let x = 9.1;
        let (near, far) = (group.log2_failure(x), log2_tail(x, 8190.0));
        assert!((-RARE_BITS..-40.0).contains(&far) && (near - far).abs() < 0.01, "{near}, {far}");
    }

    #[test]
    fn the_mean_over_keys() {
        // By the tail itself, integrated finely.
        let (group, spread, x) = (coefficients(256), 0.02_f64, 4.0);
        let width = 0.01;
        let mean: f64 = (-600..=600)
            .map(|i| {
                let z = f64::from(i) * width;
                let variance = spread.ln_1p();
                let log_variance = variance.sqrt() * z - variance / 2.0;
                let density = (-z * z / 2.0).exp() / TAU.sqrt() * width;
                density * group.log2_failure(x * (-log_variance / 2.0).exp()).exp2()
            })
            .sum();
        let found = group.log2_failure_over_keys(x, spread);
        assert!((found - mean.log2()).abs() < 1e-3, "{found}, {}", mean.log2());
        assert!(found > group.log2_failure(x));
    }

    /// V as the noise of a product of `power` rounded ciphertexts has it: the mean of |s_i|^(2·`power`) over n/2
    /// embeddings, with |s_i|² drawn, exponential: from hardly uneven to a variance of 5000.
    #[test]
    fn drawn_keys_fail_as_often() {
        let (pairs, keys) = (512_u32, 4000);
        let group = coefficients(4 * u64::from(pairs));
        let mut draws = ringassay_testkit::inputs::Stream::new(1);
        for power in [1, 4, 8, 12] {
            let factorial = (1..=power).map(f64::from).product::<f64>();
            let kurtosis = (power + 1..=2 * power).map(f64::from).product::<f64>() / factorial;
            let spread = group.spread(kurtosis, 0.0);
            let variances: Vec<f64> = (0..keys)
                .map(|_| {
                    let mut size = || -(((draws.word() >> 11) as f64 + 0.5) * 2_f64.powi(-53)).ln();
                    let sum: f64 = (0..pairs).map(|_| size().powi(power)).sum();
                    sum / f64::from(pairs) / factorial
                })
                .collect();
            for x in [0.1, 1.0, 3.0, 4.5, 6.0] {
                let failures = variances.iter().map(|v| group.log2_failure(x / v.sqrt()).exp2());
                let expected = (failures.sum::<f64>() / f64::from(keys)).log2();
                let found = group.log2_failure_over_keys(x, spread);
                assert!(
                    expected < -8.0 || (found - expected).abs() < 1.3,
                    "{power}, {x}: {found}, {expected}"
                );
            }
        }
    }
}
