//! Elements: in Rust the basis is part of the type, in Python of the value; and here also whether the
//! element is computed or counted.

use num_bigint::BigInt;
use numpy::{PyArray1, PyArray2, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use ringassay_cost::{
    in_each_basis,
    value::{ExactValue, TallyValue, Value},
};
use ringassay_ring::{BasisKind, RingExtension};

use super::{
    error::ring_error,
    handle::{AnyRing, RnsRing, basis_kind},
};
use crate::call::detached;

/// An element that is computed or counted.
#[derive(Clone)]
pub(crate) enum Any {
    Exact(ExactValue),
    Tally(TallyValue),
}

/// The same expression for either, wrapped again.
macro_rules! either {
    ($any:expr, $x:ident => $body:expr) => {
        match $any {
            Any::Exact($x) => Any::Exact($body),
            Any::Tally($x) => Any::Tally($body),
        }
    };
}

/// The same expression that can fail, for two elements of one kind.
macro_rules! both {
    ($a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        match ($a, $b) {
            (Any::Exact($x), Any::Exact($y)) => Ok(Any::Exact($body.map_err(ring_error)?)),
            (Any::Tally($x), Any::Tally($y)) => Ok(Any::Tally($body.map_err(ring_error)?)),
            _ => Err(ring_error("an element that is computed and one that is counted")),
        }
    };
}

/// The same expression for an element that is computed, in each basis, wrapped in it again.
macro_rules! wrapped {
    ($any:expr, $x:ident => $body:expr) => {
        match $any {
            ExactValue::Powerful($x) => ExactValue::Powerful($body.map_err(ring_error)?),
            ExactValue::Decoding($x) => ExactValue::Decoding($body.map_err(ring_error)?),
            ExactValue::Crt($x) => ExactValue::Crt($body.map_err(ring_error)?),
        }
    };
}

impl Any {
    fn kind(&self) -> BasisKind {
        match self {
            Self::Exact(x) => x.kind(),
            Self::Tally(x) => x.kind(),
        }
    }

    /// The element with its coefficients, for `what` a tally does not follow.
    fn exact(&self, what: &str) -> PyResult<&ExactValue> {
        match self {
            Self::Exact(x) => Ok(x),
            Self::Tally(_) => Err(ring_error(format!("{what}: a tally does not follow that"))),
        }
    }
}

/// An element of a ring, written in one of the three bases.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct RingElement {
    inner: Any,
}

impl From<Any> for RingElement {
    fn from(inner: Any) -> Self {
        Self { inner }
    }
}

impl From<ExactValue> for RingElement {
    fn from(inner: ExactValue) -> Self {
        Self { inner: Any::Exact(inner) }
    }
}

