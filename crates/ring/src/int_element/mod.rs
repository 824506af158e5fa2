//! Elements of R itself: integer coefficients.

mod arithmetic;
mod automorphism;
mod axis_map;
mod convert;
mod extension;
mod fibres;
mod g;

use std::{fmt, marker::PhantomData, sync::Arc};

use ringassay_kernels::Zq;
use zeroize::Zeroize;

use crate::{
    CoefficientBasis, Element, ElementError, RnsRing,
    element::{are_small, are_within, reduce_row},
    index::Index,
    meter::{self, Held},
    recorder::Kernel,
};

/// An element of R = Z\[ζ_m\] with 64-bit coefficients in the basis `B`: a secret key, an error, or
/// what an element of R_q was lifted to.
///
/// Cleared when dropped; never shown. Its arithmetic takes the same steps whatever the coefficients
/// are, and fails, leaving the operand as it was, where a result exceeds 64 bits.
pub struct IntElement<B: CoefficientBasis> {
    index: Arc<Index>,
    coefficients: Vec<i64>,
    basis: PhantomData<B>,
    held: Held,
}

impl<B: CoefficientBasis> IntElement<B> {
    /// 0.
    pub fn zero(index: &Index) -> Self {
        let n = index.degree();
        let held = Held::new(8 * n);
        meter::rows(Kernel::Clear, n, 1);
        Self { index: Arc::new(index.clone()), coefficients: vec![0; n], basis: PhantomData, held }
    }

    /// The element of those n coefficients.
    ///
    /// # Errors
    /// When there are not n of them; they are cleared then.
    pub fn from_coefficients(
        index: &Index,
        mut coefficients: Vec<i64>,
    ) -> Result<Self, ElementError> {
        let (given, expected) = (coefficients.len(), index.degree());
        if given != expected {
            coefficients.zeroize();
            return Err(ElementError::Length { given, expected });
        }
        let held = Held::new(8 * expected);
        Ok(Self { index: Arc::new(index.clone()), coefficients, basis: PhantomData, held })
    }

    /// The index m.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The n coefficients.
    pub fn coefficients(&self) -> &[i64] {
        &self.coefficients
    }

    /// The n coefficients, to be written.
    pub fn coefficients_mut(&mut self) -> &mut [i64] {
        &mut self.coefficients
    }

    /// The element modulo the moduli of `ring`, marked secret.
    ///
    /// # Errors
    /// When `ring` has another index.
    pub fn reduce(&self, ring: &RnsRing) -> Result<Element<B>, ElementError> {
        let mut reduced = Element::uninitialised(ring, true);
        self.reduce_into(&mut reduced)?;
        Ok(reduced)
    }

    /// As [`IntElement::reduce`], into `reduced`, which becomes secret.
    ///
    /// # Errors
    /// When the ring of `reduced` has another index.
    pub fn reduce_into(&self, reduced: &mut Element<B>) -> Result<(), ElementError> {
        self.same_index(reduced.ring().index())?;
        reduced.set_secret(true);
        reduced.assign_i64(&self.coefficients);
        Ok(())
    }

    /// Whether all coefficients are small modulo each prime of a ring: that alone is published.
    pub(crate) fn is_small(&self, ring: &RnsRing) -> bool {
        are_small(&self.coefficients, ring)
    }

    /// Whether all coefficients surely lie from -bound to bound - 1: that alone is published.
    pub(crate) fn is_within(&self, bound: u64) -> bool {
        are_within(&self.coefficients, bound)
    }

    /// The residues of the coefficients modulo one prime of a ring, given [`IntElement::is_small`].
    pub(crate) fn reduce_row_into(&self, zq: &Zq, row: &mut [u64], is_small: bool) {
        reduce_row(zq, row, &self.coefficients, is_small);
    }

    /// The same coefficients read in another basis.
    fn in_basis<C: CoefficientBasis>(mut self) -> IntElement<C> {
        let coefficients = std::mem::take(&mut self.coefficients);
        let held = std::mem::take(&mut self.held);
        IntElement { index: Arc::clone(&self.index), coefficients, basis: PhantomData, held }
    }

    /// Fails unless this is an element of the ring of that index.
    pub(crate) fn same_index(&self, other: &Index) -> Result<(), ElementError> {
        if *self.index == *other {
            return Ok(());
        }
        let [left, right] = [&*self.index, other].map(|index| format!("Z[ζ_{}]", index.m()));
        Err(ElementError::DifferentRings { left, right })
    }
}

impl<B: CoefficientBasis> Clone for IntElement<B> {
    fn clone(&self) -> Self {
        let held = self.held.clone();
        meter::rows(Kernel::Copy, self.coefficients.len(), 1);
        Self {
            index: Arc::clone(&self.index),
            coefficients: self.coefficients.clone(),
            basis: PhantomData,
            held,
        }
    }
}

impl<B: CoefficientBasis> Drop for IntElement<B> {
    fn drop(&mut self) {
        if !self.coefficients.is_empty() {
            meter::rows(Kernel::Erase, self.coefficients.len(), 1);
        }
        self.coefficients.zeroize();
    }
}

impl<B: CoefficientBasis> PartialEq for IntElement<B> {
    /// Whether the elements are equal and of the same index. Not in constant time.
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && self.coefficients == other.coefficients
    }
}

impl<B: CoefficientBasis> Eq for IntElement<B> {}

impl<B: CoefficientBasis> fmt::Debug for IntElement<B> {
    /// Basis and ring only: the coefficients may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IntElement({} basis of Z[ζ_{}])", B::KIND, self.index.m())
    }
}
