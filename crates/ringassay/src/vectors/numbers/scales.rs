//! Levels and scales, managed.

use std::borrow::Cow;

use ringassay_scheme::ckks::encoding::Complex64 as Complex;

use super::{Inner, Instance, Numbers, largest};
use crate::Error;

/// log2 of the largest scale at which constants and public vectors are added: encoders have 100 bits.
const MAX_LOG2_SUMMAND: f64 = 90.0;

impl Numbers {
    /// Whether it is a product that was not yet rescaled.
    pub(crate) fn is_unscaled(&self, a: &Inner) -> bool {
        a.scale().log2() > 1.5 * f64::from(self.log2_scale)
    }

    /// Rescaled, if it is a product that was not.
    pub(crate) fn rescaled<'a>(
        &self,
        on: &Instance,
        a: &'a Inner,
    ) -> Result<Cow<'a, Inner>, Error> {
        if self.is_unscaled(a) {
            return Ok(Cow::Owned(on.rescale(a)?));
        }
        Ok(Cow::Borrowed(a))
    }

    /// As it is, unless what is added at its scale would have too many bits: then rescaled.
    pub(crate) fn summand<'a>(&self, on: &Instance, a: &'a Inner) -> Result<Cow<'a, Inner>, Error> {
        if a.scale().log2() > MAX_LOG2_SUMMAND {
            self.rescaled(on, a)
        } else {
            Ok(Cow::Borrowed(a))
        }
    }

    /// Both rescaled, at one level with its scale.
    pub(crate) fn aligned<'a>(
        &self,
        on: &Instance,
        [a, b]: [&'a Inner; 2],
    ) -> Result<[Cow<'a, Inner>; 2], Error> {
        let (a, b) = (self.rescaled(on, a)?, self.rescaled(on, b)?);
        let level = a.level().min(b.level());
        let scale = self.scale(level)?;
        let at = |x: Cow<'a, Inner>| -> Result<Cow<'a, Inner>, Error> {
            if x.level() == level && x.scale() == scale {
                return Ok(x);
            }
            Ok(Cow::Owned(on.adjust(&x, level, scale)?))
        };
        Ok([at(a)?, at(b)?])
    }

    /// A sum or a difference, of operands that are brought to one scale first if they have not the same.
    pub(super) fn combined(
        &self,
        on: &Instance,
        [a, b]: [&Inner; 2],
        combine: impl Fn(&Inner, &Inner) -> Result<Inner, ringassay_scheme::Error>,
    ) -> Result<Inner, Error> {
        if a.level() == b.level() && a.scale() == b.scale() {
            return Ok(combine(a, b)?);
        }
        let [a, b] = self.aligned(on, [a, b])?;
        Ok(combine(&a, &b)?)
    }

    /// The refusal of an operation, with what to do where bounds exceed the range of the vectors: it is no promise that
    /// binds results.
    pub(super) fn explained(&self, a: &Inner, refusal: Error) -> Error {
        let (largest, range) = (largest(a), self.range);
        match refusal {
            Error::Scheme(source @ ringassay_scheme::Error::NoiseBudget { .. })
                if largest > range =>
            {
                Error::BeyondRange { source, largest, range }
            }
            other => other,
        }
    }

    /// a + `vector`.
    pub(crate) fn add_complex(
        &self,
        on: &Instance,
        a: &Inner,
        vector: &[Complex],
    ) -> Result<Inner, Error> {
        let a = self.summand(on, a)?;
        Ok(on.add_plain(&a, &self.public_message(vector, a.scale())?)?)
    }

    /// a·`vector`: one level.
    pub(crate) fn multiply_complex(
        &self,
        on: &Instance,
        a: &Inner,
        vector: &[Complex],
    ) -> Result<Inner, Error> {
        let a = self.rescaled(on, a)?;
        Ok(on.multiply_plain(&a, &self.public_message(vector, self.scale(a.level())?)?)?)
    }
}
