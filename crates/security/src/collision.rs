//! The dual attack with meet-in-the-middle on sparse secrets (Cheon, Hhan, Hong and Son, 2019/1114).

use crate::CostModel;
use crate::dual::{HOPELESS, Sampler};
use crate::estimate::{Attack, AttackEstimate};
use crate::guess::log2_repetitions;
use crate::hybrid::sparse_weight;
use crate::lwe::{Instance, MIN_DIMENSION};
use crate::math::{log2_add, log2_binomial};
use crate::primal::MIN_BETA;
use crate::search::minimum;

/// Bounds on errors that are tried, in standard deviations, and log2 of the probability that one error is
/// within: narrow ones fail more often, wide ones make more buckets look alike.
const BOUNDS: [(f64, f64); 4] =
    [(2.0, -6.718_33e-2), (2.5, -1.802_95e-2), (3.0, -3.900_25e-3), (4.0, -9.138_68e-5)];

/// Guesses ζ coordinates of weight exactly k in two halves: dual vectors of the other coordinates give m
/// samples of dimension ζ, in which both halves of the right guess nearly collide. `most_bits` is what
/// other attacks cost, `most_beta` the largest block size worth a try.
///
/// Unlike attacks that tell the right guess by its score, this one takes few dual vectors, but short ones.
pub(crate) fn dual(
    instance: &Instance,
    model: CostModel,
    most_bits: f64,
    most_beta: usize,
) -> Option<AttackEstimate> {
    let h = sparse_weight(instance)?;
    let last = instance.n as usize - MIN_DIMENSION;
    let mut limit = most_bits;
    // Even weights, so that halves are alike.
    let (bits, estimate) = minimum(1, ((h / 2.0) as usize).min(last / 2), |half| {
        minimum(2 * half, last, |zeta| {
            let Some(guess) = Guess::new(instance.n, h, zeta, 2.0 * half as f64) else {
                return (2.0 * HOPELESS - zeta as f64, None);
            };
            let least = guess.least_bits(instance, model);
            if least >= limit {
                return (least, None);
            }
            let found = minimum(MIN_BETA, most_beta, |beta| dual_at(instance, model, beta, &guess));
            limit = limit.min(found.0);
            found
        })
    });
    estimate.filter(|_| bits < HOPELESS)
}

/// A choice of coordinates and their weight, and what follows from it whatever lattice is reduced.
#[derive(Clone, Copy, Debug)]
struct Guess {
    zeta: usize,
    /// Weight of the coordinates that are not guessed.
    rest: f64,
    /// log2 of the vectors in the larger half.
    log2_half: f64,
    /// log2 of the probability that the weight is spread evenly over both halves.
    log2_even: f64,
    /// So many samples that pairs collide by chance about as often as there are signs.
    samples: f64,
    /// log2 of how often coordinates are chosen anew.
    log2_repetitions: f64,
}

impl Guess {
    /// `None` if the secret has less weight, or the other coordinates cannot hold the rest of it.
    fn new(n: f64, h: f64, zeta: usize, weight: f64) -> Option<Self> {
        let zeta_f = zeta as f64;
        if weight > h || h - weight > n - zeta_f {
            return None;
        }
        let (log2_half, log2_even) = halves(zeta_f, weight);
        let log2_probability = log2_binomial(h, weight) + log2_binomial(n - h, zeta_f - weight)
            - log2_binomial(n, zeta_f);
        Some(Self {
            zeta,
            rest: h - weight,
            log2_half,
            log2_even,
            samples: (log2_half + log2_half.max(1.0).log2()).max(1.0).ceil(),
            log2_repetitions: log2_repetitions(log2_probability),
        })
    }

    /// Less than this it cannot cost: the search without an error, the smallest blocks.
    fn least_bits(&self, instance: &Instance, model: CostModel) -> f64 {
        let search =
            self.log2_half + (4.0 * self.samples).log2() + log2_repetitions(self.log2_even);
        let n = instance.n - self.zeta as f64;
        log2_add(search, model.reduction(MIN_BETA as f64, n.max(MIN_BETA as f64 + 1.0)))
            + self.log2_repetitions
    }

    /// log2 of the cost of the search for a near collision (2019/1114, section 3): each vector of a table of
    /// 2^`log2_half` goes to the bucket of its m signs, is looked up under every sign that an error within the
    /// bound could turn (4 B / q of them), and repeated until it has succeeded.
    fn log2_search(&self, ln_error: f64) -> f64 {
        let Self { log2_half, log2_even, samples, log2_repetitions: anew, .. } = *self;
        let error = ln_error.exp();
        let scores = (4.0 * samples).log2();
        let mut best = 2.0 * HOPELESS;
        for (bound, log2_within) in BOUNDS {
            let turned = 4.0 * bound * error;
            // Each sample excludes all wrong pairs but the part 2 B / q; of all pairs none may be left.
            let excluded = -samples * (turned / 2.0).log2();
            if turned >= 1.0 || excluded < 2.0 * log2_half + anew {
                break;
            }
            let bits = log2_half
                + log2_add(scores, turned * samples + 1.0)
                + log2_repetitions(log2_even + samples * log2_within);
            best = best.min(bits);
        }
        best
    }
}

