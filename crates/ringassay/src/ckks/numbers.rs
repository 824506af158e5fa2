//! What only vectors of numbers have: a range, constants, sums of slots.

use ringassay_scheme::ckks::{Constant, Scale};

use super::{Ciphertext, Session};
use crate::Error;

/// Integers up to this are multiplied with exactly, at no level.
const MAX_INTEGER: f64 = 1_048_576.0;

impl Session {
    /// The same instance for numbers up to `range` in absolute value.
    ///
    /// # Errors
    /// Returns an error if the range is no positive number.
    pub fn with_range(&self, range: f64) -> Result<Self, Error> {
        Self::with_vectors(self.parameters(), self.vectors().clone().with_range(range)?)
    }

    /// No entry is larger in absolute value.
    pub fn range(&self) -> f64 {
        self.vectors().range()
    }

    /// The slots that a vector takes, among which it is rotated: see [`Numbers::slots`](crate::vectors::Numbers::slots).
    pub fn slots(&self) -> usize {
        self.vectors().slots()
    }
}

impl Ciphertext {
    /// The same ciphertext, of which the caller knows that no entry is larger in absolute value. Bounds that
    /// follow sums and products alone grow faster than what they bound; a wrong promise makes them wrong.
    ///
    /// # Errors
    /// Returns an error if `largest` is negative, not finite, or no number.
    pub fn within(&self, largest: f64) -> Result<Self, Error> {
        if !(largest >= 0.0 && largest.is_finite()) {
            return Err(Error::Within { largest });
        }
        let magnitude = self.session().vectors().within(largest);
        Ok(self.with(self.scheme().assume(self.inner().clone(), &magnitude)))
    }

    /// A constant is added to every slot.
    ///
    /// # Errors
    /// Returns an error if the constant is not finite, or too large for the modulus.
    pub fn add_constant(&self, c: impl Into<Constant>) -> Result<Self, Error> {
        self.made(|vectors, scheme| {
            Ok(scheme.add_constant(&*vectors.summand(scheme, self.inner())?, c)?)
        })
    }

    /// The entries times a constant: exactly and at no level for integers and integers times i, else one
    /// level.
    ///
    /// # Errors
    /// Returns an error as [`Ciphertext::add_constant`].
    pub fn multiply_constant(&self, c: impl Into<Constant>) -> Result<Self, Error> {
        let c = c.into();
        let is_integer = |x: f64| x.fract() == 0.0 && x.abs() <= MAX_INTEGER;
        self.made(|vectors, scheme| {
            if is_integer(c.re) && is_integer(c.im) {
                return Ok(scheme.multiply_constant(self.inner(), c, &Scale::ONE)?);
            }
            let a = vectors.rescaled(scheme, self.inner())?;
            Ok(scheme.multiply_constant(&a, c, vectors.scale(a.level())?)?)
        })
    }
}
