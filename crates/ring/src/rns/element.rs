//! Conversions between RNS bases on elements.
//!
//! In the powerful and decoding bases they are done to the coefficients. In the CRT basis only the
//! limbs to be dropped are taken to coefficients; the correction is transformed instead of the rest.

use std::ops::Range;

use num_bigint::BigInt;
use ringassay_kernels::Zq;

use super::{BaseExtension, Division, Lift, Limbs, LimbsMut, Moduli, RnsError};
use crate::{
    Basis, CoefficientBasis, Crt, Element, Powerful, RnsRing, meter, parallel, recorder::Kernel,
};

impl RnsRing {
    /// Arithmetic modulo each prime, in the order of the limbs.
    pub fn zqs(&self) -> Vec<Zq> {
        (0..self.limbs()).map(|i| *self.zq(i)).collect()
    }

    /// The primes as an RNS basis.
    ///
    /// # Errors
    /// When there are more than [`MAX_LIMBS`](super::MAX_LIMBS).
    pub fn rns_moduli(&self) -> Result<Moduli, RnsError> {
        Moduli::new(&self.zqs())
    }
}

impl<B: Basis> Element<B> {
    /// All limbs as a matrix of residues.
    pub fn as_limbs(&self) -> Limbs<'_> {
        Limbs::new(self.words(), self.ring().stride(), self.ring().degree())
    }

    /// All limbs as a matrix of residues, to be written: see [`Element::limb_mut`].
    pub fn as_limbs_mut(&mut self) -> LimbsMut<'_> {
        let (stride, degree) = (self.ring().stride(), self.ring().degree());
        LimbsMut::new(self.words_mut(), stride, degree)
    }
}

impl<B: CoefficientBasis> Element<B> {
    /// The coefficients in (-Q/2, Q/2], of any number of limbs, in constant time but for the making
    /// of the big integers.
    ///
    /// # Errors
    /// When the tables are made for other moduli.
    pub fn lift_big(&self, lift: &Lift) -> Result<Vec<BigInt>, RnsError> {
        check_moduli(self.ring(), lift.from().zqs())?;
        Ok(lift.lift_big(self.as_limbs()))
    }

    /// The same coefficients modulo further moduli, into `out`, whose ring has the new moduli, or
    /// these and the old ones (which are copied).
    ///
    /// # Errors
    /// When the tables are made for other moduli, or the indices differ.
    pub fn extend_into(&self, extension: &BaseExtension, out: &mut Self) -> Result<(), RnsError> {
        let (from, to) = (extension.from().zqs(), extension.to());
        check_moduli(self.ring(), from)?;
        check_index(self.ring(), out.ring())?;
        let new = match two_parts(out.ring(), from, to) {
            Some((old, new)) => {
                let mut rows = out.as_limbs_mut();
                for (i, limb) in old.enumerate() {
                    meter::rows(Kernel::Copy, self.ring().degree(), 1);
                    rows.row_mut(limb).copy_from_slice(self.limb(i));
                }
                new
            }
            None => {
                check_moduli(out.ring(), to)?;
                0..to.len()
            }
        };
        out.set_secret(self.is_secret());
        let stride = out.ring().stride();
        let degree = out.ring().degree();
        let words = &mut out.words_mut()[new.start * stride..new.end * stride];
        extension.extend_into(LimbsMut::new(words, stride, degree), self.as_limbs());
        Ok(())
    }

    /// The same coefficients as an element of `ring`, which has the new moduli, or these and the old
    /// ones.
    ///
    /// # Errors
    /// As [`Element::extend_into`].
    pub fn extended(&self, extension: &BaseExtension, ring: &RnsRing) -> Result<Self, RnsError> {
        let mut out = Self::uninitialised(ring, self.is_secret());
        self.extend_into(extension, &mut out)?;
        Ok(out)
    }

    /// The quotient, with the kept limbs only: rescaling, modulus switch, division by P (see
    /// [`Division`]).
    ///
    /// # Errors
    /// When the limbs are not those that the tables keep and drop.
    pub fn divide(&self, division: &Division) -> Result<Self, RnsError> {
        let (kept, _) = parts(self.ring(), division)?;
        let mut out = Self::uninitialised(&self.ring().select(kept), self.is_secret());
        self.divide_into(division, &mut out)?;
        Ok(out)
    }

    /// As [`Element::divide`], into `out`.
    ///
    /// # Errors
    /// When the limbs are not those that the tables keep and drop, or those of `out` not those that
    /// they keep, or the indices differ.
    pub fn divide_into(&self, division: &Division, out: &mut Self) -> Result<(), RnsError> {
        let (kept, dropped) = parts(self.ring(), division)?;
        check_moduli(out.ring(), division.kept())?;
        check_index(self.ring(), out.ring())?;
        out.set_secret(self.is_secret());
        let limbs = self.as_limbs();
        division.divide_into(out.as_limbs_mut(), limbs.range(kept), limbs.range(dropped));
        Ok(())
    }