/// The two halves of a guess: log2 of the vectors in the larger one, and log2 of the probability that
/// the weight is spread evenly over both.
fn halves(zeta: f64, weight: f64) -> (f64, f64) {
    let (left, light) = ((zeta / 2.0).floor(), (weight / 2.0).floor());
    let (right, heavy) = (zeta - left, weight - light);
    let of_right = log2_binomial(right, heavy);
    let even = log2_binomial(left, light) + of_right - log2_binomial(zeta, weight);
    (of_right + heavy, even)
}

fn dual_at(
    instance: &Instance,
    model: CostModel,
    beta: usize,
    guess: &Guess,
) -> (f64, Option<AttackEstimate>) {
    // Infeasible block sizes are the better the larger they are.
    let infeasible = (2.0 * HOPELESS - beta as f64, None);
    let n = instance.n - guess.zeta as f64;
    // With nothing left there is nothing to reduce; the smallest deviation stands for it.
    let ln_secret = (guess.rest.max(0.5) / n).ln() / 2.0;
    let sampler = Sampler { ln_secret, n, beta };
    let Some(dimension) = sampler.dimension(instance) else { return infeasible };
    let (least, most) = model.sampling_sieves(beta as f64, dimension);
    let mut best = infeasible;
    // The smallest sieve costs least, the largest gives the shortest vectors.
    for sieve in [least, most] {
        let search = guess.log2_search(sampler.ln_length(instance, dimension, sieve));
        if search >= HOPELESS {
            continue;
        }
        let vectors = model.short_vectors(beta as f64, dimension, sieve, guess.samples.log2());
        let bits = log2_add(vectors, search) + guess.log2_repetitions;
        if bits < best.0 {
            let attack = Attack::DualHybrid;
            let mut estimate = AttackEstimate::new(attack, bits, beta, dimension, sieve);
            estimate.guessed = guess.zeta;
            estimate.log2_repetitions = guess.log2_repetitions;
            best = (bits, Some(estimate));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::erfc;
    use crate::{Lwe, Secret};

    #[test]
    fn errors_lie_within_their_bounds_as_often_as_normal_ones() {
        for (bound, log2_within) in BOUNDS {
            let exact = (-erfc(bound / std::f64::consts::SQRT_2)).ln_1p() / std::f64::consts::LN_2;
            assert!((log2_within / exact - 1.0).abs() < 1e-4, "{bound}: {exact}");
        }
    }

    /// By exact binomials: (6 over 2)² 2^4 of the (12 over 4) 2^4 vectors are even, 60 in a half.
    #[test]
    fn halves_are_counted() {
        let (half, even) = halves(12.0, 4.0);
        assert!((half - 60f64.log2()).abs() < 1e-9);
        assert!((even - (225.0f64 / 495.0).log2()).abs() < 1e-9);
        // (6 over 1) (7 over 2) of (13 over 3), the heavier half with (7 over 2) 4.
        let (half, even) = halves(13.0, 3.0);
        assert!((half - 84f64.log2()).abs() < 1e-9);
        assert!((even - (126.0f64 / 286.0).log2()).abs() < 1e-9);
    }

    /// The nested searches assume valleys; a scan around what they find does not.
    #[test]
    fn search_finds_the_minimum_of_a_scan() {
        for (n, log2_q, weight) in [(1024, 27.0, 32), (8192, 150.0, 32), (8192, 218.0, 64)] {
            let lwe = Lwe::with_standard_error(n, log2_q, Secret::SparseTernary { weight });
            let instance = Instance::new(&lwe).unwrap();
            let model = CostModel::Matzov;
            let found = dual(&instance, model, 1000.0, 500).unwrap();
            let mut best = f64::INFINITY;
            for half in 1..=weight / 2 {
                for zeta in (2 * half..n - 40).step_by(n / 64) {
                    let guess = Guess::new(n as f64, weight as f64, zeta, 2.0 * half as f64);
                    let Some(guess) = guess else { continue };
                    for beta in (40..300).step_by(3) {
                        best = best.min(dual_at(&instance, model, beta, &guess).0);
                    }
                }
            }
            assert!(found.bits < best + 0.05, "{n} {log2_q}: {} {best}", found.bits);
            assert!(found.bits > best - 0.5, "{n} {log2_q}: {} {best}", found.bits);
        }
    }

    #[test]
    fn secrets_of_weight_one_have_no_halves() {
        let lwe = Lwe::with_standard_error(1024, 27.0, Secret::SparseTernary { weight: 1 });
        let instance = Instance::new(&lwe).unwrap();
        assert_eq!(dual(&instance, CostModel::Matzov, 1000.0, 500), None);
    }
}
