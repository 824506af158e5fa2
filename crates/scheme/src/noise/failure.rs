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

    /// The mean of [`Coefficients::log2_failure`] over noises whose variance varies from key to key,
    /// log-normally with this variance of the logarithm.
    pub fn log2_failure_over_keys(&self, x: f64, spread: f64) -> f64 {
        // Gauss and Hermite, for the normal distribution: nodes and weights of both signs.
        const NODES: [(f64, f64); 4] = [
            (0.0, 0.457_142_857_142_857_1),
            (1.154_405_394_739_968, 0.240_123_178_605_012_7),
            (2.366_759_410_734_541, 0.030_757_123_967_586_5),
            (3.750_439_717_725_742, 0.000_548_268_855_972_2),
        ];
        if spread <= 0.0 {
            return self.log2_failure(x);
        }
        let terms = NODES.iter().flat_map(|&(node, weight)| {
            let signs: &[f64] = if node == 0.0 { &[1.0] } else { &[1.0, -1.0] };
            signs.iter().map(move |sign| (node * sign, weight))
        });
        let term = |(node, weight): (f64, f64)| {
            let half_log2 = (spread.sqrt() * node - spread / 2.0) / LN_2 / 2.0;
            self.log2_failure(x * (-half_log2).exp2()) + weight.log2()
        };
        terms.map(term).fold(f64::NEG_INFINITY, log2_sum).min(0.0)
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
        // E of exp(a·ln V) for a log-normal V of mean 1 is exp(a·(a - 1)·spread/2): here by the tail
        // itself, integrated finely.
        let (group, spread, x) = (coefficients(256), 0.02_f64, 4.0);
        let width = 0.01;
        let mean: f64 = (-600..=600)
            .map(|i| {
                let z = f64::from(i) * width;
                let log_variance = spread.sqrt() * z - spread / 2.0;
                let density = (-z * z / 2.0).exp() / TAU.sqrt() * width;
                density * group.log2_failure(x * (-log_variance / 2.0).exp()).exp2()
            })
            .sum();
        let found = group.log2_failure_over_keys(x, spread);
        assert!((found - mean.log2()).abs() < 1e-3, "{found}, {}", mean.log2());
        assert!(found > group.log2_failure(x));
    }
}
