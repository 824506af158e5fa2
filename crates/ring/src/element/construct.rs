//! Elements from integers and residues.

use ringassay_kernels::{Zq, secrecy, vectorised};

use super::Element;
use crate::{
    Basis, BasisKind, CoefficientBasis, Decoding, ElementError, Powerful, RnsRing, meter, parallel,
    recorder::Kernel,
};
use std::marker::PhantomData;

impl<B: Basis> Element<B> {
    /// 0.
    pub fn zero(ring: &RnsRing) -> Self {
        let buffer = ring.shape().pool().take_zeroed(ring.words());
        meter::rows(Kernel::Clear, ring.degree(), ring.limbs());
        Self { ring: ring.clone(), buffer, basis: PhantomData }
    }

    /// An integer.
    pub fn constant(ring: &RnsRing, value: i64) -> Self {
        if B::KIND == BasisKind::Decoding {
            let powerful = Element::<Powerful>::constant(ring, value);
            return powerful.into_decoding().in_basis();
        }
        let mut element = Self::zero(ring);
        for i in 0..ring.limbs() {
            let residue = ring.zq(i).modulus().reduce_i64(value);
            let limb = element.limb_mut(i);
            if B::KIND == BasisKind::Crt {
                limb.fill(residue);
            } else {
                limb[0] = residue;
            }
        }
        element
    }

    /// The element with the given canonical residues: `limbs` × n words, limb after limb, without
    /// gaps.
    ///
    /// # Errors
    /// When the number of words is another, or a word is not below its modulus.
    pub fn from_residues(ring: &RnsRing, residues: &[u64]) -> Result<Self, ElementError> {
        let degree = ring.degree();
        check_length(residues.len(), ring.limbs() * degree)?;
        let mut element = Self::uninitialised(ring, false);
        for (limb, words) in residues.chunks_exact(degree).enumerate() {
            let q = ring.zq(limb).q();
            if !secrecy::all_below(words, q) {
                let position = words.iter().position(|&word| word >= q).unwrap_or_default();
                let value = words[position];
                return Err(ElementError::NotReduced { limb, position, value, q });
            }
            meter::rows(Kernel::Copy, degree, 1);
            element.limb_mut(limb).copy_from_slice(words);
        }
        Ok(element)
    }

    /// The element whose limbs `write` writes, one after the other, each given by its number: n words, which have to
    /// be canonical residues (see [`Element::limb_mut`]) unless it fails.
    ///
    /// # Errors
    /// As `write`.
    pub fn from_limbs<E>(
        ring: &RnsRing,
        mut write: impl FnMut(usize, &mut [u64]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut element = Self::uninitialised(ring, false);
        for (i, limb) in element.iter_limbs_mut().enumerate() {
            write(i, limb)?;
        }
        Ok(element)
    }

    /// The element of the first `limbs` limbs, in [`RnsRing::prefix`]: the same integer
    /// coefficients modulo fewer primes.
    ///
    /// # Panics
    /// When `limbs` is 0 or more than there are.
    pub fn to_prefix(&self, limbs: usize) -> Self {
        self.to_limbs(0..limbs)
    }

    /// The element of the limbs in `range`, in [`RnsRing::select`].
    ///
    /// # Panics
    /// When the range is empty or reaches beyond the last limb.
    pub fn to_limbs(&self, range: std::ops::Range<usize>) -> Self {
        let ring = self.ring.select(range.clone());
        let mut element = Self::uninitialised(&ring, self.is_secret());
        let stride = ring.stride();
        let words = &self.words()[range.start * stride..range.end * stride];
        meter::rows(Kernel::Copy, ring.degree(), ring.limbs());
        element.words_mut().copy_from_slice(words);
        element
    }

    /// Some limbs, in the given order, as an element of `ring`, which has just these primes
    /// ([`RnsRing::pick`]).
    ///
    /// # Errors
    /// When `ring` has other primes, or the index is another.
    pub fn pick_limbs(&self, ring: &RnsRing, limbs: &[usize]) -> Result<Self, ElementError> {
        self.has_limbs(ring, limbs)?;
        let mut element = Self::uninitialised(ring, self.is_secret());
        for (i, &limb) in limbs.iter().enumerate() {
            meter::rows(Kernel::Copy, ring.degree(), 1);
            element.row_mut(i).copy_from_slice(self.row(limb));
        }
        Ok(element)
    }

    /// The element times an integer as one of `ring`, whose first limbs are those of the element:
    /// `factors` are the integer's residues modulo them, and it is 0 modulo all others.
    ///
    /// # Errors
    /// When `ring` has other primes or another index, or there is not one canonical factor for each
    /// limb.
    pub fn raise(&self, ring: &RnsRing, factors: &[u64]) -> Result<Self, ElementError> {
        let own = self.ring.moduli();
        if !ring.moduli().starts_with(own) || ring.index() != self.ring.index() {
            return Err(self.ring.differs_from(ring));
        }
        ElementError::check_factors(factors, own)?;
        let mut element = Self::uninitialised(ring, self.is_secret());
        element.for_each_row(parallel::LINEAR, |ring, i, row| match factors.get(i) {
            Some(&factor) => {
                let zq = ring.zq(i);
                meter::row(Kernel::Scale, zq, ring.degree());
                zq.scale_into(row, self.row(i), zq.prepare(factor));
            }
            None => {
                meter::rows(Kernel::Clear, ring.degree(), 1);
                row.fill(0);
            }
        });
        Ok(element)
    }

    /// self += what [`Element::raise`] makes of `x` in the ring of self, modulo the limbs that x has.
    ///
    /// # Errors
    /// As [`Element::raise`].
    pub fn add_raised(&mut self, x: &Self, factors: &[u64]) -> Result<(), ElementError> {
        let own = x.ring.moduli();
        if !self.ring.moduli().starts_with(own) || self.ring.index() != x.ring.index() {
            return Err(x.ring.differs_from(&self.ring));
        }
        ElementError::check_factors(factors, own)?;
        self.set_secret(self.is_secret() || x.is_secret());
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            // Nothing is added where the integer is 0.
            if let Some(&factor) = factors.get(i).filter(|&&factor| factor != 0) {
                let zq = ring.zq(i);
                meter::row(Kernel::Scale, zq, ring.degree());
                meter::row(Kernel::Add, zq, ring.degree());
                zq.scale_add_assign(row, x.row(i), zq.prepare(factor));
            }
        });
        Ok(())
    }

    /// Drops all but the first `limbs` limbs; copies nothing.
    ///
    /// # Panics
    /// When `limbs` is 0 or more than there are.
    pub fn into_prefix(mut self, limbs: usize) -> Self {
        self.ring = self.ring.prefix(limbs);
        self
    }
}

