//! How secure parameters are: every published key judged at the modulus at which it is published.

use ringassay_ring::sample::Distribution;
use ringassay_security::{AttackStatus, CostModel, Lwe, Problem, Secret, attack_status};

/// The secret of a distribution in the estimator's terms. Bounded ternary secrets count as ternary: at
/// least every second of these is within the bound, which is less than a bit.
#[must_use]
pub fn secret_of(distribution: Distribution) -> Secret {
    match distribution {
        Distribution::SparseTernary { weight } => Secret::SparseTernary { weight },
        Distribution::Ternary | Distribution::BoundedTernary => Secret::Ternary,
        Distribution::BiasedTernary { zeros, of } => {
            Secret::BiasedTernary { zero: zeros as f64 / of as f64 }
        }
        Distribution::CenteredBinomial { eta } => Secret::CentredBinomial { eta },
        Distribution::DiscreteGaussian { sigma } | Distribution::Spherical { sigma } => {
            Secret::Gaussian { std: sigma }
        }
    }
}

/// What is known of attacks on learning with errors (or NTRU) in `dimension` coefficients modulo
/// 2^`log2_q`, with errors of standard deviation `error_std`.
#[must_use]
pub fn status(
    problem: Problem,
    dimension: usize,
    log2_q: f64,
    error_std: f64,
    secret: Secret,
) -> AttackStatus {
    let lwe = Lwe { dimension, log2_q, error_std, secret, samples: None };
    attack_status(problem, &lwe, CostModel::Matzov)
}
