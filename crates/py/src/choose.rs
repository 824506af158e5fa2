//! Parameters of the schemes without slots, chosen.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_papers::scheme::{Family, FamilyVisitor, with_family};
use ringassay_papers::search::{Choice, MAX_LOG2_T, Request, choose};
use ringassay_ring::rns::log2_big;
use ringassay_scheme::Scheme;
use ringassay_security::AttackStatus;

use crate::call::detached;
use crate::explore::scheme_of;
use crate::packed::scheme_error;

/// Parameters of FV, YASHE', F-NTRU or SHIELD, as facts.
#[pyfunction]
#[pyo3(signature = (scheme, t, depth, security_bits, degree = None, insist = false, log2_w = None, sums = 2))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, by name")]
pub(crate) fn choose_multiprecision<'py>(
    py: Python<'py>,
    scheme: &str,
    t: u64,
    depth: f64,
    security_bits: f64,
    degree: Option<usize>,
    insist: bool,
    log2_w: Option<u32>,
    sums: u32,
) -> PyResult<Bound<'py, PyDict>> {
    let scheme = scheme_of(scheme)?;
    if t != 2 && scheme.has_bits_only() {
        return Err(scheme_error(format!(
            "{scheme} computes with bits: plaintext modulus 2, not {t}"
        )));
    }
    if !(2..1 << MAX_LOG2_T).contains(&t) {
        return Err(scheme_error(format!(
            "a plaintext modulus lies from 2 to 2^{MAX_LOG2_T} - 1, not {t}"
        )));
    }
    if degree.is_some_and(|n| !n.is_power_of_two() || !(32..=1 << 16).contains(&n)) {
        return Err(scheme_error("n is a power of two from 32 to 2^16".to_owned()));
    }
    let request = Request { t, depth, security_bits, degree, insist, log2_w, sums };
    let choice = detached(py, || with_family(scheme, Choose(&request)))
        .map_err(scheme_error)?
        .map_err(scheme_error)?;
    multiprecision_facts(py, scheme, &choice)
}

/// A choice for a scheme.
struct Choose<'a>(&'a Request);

impl FamilyVisitor for Choose<'_> {
    type Output = Result<Choice, ringassay_params::Error>;

    fn visit<F: Family>(self) -> Self::Output {
        choose::<F>(self.0)
    }
}

fn multiprecision_facts<'py>(
    py: Python<'py>,
    scheme: Scheme,
    choice: &Choice,
) -> PyResult<Bound<'py, PyDict>> {
    let parameters = &choice.parameters;
    let dict = PyDict::new(py);
    dict.set_item("scheme", scheme.to_string())?;
    dict.set_item("m", 2 * parameters.degree)?;
    dict.set_item("n", parameters.degree)?;
    dict.set_item("plaintext", parameters.t)?;
    dict.set_item("slots", 1)?;
    dict.set_item("log2_q", log2_big(&parameters.q))?;
    dict.set_item("q", &parameters.q)?;
    dict.set_item("log2_w", parameters.log2_w)?;
    dict.set_item("digits", parameters.digits())?;
    dict.set_item("secret", "ternary")?;
    dict.set_item("error", format!("Gaussian, deviation {:.1}", parameters.sigma()))?;
    security(&dict, &choice.status, choice.is_secure)?;
    dict.set_item("formula", choice.formula.name())?;
    dict.set_item("formula_source", choice.formula.source())?;
    dict.set_item("levels", choice.levels)?;
    dict.set_item("product_operations", choice.complexity)?;
    Ok(dict)
}

fn security(dict: &Bound<'_, PyDict>, status: &AttackStatus, is_secure: bool) -> PyResult<()> {
    dict.set_item("security_bits", crate::security::said_bits(status))?;
    dict.set_item("security", status.to_string())?;
    dict.set_item("is_secure", is_secure)
}
