//! Elements of an RNS ring in one of the three bases.

mod arithmetic;
mod automorphism;
mod construct;
mod convert;
mod evaluate;
mod g;
mod lift;
mod operators;

use std::{fmt, marker::PhantomData};

use ringassay_kernels::secrecy;

pub(crate) use construct::{are_small, are_within, reduce_row};

use crate::{Basis, ElementError, RnsRing, meter, parallel, pool::Buffer, recorder::Kernel};

/// An element of an [`RnsRing`], written in the basis `B`.
///
/// One buffer, aligned to 64 bytes, limb after limb, [`RnsRing::stride`] words each; the words are
/// canonical residues. Buffers come from the ring's pool and go back to it, so that arithmetic does
/// not allocate once it runs.
///
/// **Secrets.** An element can be marked [secret](Element::set_secret): its buffer is cleared before
/// it is used for anything else. What is computed from a secret element is secret until it is
/// declared public. The arithmetic takes the same steps whatever the residues are.
pub struct Element<B: Basis> {
    ring: RnsRing,
    buffer: Buffer,
    basis: PhantomData<B>,
}

impl<B: Basis> Clone for Element<B> {
    fn clone(&self) -> Self {
        let buffer = self.buffer.duplicate();
        // Limbs that were dropped are copied as well.
        meter::rows(Kernel::Copy, self.ring.degree(), buffer.len() / self.ring.stride());
        Self { ring: self.ring.clone(), buffer, basis: PhantomData }
    }
}

impl<B: Basis> Element<B> {
    /// An element in a buffer of the ring's pool, whose words the caller overwrites. The words
    /// between the degree and the stride are zero.
    pub(crate) fn uninitialised(ring: &RnsRing, secret: bool) -> Self {
        let mut buffer = ring.shape().pool().take(ring.words());
        buffer.secret = secret;
        let mut element = Self { ring: ring.clone(), buffer, basis: PhantomData };
        element.clear_padding();
        element
    }

    /// The same words read in another basis.
    pub(crate) fn in_basis<C: Basis>(self) -> Element<C> {
        Element { ring: self.ring, buffer: self.buffer, basis: PhantomData }
    }

    /// The ring of the element.
    pub fn ring(&self) -> &RnsRing {
        &self.ring
    }

    /// Limb `i`: n canonical residues modulo the ring's i-th prime.
    ///
    /// # Panics
    /// When there is no limb `i`.
    pub fn limb(&self, i: usize) -> &[u64] {
        &self.row(i)[..self.ring.degree()]
    }

    /// Limb `i`, to be written: the words must stay canonical residues (below the prime). Others
    /// give unspecified elements, never undefined behaviour.
    ///
    /// # Panics
    /// When there is no limb `i`.
    pub fn limb_mut(&mut self, i: usize) -> &mut [u64] {
        let degree = self.ring.degree();
        &mut self.row_mut(i)[..degree]
    }

    /// All limbs, one after the other.
    pub fn iter_limbs(&self) -> impl ExactSizeIterator<Item = &[u64]> + Clone {
        let degree = self.ring.degree();
        self.words().chunks_exact(self.ring.stride()).map(move |row| &row[..degree])
    }

    /// All limbs, to be written, each with its index.
    pub fn iter_limbs_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [u64]> {
        let (degree, stride) = (self.ring.degree(), self.ring.stride());
        self.words_mut().chunks_exact_mut(stride).map(move |row| &mut row[..degree])
    }

    /// Whether the buffer is cleared when the element is dropped.
    pub fn is_secret(&self) -> bool {
        self.buffer.secret
    }

    /// Declares the element secret, or public. Elements are public when made, except from
    /// [`IntElement`](crate::IntElement)s and from other secret elements.
    pub fn set_secret(&mut self, secret: bool) {
        if self.buffer.secret && !secret {
            secrecy::reveal(self.words());
        }
        self.buffer.secret = secret;
    }

    /// Limb `i` with the words up to the stride, which are zero.
    pub(crate) fn row(&self, i: usize) -> &[u64] {
        let stride = self.ring.stride();
        &self.words()[i * stride..][..stride]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [u64] {
        let stride = self.ring.stride();
        &mut self.words_mut()[i * stride..][..stride]
    }

    /// All words: limb after limb, [`RnsRing::stride`] words each, of which those behind the n
    /// coefficients are zero.
    pub fn words(&self) -> &[u64] {
        // The buffer may be longer, after limbs were dropped.
        &self.buffer[..self.ring.words()]
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        let words = self.ring.words();
        &mut self.buffer[..words]
    }

    /// `f(ring, i, row i)` for every limb i, in parallel where it is worth it: `work` is one of the
    /// constants of [`parallel`].
    pub(crate) fn for_each_row(
        &mut self,
        work: usize,
        f: impl Fn(&RnsRing, usize, &mut [u64]) + Sync,
    ) {
        let ring = &self.ring;
        let words = &mut self.buffer[..ring.words()];
        parallel::for_each_row(words, ring.stride(), work, |i, row| f(ring, i, row));
    }

    fn clear_padding(&mut self) {
        let (degree, stride) = (self.ring.degree(), self.ring.stride());
        if degree < stride {
            self.words_mut().chunks_exact_mut(stride).for_each(|row| row[degree..].fill(0));
        }
    }

    /// Fails unless both lie in the same ring.
    #[inline]
    pub(crate) fn same_ring<C: Basis>(&self, other: &Element<C>) -> Result<(), ElementError> {
        self.lies_in(&other.ring)
    }

    /// Fails unless the element lies in `ring`.
    #[inline]
    pub(crate) fn lies_in(&self, ring: &RnsRing) -> Result<(), ElementError> {
        if self.ring == *ring { Ok(()) } else { Err(self.ring.differs_from(ring)) }
    }
}

impl<B: Basis> Element<B> {
    /// Fails unless `ring` has this element's index and just these of its primes, in this order.
    pub(crate) fn has_limbs(&self, ring: &RnsRing, limbs: &[usize]) -> Result<(), ElementError> {
        let own = self.ring.moduli();
        let picked = limbs.iter().map(|&limb| own.get(limb));
        if picked.eq(ring.moduli().iter().map(Some)) && ring.index() == self.ring.index() {
            return Ok(());
        }
        Err(self.ring.differs_from(ring))
    }
}

impl<B: Basis> PartialEq for Element<B> {
    /// Whether the elements are equal and lie in the same ring. Not in constant time.
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring && self.words() == other.words()
    }
}

impl<B: Basis> Eq for Element<B> {}

impl<B: Basis> fmt::Debug for Element<B> {
    /// Basis and ring only: elements are long, and may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secret = if self.is_secret() { "secret " } else { "" };
        write!(f, "Element({secret}{} basis of {})", B::KIND, self.ring)
    }
}
