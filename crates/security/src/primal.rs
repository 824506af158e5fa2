use crate::CostModel;
use crate::estimate::{Attack, AttackEstimate};
use crate::lattice::Reduced;
use crate::lwe::Instance;
use crate::math::ln_delta;
use crate::search::first_true;

/// Smallest block size for which the models hold.
pub(crate) const MIN_BETA: usize = 40;

/// Largest block size that is tried: all of the lattice, or four times the dimension.
pub(crate) fn max_beta(instance: &Instance) -> usize {
    (instance.n + instance.samples).min(4.0 * instance.n).max(MIN_BETA as f64) as usize
}

/// BKZ-β on Kannan's embedding of dimension d = m + n + 1, embedding factor σ.
///
/// The smallest β for which some d succeeds, and then the smallest such d; larger β follow because
/// they allow smaller d.
pub(crate) fn usvp(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let beta = usvp_beta(instance)?;
    (beta..beta + 4)
        .filter_map(|beta| {
            let dimension = usvp_dimension(instance, beta)? as f64;
            let bits = model.reduction(beta as f64, dimension);
            Some(AttackEstimate::new(Attack::PrimalUsvp, bits, beta, dimension, 0.0))
        })
        .min_by(|x, y| x.bits.total_cmp(&y.bits))
}

/// The smallest block size with which [`usvp`] succeeds.
pub(crate) fn usvp_beta(instance: &Instance) -> Option<usize> {
    first_true(MIN_BETA, max_beta(instance), |beta| usvp_dimension(instance, beta).is_some())
}

fn usvp_dimension(instance: &Instance, beta: usize) -> Option<usize> {
    let Instance { n, ln_q, sigma, samples, .. } = *instance;
    let (b, ln_delta) = (beta as f64, ln_delta(beta as f64));
    // ln of the volume is d ln q - lost.
    let lost = (n + 1.0) * ln_q - n * instance.ln_scale() - sigma.ln();
    let succeeds = |d: usize| {
        let d = d as f64;
        // β - 1 coordinates of the error and the embedding factor.
        let target = sigma.ln() + b.ln() / 2.0;
        target <= (2.0 * b - d - 1.0) * ln_delta + ln_q - lost / d
    };
    // Success is likeliest at the dimension √(lost / ln δ), and less likely on both sides.
    let best = (lost / ln_delta).sqrt().min(n + samples + 1.0) as usize;
    let least = (n as usize + 1).max(beta + 1);
    first_true(least, best.max(least).min((n + samples + 1.0) as usize), succeeds)
}

/// BKZ-β, then one shortest vector of dimension η + 1 at the end of the basis, η >= β.
///
/// The cost of BKZ rises with β while η falls, so the best β lies where both cost the same.
pub(crate) fn bdd(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let attack = |beta: usize| {
        let lattice = Reduced::new(instance, instance.n, beta)?;
        let eta = bdd_eta(&lattice, instance.sigma, beta)? as f64;
        let reduction = model.reduction(beta as f64, lattice.dimension);
        let last = model.shortest_vector(eta + 1.0);
        let bits = crate::math::log2_add(reduction, last);
        let estimate = AttackEstimate::new(Attack::PrimalBdd, bits, beta, lattice.dimension, eta);
        Some((estimate, last <= reduction || eta as usize == beta))
    };
    let upper = usvp_beta(instance).unwrap_or_else(|| max_beta(instance));
    let balanced = first_true(MIN_BETA, upper, |beta| attack(beta).is_some_and(|(_, done)| done));
    let middle = balanced.unwrap_or(upper);
    (middle.saturating_sub(4).max(MIN_BETA)..=middle + 2)
        .filter_map(|beta| attack(beta).map(|(estimate, _)| estimate))
        .min_by(|x, y| x.bits.total_cmp(&y.bits))
}

/// The smallest η >= β such that the last η dimensions reveal a target of deviation `sigma`.
pub(crate) fn bdd_eta(lattice: &Reduced, sigma: f64, beta: usize) -> Option<usize> {
    first_true(beta, lattice.dimension as usize, |k| lattice.reveals(k as f64, sigma))
}
