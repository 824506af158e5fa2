//! Products of ciphertexts: the same functions for every scheme.

use super::{Ciphertext, Context, EvaluationKeys, PackedScheme};
use crate::{Error, Ring};

impl<P: PackedScheme, R: Ring> Context<P, R> {
    /// a·b, relinearised; [`Context::square`] where they are one object. In BGV and BFV at the level that suits the
    /// noise of both, in CKKS at the lower one of the two, of the product of the scales.
    ///
    /// # Errors
    /// Returns [`Error::MissingKey`] without the relinearisation key, [`Error::NoiseBudget`] if it is not guaranteed
    /// that the product decrypts, another error for foreign operands.
    pub fn multiply(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        P::multiply(self, a, b, keys)
    }

    /// a², relinearised, at the level that suits its noise.
    ///
    /// # Errors
    /// Returns an error as [`Context::multiply`].
    pub fn square(
        &self,
        a: &Ciphertext<P, R>,
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        P::square(self, a, keys)
    }

    /// a·b with three parts: of two ciphertexts at one level in BGV and BFV, at the lower one of the two in CKKS.
    ///
    /// # Errors
    /// Returns an error if an operand has not two parts or is of other parameters, or the levels differ; in CKKS
    /// [`Error::NoiseBudget`] if the product might exceed the modulus.
    pub fn tensor(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        P::tensor(self, a, b)
    }

    /// a² with three parts.
    ///
    /// # Errors
    /// Returns an error as [`Context::tensor`].
    pub fn tensor_square(&self, a: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        P::tensor_square(self, a)
    }
}
