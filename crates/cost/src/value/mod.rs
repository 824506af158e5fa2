//! Elements whose basis is part of the value: what a language computes with in which bases are no
//! types. One vocabulary, computed by [`ExactValue`] and counted by [`TallyValue`].

mod exact;
mod in_basis;
mod tally;

pub use exact::ExactValue;
pub use in_basis::InBasis;
pub use tally::TallyValue;

use num_bigint::BigInt;
use ringassay_ring::{
    BasisKind, ElementError,
    rns::RnsError,
    sample::{Distribution, Label, SampleError, Seed},
};
use thiserror::Error;

/// The label of the one stream that a sampled element takes from its seed.
const ELEMENT: Label = Label::new("element");

/// What cannot be done with values.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ValueError {
    /// The elements do not go together.
    #[error(transparent)]
    Element(#[from] ElementError),
    /// There is no such distribution.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// There is no basis of these moduli.
    #[error(transparent)]
    Rns(#[from] RnsError),
    /// Two bases where one is needed.
    #[error("elements in the {0} and the {1} basis")]
    Bases(BasisKind, BasisKind),
    /// Integers are coefficients.
    #[error(
        "integers have coefficients in the powerful and the decoding basis, not in the CRT basis"
    )]
    Integers,
    /// Values have no lift.
    #[error("values in the CRT basis have no lift: take the powerful or the decoding basis")]
    NoCoefficients,
}

/// An element of a ring in any of its bases.
pub trait Value: Clone + Send + Sync {
    /// The ring.
    type Ring;

    /// The constant with the given residue in each limb, in the powerful basis.
    ///
    /// # Errors
    /// When there is not one canonical residue for each limb.
    fn constant(ring: &Self::Ring, residues: &[u64]) -> Result<Self, ValueError>;

    /// The element with the given integer coefficients.
    ///
    /// # Errors
    /// When there are not n of them, or for the CRT basis.
    fn from_integers(ring: &Self::Ring, x: &[i64], kind: BasisKind) -> Result<Self, ValueError>;

    /// A public uniform element in the CRT basis, expanded from a seed.
    fn uniform(ring: &Self::Ring, seed: &Seed) -> Self;

    /// A secret element of a distribution, which fixes its basis.
    ///
    /// # Errors
    /// When there is no such distribution.
    fn sample(
        ring: &Self::Ring,
        distribution: Distribution,
        seed: &Seed,
    ) -> Result<Self, ValueError>;

    /// The basis.
    fn kind(&self) -> BasisKind;

    /// The same element in another basis.
    #[must_use]
    fn to_basis(&self, kind: BasisKind) -> Self;

    /// Whether the buffer is cleared when the element goes.
    fn is_secret(&self) -> bool;

    /// The same element, declared public.
    #[must_use]
    fn public(&self) -> Self;

    /// The sum; both in one ring and basis.
    ///
    /// # Errors
    /// When they are not; likewise below.
    fn add(&self, other: &Self) -> Result<Self, ValueError>;

    /// The difference.
    ///
    /// # Errors
    /// As [`Value::add`].
    fn sub(&self, other: &Self) -> Result<Self, ValueError>;

    /// The product, in the CRT basis; the operands in any.
    ///
    /// # Errors
    /// When they lie in different rings.
    fn mul(&self, other: &Self) -> Result<Self, ValueError>;

    /// The product with the integer that has the given residue in each limb.
    ///
    /// # Errors
    /// When there is not one canonical residue for each limb.
    fn scale(&self, residues: &[u64]) -> Result<Self, ValueError>;

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// When k is no unit modulo m.
    fn automorphism(&self, k: u64) -> Result<Self, ValueError>;

    /// The centred coefficients of an element of one limb.
    ///
    /// # Errors
    /// When it has several, or in the CRT basis.
    fn lift(&self) -> Result<Vec<i64>, ValueError>;

    /// The centred coefficients, whole.
    ///
    /// # Errors
    /// In the CRT basis.
    fn lift_big(&self) -> Result<Vec<BigInt>, ValueError>;
}
