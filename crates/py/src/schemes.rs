//! The catalogue of schemes.

use pyo3::prelude::*;
use ringassay_papers::depth::Formula;
use ringassay_scheme::Scheme;

/// A scheme, as the catalogue has it.
#[pyclass(frozen, get_all, name = "Scheme", module = "ringassay._native")]
pub(crate) struct CatalogueScheme {
    key: &'static str,
    name: &'static str,
    reference: &'static str,
    ring: &'static str,
    spaces: Vec<&'static str>,
    has_slots: bool,
    has_bits_only: bool,
    parameters: Vec<&'static str>,
    secret: &'static str,
    error: &'static str,
    problem: &'static str,
    has_evaluation_key: bool,
    bound: Option<&'static str>,
    sut: Option<&'static str>,
    sut_arguments: Vec<&'static str>,
    sut_description: Option<&'static str>,
}

impl From<Scheme> for CatalogueScheme {
    fn from(scheme: Scheme) -> Self {
        let entry = scheme.entry();
        Self {
            key: entry.key,
            name: entry.name,
            reference: entry.reference,
            ring: entry.ring.key(),
            spaces: entry.spaces.iter().map(|space| space.key()).collect(),
            has_slots: entry.has_slots,
            has_bits_only: scheme.has_bits_only(),
            parameters: entry.parameters.to_vec(),
            secret: entry.secret,
            error: entry.error,
            problem: entry.problem.key(),
            has_evaluation_key: entry.has_evaluation_key,
            bound: Formula::bound(scheme).map(Formula::name),
            sut: entry.sut.map(|sut| sut.name),
            sut_arguments: entry.sut.map_or_else(Vec::new, |sut| sut.arguments.to_vec()),
            sut_description: entry.sut.map(|sut| sut.description),
        }
    }
}

/// Every scheme, the practical ones first.
#[pyfunction]
pub(crate) fn schemes() -> Vec<CatalogueScheme> {
    Scheme::ALL.iter().copied().map(CatalogueScheme::from).collect()
}
