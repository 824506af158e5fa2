//! What Python is told of parameters and judgements.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use ringassay_params::ckks::{Alternative, Finding, Followed, PublishedKey, Step};
use ringassay_ring::sample::Distribution;
use ringassay_scheme::ckks::{
    Parameters,
    precision::{Errors, PERCENTILES, Precision},
};

/// What parameters are, without what a search knows besides.
pub(super) fn of_parameters<'py>(
    py: Python<'py>,
    parameters: &Parameters,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let sigma = parameters.sigma;
    dict.set_item("scheme", "CKKS")?;
    dict.set_item("ring", parameters.ring_type().name())?;
    dict.set_item("m", parameters.index.m())?;
    dict.set_item("n", parameters.index.degree())?;
    dict.set_item("slots", parameters.slots())?;
    dict.set_item("depth", parameters.top())?;
    dict.set_item("levels", &parameters.levels)?;
    dict.set_item("special", &parameters.special)?;
    dict.set_item("log2_scale", parameters.log2_scale)?;
    dict.set_item("log2_q", parameters.log2_q(parameters.top()))?;
    dict.set_item("log2_p", parameters.log2_p())?;
    dict.set_item("digits", parameters.digits().len())?;
    dict.set_item("digit_primes", parameters.digit_limbs)?;
    dict.set_item("generator", parameters.generator)?;
    dict.set_item("secret", parameters.secret.to_string())?;
    dict.set_item("error", Distribution::Spherical { sigma }.to_string())?;
    Ok(dict)
}

/// Errors level by level, from fresh ciphertexts down.
pub(super) fn of_steps<'py>(
    py: Python<'py>,
    followed: Option<&Followed>,
) -> PyResult<Bound<'py, PyList>> {
    let steps = followed.map_or(&[][..], |followed| &followed.steps);
    let step = |step: &Step| {
        let dict = PyDict::new(py);
        dict.set_item("level", step.level)?;
        dict.set_item("log2_scale", step.log2_scale)?;
        dict.set_item("average_bits", step.average_bits)?;
        dict.set_item("worst_bits", step.worst_bits)?;
        dict.set_item("budget_bits", step.budget_bits)?;
        Ok::<_, PyErr>(dict)
    };
    PyList::new(py, steps.iter().map(step).collect::<PyResult<Vec<_>>>()?)
}

/// What is published, each at its own modulus.
pub(super) fn of_keys<'py>(py: Python<'py>, keys: &[PublishedKey]) -> PyResult<Bound<'py, PyList>> {
    let key = |key: &PublishedKey| {
        let dict = PyDict::new(py);
        dict.set_item("name", key.name)?;
        dict.set_item("log2_modulus", key.log2_modulus)?;
        dict.set_item("security_bits", key.bits)?;
        Ok::<_, PyErr>(dict)
    };
    PyList::new(py, keys.iter().map(key).collect::<PyResult<Vec<_>>>()?)
}

/// What more would cost.
pub(super) fn of_alternatives<'py>(
    py: Python<'py>,
    alternatives: &[Alternative],
) -> PyResult<Bound<'py, PyList>> {
    let alternative = |other: &Alternative| {
        let dict = PyDict::new(py);
        let exists = other.degree.is_some();
        dict.set_item("name", other.name)?;
        dict.set_item("n", other.degree)?;
        dict.set_item("log2_qp", exists.then_some(other.log2_qp))?;
        dict.set_item("log2_scale", exists.then_some(other.log2_scale))?;
        dict.set_item("work_ratio", exists.then_some(other.work_ratio))?;
        dict.set_item("size_ratio", exists.then_some(other.size_ratio))?;
        Ok::<_, PyErr>(dict)
    };
    PyList::new(py, alternatives.iter().map(alternative).collect::<PyResult<Vec<_>>>()?)
}

/// What is wrong, the worst first.
pub(super) fn of_findings<'py>(
    py: Python<'py>,
    findings: &[Finding],
) -> PyResult<Bound<'py, PyList>> {
    let finding = |finding: &Finding| {
        let dict = PyDict::new(py);
        dict.set_item("severity", finding.severity.name())?;
        dict.set_item("rule", finding.rule)?;
        dict.set_item("what", &finding.what)?;
        dict.set_item("remedy", &finding.remedy)?;
        Ok::<_, PyErr>(dict)
    };
    PyList::new(py, findings.iter().map(finding).collect::<PyResult<Vec<_>>>()?)
}

/// Statistics of errors: of real parts, of imaginary parts, of both.
pub(super) fn of_precision<'py>(
    py: Python<'py>,
    precision: &Precision,
) -> PyResult<Bound<'py, PyDict>> {
    let errors = |errors: &Errors| {
        let dict = PyDict::new(py);
        dict.set_item("least", errors.least)?;
        dict.set_item("mean", errors.mean)?;
        dict.set_item("deviation", errors.deviation)?;
        dict.set_item("root_mean_square", errors.root_mean_square)?;
        dict.set_item("median", errors.median())?;
        dict.set_item("worst", errors.worst)?;
        dict.set_item("worst_slot", errors.worst_slot)?;
        let percentiles = PERCENTILES.into_iter().zip(errors.percentiles);
        dict.set_item("percentiles", percentiles.collect::<Vec<_>>())?;
        dict.set_item("not_finite", errors.not_finite)?;
        Ok::<_, PyErr>(dict)
    };
    let dict = PyDict::new(py);
    dict.set_item("real", errors(&precision.real)?)?;
    dict.set_item("imaginary", errors(&precision.imaginary)?)?;
    dict.set_item("l2", errors(&precision.l2)?)?;
    Ok(dict)
}
