//! Parameter sets, as facts.

use pyo3::{prelude::*, types::PyDict};
use ringassay::gates::{Error, Gate, Parameters};

use crate::{call::detached, packed::scheme_error};

/// The parameter set for words of so many bits: its numbers, estimated security, and how often gates and lookups are wrong.
#[pyfunction]
pub(crate) fn gate_parameters(py: Python<'_>, word_bits: u32) -> PyResult<Bound<'_, PyDict>> {
    let none = || Error::Parameters(format!("words of 1 to 4 bits, not of {word_bits}"));
    let set = Parameters::words(word_bits).ok_or_else(none).map_err(scheme_error)?;
    let security = detached(py, || set.security()).map_err(scheme_error)?;
    let gate = |gate: &Gate| set.log2_failure(&gate.form());
    let facts = PyDict::new(py);
    facts.set_item("word_bits", word_bits)?;
    facts.set_item("n", set.dimension)?;
    facts.set_item("k", set.rank)?;
    facts.set_item("degree", set.degree)?;
    facts.set_item("log2_q", (set.q as f64).log2())?;
    facts.set_item("log2_switch_q", (set.switch.q as f64).log2())?;
    facts.set_item("error_std", set.sigma)?;
    facts.set_item("security_bits", security.bits())?;
    facts.set_item("ring_security_bits", security.ring)?;
    facts.set_item("switch_security_bits", security.switch)?;
    facts.set_item("log2_gate_failure", Gate::ALL.iter().map(gate).fold(f64::MIN, f64::max))?;
    facts.set_item("log2_lookup_failure", set.log2_word_failure(word_bits))?;
    facts.set_item("key_bytes", set.key_bytes())?;
    Ok(facts)
}
