//! Slots for a plaintext prime.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_ring::{
    index::Index,
    slots::{Shape, Slots},
};

use super::error::ring_error;

/// How Z_p[ζ_m] splits: `count` fields of p^`degree` elements, and the hypercube they form.
#[pyfunction]
pub(crate) fn slots(py: Python<'_>, m: u64, p: u64) -> PyResult<Bound<'_, PyDict>> {
    let index = Index::new(m).map_err(ring_error)?;
    let slots = Slots::new(&index, p, Shape::Good).map_err(ring_error)?;
    let dict = PyDict::new(py);
    dict.set_item("count", slots.count())?;
    dict.set_item("degree", slots.degree())?;
    let dimensions: Vec<(u32, usize, bool)> =
        slots.dimensions().iter().map(|d| (d.generator, d.size, d.is_good())).collect();
    dict.set_item("dimensions", dimensions)?;
    dict.set_item("units", slots.units().to_vec())?;
    Ok(dict)
}
