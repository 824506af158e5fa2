//! Rotation and conjugation of slots.

use super::{Ciphertext, Context, EvaluationKeys, Hoisted};
use crate::{Error, Ring};

impl<R: Ring> Context<R> {
    /// Slots rotated to the left by `steps`, to the right if negative: slot j gets the value of slot
    /// j + `steps`, cyclically among all (and so among n where slots repeat with the period n).
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for this rotation, [`Error::NoiseBudget`] when the result might
    /// exceed the modulus; when a is of other parameters or has not two components.
    pub fn rotate(
        &self,
        a: &Ciphertext<R>,
        steps: i64,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.automorphism(a, self.parameters().rotation(steps), keys)
    }

    /// As [`Context::rotate`], of a ciphertext that is decomposed already.
    ///
    /// # Errors
    /// As [`Context::rotate`].
    pub fn rotate_hoisted(
        &self,
        a: &Hoisted<'_, R>,
        steps: i64,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.automorphism_hoisted(a, self.parameters().rotation(steps), keys)
    }

    /// All slots conjugated.
    ///
    /// # Errors
    /// As [`Context::rotate`]; [`Error::Unsupported`] in the conjugate-invariant ring.
    pub fn conjugate(
        &self,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let real = || real_only("a conjugation");
        self.automorphism(a, self.parameters().conjugation().ok_or_else(real)?, keys)
    }
}

/// What needs complex slots is not to be had in the conjugate-invariant ring.
pub(super) fn real_only(operation: &str) -> Error {
    Error::Unsupported(format!(
        "{operation} is not possible in the conjugate-invariant ring, whose slots are real: take parameters \
         of the standard ring"
    ))
}
