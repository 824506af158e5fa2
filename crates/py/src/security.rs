//! What the security estimator says of parameters of any library.

use pyo3::prelude::*;
use ringassay_explore::Key;
use ringassay_security::{AttackStatus, CostModel, Lwe, Problem};

use crate::{call::interruptible, errors::value_error};

/// What is known of attacks on parameters: bits (`None` where there is no estimate) and words.
///
/// Raises `ValueError` for a problem or a distribution that there is not.
#[pyfunction]
pub(crate) fn attack_status(
    py: Python<'_>,
    problem: &str,
    dimension: usize,
    log2_q: f64,
    error_std: f64,
    secret: &str,
) -> PyResult<(Option<f64>, String)> {
    let problem = match problem {
        "lwe" => Problem::Lwe,
        "ntru" => Problem::Ntru,
        other => return Err(value_error(format!("there is no problem {other:?}: lwe or ntru"))),
    };
    let secret = secret_of(secret)?;
    let lwe = Lwe { dimension, log2_q, error_std, secret, samples: None };
    let status =
        interruptible(py, || ringassay_security::attack_status(problem, &lwe, CostModel::Matzov))?;
    Ok((said_bits(&status), status.to_string()))
}

/// The largest log2 q with which a dimension still has so many bits of security, to 1/64.
///
/// Raises `ValueError` for parameters out of range, and where no modulus will do.
#[pyfunction]
pub(crate) fn max_log2_q(
    py: Python<'_>,
    dimension: usize,
    secret: &str,
    error_std: f64,
    bits: f64,
) -> PyResult<f64> {
    let secret = secret_of(secret)?;
    interruptible(py, || {
        ringassay_security::max_log2_q(dimension, secret, error_std, bits, CostModel::Matzov)
    })?
    .map_err(value_error)
}

/// Overstretched parameters are known to be broken far below any estimate: 0 bits.
fn said_bits(status: &AttackStatus) -> Option<f64> {
    match status {
        AttackStatus::Overstretched { .. } => Some(0.0),
        other => other.bits(),
    }
}

fn secret_of(text: &str) -> PyResult<ringassay_security::Secret> {
    Key::parse(text)
        .map(Key::secret)
        .ok_or_else(|| value_error(format!("there is no distribution {text:?} of secrets")))
}
