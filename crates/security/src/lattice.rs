//! Shapes of reduced lattices under the geometric series assumption (Schnorr, 2003): the i-th of d
//! Gram-Schmidt lengths is δ^(d - 1 - 2i) vol^(1/d).

use crate::lwe::Instance;
use crate::math::{erfc, ln_delta, ln_gaussian_heuristic};
use std::f64::consts::{FRAC_2_PI, SQRT_2};

/// The lattice of vectors (x, ξ y) with x = A y mod q after BKZ-β: m rows of q and n of ξ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reduced {
    /// Dimension d = m + n.
    pub(crate) dimension: f64,
    ln_volume: f64,
    ln_delta: f64,
}

impl Reduced {
    /// The lattice for `n` coordinates of the secret, with as many samples as make its last
    /// Gram-Schmidt lengths longest. `None` if the dimension stays below β.
    pub(crate) fn new(instance: &Instance, n: f64, beta: usize) -> Option<Self> {
        let ln_delta = ln_delta(beta as f64);
        let ln_scale = instance.ln_scale();
        let best = (n * (instance.ln_q - ln_scale) / ln_delta).sqrt();
        let dimension = best.max(n + 1.0).min(n + instance.samples).floor();
        let ln_volume = (dimension - n) * instance.ln_q + n * ln_scale;
        (dimension > beta as f64).then_some(Self { dimension, ln_volume, ln_delta })
    }

    /// ln of the volume of the projection that ends with the last `k` vectors of the basis.
    fn ln_projected_volume(&self, k: f64) -> f64 {
        k / self.dimension * self.ln_volume - k * (self.dimension - k) * self.ln_delta
    }

    /// Whether the target, of deviation `sigma` in every coordinate, is the shortest vector of the
    /// last `k` dimensions embedded with the factor `sigma`.
    pub(crate) fn reveals(&self, k: f64, sigma: f64) -> bool {
        let shortest = ln_gaussian_heuristic(k + 1.0, self.ln_projected_volume(k) + sigma.ln());
        shortest >= sigma.ln() + (k + 1.0).ln() / 2.0
    }

    /// log2 of the probability that Babai's nearest plane finds an error of deviation `sigma`:
    /// each coordinate has to lie within half a Gram-Schmidt length (2010/613, section 4).
    pub(crate) fn log2_babai(&self, sigma: f64) -> f64 {
        self.log2_product(|length| -erfc(length / sigma / (2.0 * SQRT_2)), 20.0 * sigma)
    }

    /// log2 of the probability that nearest planes take two random points, which differ by the
    /// error, to the same place: in each coordinate 1 - E|e| / length, on lengths above |e|
    /// (2019/1019).
    pub(crate) fn log2_collision(&self, sigma: f64) -> f64 {
        let miss = |length: f64| {
            let t = length / sigma;
            -(erfc(t / SQRT_2) + FRAC_2_PI.sqrt() * (1.0 - (-t * t / 2.0).exp()) / t)
        };
        self.log2_product(miss, 1e9 * sigma)
    }

    /// log2 of the product of 1 + `miss`(length) over all Gram-Schmidt lengths up to `longest`.
    ///
    /// Their logarithms are equidistant and close together, so the sum of logarithms is an integral
    /// (Simpson's rule).
    fn log2_product(&self, miss: impl Fn(f64) -> f64, longest: f64) -> f64 {
        const INTERVALS: u32 = 64;
        let step = 2.0 * self.ln_delta;
        let first = self.ln_volume / self.dimension - self.dimension * self.ln_delta;
        let last = (first + self.dimension * step).min(longest.ln());
        if last <= first {
            return 0.0;
        }
        let h = (last - first) / f64::from(INTERVALS);
        let sum: f64 = (0..=INTERVALS)
            .map(|i| {
                let ends = i == 0 || i == INTERVALS;
                let weight = if ends { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
                // A length of e^-700 is as good as none.
                let length = (first + f64::from(i) * h).max(-700.0).exp();
                weight * miss(length).max(-1.0 + 1e-300).ln_1p()
            })
            .sum();
        sum * h / 3.0 / step / std::f64::consts::LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lwe, Secret};

    fn reduced(n: usize, log2_q: f64, beta: usize) -> Reduced {
        let lwe = Lwe::with_standard_error(n, log2_q, Secret::Ternary);
        Reduced::new(&Instance::new(&lwe).unwrap(), n as f64, beta).unwrap()
    }

    #[test]
    fn volumes_of_projections_are_products_of_lengths() {
        let lattice = reduced(512, 20.0, 100);
        let d = lattice.dimension;
        let length = |i: f64| (d - 1.0 - 2.0 * i) * lattice.ln_delta + lattice.ln_volume / d;
        let mut volume = 0.0;
        for k in 1..=d as usize {
            volume += length(d - k as f64);
            assert!((lattice.ln_projected_volume(k as f64) - volume).abs() < 1e-6);
        }
    }

    #[test]
    fn probabilities_are_products_over_the_basis() {
        for (n, log2_q, beta) in [(512, 20.0, 100), (512, 20.0, 160), (1024, 30.0, 200)] {
            let (lattice, sigma) = (reduced(n, log2_q, beta), 3.19);
            let d = lattice.dimension;
            let (mut babai, mut collision) = (0.0, 0.0);
            for i in 0..d as usize {
                let ln = (d - 1.0 - 2.0 * i as f64) * lattice.ln_delta + lattice.ln_volume / d;
                let length = ln.exp();
                babai += (-erfc(length / 2.0 / sigma / SQRT_2)).ln_1p();
                // E max(0, 1 - |e| / length) by the midpoint rule.
                let steps = 2000;
                let width = length.min(12.0 * sigma) / f64::from(steps);
                let density =
                    |e: f64| (-e * e / 2.0 / sigma / sigma).exp() / sigma * FRAC_2_PI.sqrt();
                let kept: f64 = (0..steps)
                    .map(|j| (f64::from(j) + 0.5) * width)
                    .map(|e| density(e) * (1.0 - e / length) * width)
                    .sum();
                collision += kept.ln();
            }
            let ln2 = std::f64::consts::LN_2;
            let expected = (babai / ln2, collision / ln2);
            let got = (lattice.log2_babai(sigma), lattice.log2_collision(sigma));
            assert!((got.0 - expected.0).abs() < 0.02 * (1.0 - expected.0), "{got:?} {expected:?}");
            assert!((got.1 - expected.1).abs() < 0.02 * (1.0 - expected.1), "{got:?} {expected:?}");
        }
    }
}
