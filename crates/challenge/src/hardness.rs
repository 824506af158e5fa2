//! How hard an instance is, by the estimator of `ringassay-security`.

use std::f64::consts::PI;

use ringassay_security::{AttackStatus, CostModel, Lwe, Problem, Secret, attack_status};

use crate::{ChallengeError, Kind, Parameters, model};

/// What is known of attacks on instances with these parameters, taken as [`lwe`].
///
/// # Errors
///
/// If a parameter is out of range.
pub fn of(parameters: &Parameters) -> Result<AttackStatus, ChallengeError> {
    Ok(attack_status(Problem::Lwe, &lwe(parameters)?, CostModel::Matzov))
}

/// An instance with these parameters as plain LWE with a uniform secret.
///
/// The standard deviation is that of a decoding coefficient: of e, with 1/12 more of variance where it is rounded; of
/// the rounding itself, q/p/√12, for ring-LWR.
///
/// # Errors
///
/// If a parameter is out of range.
pub fn lwe(parameters: &Parameters) -> Result<Lwe, ChallengeError> {
    let index = model::index(parameters.m)?;
    let n = index.degree();
    // A decoding coefficient of the error is its trace with a root of unity: the variance times n.
    let gaussian = |svar: f64| svar * n as f64 / (2.0 * PI);
    let variance = match parameters.kind {
        Kind::Continuous { svar, .. } => gaussian(svar),
        Kind::Discrete { svar, .. } => gaussian(svar) + 1.0 / 12.0,
        Kind::Rounding { p } => (parameters.q as f64 / p as f64).powi(2) / 12.0,
    };
    Ok(Lwe {
        dimension: n,
        log2_q: libm::log2(parameters.q as f64),
        error_std: variance.sqrt(),
        secret: Secret::Uniform,
        samples: Some(n * parameters.samples),
    })
}
