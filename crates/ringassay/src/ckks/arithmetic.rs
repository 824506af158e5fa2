//! Arithmetic with levels and scales managed: at level l a ciphertext has the scale Δ_l of
//! [`canonical_scale`](ringassay_scheme::ckks::Context::canonical_scale), or its square as a product that was
//! not rescaled.

use std::borrow::Cow;

use ringassay_ring::RnsRing;
use ringassay_scheme::ckks::{self, Constant, Scale};

use super::{Ciphertext, Ckks, Complex, EvaluationKeys};
use crate::{
    Error,
    operators::{negative, operator},
};

type Inner = ckks::Ciphertext<RnsRing>;

/// log2 of the largest scale at which constants and public vectors are added: encoders have 100 bits.
const MAX_LOG2_SUMMAND: f64 = 90.0;

/// Integers up to this are multiplied with exactly, at no level.
const MAX_INTEGER: f64 = 1_048_576.0;

impl Ciphertext {
    pub(super) fn scheme(&self) -> &Ckks {
        self.session().scheme()
    }

    pub(super) fn keys(&self) -> Result<&EvaluationKeys, Error> {
        self.evaluation().ok_or(Error::NoEvaluationKeys)
    }

    /// Rescaled, if it is a product that was not.
    pub(super) fn rescaled(&self) -> Result<Cow<'_, Inner>, Error> {
        if self.is_unscaled() {
            return Ok(Cow::Owned(self.scheme().rescale(self.inner())?));
        }
        Ok(Cow::Borrowed(self.inner()))
    }

    /// As it is, unless what is added at its scale would have too many bits: then rescaled.
    fn summand(&self) -> Result<Cow<'_, Inner>, Error> {
        if self.inner().scale().log2() > MAX_LOG2_SUMMAND {
            self.rescaled()
        } else {
            Ok(Cow::Borrowed(self.inner()))
        }
    }

    /// Both rescaled, at one level with its scale.
    pub(super) fn aligned<'a>(&'a self, other: &'a Self) -> Result<[Cow<'a, Inner>; 2], Error> {
        let (a, b) = (self.rescaled()?, other.rescaled()?);
        let level = a.level().min(b.level());
        let scale = self.session().scale(level)?;
        let at = |x: Cow<'a, Inner>| -> Result<Cow<'a, Inner>, Error> {
            if x.level() == level && x.scale() == scale {
                return Ok(x);
            }
            Ok(Cow::Owned(self.scheme().adjust(&x, level, scale)?))
        };
        Ok([at(a)?, at(b)?])
    }

    /// The refusal of an operation, with what to do where bounds exceed the range of the session: it is no promise that
    /// binds results.
    pub(super) fn explained(&self, refusal: Error) -> Error {
        let (largest, range) = (self.largest(), self.session().range());
        match refusal {
            Error::Scheme(source @ ringassay_scheme::Error::NoiseBudget { .. })
                if largest > range =>
            {
                Error::BeyondRange { source, largest, range }
            }
            other => other,
        }
    }

    fn combined(
        &self,
        other: &Self,
        combine: impl Fn(&Ckks, &Inner, &Inner) -> Result<Inner, ringassay_scheme::Error>,
    ) -> Result<Self, Error> {
        let both = self.beside(other)?;
        let (a, b) = (self.inner(), other.inner());
        let inner = if a.level() == b.level() && a.scale() == b.scale() {
            combine(self.scheme(), a, b)?
        } else {
            let [a, b] = self.aligned(other)?;
            combine(self.scheme(), &a, &b)?
        };
        Ok(both.with(inner))
    }

    pub(super) fn sum(&self, other: &Self) -> Result<Self, Error> {
        self.combined(other, |scheme, a, b| scheme.add(a, b))
    }

    pub(super) fn difference(&self, other: &Self) -> Result<Self, Error> {
        self.combined(other, |scheme, a, b| scheme.sub(a, b))
    }

    pub(super) fn negative(&self) -> Self {
        self.with(self.scheme().negate(self.inner()))
    }

    pub(super) fn product(&self, other: &Self) -> Result<Self, Error> {
        let both = self.beside(other)?;
        if self.is(other) {
            return both.square();
        }
        let keys = both.keys()?;
        let made = self.aligned(other).and_then(|[a, b]| {
            let product = self.scheme().multiply(&a, &b, keys.inner())?;
            Ok(both.with(product))
        });
        let larger = if other.largest() > self.largest() { other } else { self };
        made.map_err(|refusal| larger.explained(refusal))
    }

    /// The squares of the entries.
    ///
    /// # Errors
    /// Without evaluation keys, or levels.
    pub fn square(&self) -> Result<Self, Error> {
        let keys = self.keys()?;
        let made = self.rescaled().and_then(|a| Ok(self.scheme().square(&a, keys.inner())?));
        made.map(|square| self.with(square)).map_err(|refusal| self.explained(refusal))
    }

    /// Entry j of the result is entry j + `steps`, cyclically among the
    /// [slots](super::Session::slots); `steps` may be negative. Composed of the rotations there are keys for.
    ///
    /// # Errors
    /// Without the keys.
    pub fn rotate(&self, steps: i64) -> Result<Self, Error> {
        let steps = steps.rem_euclid(self.session().slots() as i64);
        if steps == 0 {
            return Ok(self.clone());
        }
        let (scheme, keys) = (self.scheme(), self.keys()?.inner());
        let parameters = self.session().parameters();
        if keys.has_automorphism(parameters.rotation(steps)) {
            return Ok(self.with(scheme.rotate(self.inner(), steps, keys)?));
        }
        let powers = (0..i64::BITS).filter(|bit| steps >> bit & 1 == 1).map(|bit| 1_i64 << bit);
        let mut rotated = Cow::Borrowed(self.inner());
        for power in powers {
            rotated = Cow::Owned(scheme.rotate(&rotated, power, keys)?);
        }
        Ok(self.with(rotated.into_owned()))
    }

    /// The entries conjugated.
    ///
    /// # Errors
    /// Without the key; in the conjugate-invariant ring.
    pub fn conjugate(&self) -> Result<Self, Error> {
        Ok(self.with(self.scheme().conjugate(self.inner(), self.keys()?.inner())?))
    }

    /// The sum of all slots, in every one of them.
    ///
    /// # Errors
    /// Without the keys.
    pub fn sum_of_slots(&self) -> Result<Self, Error> {
        let slots = self.session().slots();
        let keys = self.keys()?.inner();
        Ok(self.with(self.scheme().inner_sum(self.inner(), 1, slots, keys)?))
    }

    /// A constant is added to every slot.
    ///
    /// # Errors
    /// If the constant is not finite, or too large for the modulus.
    pub fn add_constant(&self, c: impl Into<Constant>) -> Result<Self, Error> {
        Ok(self.with(self.scheme().add_constant(&*self.summand()?, c)?))
    }

    /// The entries times a constant: exactly and at no level for integers and integers times i, else one
    /// level.
    ///
    /// # Errors
    /// As [`Ciphertext::add_constant`].
    pub fn multiply_constant(&self, c: impl Into<Constant>) -> Result<Self, Error> {
        let c = c.into();
        let is_integer = |x: f64| x.fract() == 0.0 && x.abs() <= MAX_INTEGER;
        if is_integer(c.re) && is_integer(c.im) {
            return Ok(self.with(self.scheme().multiply_constant(self.inner(), c, &Scale::ONE)?));
        }
        let a = self.rescaled()?;
        let scale = self.session().scale(a.level())?;
        Ok(self.with(self.scheme().multiply_constant(&a, c, scale)?))
    }

    /// A public vector is added.
    ///
    /// # Errors
    /// If it has another length, or a number is none.
    pub fn add_vector(&self, vector: &[Complex]) -> Result<Self, Error> {
        let a = self.summand()?;
        let message = self.session().public_message(vector, a.scale())?;
        Ok(self.with(self.scheme().add_plain(&a, &message)?))
    }

    /// The entries times those of a public vector: one level.
    ///
    /// # Errors
    /// As [`Ciphertext::add_vector`].
    pub fn multiply_vector(&self, vector: &[Complex]) -> Result<Self, Error> {
        let a = self.rescaled()?;
        let message = self.session().public_message(vector, self.session().scale(a.level())?)?;
        Ok(self.with(self.scheme().multiply_plain(&a, &message)?))
    }
}

operator!(Add, add, sum, sum, Ciphertext);
operator!(Sub, sub, difference, difference, Ciphertext);
operator!(Mul, mul, product, product, Ciphertext);
negative!(Ciphertext);