    /// As [`Element::divide`], in the same buffer, if the kept limbs are the first ones.
    ///
    /// # Errors
    /// When the limbs are not those that the tables keep and drop.
    pub fn divide_assign(&mut self, division: &Division) -> Result<(), RnsError> {
        let (kept, _) = parts(self.ring(), division)?;
        if kept.start > 0 {
            *self = self.divide(division)?;
            return Ok(());
        }
        let (stride, degree) = (self.ring().stride(), self.ring().degree());
        let (rows, dropped) = self.words_mut().split_at_mut(kept.len() * stride);
        let dropped = Limbs::new(dropped, stride, degree);
        division.divide_assign(LimbsMut::new(rows, stride, degree), dropped);
        self.keep_prefix(kept.len());
        Ok(())
    }
}

impl Element<Crt> {
    /// The element of `ring` with the same integers as coefficients in the powerful basis: the limbs of
    /// `ring` are first those of the element, which are copied, then those of `extension`. One inverse
    /// transform for each limb of the element, one forward transform for each that is new.
    ///
    /// # Errors
    /// When the tables are made for other moduli, or the indices differ.
    pub fn extended(&self, extension: &BaseExtension, ring: &RnsRing) -> Result<Self, RnsError> {
        let (from, to) = (extension.from().zqs(), extension.to());
        check_moduli(self.ring(), from)?;
        check_moduli(ring, &[from, to].concat())?;
        check_index(self.ring(), ring)?;
        let mut out = Self::uninitialised(ring, self.is_secret());
        let powerful = self.to_powerful();
        let mut limbs = out.as_limbs_mut();
        for i in 0..from.len() {
            meter::rows(Kernel::Copy, ring.degree(), 1);
            limbs.row_mut(i).copy_from_slice(self.limb(i));
        }
        let new = limbs.iter_mut().skip(from.len());
        extension.extend_into(LimbsMut::from_rows(new), powerful.as_limbs());
        drop(powerful);
        out.transform_except(&(0..from.len()));
        Ok(out)
    }

    /// The quotient, with the kept limbs only (see [`Division`]): one inverse transform for each
    /// dropped limb, one forward transform for each kept one. The coefficients that are rounded are
    /// those in the powerful basis.
    ///
    /// # Errors
    /// When the limbs are not those that the tables keep and drop.
    pub fn divide(&self, division: &Division) -> Result<Self, RnsError> {
        let (kept, dropped) = parts(self.ring(), division)?;
        let dropped = self.to_limbs(dropped).into_powerful();
        let ring = self.ring().select(kept.clone());
        let mut correction = Element::<Powerful>::uninitialised(&ring, self.is_secret());
        division.correction_into(correction.as_limbs_mut(), dropped.as_limbs());
        let mut quotient = correction.into_crt();
        quotient.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::Merge, ring.zq(i), ring.degree());
            division.merge_assign(i, row, self.row(kept.start + i));
        });
        Ok(quotient)
    }

    /// As [`Element::divide`], in the same place.
    ///
    /// # Errors
    /// When the limbs are not those that the tables keep and drop.
    pub fn divide_assign(&mut self, division: &Division) -> Result<(), RnsError> {
        *self = self.divide(division)?;
        Ok(())
    }
}

impl<B: Basis> Element<B> {
    /// Drops all but the first limbs.
    fn keep_prefix(&mut self, limbs: usize) {
        let ring = self.ring().clone();
        let whole = std::mem::replace(self, Self::uninitialised(&ring.prefix(1), false));
        *self = whole.into_prefix(limbs);
    }
}

fn values(zqs: &[Zq]) -> impl Iterator<Item = u64> {
    zqs.iter().map(Zq::q)
}

/// Fails unless the ring has exactly these moduli.
pub(crate) fn check_moduli(ring: &RnsRing, zqs: &[Zq]) -> Result<(), RnsError> {
    if ring.moduli().iter().copied().eq(values(zqs)) {
        return Ok(());
    }
    Err(RnsError::OtherModuli { element: ring.moduli().to_vec(), tables: values(zqs).collect() })
}

/// Fails unless both rings have the same index.
pub(crate) fn check_index(a: &RnsRing, b: &RnsRing) -> Result<(), RnsError> {
    if a.index() == b.index() {
        return Ok(());
    }
    Err(RnsError::OtherIndex { left: a.index().m(), right: b.index().m() })
}

/// Where the kept limbs lie, and the dropped ones: first, or last.
fn parts(ring: &RnsRing, division: &Division) -> Result<(Range<usize>, Range<usize>), RnsError> {
    let (kept, dropped) = (division.kept(), division.dropped().zqs());
    two_parts(ring, kept, dropped).ok_or_else(|| RnsError::OtherModuli {
        element: ring.moduli().to_vec(),
        tables: values(kept).chain(values(dropped)).collect(),
    })
}

/// Where a and b lie if the ring's moduli are those of one after those of the other.
fn two_parts(ring: &RnsRing, a: &[Zq], b: &[Zq]) -> Option<(Range<usize>, Range<usize>)> {
    let (moduli, length) = (ring.moduli(), a.len() + b.len());
    let are = |first: &[Zq], second: &[Zq]| {
        moduli.iter().copied().eq(values(first).chain(values(second)))
    };
    if are(a, b) {
        Some((0..a.len(), a.len()..length))
    } else if are(b, a) {
        Some((b.len()..length, 0..b.len()))
    } else {
        None
    }
}