#[pymethods]
impl RingElement {
    /// The basis: powerful, decoding or crt.
    #[getter]
    fn basis(&self) -> &'static str {
        match self.inner.kind() {
            BasisKind::Powerful => "powerful",
            BasisKind::Decoding => "decoding",
            BasisKind::Crt => "crt",
        }
    }

    /// Whether the buffer is cleared when the element goes.
    #[getter]
    fn secret(&self) -> bool {
        match &self.inner {
            Any::Exact(x) => x.is_secret(),
            Any::Tally(x) => x.is_secret(),
        }
    }

    /// The same element, declared public.
    fn public(&self) -> Self {
        either!(&self.inner, x => x.public()).into()
    }

    /// The same element in another basis.
    fn to(&self, py: Python<'_>, basis: &str) -> PyResult<Self> {
        let kind = basis_kind(basis)?;
        Ok(detached(py, || either!(&self.inner, x => x.to_basis(kind))).into())
    }

    /// The residues, limbs × n.
    fn residues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let x = self.inner.exact("residues")?;
        x.residues().to_pyarray(py).reshape([x.ring().limbs(), x.ring().degree()])
    }

    /// The sum; both in the same ring and basis.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let sum = detached(py, || both!(&self.inner, &other.inner, x, y => x.add(y)));
        sum.map(Self::from)
    }

    /// The difference; both in the same ring and basis.
    fn sub(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let difference = detached(py, || both!(&self.inner, &other.inner, x, y => x.sub(y)));
        difference.map(Self::from)
    }

    /// The product, in the CRT basis.
    fn mul(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let product = detached(py, || both!(&self.inner, &other.inner, x, y => x.mul(y)));
        product.map(Self::from)
    }

    /// The product with the integer that has the given residue in each limb.
    fn scale(&self, py: Python<'_>, residues: Vec<u64>) -> PyResult<Self> {
        detached(py, || {
            Ok(either!(&self.inner, x => x.scale(&residues).map_err(ring_error)?).into())
        })
    }

    /// The product with g.
    fn mul_g(&self, py: Python<'_>) -> PyResult<Self> {
        let mut product = self.inner.exact("a product with g")?.clone();
        detached(py, || in_each_basis!(&mut product, x => x.mul_g_assign()));
        Ok(product.into())
    }

    /// The quotient by g.
    fn div_g(&self, py: Python<'_>) -> PyResult<Self> {
        let mut quotient = self.inner.exact("a quotient by g")?.clone();
        detached(py, || in_each_basis!(&mut quotient, x => x.div_g_assign()));
        Ok(quotient.into())
    }

    /// The image under ζ_m ↦ ζ_m^k.
    fn automorphism(&self, py: Python<'_>, k: u64) -> PyResult<Self> {
        let image = || Ok(either!(&self.inner, x => x.automorphism(k).map_err(ring_error)?).into());
        detached(py, image)
    }

    /// The same element in the larger ring `big`.
    fn embed(&self, py: Python<'_>, big: &RnsRing) -> PyResult<Self> {
        let (x, big) = (self.inner.exact("an embedding")?, big.exact("an embedding")?);
        detached(py, || {
            let extension = RingExtension::new(x.ring(), big).map_err(ring_error)?;
            Ok(wrapped!(x, y => y.embed(&extension)).into())
        })
    }

    /// The tweaked trace in the smaller ring `small`.
    fn twace(&self, py: Python<'_>, small: &RnsRing) -> PyResult<Self> {
        let (x, small) = (self.inner.exact("a trace")?, small.exact("a trace")?);
        detached(py, || {
            let extension = RingExtension::new(small, x.ring()).map_err(ring_error)?;
            Ok(wrapped!(x, y => y.twace(&extension)).into())
        })
    }

    /// The centred coefficients of an element of one limb, as 64-bit integers.
    fn lift<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let lifted = match &self.inner {
            Any::Exact(x) => x.lift(),
            Any::Tally(x) => x.lift(),
        };
        Ok(lifted.map_err(ring_error)?.to_pyarray(py))
    }

    /// The centred coefficients, whole.
    fn lift_big(&self, py: Python<'_>) -> PyResult<Vec<BigInt>> {
        detached(py, || match &self.inner {
            Any::Exact(x) => x.lift_big(),
            Any::Tally(x) => x.lift_big(),
        })
        .map_err(ring_error)
    }

    /// Whether both are equal: same ring, same basis, same residues. A tally has none: its elements
    /// equal nothing.
    fn __eq__(&self, other: &Self) -> bool {
        matches!((&self.inner, &other.inner), (Any::Exact(x), Any::Exact(y)) if x == y)
    }
}

/// An element of either ring.
pub(crate) fn made<E: std::fmt::Display>(
    ring: &AnyRing,
    exact: impl FnOnce(&ringassay_ring::RnsRing) -> Result<ExactValue, E>,
    tally: impl FnOnce(&ringassay_cost::TallyRing) -> Result<TallyValue, E>,
) -> PyResult<RingElement> {
    Ok(match ring {
        AnyRing::Exact(ring) => Any::Exact(exact(ring).map_err(ring_error)?),
        AnyRing::Tally(ring) => Any::Tally(tally(ring).map_err(ring_error)?),
    }
    .into())
}
