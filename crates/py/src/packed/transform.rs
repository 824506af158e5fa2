//! Matrices times encrypted vectors.

use std::{any::Any, collections::BTreeSet, sync::Arc};

use pyo3::prelude::*;
use ringassay::{Error, Scheme, Transform};

use super::vectors::PythonVectors;

/// [`Transform`] of any scheme.
pub(super) trait AnyTransform: Any + Send + Sync {
    fn exponents(&self) -> Vec<u32>;
    fn steps(&self) -> [usize; 2];
}

impl<P: Scheme<Vectors: PythonVectors<P>>> AnyTransform for Transform<P> {
    fn exponents(&self) -> Vec<u32> {
        self.exponents()
    }

    fn steps(&self) -> [usize; 2] {
        [self.plan().baby_rotations().len(), self.plan().giant_rotations().len()]
    }
}

/// A square matrix that multiplies encrypted vectors.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedTransform(pub(super) Arc<dyn AnyTransform>);

impl PackedTransform {
    pub(super) fn of<P: Scheme<Vectors: PythonVectors<P>>>(
        made: Result<Transform<P>, Error>,
    ) -> Result<Self, Error> {
        Ok(Self(Arc::new(made?)))
    }

    /// The automorphisms of all.
    pub(super) fn automorphisms(all: &[PyRef<'_, Self>]) -> BTreeSet<u32> {
        all.iter().flat_map(|one| one.0.exponents()).collect()
    }
}

#[pymethods]
impl PackedTransform {
    /// The number of keys that it takes.
    #[getter]
    fn rotations(&self) -> usize {
        self.0.exponents().len()
    }

    /// Baby steps and giant steps, those by 0 left out.
    #[getter]
    fn steps(&self) -> (usize, usize) {
        let [babies, giants] = self.0.steps();
        (babies, giants)
    }
}
