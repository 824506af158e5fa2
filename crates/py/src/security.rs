//! What the security estimator says of parameters of any library.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use ringassay_security::moduli::{LEVELS, SECURE_MODULI};
use ringassay_security::{
    AttackEstimate, AttackStatus, CostModel, ERROR_SPELLINGS, Encryption, Lwe, Problem, Secret,
    check_decryption, error_std, notes,
};

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
    let problem = problem_of(problem)?;
    let lwe = Lwe { dimension, log2_q, error_std, secret: secret_of(secret)?, samples: None };
    let status =
        interruptible(py, || ringassay_security::attack_status(problem, &lwe, CostModel::Matzov))?;
    Ok((said_bits(&status), status.to_string()))
}

/// The same with a row for each attack, by any cost model, for any number of samples.
#[pyfunction]
#[pyo3(signature = (problem, dimension, log2_q, error_std, secret, samples = None, model = "matzov"))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, by name")]
pub(crate) fn estimate_attacks<'py>(
    py: Python<'py>,
    problem: &str,
    dimension: usize,
    log2_q: f64,
    error_std: f64,
    secret: &str,
    samples: Option<usize>,
    model: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let (problem, model) = (problem_of(problem)?, model_of(model)?);
    let lwe = Lwe { dimension, log2_q, error_std, secret: secret_of(secret)?, samples };
    let status = interruptible(py, || ringassay_security::attack_status(problem, &lwe, model))?;
    let attacks = PyList::empty(py);
    if let AttackStatus::Estimated(estimate) = &status {
        for row in &estimate.attacks {
            attacks.append(row_of(py, row)?)?;
        }
    }
    let said = match &status {
        AttackStatus::Estimated(estimate) => notes(problem, &lwe, estimate),
        _ => Vec::new(),
    };
    let dict = PyDict::new(py);
    dict.set_item("status", status_name(&status))?;
    dict.set_item("bits", said_bits(&status))?;
    dict.set_item("words", status.to_string())?;
    dict.set_item("attacks", attacks)?;
    dict.set_item("notes", said)?;
    Ok(dict)
}

/// The largest log2 q with which a dimension still has so many bits of security, to 1/64.
///
/// Raises `ValueError` for parameters out of range, and where no modulus will do.
#[pyfunction]
#[pyo3(signature = (dimension, secret, error_std, bits, problem = "lwe", samples = None, model = "matzov"))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, by name")]
pub(crate) fn max_log2_q(
    py: Python<'_>,
    dimension: usize,
    secret: &str,
    error_std: f64,
    bits: f64,
    problem: &str,
    samples: Option<usize>,
    model: &str,
) -> PyResult<f64> {
    let (problem, model) = (problem_of(problem)?, model_of(model)?);
    let lwe = Lwe { dimension, log2_q: 0.0, error_std, secret: secret_of(secret)?, samples };
    interruptible(py, || ringassay_security::max_log2_q_of(problem, &lwe, bits, model))?
        .map_err(value_error)
}

/// The smallest dimension in which a modulus has so many bits of security.
///
/// Raises `ValueError` for parameters out of range, and where no dimension will do.
#[pyfunction]
#[pyo3(signature = (log2_q, secret, error_std, bits, model = "matzov"))]
pub(crate) fn min_dimension(
    py: Python<'_>,
    log2_q: f64,
    secret: &str,
    error_std: f64,
    bits: f64,
    model: &str,
) -> PyResult<usize> {
    let (secret, model) = (secret_of(secret)?, model_of(model)?);
    interruptible(py, || ringassay_security::min_dimension(log2_q, secret, error_std, bits, model))?
        .map_err(value_error)
}

/// The largest log2 q of the guidelines of 2024 and of the standard of 2018, where they have one.
#[pyfunction]
pub(crate) fn published_log2_q(
    dimension: usize,
    secret: &str,
    bits: u32,
) -> PyResult<(Option<u32>, Option<u32>)> {
    let secret = secret_of(secret)?;
    let guidelines = ringassay_security::max_log2_q_guidelines_2024(dimension, secret, bits);
    let standard = match secret {
        Secret::Ternary => ringassay_security::max_log2_q_standard_2018(dimension, bits),
        _ => None,
    };
    Ok((guidelines, standard))
}

/// Why nothing can be decrypted that is encrypted under a public key in a ring, modulo `plaintext_modulus`
/// where that is known; `None` where it can.
#[pyfunction]
#[pyo3(signature = (dimension, log2_q, error_std, plaintext_modulus = None))]
pub(crate) fn undecryptable(
    dimension: usize,
    log2_q: f64,
    error_std: f64,
    plaintext_modulus: Option<f64>,
) -> Option<String> {
    // Its bound takes secrets as ternary.
    let lwe = Lwe { dimension, log2_q, error_std, secret: Secret::Ternary, samples: None };
    let refused = check_decryption(&lwe, Encryption::Public, plaintext_modulus.map(f64::log2));
    refused.err().map(|error| error.to_string())
}

/// The standard deviation of a distribution of errors: `3.19`, `gaussian-STD`, `binomial-ETA` or
/// `tuniform-BITS`.
///
/// Raises `ValueError` for a distribution that there is not.
#[pyfunction]
pub(crate) fn error_std_of(text: &str) -> PyResult<f64> {
    error_std(text).ok_or_else(|| {
        value_error(format!("there is no distribution {text:?} of errors: {ERROR_SPELLINGS}"))
    })
}

/// The table that adapters choose their parameters by: its levels in bits, and for each ring dimension
/// the largest log2 of the whole modulus, a column for each level.
#[pyfunction]
pub(crate) fn secure_moduli() -> ([u32; LEVELS.len()], BTreeMap<usize, [u32; LEVELS.len()]>) {
    (LEVELS, SECURE_MODULI.into_iter().collect())
}

/// Overstretched parameters are known to be broken far below any estimate: 0 bits.
pub(crate) fn said_bits(status: &AttackStatus) -> Option<f64> {
    match status {
        AttackStatus::Overstretched { .. } => Some(0.0),
        other => other.bits(),
    }
}

fn status_name(status: &AttackStatus) -> &'static str {
    match status {
        AttackStatus::Estimated(_) => "estimated",
        AttackStatus::Overstretched { .. } => "overstretched",
        _ => "not estimated",
    }
}

fn row_of<'py>(py: Python<'py>, row: &AttackEstimate) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("attack", row.attack.to_string())?;
    dict.set_item("bits", row.bits)?;
    dict.set_item("beta", row.beta)?;
    dict.set_item("dimension", row.dimension)?;
    dict.set_item("eta", row.eta)?;
    dict.set_item("guessed", row.guessed)?;
    dict.set_item("fourier", row.fourier)?;
    dict.set_item("log2_repetitions", row.log2_repetitions)?;
    Ok(dict)
}

fn problem_of(text: &str) -> PyResult<Problem> {
    match text {
        "lwe" => Ok(Problem::Lwe),
        "ntru" => Ok(Problem::Ntru),
        other => Err(value_error(format!("there is no problem {other:?}: lwe or ntru"))),
    }
}

fn model_of(text: &str) -> PyResult<CostModel> {
    CostModel::ALL.into_iter().find(|model| model.name() == text).ok_or_else(|| {
        let names = CostModel::ALL.map(CostModel::name).join(", ");
        value_error(format!("there is no cost model {text:?}: {names}"))
    })
}

fn secret_of(text: &str) -> PyResult<Secret> {
    Secret::parse(text).ok_or_else(|| {
        let known = Secret::SPELLINGS;
        value_error(format!("there is no distribution {text:?} of secrets: {known}"))
    })
}