impl<B: CoefficientBasis> Element<B> {
    /// The element of those n integer coefficients in the basis.
    ///
    /// # Errors
    /// When there are not n of them.
    pub fn from_i64(ring: &RnsRing, coefficients: &[i64]) -> Result<Self, ElementError> {
        check_length(coefficients.len(), ring.degree())?;
        let mut element = Self::uninitialised(ring, false);
        element.assign_i64(coefficients);
        Ok(element)
    }

    /// Overwrites every limb with the residues of n integers.
    pub(crate) fn assign_i64(&mut self, coefficients: &[i64]) {
        let are_small = are_small(coefficients, &self.ring);
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::Reduce, ring.zq(i), ring.degree());
            reduce_row(ring.zq(i), &mut row[..ring.degree()], coefficients, are_small);
        });
    }
}

/// Whether all lie from -q to q - 1 for the least prime q of a ring: true of secrets, errors, messages. That alone is
/// published.
pub(crate) fn are_small(coefficients: &[i64], ring: &RnsRing) -> bool {
    are_within(coefficients, ring.moduli().iter().copied().min().unwrap_or_default())
}

/// Likewise from -bound to bound - 1 for any bound. Says no also where only the bits of all magnitudes together exceed it.
pub(crate) fn are_within(coefficients: &[i64], bound: u64) -> bool {
    let magnitudes = vectorised(
        #[inline(always)]
        || coefficients.iter().fold(0, |all, &x| all | (x ^ (x >> 63)) as u64),
    );
    secrecy::revealed(u8::from(magnitudes < bound)) == 1
}

/// The residues of integers, which may be known to be small ([`are_small`]).
pub(crate) fn reduce_row(zq: &Zq, row: &mut [u64], coefficients: &[i64], are_small: bool) {
    if are_small {
        zq.reduce_small_into(row, coefficients);
    } else {
        zq.reduce_signed_into(row, coefficients);
    }
}

impl Element<Decoding> {
    /// The element of R_Q with powerful coefficients `coefficients`, written in the decoding basis.
    ///
    /// # Errors
    /// When there are not n of them.
    pub fn from_powerful_i64(ring: &RnsRing, coefficients: &[i64]) -> Result<Self, ElementError> {
        Ok(Element::<Powerful>::from_i64(ring, coefficients)?.into_decoding())
    }
}

pub(crate) fn check_length(given: usize, expected: usize) -> Result<(), ElementError> {
    if given == expected { Ok(()) } else { Err(ElementError::Length { given, expected }) }
}
