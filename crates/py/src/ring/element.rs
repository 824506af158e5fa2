//! Elements: in Rust the basis is part of the type, in Python of the value.

use num_bigint::BigInt;
use numpy::{PyArray1, PyArray2, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use ringassay_ring::{
    self as ring, BasisKind, Crt, Decoding, Element, Powerful, RingExtension,
    rns::{Lift, Moduli},
};

use super::{
    error::ring_error,
    handle::{RnsRing, basis_kind},
};

/// An element in any of the bases.
#[derive(Clone)]
pub(crate) enum Any {
    Powerful(Element<Powerful>),
    Decoding(Element<Decoding>),
    Crt(Element<Crt>),
}

/// The same expression for an element of each basis.
macro_rules! each {
    ($any:expr, $x:ident => $body:expr) => {
        match $any {
            Any::Powerful($x) => $body,
            Any::Decoding($x) => $body,
            Any::Crt($x) => $body,
        }
    };
}

/// The same expression for two elements of one basis, wrapped in that basis again.
macro_rules! both {
    ($a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        match ($a, $b) {
            (Any::Powerful($x), Any::Powerful($y)) => Ok(Any::Powerful($body.map_err(ring_error)?)),
            (Any::Decoding($x), Any::Decoding($y)) => Ok(Any::Decoding($body.map_err(ring_error)?)),
            (Any::Crt($x), Any::Crt($y)) => Ok(Any::Crt($body.map_err(ring_error)?)),
            (a, b) => {
                Err(ring_error(format!("elements in the {} and the {} basis", a.kind(), b.kind())))
            }
        }
    };
}

impl Any {
    pub(crate) fn from_residues(
        ring: &ring::RnsRing,
        words: &[u64],
        kind: BasisKind,
    ) -> PyResult<Self> {
        match kind {
            BasisKind::Powerful => Element::from_residues(ring, words).map(Any::Powerful),
            BasisKind::Decoding => Element::from_residues(ring, words).map(Any::Decoding),
            BasisKind::Crt => Element::from_residues(ring, words).map(Any::Crt),
        }
        .map_err(ring_error)
    }

    pub(crate) fn from_integers(
        ring: &ring::RnsRing,
        x: &[i64],
        kind: BasisKind,
    ) -> PyResult<Self> {
        match kind {
            BasisKind::Powerful => {
                Element::from_i64(ring, x).map(Any::Powerful).map_err(ring_error)
            }
            BasisKind::Decoding => {
                Element::from_i64(ring, x).map(Any::Decoding).map_err(ring_error)
            }
            BasisKind::Crt => Err(ring_error(
                "integers have coefficients in the powerful and the decoding basis, not in the CRT basis",
            )),
        }
    }

    fn kind(&self) -> BasisKind {
        match self {
            Any::Powerful(_) => BasisKind::Powerful,
            Any::Decoding(_) => BasisKind::Decoding,
            Any::Crt(_) => BasisKind::Crt,
        }
    }

    fn ring(&self) -> &ring::RnsRing {
        each!(self, x => x.ring())
    }

    fn to_crt(&self) -> Element<Crt> {
        match self {
            Any::Powerful(x) => x.to_crt(),
            Any::Decoding(x) => x.to_crt(),
            Any::Crt(x) => x.clone(),
        }
    }

    fn to_basis(&self, kind: BasisKind) -> Self {
        match (self, kind) {
            (_, BasisKind::Crt) => Any::Crt(self.to_crt()),
            (Any::Powerful(x), BasisKind::Decoding) => Any::Decoding(x.to_decoding()),
            (Any::Decoding(x), BasisKind::Powerful) => Any::Powerful(x.to_powerful()),
            (Any::Crt(x), BasisKind::Powerful) => Any::Powerful(x.to_powerful()),
            (Any::Crt(x), BasisKind::Decoding) => Any::Decoding(x.to_decoding()),
            _ => self.clone(),
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
        each!(&self.inner, x => x.is_secret())
    }

    /// The same element, declared public.
    fn public(&self) -> Self {
        let mut declared = self.inner.clone();
        each!(&mut declared, x => x.set_secret(false));
        declared.into()
    }

    /// The same element in another basis.
    fn to(&self, py: Python<'_>, basis: &str) -> PyResult<Self> {
        let kind = basis_kind(basis)?;
        Ok(py.detach(|| self.inner.to_basis(kind)).into())
    }

    /// The residues, limbs × n.
    fn residues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let ring = self.inner.ring();
        let flat: Vec<u64> = each!(&self.inner, x => x.iter_limbs().flatten().copied().collect());
        flat.to_pyarray(py).reshape([ring.limbs(), ring.degree()])
    }

    /// The sum; both in the same ring and basis.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let sum = py.detach(|| both!(&self.inner, &other.inner, x, y => x.try_add(y)));
        sum.map(Self::from)
    }

    /// The difference; both in the same ring and basis.
    fn sub(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let difference = py.detach(|| both!(&self.inner, &other.inner, x, y => x.try_sub(y)));
        difference.map(Self::from)
    }

    /// The product, in the CRT basis.
    fn mul(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let product = py.detach(|| self.inner.to_crt().try_mul(&other.inner.to_crt()));
        Ok(Any::Crt(product.map_err(ring_error)?).into())
    }

    /// The product with the integer that has the given residue in each limb.
    fn scale(&self, py: Python<'_>, residues: Vec<u64>) -> PyResult<Self> {
        let mut scaled = self.inner.clone();
        py.detach(|| each!(&mut scaled, x => x.scale_limbs_assign(&residues)).map_err(ring_error))?;
        Ok(scaled.into())
    }

    /// The product with g.
    fn mul_g(&self, py: Python<'_>) -> Self {
        let mut product = self.inner.clone();
        py.detach(|| each!(&mut product, x => x.mul_g_assign()));
        product.into()
    }

    /// The quotient by g.
    fn div_g(&self, py: Python<'_>) -> Self {
        let mut quotient = self.inner.clone();
        py.detach(|| each!(&mut quotient, x => x.div_g_assign()));
        quotient.into()
    }

    /// The image under ζ_m ↦ ζ_m^k.
    fn automorphism(&self, py: Python<'_>, k: u64) -> PyResult<Self> {
        py.detach(|| {
            Ok(match &self.inner {
                Any::Powerful(x) => Any::Powerful(x.automorphism(k).map_err(ring_error)?),
                Any::Decoding(x) => Any::Decoding(x.automorphism(k).map_err(ring_error)?),
                Any::Crt(x) => Any::Crt(x.automorphism(k).map_err(ring_error)?),
            })
        })
        .map(Self::from)
    }

    /// The same element in the larger ring `big`.
    fn embed(&self, py: Python<'_>, big: &RnsRing) -> PyResult<Self> {
        py.detach(|| {
            let extension =
                RingExtension::new(self.inner.ring(), &big.inner).map_err(ring_error)?;
            Ok(match &self.inner {
                Any::Powerful(x) => Any::Powerful(x.embed(&extension).map_err(ring_error)?),
                Any::Decoding(x) => Any::Decoding(x.embed(&extension).map_err(ring_error)?),
                Any::Crt(x) => Any::Crt(x.embed(&extension).map_err(ring_error)?),
            })
        })
        .map(Self::from)
    }

    /// The tweaked trace in the smaller ring `small`.
    fn twace(&self, py: Python<'_>, small: &RnsRing) -> PyResult<Self> {
        py.detach(|| {
            let extension =
                RingExtension::new(&small.inner, self.inner.ring()).map_err(ring_error)?;
            Ok(match &self.inner {
                Any::Powerful(x) => Any::Powerful(x.twace(&extension).map_err(ring_error)?),
                Any::Decoding(x) => Any::Decoding(x.twace(&extension).map_err(ring_error)?),
                Any::Crt(x) => Any::Crt(x.twace(&extension).map_err(ring_error)?),
            })
        })
        .map(Self::from)
    }

    /// The centred coefficients of an element of one limb, as 64-bit integers.
    fn lift<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let lifted: Vec<i64> = match &self.inner {
            Any::Powerful(x) => x.lift().map_err(ring_error)?.coefficients().to_vec(),
            Any::Decoding(x) => x.lift().map_err(ring_error)?.coefficients().to_vec(),
            Any::Crt(_) => return Err(no_coefficients()),
        };
        Ok(lifted.to_pyarray(py))
    }

    /// The centred coefficients, whole.
    fn lift_big(&self, py: Python<'_>) -> PyResult<Vec<BigInt>> {
        if matches!(self.inner, Any::Crt(_)) {
            return Err(no_coefficients());
        }
        py.detach(|| {
            let ring = self.inner.ring();
            let zqs: Vec<_> = (0..ring.limbs()).map(|i| *ring.zq(i)).collect();
            let lift = Lift::new(&Moduli::new(&zqs).map_err(ring_error)?);
            Ok(each!(&self.inner, x => lift.lift_big(x.as_limbs())))
        })
    }

    /// Whether both are equal: same ring, same basis, same residues.
    fn __eq__(&self, other: &Self) -> bool {
        match (&self.inner, &other.inner) {
            (Any::Powerful(x), Any::Powerful(y)) => x == y,
            (Any::Decoding(x), Any::Decoding(y)) => x == y,
            (Any::Crt(x), Any::Crt(y)) => x == y,
            _ => false,
        }
    }
}

fn no_coefficients() -> PyErr {
    ring_error("values in the CRT basis have no lift: take the powerful or the decoding basis")
}
