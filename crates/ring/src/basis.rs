//! The bases in which elements are written, as types.
//!
//! | basis | coefficients | cheap there |
//! |---|---|---|
//! | [`Powerful`] | of ∏ ζ_{m_i}^{j_i}: integers or residues | lifting, rescaling, gadgets |
//! | [`Decoding`] | of the basis dual to the powerful one, up to g | errors: sampling, removing |
//! | [`Crt`] | values at the primitive m-th roots of unity mod q | multiplication |
//!
//! ("A Toolkit for Ring-LWE Cryptography", ePrint 2013/293, §5, §6; "Λ∘λ", 2015/1134, §3.)

pub use crate::recorder::BasisKind;

mod sealed {
    pub trait Sealed {}
}

/// A basis of the ring. Implemented by [`Powerful`], [`Decoding`] and [`Crt`] only.
pub trait Basis: sealed::Sealed + Copy + Send + Sync + std::fmt::Debug + 'static {
    /// The basis as a value.
    const KIND: BasisKind;
}

/// A Z-basis of R: [`Powerful`] or [`Decoding`]. Integers have coefficients in it.
pub trait CoefficientBasis: Basis {}

/// The powerful basis: the tensor of the power bases of the prime powers (2013/293 §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powerful;

/// The decoding basis (2013/293 §6), times m̂/g so that it is a basis of R: per odd prime power
/// d_j = Σ_{s ≥ j} ζ_p^s, s < p - 1, so that coefficients c ↔ the powerful coefficients L(c), the
/// running sums of c. For an index that is a power of two it is the powerful basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoding;

/// The CRT basis modulo q: values at the primitive m-th roots of unity (2013/293 §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crt;

impl sealed::Sealed for Powerful {}
impl sealed::Sealed for Decoding {}
impl sealed::Sealed for Crt {}

impl Basis for Powerful {
    const KIND: BasisKind = BasisKind::Powerful;
}

impl Basis for Decoding {
    const KIND: BasisKind = BasisKind::Decoding;
}

impl Basis for Crt {
    const KIND: BasisKind = BasisKind::Crt;
}

impl CoefficientBasis for Powerful {}
impl CoefficientBasis for Decoding {}
