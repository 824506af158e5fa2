//! Products of ciphertexts.

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{
    Error, Ring,
    hybrid::{product_parts, square_parts},
};

impl<R: Ring> Context<R> {
    /// a·b at the modulus that suits the noise of both, relinearised; [`Context::square`] where they are
    /// one object.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key-switching key, [`Error::NoiseBudget`] when it is not
    /// guaranteed that the product decrypts, [`Error::OtherParameters`] for foreign operands.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return self.square(a, keys);
        }
        let operands =
            [(a.level, &a.estimate, a.parts.len()), (b.level, &b.estimate, b.parts.len())];
        let level = self.product_level(operands);
        let product = self.tensor(&*self.at_modulus(a, level)?, &*self.at_modulus(b, level)?)?;
        self.checked("the product", self.relinearise(&product, keys)?)
    }

    /// a² at the modulus that suits its noise, relinearised.
    ///
    /// # Errors
    /// As [`Context::multiply`].
    pub fn square(
        &self,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let operand = (a.level, &a.estimate, a.parts.len());
        let level = self.product_level([operand, operand]);
        let square = self.tensor_square(&*self.at_modulus(a, level)?)?;
        self.checked("the square", self.relinearise(&square, keys)?)
    }

    /// The ciphertext, unless its decryption is not guaranteed.
    pub(super) fn checked(
        &self,
        operation: &'static str,
        a: Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.check_budget(operation, a.level, &a.estimate)?;
        Ok(a)
    }

    /// The product of two ciphertexts at one level, with three parts.
    ///
    /// # Errors
    /// When they lie at different levels, or one has not two parts.
    pub fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let parts = product_parts::<R>(a.pair()?, b.pair()?)?.into();
        let factor = a.scale.times(b.scale, self.t().modulus());
        Ok(Ciphertext::new(parts, a.level, factor, self.model().multiply(&a.estimate, &b.estimate)))
    }

    /// The square of a ciphertext, with three parts.
    ///
    /// # Errors
    /// When it has not two parts.
    pub fn tensor_square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let parts = square_parts::<R>(a.pair()?)?.into();
        let factor = a.scale.times(a.scale, self.t().modulus());
        Ok(Ciphertext::new(parts, a.level, factor, self.model().square(&a.estimate)))
    }
}
