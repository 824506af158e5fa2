//! The ring itself.

use std::convert::Infallible;

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_cost::{
    TallyRing,
    value::{ExactValue, TallyValue, Value},
};
use ringassay_kernels::Backend;
use ringassay_ring::{
    self as ring, BasisKind,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::Ring;

use super::{
    element::{RingElement, made},
    error::ring_error,
    recorder::RingRecorder,
};
use crate::call::{detached, interruptible};

/// A seed's bytes.
type SeedBytes = [u8; Seed::BYTES];

/// A ring that computes, or one that counts.
pub(crate) enum AnyRing {
    Exact(ring::RnsRing),
    Tally(TallyRing),
}

/// The same expression for either.
macro_rules! each {
    ($any:expr, $x:ident => $body:expr) => {
        match $any {
            AnyRing::Exact($x) => $body,
            AnyRing::Tally($x) => $body,
        }
    };
}

/// A ring Z_Q[ζ_m].
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct RnsRing {
    pub(crate) inner: AnyRing,
}

impl RnsRing {
    /// The ring with its plans, for `what` a tally does not follow.
    pub(crate) fn exact(&self, what: &str) -> PyResult<&ring::RnsRing> {
        match &self.inner {
            AnyRing::Exact(ring) => Ok(ring),
            AnyRing::Tally(_) => Err(ring_error(format!("{what}: a tally does not follow that"))),
        }
    }

    fn sampled(
        &self,
        py: Python<'_>,
        distribution: Distribution,
        seed: Option<SeedBytes>,
    ) -> PyResult<RingElement> {
        let seed = seed_of(seed)?;
        detached(py, || {
            made(
                &self.inner,
                |ring| ExactValue::sample(ring, distribution, &seed),
                |ring| TallyValue::sample(ring, distribution, &seed),
            )
        })
    }
}

#[pymethods]
impl RnsRing {
    /// The ring of index m modulo the product of the primes `moduli`; with a recorder, one that counts.
    #[new]
    #[pyo3(signature = (m, moduli, backend, recorder = None))]
    fn new(
        py: Python<'_>,
        m: u64,
        moduli: Vec<u64>,
        backend: Option<&str>,
        recorder: Option<&RingRecorder>,
    ) -> PyResult<Self> {
        let backend = backend.map(str::parse::<Backend>).transpose().map_err(ring_error)?;
        interruptible(py, || {
            let index = Index::new(m).map_err(ring_error)?;
            if let Some(recorder) = recorder {
                let counting = TallyRing::new(&index, &moduli, &recorder.inner);
                return Ok(Self { inner: AnyRing::Tally(counting.map_err(ring_error)?) });
            }
            let inner = match backend {
                Some(backend) => ring::RnsRing::with_backend(&index, &moduli, backend),
                None => ring::RnsRing::new(&index, &moduli),
            };
            Ok(Self { inner: AnyRing::Exact(inner.map_err(ring_error)?) })
        })?
    }

    /// The index.
    #[getter]
    fn m(&self) -> u64 {
        each!(&self.inner, ring => ring.index().m())
    }

    /// φ(m).
    #[getter]
    fn n(&self) -> usize {
        each!(&self.inner, ring => ring.degree())
    }

    /// The primes.
    #[getter]
    fn moduli(&self) -> Vec<u64> {
        each!(&self.inner, ring => ring.moduli().to_vec())
    }

    /// The backend of the first limb; `tally` for a ring that counts.
    #[getter]
    fn backend(&self) -> String {
        match &self.inner {
            AnyRing::Exact(ring) => ring.zq(0).backend().to_string(),
            AnyRing::Tally(_) => "tally".to_owned(),
        }
    }

    /// How the CRT is computed along each axis, in words.
    #[getter]
    fn transforms(&self) -> PyResult<Vec<String>> {
        Ok(self.exact("transforms")?.crt_methods(0))
    }

    /// Position of the CRT basis to the unit of Z/m at whose power of the root it evaluates.
    fn crt_exponents(&self) -> PyResult<Vec<u32>> {
        Ok(self.exact("exponents")?.crt_exponents().to_vec())
    }

    /// The primitive m-th root of unity of each limb.
    fn roots(&self) -> PyResult<Vec<u64>> {
        let ring = self.exact("roots")?;
        Ok((0..ring.limbs()).map(|i| ring.root(i)).collect())
    }

    /// The ring of the first `limbs` limbs.
    fn prefix(&self, limbs: usize) -> PyResult<Self> {
        let had = each!(&self.inner, ring => ring.limbs());
        if limbs == 0 || limbs > had {
            return Err(ring_error(format!("{limbs} limbs of a ring that has {had}")));
        }
        let first: Vec<usize> = (0..limbs).collect();
        Ok(Self {
            inner: match &self.inner {
                AnyRing::Exact(ring) => AnyRing::Exact(ring.prefix(limbs)),
                AnyRing::Tally(ring) => AnyRing::Tally(Ring::pick(ring, &first)),
            },
        })
    }

    /// The constant with the given residue in each limb.
    fn constant(&self, residues: Vec<u64>) -> PyResult<RingElement> {
        made(
            &self.inner,
            |ring| ExactValue::constant(ring, &residues),
            |ring| TallyValue::constant(ring, &residues),
        )
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
        let ring = self.exact("residues")?;
        detached(py, || ExactValue::from_residues(ring, &words, kind))
            .map(RingElement::from)
            .map_err(ring_error)
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
        detached(py, || {
            made(
                &self.inner,
                |ring| ExactValue::from_integers(ring, &integers, kind),
                |ring| TallyValue::from_integers(ring, &integers, kind),
            )
        })
    }

    /// A uniform element in the CRT basis, expanded from a seed (fresh where none is given).
    fn uniform(&self, py: Python<'_>, seed: Option<SeedBytes>) -> PyResult<RingElement> {
        let seed = seed_of(seed)?;
        detached(py, || {
            made(
                &self.inner,
                |ring| Ok::<_, Infallible>(ExactValue::uniform(ring, &seed)),
                |ring| Ok(TallyValue::uniform(ring, &seed)),
            )
        })
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
        self.sampled(py, distribution, seed)
    }

    /// Independent coefficients of the centred binomial distribution.
    fn binomial(&self, py: Python<'_>, eta: u32, seed: Option<SeedBytes>) -> PyResult<RingElement> {
        self.sampled(py, Distribution::CenteredBinomial { eta }, seed)
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
        self.sampled(py, distribution, seed)
    }

    /// Whether both are the same ring.
    fn __eq__(&self, other: &Self) -> bool {
        match (&self.inner, &other.inner) {
            (AnyRing::Exact(a), AnyRing::Exact(b)) => a == b,
            (AnyRing::Tally(a), AnyRing::Tally(b)) => a == b,
            _ => false,
        }
    }
}

fn seed_of(bytes: Option<SeedBytes>) -> PyResult<Seed> {
    match bytes {
        Some(bytes) => Ok(Seed::from_bytes(bytes)),
        None => Seed::from_os().map_err(ring_error),
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
    interruptible(py, || {
        let index = Index::new(m).map_err(ring_error)?;
        primes::search(&index, bits, count, &avoid).map_err(ring_error)
    })?
}

/// What an index is: its totient and the prime powers of its axes, in their order.
#[pyfunction]
pub(crate) fn index_of(py: Python<'_>, m: u64) -> PyResult<Bound<'_, PyDict>> {
    let index = Index::new(m).map_err(ring_error)?;
    let dict = PyDict::new(py);
    dict.set_item("totient", index.degree())?;
    let factors: Vec<(u32, u32)> = index.factors().iter().map(|f| (f.prime, f.exponent)).collect();
    dict.set_item("factors", factors)?;
    Ok(dict)
}
