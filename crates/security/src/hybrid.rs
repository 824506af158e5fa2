//! Attacks that guess coordinates of a sparse ternary secret.

use crate::dual::{HOPELESS, Sampler, plain};
use crate::estimate::{Attack, AttackEstimate};
use crate::guess::{Weight, log2_repetitions, weights};
use crate::lattice::Reduced;
use crate::lwe::{Instance, MIN_DIMENSION};
use crate::math::log2_add;
use crate::primal::{MIN_BETA, bdd_eta, max_beta, usvp_beta};
use crate::search::minimum;
use crate::{CostModel, Secret};
use std::f64::consts::LN_2;

/// The weight of a sparse secret; `None` for others.
pub(crate) fn sparse_weight(instance: &Instance) -> Option<f64> {
    match instance.secret {
        Secret::SparseTernary { weight } => Some(weight as f64),
        _ => None,
    }
}

/// The best ζ: the ends of equal parts first, since the cost may have more than one valley, then
/// the valley around the best of them.
pub(crate) fn best_guesses(
    instance: &Instance,
    mut at: impl FnMut(usize) -> (f64, Option<AttackEstimate>),
) -> Option<AttackEstimate> {
    const PARTS: usize = 12;
    let last = instance.n as usize - MIN_DIMENSION;
    let part = last.div_ceil(PARTS);
    let coarse = (0..=PARTS).map(|i| (i * part).min(last));
    let start = coarse.min_by(|&x, &y| at(x).0.total_cmp(&at(y).0))?;
    let (bits, estimate) = minimum(start.saturating_sub(part), (start + part).min(last), at);
    estimate.filter(|_| bits < HOPELESS)
}

/// How the close vector problem behind a guess is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Finish {
    /// One shortest vector for each guess (Albrecht, Curtis and Wunderer, SAC 2019).
    Sieve,
    /// Nearest planes for each guess.
    Planes,
    /// Nearest planes for the square root of all guesses, which collide (2016/733; 2019/1019).
    Collision,
}

/// Guesses ζ coordinates, all secrets up to some weight on them; the others are found in a lattice
/// of dimension d - ζ that is reduced once for each choice of the coordinates.
pub(crate) fn primal(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let h = sparse_weight(instance)?;
    // Without guesses this block size is enough; guesses only lower it.
    let most = usvp_beta(instance).unwrap_or_else(|| max_beta(instance));
    [Finish::Sieve, Finish::Planes, Finish::Collision]
        .into_iter()
        .filter_map(|finish| {
            best_guesses(instance, |zeta| {
                let guesses: Vec<Weight> =
                    weights(instance.n, h, zeta as f64, 2000.0).take(200).collect();
                minimum(MIN_BETA, most, |beta| {
                    primal_at(instance, model, finish, zeta, beta, &guesses)
                })
            })
        })
        .min_by(|x, y| x.bits.total_cmp(&y.bits))
}

fn primal_at(
    instance: &Instance,
    model: CostModel,
    finish: Finish,
    zeta: usize,
    beta: usize,
    guesses: &[Weight],
) -> (f64, Option<AttackEstimate>) {
    // Infeasible block sizes are the better the larger they are.
    let infeasible = (2.0 * HOPELESS - beta as f64, None);
    let Some(lattice) = Reduced::new(instance, instance.n - zeta as f64, beta) else {
        return infeasible;
    };
    let reduction = model.reduction(beta as f64, lattice.dimension);
    let planes = 2.0 * lattice.dimension.log2();
    let (eta, each, log2_success) = match finish {
        Finish::Sieve => {
            let Some(eta) = bdd_eta(&lattice, instance.sigma, beta) else { return infeasible };
            let sieve = model.shortest_vector(eta as f64 + 1.0);
            (eta, log2_add(sieve, planes), 0.0)
        }
        Finish::Planes => (0, planes, lattice.log2_babai(instance.sigma)),
        Finish::Collision => {
            let both = lattice.log2_babai(instance.sigma) + lattice.log2_collision(instance.sigma);
            (0, planes, both)
        }
    };
    let (mut log2_guesses, mut log2_probability) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    let mut best = infeasible;
    for weight in guesses {
        log2_guesses = log2_add(log2_guesses, weight.log2_guesses);
        log2_probability = log2_add(log2_probability, weight.log2_probability);
        let tried = if finish == Finish::Collision { log2_guesses / 2.0 } else { log2_guesses };
        let repetitions = log2_repetitions(log2_probability + log2_success);
        let bits = log2_add(reduction, tried + each) + repetitions;
        if bits < best.0 {
            let (d, eta) = (lattice.dimension, eta as f64);
            let mut estimate = AttackEstimate::new(Attack::PrimalHybrid, bits, beta, d, eta);
            estimate.guessed = zeta;
            estimate.log2_repetitions = repetitions;
            best = (bits, Some(estimate));
        } else if tried + each > reduction + 20.0 {
            break;
        }
    }
    best
}

/// Guesses ζ coordinates of weight exactly k; short dual vectors of the others tell the right
/// guess (2020/515). All guesses are scored along a tree, 2 N operations each.
pub(crate) fn dual(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let h = sparse_weight(instance)?;
    let most = plain(instance, model).map_or(max_beta(instance), |plain| plain.beta);
    best_guesses(instance, |zeta| {
        let mut best: (f64, Option<AttackEstimate>) = (2.0 * HOPELESS, None);
        let mut worse = 0;
        for weight in weights(instance.n, h, zeta as f64, 1000.0).take(200) {
            let result =
                minimum(MIN_BETA, most, |beta| dual_at(instance, model, zeta, beta, h, &weight));
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

fn dual_at(
    instance: &Instance,
    model: CostModel,
    zeta: usize,
    beta: usize,
    h: f64,
    weight: &Weight,
) -> (f64, Option<AttackEstimate>) {
    let n = instance.n - zeta as f64;
    let rest = h - weight.weight;
    // With nothing left there is nothing to reduce; the smallest deviation stands for it.
    let ln_secret = (rest.max(0.5) / n).ln() / 2.0;
    let tests = (weight.log2_guesses + 1.0) * LN_2;
    let sampler = Sampler { ln_secret, n, beta };
    let Some(samples) = sampler.enough(instance, model, tests.log2()) else {
        return (2.0 * HOPELESS, None);
    };
    let repetitions = log2_repetitions(weight.log2_probability);
    let scores = weight.log2_guesses + samples.log2_vectors + 1.0;
    let bits = log2_add(samples.bits, scores) + repetitions;
    let mut estimate =
        AttackEstimate::new(Attack::DualHybrid, bits, beta, samples.dimension, samples.sieve);
    estimate.guessed = zeta;
    estimate.log2_repetitions = repetitions;
    (bits, Some(estimate))
}
