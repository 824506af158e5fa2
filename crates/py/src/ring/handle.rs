//! The ring itself.

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_kernels::Backend;
use ringassay_ring::{
    self as ring, BasisKind, Element, index::Index, primes, sample::Distribution,
};

use super::{
    element::{Any, RingElement},
    error::ring_error,
    sample::{self, SeedBytes},
};

/// A ring Z_Q[ζ_m].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct RnsRing {
    pub(crate) inner: ring::RnsRing,
}

#[pymethods]
impl RnsRing {
    /// The ring of index m modulo the product of the primes `moduli`.
    #[new]
    fn new(py: Python<'_>, m: u64, moduli: Vec<u64>, backend: Option<&str>) -> PyResult<Self> {
        let backend = backend.map(str::parse::<Backend>).transpose().map_err(ring_error)?;
        py.detach(|| {
            let index = Index::new(m).map_err(ring_error)?;
            let inner = match backend {
                Some(backend) => ring::RnsRing::with_backend(&index, &moduli, backend),
                None => ring::RnsRing::new(&index, &moduli),
            };
            Ok(Self { inner: inner.map_err(ring_error)? })
        })
    }

    /// The index.
    #[getter]
    fn m(&self) -> u64 {
        self.inner.index().m()
    }

    /// φ(m).
    #[getter]
    fn n(&self) -> usize {
        self.inner.degree()
    }

    /// The primes.
    #[getter]
    fn moduli(&self) -> Vec<u64> {
        self.inner.moduli().to_vec()
    }

    /// The backend of the first limb.
    #[getter]
    fn backend(&self) -> String {
        self.inner.zq(0).backend().to_string()
    }

    /// How the CRT is computed along each axis, in words.
    #[getter]
    fn transforms(&self) -> Vec<String> {
        self.inner.crt_methods(0)
    }

    /// Position of the CRT basis to the unit of Z/m at whose power of the root it evaluates.
    fn crt_exponents(&self) -> Vec<u32> {
        self.inner.crt_exponents().to_vec()
    }

    /// The primitive m-th root of unity of each limb.
    fn roots(&self) -> Vec<u64> {
        (0..self.inner.limbs()).map(|i| self.inner.root(i)).collect()
    }

    /// The ring of the first `limbs` limbs.
    fn prefix(&self, limbs: usize) -> PyResult<Self> {
        if limbs == 0 || limbs > self.inner.limbs() {
            let had = self.inner.limbs();
            return Err(ring_error(format!("{limbs} limbs of a ring that has {had}")));
        }
        Ok(Self { inner: self.inner.prefix(limbs) })
    }

    /// The constant with the given residue in each limb.
    fn constant(&self, residues: Vec<u64>) -> PyResult<RingElement> {
        let mut one = Element::<ring::Powerful>::constant(&self.inner, 1);
        one.scale_limbs_assign(&residues).map_err(ring_error)?;
        Ok(Any::Powerful(one).into())
    }

    /// The element with the given canonical residues, limbs × n.
    fn from_residues(
        &self,
        py: Python<'_>,
        residues: PyReadonlyArray2<'_, u64>,
        basis: &str,
    ) -> PyResult<RingElement> {
        let words: Vec<u64> = residues.as_array().iter().copied().collect();
        let kind = basis_kind(basis)?;
        py.detach(|| Any::from_residues(&self.inner, &words, kind)).map(RingElement::from)
    }

    /// The element with the given integer coefficients in a basis of R.
    fn from_integers(
        &self,
        py: Python<'_>,
        coefficients: PyReadonlyArray1<'_, i64>,
        basis: &str,
    ) -> PyResult<RingElement> {
        let integers: Vec<i64> = coefficients.as_array().iter().copied().collect();
        let kind = basis_kind(basis)?;
        py.detach(|| Any::from_integers(&self.inner, &integers, kind)).map(RingElement::from)
    }

    /// A uniform element in the CRT basis, expanded from a seed (fresh where none is given).
    fn uniform(&self, py: Python<'_>, seed: Option<SeedBytes>) -> PyResult<RingElement> {
        py.detach(|| sample::uniform(&self.inner, seed)).map(RingElement::from)
    }

    /// Independent coefficients -1, 0, 1; with `weight`, exactly so many of them not 0.
    fn ternary(
        &self,
        py: Python<'_>,
        weight: Option<usize>,
        seed: Option<SeedBytes>,
    ) -> PyResult<RingElement> {
        let distribution = match weight {
            Some(weight) => Distribution::SparseTernary { weight },
            None => Distribution::Ternary,
        };
        py.detach(|| sample::sample(&self.inner, distribution, seed)).map(RingElement::from)
    }

    /// Independent coefficients of the centred binomial distribution.
    fn binomial(&self, py: Python<'_>, eta: u32, seed: Option<SeedBytes>) -> PyResult<RingElement> {
        let distribution = Distribution::CenteredBinomial { eta };
        py.detach(|| sample::sample(&self.inner, distribution, seed)).map(RingElement::from)
    }

    /// A Gaussian error: `spherical` in the canonical embedding, or independent coefficients.
    fn gaussian(
        &self,
        py: Python<'_>,
        sigma: f64,
        spherical: bool,
        seed: Option<SeedBytes>,
    ) -> PyResult<RingElement> {
        let distribution = if spherical {
            Distribution::Spherical { sigma }
        } else {
            Distribution::DiscreteGaussian { sigma }
        };
        py.detach(|| sample::sample(&self.inner, distribution, seed)).map(RingElement::from)
    }

    /// Whether both are the same ring.
    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

/// The basis of that name.
pub(crate) fn basis_kind(name: &str) -> PyResult<BasisKind> {
    match name {
        "powerful" => Ok(BasisKind::Powerful),
        "decoding" => Ok(BasisKind::Decoding),
        "crt" => Ok(BasisKind::Crt),
        _ => Err(ring_error(format!("{name:?} is no basis: say powerful, decoding or crt"))),
    }
}

/// Primes for rings of index m, largest first.
#[pyfunction]
pub(crate) fn find_primes(
    py: Python<'_>,
    m: u64,
    bits: u32,
    count: usize,
    avoid: Vec<u64>,
) -> PyResult<Vec<u64>> {
    py.detach(|| {
        let index = Index::new(m).map_err(ring_error)?;
        primes::search(&index, bits, count, &avoid).map_err(ring_error)
    })
}

/// What an index is: its totient and the prime powers of its axes, in their order.
#[pyfunction]
pub(crate) fn index_of(py: Python<'_>, m: u64) -> PyResult<Bound<'_, PyDict>> {
    let index = Index::new(m).map_err(ring_error)?;
    let dict = PyDict::new(py);
    dict.set_item("totient", index.totient())?;
    let factors: Vec<(u32, u32)> = index.factors().iter().map(|f| (f.prime, f.exponent)).collect();
    dict.set_item("factors", factors)?;
    Ok(dict)
}
