//! The dual attack with meet-in-the-middle on sparse secrets (Cheon, Hhan, Hong and Son, 2019/1114).

use crate::dual::{HOPELESS, Sampler};
use crate::estimate::{Attack, AttackEstimate};
use crate::guess::{Weight, log2_repetitions, weights};
use crate::hybrid::{best_guesses, sparse_weight};
use crate::lwe::Instance;
use crate::math::{erfc, log2_add, log2_binomial};
use crate::primal::MIN_BETA;
use crate::search::minimum;
use crate::CostModel;
use std::f64::consts::SQRT_2;

/// Bounds on errors that are tried, in standard deviations: narrow ones fail more often, wide ones make
/// more buckets look alike.
const BOUNDS: [f64; 5] = [2.0, 2.5, 3.0, 3.5, 4.5];

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
    best_guesses(instance, |zeta| {
        let mut best: (f64, Option<AttackEstimate>) = (2.0 * HOPELESS, None);
        let mut worse = 0;
        for weight in weights(instance.n, h, zeta as f64, 2.0 * most_bits).take(200) {
            // The others have to be 0 there; a chance that is too small is not worth a look.
            if -weight.log2_probability > most_bits {
                continue;
            }
            let result = minimum(MIN_BETA, most_beta, |beta| {
                dual_at(instance, model, zeta, beta, h, &weight)
            });
            worse = if result.0 < best.0 { 0 } else { worse + 1 };
            if result.0 < best.0 {
                best = result;
            } else if worse > 2 {
                break;
            }
        }
        best
    })
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

/// log2 of the cost of the search for a near collision (2019/1114, section 3): each vector of a table of
/// 2^`log2_half` goes to the bucket of its m signs, is looked up under every sign that an error within the
/// bound could turn (4 B / q of them), and repeated until it has succeeded.
fn log2_search(log2_half: f64, log2_even: f64, samples: f64, ln_error: f64) -> f64 {
    let error = ln_error.exp();
    let scores = (4.0 * samples).log2();
    let mut best = 2.0 * HOPELESS;
    for bound in BOUNDS {
        let turned = 4.0 * bound * error;
        if turned >= 1.0 {
            break;
        }
        let within = samples * (-erfc(bound / SQRT_2)).ln_1p() / std::f64::consts::LN_2;
        let bits = log2_half
            + log2_add(scores, turned * samples + 1.0)
            + log2_repetitions(log2_even + within);
        best = best.min(bits);
    }
    best
}

fn dual_at(
    instance: &Instance,
    model: CostModel,
    zeta: usize,
    beta: usize,
    h: f64,
    weight: &Weight,
) -> (f64, Option<AttackEstimate>) {
    // Infeasible block sizes are the better the larger they are.
    let infeasible = (2.0 * HOPELESS - beta as f64, None);
    let n = instance.n - zeta as f64;
    // With nothing left there is nothing to reduce; the smallest deviation stands for it.
    let ln_secret = ((h - weight.weight).max(0.5) / n).ln() / 2.0;
    let sampler = Sampler { ln_secret, n, beta };
    let Some(dimension) = sampler.dimension(instance) else { return infeasible };
    let (log2_half, log2_even) = halves(zeta as f64, weight.weight);
    // So many signs that pairs collide by chance about as often as there are signs.
    let samples = (log2_half + log2_half.max(1.0).log2()).max(1.0).ceil();
    let repetitions = log2_repetitions(weight.log2_probability);
    let (least, most) = model.sampling_sieves(beta as f64, dimension);
    let mut best = infeasible;
    for sieve in [least, most] {
        let ln_error = sampler.ln_length(instance, dimension, sieve);
        let search = log2_search(log2_half, log2_even, samples, ln_error);
        if search >= HOPELESS {
            continue;
        }
        let vectors = model.short_vectors(beta as f64, dimension, sieve, samples.log2());
        let bits = log2_add(vectors, search) + repetitions;
        if bits < best.0 {
            let attack = Attack::DualHybrid;
            let mut estimate = AttackEstimate::new(attack, bits, beta, dimension, sieve);
            estimate.guessed = zeta;
            estimate.log2_repetitions = repetitions;
            best = (bits, Some(estimate));
        }
    }
    best
}
