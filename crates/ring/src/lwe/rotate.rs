//! Products with powers of ζ.

use super::{LweError, LweSample, extract::negacyclic};
use crate::{Element, Powerful, meter, recorder::Kernel};

/// A power of ζ that a sample gives: ζ^(±x), x one of its words.
#[derive(Debug, Clone, Copy)]
pub struct Exponent<'a> {
    /// A sample modulo 2N.
    pub sample: &'a LweSample,
    /// Which word of it: n is the body.
    pub place: usize,
    /// Whether it counts as negative.
    pub negated: bool,
}

impl Exponent<'_> {
    /// The exponent modulo 2N.
    fn value(self, degree: usize) -> Result<usize, LweError> {
        let Self { sample, place, negated } = self;
        let order = 2 * degree as u64;
        if sample.q() != order {
            return Err(LweError::OtherModulus { left: sample.q(), right: order });
        }
        let word = sample.words().get(place).copied();
        let word =
            word.ok_or(LweError::Dimension { given: sample.dimension(), expected: place })?;
        Ok((if negated { (order - word) % order } else { word }) as usize)
    }
}

impl Element<Powerful> {
    /// ζ^a times the element.
    ///
    /// # Errors
    /// Returns an error if the ring has several primes or an index that is no power of two, or the sample has not the
    /// modulus 2N, or no such word.
    pub fn rotated(&self, exponent: Exponent<'_>) -> Result<Self, LweError> {
        let (_, degree) = negacyclic(self.ring().index(), self.ring().moduli())?;
        let shift = exponent.value(degree)?;
        let zq = *self.ring().zq(0);
        meter::rows(Kernel::Copy, degree, 1);
        meter::row(Kernel::Neg, &zq, degree);
        let mut rotated = Self::uninitialised(self.ring(), self.is_secret());
        // X^N = -1: what is moved beyond the end comes back with the other sign.
        let (wraps, shift) = (shift >= degree, shift % degree);
        let (stays, moves) = self.limb(0).split_at(degree - shift);
        let (low, high) = rotated.limb_mut(0).split_at_mut(shift);
        low.copy_from_slice(moves);
        high.copy_from_slice(stays);
        zq.neg_assign(if wraps { high } else { low });
        Ok(rotated)
    }
}
